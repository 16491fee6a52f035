//! The board as sets alone.

use crate::KeyedPosition;
use crate::keys::ChessKeys;

/// The board as sets: six kinds, then two colours.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Sets(pub(super) [u64; 8]);

impl Sets {
    #[inline(always)]
    pub(super) fn of<K: ChessKeys>(position: &KeyedPosition<K>) -> Self {
        Self(position.sets.map(|set| set.0))
    }
}
