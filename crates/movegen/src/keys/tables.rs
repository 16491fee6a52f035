//! The constants of every feature, where the hot path finds them.

use super::schema::{FEATURES, MATERIAL_FEATURES, MAX_COUNT, PAWN_FEATURES};
use crate::{CastlingSide, Color, File, Piece, Square};

/// The constants of every feature.
#[derive(Clone, Debug)]
pub struct KeyTables<G> {
    /// By [`Piece::index`](crate::Piece::index) and square.
    pub(super) piece_square: [[G; 64]; 12],
    /// By colour and [`CastlingSide`](crate::CastlingSide).
    pub(super) castling: [[G; 2]; 2],
    /// By file.
    pub(super) en_passant: [G; 8],
    /// One key serves for the side to move: only the difference of two would matter.
    pub(super) black_to_move: G,
    /// By colour and square, for the pawn key.
    pub(super) pawn: [[G; 64]; 2],
    /// By [`Piece::index`](crate::Piece::index) and how many of that piece were there before.
    pub(super) material: [[G; MAX_COUNT]; 12],
}

impl<G: Copy> KeyTables<G> {
    /// Returns the constant of a piece on a square in the full key.
    ///
    /// ```
    /// use movegen::keys::{ChessKeys, DefaultKeys};
    /// use movegen::{Color, Piece, PieceType, Position, Square};
    /// use zobrist_keys::Key;
    ///
    /// let tables = DefaultKeys::TABLES;
    /// let knight = Piece::new(Color::White, PieceType::Knight);
    /// let start = Position::startpos();
    /// let key = start.keys().full.remove(tables.piece(knight, Square::G1));
    /// let key = key.insert(tables.piece(knight, Square::F3)).insert(tables.black_to_move());
    /// assert_eq!(start.make(start.parse_san("Nf3")?).keys().full, key);
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[must_use]
    pub const fn piece(&self, piece: Piece, on: Square) -> G {
        self.piece_square[piece.index()][on.index()]
    }

    /// Returns the constant of a right to castle in the full key.
    #[must_use]
    pub const fn right(&self, color: Color, side: CastlingSide) -> G {
        self.castling[color.index()][side as usize]
    }

    /// Returns the constant of a file with a legal en passant capture in the full key.
    #[must_use]
    pub const fn en_passant_file(&self, file: File) -> G {
        self.en_passant[file.index()]
    }

    /// Returns the constant of Black's turn in the full key.
    #[must_use]
    pub const fn black_to_move(&self) -> G {
        self.black_to_move
    }

    /// Makes tables of constants given in the order of [`SCHEMA`](super::SCHEMA),
    /// [`PAWN_SCHEMA`](super::PAWN_SCHEMA), and piece by piece for the material.
    #[must_use]
    pub const fn new(
        full: &[G; FEATURES],
        pawn: &[G; PAWN_FEATURES],
        material: &[G; MATERIAL_FEATURES],
    ) -> Self {
        let mut tables = Self {
            piece_square: [[full[0]; 64]; 12],
            castling: [[full[768], full[769]], [full[770], full[771]]],
            en_passant: [full[772]; 8],
            black_to_move: full[780],
            // No pawn is on the first or last rank: the keys there are never read.
            pawn: [[pawn[0]; 64]; 2],
            material: [[material[0]; MAX_COUNT]; 12],
        };
        let mut i = 0;
        while i < 768 {
            tables.piece_square[i / 64][i % 64] = full[i];
            i += 1;
        }
        let mut file = 0;
        while file < 8 {
            tables.en_passant[file] = full[772 + file];
            file += 1;
        }
        let mut i = 0;
        while i < PAWN_FEATURES {
            tables.pawn[i / 48][8 + i % 48] = pawn[i];
            i += 1;
        }
        let mut i = 0;
        while i < MATERIAL_FEATURES {
            tables.material[i / MAX_COUNT][i % MAX_COUNT] = material[i];
            i += 1;
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use zobrist_keys::Key;

    use crate::keys::{ChessKeys, DefaultKeys};

    /// The numbers of pawns, knights, bishops, rooks and queens that one side can have.
    fn armies() -> Vec<[usize; 5]> {
        let mut armies = Vec::new();
        for code in 0..11_usize.pow(5) {
            let army = [1, 11, 121, 1331, 14641].map(|unit| code / unit % 11);
            let [pawns, pieces @ ..] = army;
            let at_start = [2, 2, 2, 1];
            let promoted: usize =
                pieces.iter().zip(at_start).map(|(count, start)| count.saturating_sub(start)).sum();
            if pawns + promoted <= 8 {
                armies.push(army);
            }
        }
        armies
    }

    /// A table of material that compares keys is never wrong: no two materials that a game can have
    /// share a key. The kings, always there, make no difference.
    #[test]
    fn every_material_has_a_key_of_its_own() {
        let armies = armies();
        // By the four highest bits, so that all keys with the same ones are few enough to sort.
        let keys = |first: usize| -> [Vec<u64>; 16] {
            let mut parts = [const { Vec::new() }; 16];
            for army in &armies {
                let key = (0..5)
                    .flat_map(|kind| &DefaultKeys::TABLES.material[first + kind][..army[kind]])
                    .fold(0, |sum, key| sum ^ key.to_u64());
                parts[(key >> 60) as usize].push(key);
            }
            parts
        };
        let (white, black) = (keys(0), keys(6));
        let mut all = 0;
        let mut same_high_bits = Vec::new();
        for high in 0..16 {
            same_high_bits.clear();
            for (part, others) in white.iter().enumerate().map(|(i, part)| (part, &black[i ^ high]))
            {
                let pairs = part.iter().flat_map(|one| others.iter().map(move |other| one ^ other));
                same_high_bits.extend(pairs);
            }
            all += same_high_bits.len();
            same_high_bits.sort_unstable();
            let unique = same_high_bits.windows(2).all(|pair| pair[0] != pair[1]);
            assert!(unique, "two materials share a key");
        }
        assert_eq!(all, armies.len() * armies.len());
        assert_eq!(armies.len(), 8_694);
    }
}
