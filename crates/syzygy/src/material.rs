//! [`Material`]: the pieces on a board, named like Syzygy's files: `KRPvKN`.

use std::fmt;

use movegen::{Color, PieceType, Position};

/// The largest number of pieces of a table, kings and pawns included.
pub const MAX_PIECES: u32 = 7;

/// The kinds of pieces by falling worth, in the order of names.
const NAMED: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// The numbers of pieces of each colour and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Material([[u8; PieceType::ALL.len()]; 2]);

impl Material {
    /// Reads the material of a name such as `KRvKN`, whose first side is White; `None` if no table
    /// can have it.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let mut counts = [[0; PieceType::ALL.len()]; 2];
        for (side, letters) in counts.iter_mut().zip([first, second]) {
            let kind = |letter: char| {
                NAMED.into_iter().find(|kind| kind.letter().to_ascii_uppercase() == letter)
            };
            let kinds: Vec<PieceType> = letters.chars().map(kind).collect::<Option<_>>()?;
            kinds.iter().for_each(|kind| side[kind.index()] += 1);
            let place = |kind: PieceType| NAMED.iter().position(|&named| named == kind);
            if side[PieceType::King.index()] != 1 || !kinds.is_sorted_by_key(|&kind| place(kind)) {
                return None;
            }
        }
        let material = Self(counts);
        (3..=MAX_PIECES as usize).contains(&material.pieces()).then_some(material)
    }

    pub(crate) fn of(position: &Position) -> Self {
        Self(
            Color::ALL.map(|color| {
                PieceType::ALL.map(|kind| position.colored(color, kind).count() as u8)
            }),
        )
    }

    /// Returns the material with the colours exchanged.
    pub(crate) fn swapped(self) -> Self {
        let Self([white, black]) = self;
        Self([black, white])
    }

    /// Returns the material with the side first that names have first: the one with more pieces, or
    /// with the better ones.
    pub(crate) fn stronger_first(self) -> Self {
        let worth = |side: [u8; PieceType::ALL.len()]| {
            (side.iter().sum::<u8>(), NAMED.map(|kind| side[kind.index()]))
        };
        let Self([white, black]) = self;
        if worth(white) < worth(black) { self.swapped() } else { self }
    }

    /// Returns whether both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    pub(crate) fn count(self, color: Color, kind: PieceType) -> usize {
        self.0[color.index()][kind.index()].into()
    }

    /// Returns the number of all pieces, kings and pawns included.
    pub(crate) fn pieces(self) -> usize {
        self.0.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Returns the number of pawns of both sides.
    pub(crate) fn pawns(self) -> usize {
        Color::ALL.iter().map(|&color| self.count(color, PieceType::Pawn)).sum()
    }

    /// Returns whether some piece beside the kings is the only one of its colour and kind.
    pub(crate) fn has_unique(self) -> bool {
        let kinds = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::King);
        kinds
            .flat_map(|kind| Color::ALL.map(|color| self.count(color, kind)))
            .any(|pieces| pieces == 1)
    }
}

/// The name, as [`Material::from_name`] reads it.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let letters = NAMED.map(|kind| {
                let letter = kind.letter().to_ascii_uppercase();
                letter.to_string().repeat(self.count(color, kind))
            });
            letters.concat()
        };
        write!(f, "{}v{}", side(Color::White), side(Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_who_has_what() {
        let material = Material::from_name("KRPvKN").expect("a table's name");
        assert_eq!((material.pieces(), material.pawns()), (5, 1));
        assert!(material.has_unique() && !material.is_symmetric());
        let position = Position::from_fen("4k3/8/8/2n5/8/8/P7/R3K3 w - - 0 1").expect("legal");
        assert_eq!(Material::of(&position), material);
        assert_eq!(Material::from_name("KNvKRP"), Some(material.swapped()));
        assert_eq!(material.to_string(), "KRPvKN");
        assert!(Material::from_name("KRvKR").is_some_and(Material::is_symmetric));
        assert!(Material::from_name("KRRvK").is_some_and(|material| !material.has_unique()));
    }

    #[test]
    fn the_stronger_side_is_named_first() {
        for (name, files) in [("KBBvKR", "KBBvKR"), ("KRvKQ", "KQvKR"), ("KPvKN", "KNvKP")] {
            let material = Material::from_name(name).expect("a table's name");
            for material in [material, material.swapped()] {
                assert_eq!(material.stronger_first().to_string(), files);
            }
        }
    }

    #[test]
    fn what_no_table_is_named_is_refused() {
        for name in
            ["", "K", "KvK", "KRK", "RvK", "KKvK", "KPRvK", "krvk", "KXvK", "KRvKvK", "KQQQQQvKQ"]
        {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }
}
