//! A record with the numbers that some policies go by, and what they count.

use tt_core::{
    Ageing, Always, Bound, DRAFT_MAX, DRAFT_MIN, DepthPreferred, Field, Payload, Replace, Unit,
    fingerprint_of_text,
};

/// A searched position with the nodes below it and the place of its best move in the order of the
/// moves tried, where [`Entry`](tt_core::Entry) has the static evaluation.
///
/// ```
/// use tt_classics::hinted::HintedEntry;
/// use tt_core::{Bound, Payload};
///
/// let entry = HintedEntry {
///     mv: 0x0a1b,
///     score: 42,
///     draft: 7,
///     bound: Bound::Lower,
///     pv: false,
///     effort: 1_000_000,
///     order: 2,
/// };
/// let kept = HintedEntry::from_bits(entry.to_bits());
/// assert_eq!(kept, HintedEntry { effort: 983_040, ..entry }, "five significant bits");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintedEntry {
    /// As [`Entry::mv`](tt_core::Entry::mv).
    pub mv: u16,
    /// As [`Entry::score`](tt_core::Entry::score).
    pub score: i16,
    /// As [`Entry::draft`](tt_core::Entry::draft).
    pub draft: i16,
    /// As [`Entry::bound`](tt_core::Entry::bound).
    pub bound: Bound,
    /// As [`Entry::pv`](tt_core::Entry::pv).
    pub pv: bool,
    /// Nodes below the position, as the policy [counts](CountedNodes) them. It is kept with five
    /// significant bits, rounded down.
    pub effort: u64,
    /// The place of the best move among those tried, from 1; 0 without one. Places past 63 are kept
    /// as 63.
    pub order: u8,
}

// The packed record, highest bit first:
//
//   63      59 58 57   56 55         48 47   42 41      32 31       16 15        0
//  +----------+--+-------+-------------+-------+----------+-----------+-----------+
//  |generation|pv| bound |draft + offset| order |  effort  |   score   |   move    |
//  +----------+--+-------+-------------+-------+----------+-----------+-----------+
const MOVE: Field = Field::new(0, 16);
const SCORE: Field = Field::new(16, 16);
const EFFORT: Field = Field::new(32, 10);
const ORDER: Field = Field::new(42, 6);
const DRAFT: Field = Field::new(48, 8);
const BOUND: Field = Field::new(56, 2);
const PV: Field = Field::new(58, 1);

/// Makes the least draft 1, so that 0 is an empty slot.
const DRAFT_OFFSET: i16 = 1 - DRAFT_MIN;

/// Bits of the rounded effort below its highest one.
const MANTISSA_BITS: u32 = 4;
const MANTISSA: u64 = (1 << MANTISSA_BITS) - 1;

/// A number in 10 bits, so that greater numbers never get a lesser code: how far it was shifted,
/// then the four bits below its highest one.
fn code(number: u64) -> u64 {
    match number.checked_ilog2() {
        Some(log) if log >= MANTISSA_BITS => {
            let shift = log - MANTISSA_BITS;
            (u64::from(shift) + 1) << MANTISSA_BITS | (number >> shift) & MANTISSA
        }
        _ => number,
    }
}

/// The least number with that code.
fn decode(code: u64) -> u64 {
    let (shift, mantissa) = ((code >> MANTISSA_BITS) as u32, code & MANTISSA);
    match shift.checked_sub(1) {
        Some(shift) => (mantissa | (MANTISSA + 1)).saturating_mul(1 << shift),
        None => mantissa,
    }
}

impl Payload for HintedEntry {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DRAFT;
    const GENERATION: Field = Field::new(59, 5);
    const EFFORT: Field = EFFORT;
    const ORDER: Field = ORDER;

    fn fingerprint() -> u64 {
        fingerprint_of_text("hinted entry 1")
    }

    fn to_bits(self) -> u64 {
        let draft = self.draft.clamp(DRAFT_MIN, DRAFT_MAX) + DRAFT_OFFSET;
        MOVE.place(self.mv.into())
            | SCORE.place(self.score as u64)
            | EFFORT.place(code(self.effort))
            | ORDER.place(u64::from(self.order).min(ORDER.max()))
            | DRAFT.place(draft as u64)
            | BOUND.place(self.bound as u64)
            | PV.place(self.pv.into())
    }

