//! Standard chess and Chess960: which rights to castle a position may have.

use alloc::string::String;

use crate::keys::ChessKeys;
use crate::{Color, File, KeyedPosition, Rank, Square};

/// The rules of castling: those of standard chess, or those of Chess960.
///
/// ```
/// use movegen::{Position, Variant};
///
/// let fen = "4k3/8/8/8/8/8/8/R4RK1 w Q - 0 1";
/// let read = |variant| Position::read_fen(fen, variant).map(|read| read.value.to_fen());
/// assert_eq!(read(Variant::Standard)?, "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1");
/// assert_eq!(read(Variant::Chess960)?, "4k3/8/8/8/8/8/8/R4RK1 w A - 0 1");
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Variant {
    /// Standard chess: a king castles from its e-square with a rook on the a- or h-file.
    #[default]
    Standard,
    /// Chess960 and double Chess960: a king castles from anywhere on its rank with a rook on
    /// either side.
    Chess960,
}

/// Names that say nothing, as [`plain_name`] leaves them.
const NOTHING: [&str; 6] = ["", "?", "none", "n/a", "unknown", "default"];

/// Names of standard chess and of its other starts, a line each, as [`plain_name`] leaves them.
/// Those of the form `wild/N` are the numbers of the Internet Chess Club.
const STANDARD: &str = include_str!("variant/standard.txt");

/// Names of Chess960, a line each, as [`plain_name`] leaves them.
const CHESS960: &str = include_str!("variant/chess960.txt");

/// Beginnings of the names that the Free Internet Chess Server gives to groups of standard starts.
const STANDARD_GROUPS: [&str; 5] = ["uwild/", "pawns/", "odds/", "eco/", "misc/"];

impl Variant {
    /// Both variants, standard chess first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Chess960];

    /// Returns the variant that a name means, as servers and programs write it in PGN's tag
    /// `Variant`; `None` if the name is that of other rules. Capitals, spaces, hyphens,
    /// underscores and the word "chess" at the end do not matter. A name that says nothing, like
    /// `?`, means standard chess.
    ///
    /// ```
    /// use movegen::Variant;
    ///
    /// assert_eq!(Variant::from_name("From Position"), Some(Variant::Standard));
    /// assert_eq!(Variant::from_name("Standard Chess"), Some(Variant::Standard));
    /// assert_eq!(Variant::from_name("wild/fr"), Some(Variant::Chess960));
    /// assert_eq!(Variant::from_name("Atomic"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = plain_name(name);
        if CHESS960.lines().any(|known| known == name) {
            return Some(Self::Chess960);
        }
        let is_standard = NOTHING.contains(&name.as_str())
            || STANDARD.lines().any(|known| known == name)
            || STANDARD_GROUPS.iter().any(|group| name.starts_with(group));
        is_standard.then_some(Self::Standard)
    }

    /// Whether a name stands where a variant may be named, and names none.
    pub(crate) fn is_nothing(name: &str) -> bool {
        NOTHING.iter().any(|nothing| name.eq_ignore_ascii_case(nothing))
    }

    /// Returns the variant that the castling field of a FEN shows: Chess960 if the field names
    /// rooks by their files (Shredder-FEN, X-FEN), else standard chess. `KQkq` means both: programs
    /// that play Chess960 know by other means which of them it is.
    ///
    /// ```
    /// use movegen::Variant;
    ///
    /// let board = "1rk4r/8/8/8/8/8/8/1RK4R";
    /// assert_eq!(Variant::of_fen(&format!("{board} w HBhb - 0 1")), Variant::Chess960);
    /// assert_eq!(Variant::of_fen(&format!("{board} w KQkq - 0 1")), Variant::Standard);
    /// ```
    #[must_use]
    pub fn of_fen(fen: &str) -> Self {
        let rights = fen.split_ascii_whitespace().nth(2).unwrap_or("-");
        let names_file = |letter| File::from_letter(letter).is_some();
        let is_right = |letter| "KQkq".contains(letter) || names_file(letter);
        match rights.chars().all(is_right) && rights.contains(names_file) {
            true => Self::Chess960,
            false => Self::Standard,
        }
    }

    /// Whether a king and a rook on its rank may castle in this variant.
    pub(crate) fn allows(self, king: Square, rook: Square) -> bool {
        self == Self::Chess960 || king.file() == File::E && matches!(rook.file(), File::A | File::H)
    }
}

/// A name in small letters, without what its writers put between the words, and without "chess" at
/// its end.
fn plain_name(name: &str) -> String {
    let mut plain: String = name
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let length = plain.trim_end_matches("chess").len();
    plain.truncate(length);
    plain
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the variant that the rights to castle ask for: Chess960 if standard chess does not
    /// have one of them. A position without rights is one of standard chess.
    ///
    /// ```
    /// use movegen::{Position, Variant};
    ///
    /// assert_eq!(Position::startpos().variant(), Variant::Standard);
    /// assert_eq!(Position::chess960(0).map(|start| start.variant()), Some(Variant::Chess960));
    /// let no_rights = Position::from_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1")?;
    /// assert_eq!(no_rights.variant(), Variant::Standard);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn variant(&self) -> Variant {
        let standard = self.castling_rooks().into_iter().all(|rook| {
            let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
            Variant::Standard.allows(self.king(color), rook)
        });
        if standard { Variant::Standard } else { Variant::Chess960 }
    }
}
