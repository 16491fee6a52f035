//! [`PawnProbe`]: what an evaluation asks the pawn tables.

use movegen::{Bitboard, Color, Position};

use crate::pawn_facts::pawn_sets;

/// What one evaluation asks the two pawn tables: once the table of pawns, by `pawns` and `key`,
/// and once the table of pawns and kings, by all three.
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
    /// The squares of White's and Black's king, 0 = a1.
    pub kings: [u8; 2],
    /// The key of the pawns.
    pub key: u64,
}

impl PawnProbe {
    /// What the evaluation of `position` asks.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self {
            pawns: pawn_sets(position),
            kings: Color::ALL.map(|us| position.king(us).index() as u8),
            key: position.pawn_key(),
        }
    }
}