    fn from_bits(bits: u64) -> Self {
        Self {
            mv: MOVE.get(bits) as u16,
            score: SCORE.get(bits) as i16,
            draft: DRAFT.get(bits) as i16 - DRAFT_OFFSET,
            bound: Bound::from_bits(BOUND.get(bits)),
            pv: PV.get(bits) != 0,
            effort: decode(EFFORT.get(bits)),
            order: ORDER.get(bits) as u8,
        }
    }

    fn bound(self) -> Bound {
        self.bound
    }

    fn inherit(self, old: Self) -> Self {
        Self { mv: if self.mv == 0 { old.mv } else { self.mv }, ..self }
    }
}

/// The number of nodes that a policy expects in [`HintedEntry::effort`].
///
/// The code between a search and a table of such records calls this at each store. Policies that do
/// not look at the effort count as most programs do, without the nodes that the table saved.
///
/// A store function between a search and its table that serves any of the policies:
///
/// ```
/// use tt_classics::breuker::{Big1, BigAll};
/// use tt_classics::hinted::{CountedNodes, HintedEntry};
/// use tt_core::{Table, Wide};
///
/// fn store<R: CountedNodes>(table: &Table<HintedEntry, Wide<1>, R>, searched: u64, saved: u64) {
///     let effort = R::counted_nodes(searched, saved);
///     table.store(7, HintedEntry { draft: 5, effort, ..HintedEntry::default() });
/// }
///
/// let big1: Table<_, _, Big1> = Table::with_parts(16)?;
/// let big_all: Table<_, _, BigAll> = Table::with_parts(16)?;
/// store(&big1, 20, 44);
/// store(&big_all, 20, 44);
/// let effort = |entry: Option<HintedEntry>| entry.map(|entry| entry.effort);
/// assert_eq!((effort(big1.probe(7)), effort(big_all.probe(7))), (Some(20), Some(64)));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub trait CountedNodes: Replace {
    /// Returns the effort of a position.
    ///
    /// `searched` is the number of nodes that the search visited below it. A position whose record
    /// made its search needless is one of them. `saved` is the sum of the efforts of those records:
    /// the nodes below these positions that were not visited again.
    ///
    /// ```
    /// use tt_classics::hinted::CountedNodes;
    /// use tt_core::Ageing;
    ///
    /// assert_eq!(Ageing::counted_nodes(30, 32), 30, "as most programs count");
    /// ```
    #[inline]
    #[must_use]
    fn counted_nodes(searched: u64, saved: u64) -> u64 {
        let _ = saved;
        searched
    }
}

impl CountedNodes for Ageing {}
impl CountedNodes for Always {}
impl CountedNodes for DepthPreferred {}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use tt_core::{Bound, DRAFT_MAX, DRAFT_MIN, Payload};

    use super::{HintedEntry, code, decode};

    proptest! {
        #[test]
        fn all_fields_survive(
            mv: u16,
            score: i16,
            draft in DRAFT_MIN..=DRAFT_MAX,
            bound in any::<u64>(),
            pv: bool,
            effort in 0_u64..976,
            order in 0_u8..64,
        ) {
            let (bound, effort) = (Bound::from_bits(bound), decode(effort));
            let entry = HintedEntry { mv, score, draft, bound, pv, effort, order };
            prop_assert_eq!(HintedEntry::from_bits(entry.to_bits()), entry);
        }

        #[test]
        fn the_code_keeps_the_order_and_five_bits(a: u64, b: u64, shift in 0_u32..64) {
            let (a, b) = (a >> shift, b >> shift);
            prop_assert!((a <= b && code(a) <= code(b)) || (a >= b && code(a) >= code(b)));
            prop_assert!(decode(code(a)) <= a && a - decode(code(a)) <= a / 16);
            prop_assert!(code(a) < 1 << 10);
        }
    }

    #[test]
    fn a_place_past_the_last_one_is_kept_as_the_last() {
        for order in [63, 64, 65, 127, 128, u8::MAX] {
            let kept =
                HintedEntry::from_bits(HintedEntry { order, ..Default::default() }.to_bits());
            assert_eq!(kept, HintedEntry { order: 63, ..Default::default() });
        }
    }

    #[test]
    fn every_code_is_decoded() {
        assert!((0..976).all(|number| code(decode(number)) == number));
        assert_eq!((code(u64::MAX), decode(1_023)), (975, u64::MAX));
    }
}
