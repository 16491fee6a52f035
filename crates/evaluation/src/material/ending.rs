//! [`Ending`]: the endings with a function of their own.

use movegen::{Color, Position};

use crate::material::{Army, Counts, can_mate_without_pawns};

/// The most pieces of an ending in which the weaker side has more than its king.
const MOST_PIECES: u32 = 5;

/// An ending with a function of its own in `terms/endings`, by the pieces of the stronger and of
/// the weaker side, beside the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Enough to mate, with pawns or without, against nothing.
    BareKing,
    /// Bishop and knight against nothing.
    BishopAndKnight,
    /// A pawn against nothing.
    Pawn,
    RookAgainstPawn,
    /// A rook against a bishop or a knight.
    RookAgainstMinor,
    QueenAgainstPawn,
    QueenAgainstRook,
    KnightsAgainstPawn,
    BishopAndPawnAgainstBishop,
}

/// Returns whether the evaluation has a function for this very ending, beside its general terms: a
/// bare king, a rook against a pawn or a minor piece, a queen against a pawn or a rook, two knights
/// against a pawn, a bishop and a pawn against a bishop. A network that is weak in such endings
/// leaves them to the evaluation.
///
/// ```
/// use evaluation::is_special_ending;
/// use evaluation::movegen::Position;
///
/// let position = |fen| Position::from_fen(fen).expect("a legal position");
/// assert!(is_special_ending(&position("8/8/8/3k4/3r4/8/8/1K4Q1 w - - 0 1")));
/// assert!(!is_special_ending(&position("8/8/8/3k4/3r4/8/8/1K4R1 w - - 0 1")));
/// ```
#[must_use]
#[inline]
pub fn is_special_ending(position: &Position) -> bool {
    let pieces = position.occupied().count();
    let is_bare = |color| position.color(color).count() == 1;
    (pieces <= MOST_PIECES || Color::ALL.into_iter().any(is_bare))
        && Ending::of(&Counts::new(position)).is_some()
}

impl Ending {
    /// Returns the ending that these numbers make, if any, and the stronger side.
    pub(crate) fn of(counts: &Counts) -> Option<(Self, Color)> {
        Color::ALL.into_iter().find_map(|strong| {
            let ending = Self::between(counts.army(strong), counts.army(!strong))?;
            Some((ending, strong))
        })
    }

    /// Returns the ending in which `strong` is the stronger side.
    fn between(strong: &Army, weak: &Army) -> Option<Self> {
        const NOTHING: Army = [0; 5];
        const PAWN: Army = [1, 0, 0, 0, 0];
        const KNIGHT: Army = [0, 1, 0, 0, 0];
        const BISHOP: Army = [0, 0, 1, 0, 0];
        const ROOK: Army = [0, 0, 0, 1, 0];
        const QUEEN: Army = [0, 0, 0, 0, 1];
        Some(match (*strong, *weak) {
            (PAWN, NOTHING) => Self::Pawn,
            ([0, 1, 1, 0, 0], NOTHING) => Self::BishopAndKnight,
            (strong, NOTHING) if can_mate_without_pawns(&strong) => Self::BareKing,
            (ROOK, PAWN) => Self::RookAgainstPawn,
            (ROOK, KNIGHT | BISHOP) => Self::RookAgainstMinor,
            (QUEEN, PAWN) => Self::QueenAgainstPawn,
            (QUEEN, ROOK) => Self::QueenAgainstRook,
            ([0, 2, 0, 0, 0], PAWN) => Self::KnightsAgainstPawn,
            ([1, 0, 1, 0, 0], BISHOP) => Self::BishopAndPawnAgainstBishop,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of pieces leaves no ending out.
    #[test]
    fn an_ending_is_special_if_it_has_a_function() {
        for (fen, special) in [
            ("8/8/8/3k4/8/8/8/RN2K1BQ b - - 0 1", true),
            ("8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1", true),
            ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", true),
            ("8/8/8/3k4/3r4/8/4P3/1K6 w - - 0 1", true),
            ("8/8/8/3k4/3r4/8/4N3/1K6 w - - 0 1", true),
            ("8/8/8/3k4/3q4/8/4P3/1K6 w - - 0 1", true),
            ("8/8/8/3k4/3q4/8/4R3/1K6 w - - 0 1", true),
            ("8/3n4/8/3k4/3n4/8/4P3/1K6 w - - 0 1", true),
            ("8/3b4/8/3k4/3p4/8/4B3/1K6 w - - 0 1", true),
            ("8/3b4/8/3k4/3p4/8/4N3/1K6 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/1N2KN2 w - - 0 1", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
        ] {
            let position = Position::from_fen(fen).expect("a legal position");
            assert_eq!(is_special_ending(&position), special, "{fen}");
            assert_eq!(Ending::of(&Counts::new(&position)).is_some(), special, "{fen}");
        }
    }
}
