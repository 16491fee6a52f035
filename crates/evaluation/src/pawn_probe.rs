//! [`PawnProbe`]: the keys by which an evaluation probes the pawn tables; [`PawnFacts`]: what they
//! keep.

use movegen::{Bitboard, CastlingSide, Color, File, PieceType, Position, Rank, Square};

use crate::geometry::PerColor;
use crate::score::Score;

/// The keys of one evaluation in the two pawn tables. It probes the table of pawns once, by `pawns`
/// and `key`, and the table of pawns and kings once, by all three.
///
/// Recorded along a search, it is the trace on which tables of other sizes and designs are tried:
///
/// ```
/// use std::collections::HashSet;
///
/// use evaluation::PawnProbe;
/// use evaluation::movegen::Position;
///
/// let start = Position::startpos();
/// let asked = start.legal_moves().into_iter().map(|mv| PawnProbe::of(&start.make(mv)));
/// let structures: HashSet<u64> = asked.map(|probe| probe.key).collect();
/// // Twenty moves: each of sixteen pawn moves makes another structure, four knight moves none.
/// assert_eq!(structures.len(), 17);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PawnProbe {
    /// White's and Black's pawns.
    pub pawns: [Bitboard; 2],
    /// White's and Black's king: the square (0 = a1), with a bit above it for each wing on which
    /// the king may castle, 64 for the king's and 128 for the queen's.
    pub kings: [u8; 2],
    /// The key of the pawns.
    pub key: u64,
}

impl PawnProbe {
    /// Returns the probe of the evaluation of `position`.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self {
            pawns: pawn_sets(position),
            kings: Color::ALL.map(|us| King::of(position, us).0),
            key: position.pawn_key(),
        }
    }
}

/// A king's square and castling rights, encoded as in a [`PawnProbe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct King(u8);

/// The wings, the bit of the right to castle there, and the king's file afterwards.
const WINGS: [(CastlingSide, u8, File); 2] =
    [(CastlingSide::KingSide, 1 << 6, File::G), (CastlingSide::QueenSide, 1 << 7, File::C)];

impl King {
    #[inline]
    pub(crate) fn of(position: &Position, us: Color) -> Self {
        let square = position.king(us).index() as u8;
        if (position.castling_rooks() & position.color(us)).is_empty() {
            return Self(square);
        }
        let rights = WINGS.map(|(side, bit, _)| match position.castling_rook(us, side) {
            Some(_) => bit,
            None => 0,
        });
        Self(square | rights[0] | rights[1])
    }

    pub(crate) fn square(self) -> Square {
        Square::ALL[usize::from(self.0 & 63)]
    }

    pub(crate) fn may_castle(self) -> bool {
        self.0 >= 1 << 6
    }

    pub(crate) fn castled(self, us: Color) -> impl Iterator<Item = Square> {
        let allowed = WINGS.into_iter().filter(move |(_, bit, _)| self.0 & bit != 0);
        allowed.map(move |(_, _, file)| Square::new(file, Rank::First.relative(us)))
    }
}

/// The facts about the pawns alone, small enough that a slot of the pawn table with its two sets
/// fits one cache line.
#[derive(Clone, Debug)]
pub(crate) struct PawnFacts {
    /// Squares that pawns of the colour attack or may attack later.
    pub(crate) attack_spans: PerColor<Bitboard>,
    pub(crate) passed: PerColor<Bitboard>,
    /// Value, squares and structure of all pawns, White's minus Black's.
    pub(crate) score: Score,
}

/// Beside the facts a slot has two sets in 12 bytes, and 4 bytes for its other notes.
const _: () = assert!(size_of::<PawnFacts>() <= 64 - 12 - 4);

#[inline]
pub(crate) fn pawn_sets(position: &Position) -> PerColor<Bitboard> {
    Color::ALL.map(|us| position.colored(us, PieceType::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_knows_where_it_may_castle() {
        let king = |fen: &str, us| {
            let king = King::of(&Position::from_fen(fen).expect("a legal position"), us);
            (king.square(), king.castled(us).collect::<Vec<_>>())
        };
        let all = "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1";
        assert_eq!(king(all, Color::White), (Square::E1, vec![Square::G1, Square::C1]));
        assert_eq!(king(all, Color::Black), (Square::E8, vec![Square::G8]));
        let none = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
        assert_eq!(king(none, Color::White), (Square::E1, vec![]));
        // In Chess960 the king may stand beyond its new square.
        let beyond = "4k3/8/8/8/8/8/8/1RK5 w B - 0 1";
        assert_eq!(king(beyond, Color::White), (Square::C1, vec![Square::C1]));
    }
}
