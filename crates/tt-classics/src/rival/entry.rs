//! The record of the program Rival.

use tt_core::{Bound, Field, Payload, Unit, fingerprint_of_text};

/// Four of the six fields of Rival's record of 13 bytes. The lock is
/// [`Packed`](super::packed::Packed)'s, and the staleness is a generation of six bits
/// ([`Staleness`](super::staleness::Staleness)).
///
/// A record without move, value, bound and depth packs to zero and may be lost; a search stores
/// none.
///
/// ```
/// use tt_classics::rival::RivalEntry;
/// use tt_core::{Bound, Table};
///
/// // A move of 32 bits, where tt-core's entry has 16: also in tt-core's own layout.
/// let table: Table<RivalEntry> = Table::with_parts(1 << 16)?;
/// let entry = RivalEntry { mv: 0x0012_3456, value: -3, bound: Bound::Upper, depth: 5 };
/// table.store(0x9d39_247e_3377_6d41, entry);
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41), Some(entry));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RivalEntry {
    /// The best move, in the game's own 32 bits.
    pub mv: u32,
    /// The value, from the side to move's view, as far as `bound` says.
    pub value: i16,
    /// The kind of bound that `value` is.
    pub bound: Bound,
    /// The depth to which the position was searched, in plies.
    pub depth: u8,
}

const MOVE: Field = Field::new(0, 32);
const VALUE: Field = Field::new(32, 16);
const DEPTH: Field = Field::new(48, 8);
const BOUND: Field = Field::new(56, 2);

impl Payload for RivalEntry {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DEPTH;
    const GENERATION: Field = Field::new(58, 6);

    fn fingerprint() -> u64 {
        fingerprint_of_text("rival entry 1")
    }

    #[inline]
    fn to_bits(self) -> u64 {
        MOVE.place(self.mv.into())
            | VALUE.place(self.value as u64)
            | DEPTH.place(self.depth.into())
            | BOUND.place(self.bound as u64)
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self {
            mv: MOVE.get(bits) as u32,
            value: VALUE.get(bits) as i16,
            bound: Bound::from_bits(BOUND.get(bits)),
            depth: DEPTH.get(bits) as u8,
        }
    }

    fn bound(self) -> Bound {
        self.bound
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};
    use tt_core::{Bound, Payload};

    use super::RivalEntry;

    proptest! {
        #[test]
        fn all_fields_survive(mv: u32, value: i16, depth: u8, bound in any::<u64>()) {
            let entry = RivalEntry { mv, value, bound: Bound::from_bits(bound), depth };
            prop_assert_eq!(RivalEntry::from_bits(entry.to_bits()), entry);
            prop_assert_eq!(entry.to_bits() & RivalEntry::GENERATION.mask(), 0);
        }
    }
}
