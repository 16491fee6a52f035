//! [`PawnProbe`]: what an evaluation asks the pawn tables.

use movegen::{Bitboard, Color, Position};

use crate::pawn_facts::pawn_sets;

/// What one evaluation asks the two pawn tables: once the table of pawns, by `pawns` and `key`,
/// and once the table of pawns and kings, by all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
