//! Records of the designs, as the search's entry and back.

use search::NO_EVAL;
use tt_classics::hinted::HintedEntry;
use tt_classics::plaat::{Proof, TwoBounds};
use tt_classics::rival::RivalEntry;
use tt_core::{Bound, Entry, Payload};

/// A record that keeps what the search wants back of an [`Entry`]: move, score, draft and bound.
///
/// An entry loses the parts that a record has no room for: it comes back without static evaluation
/// ([`NO_EVAL`]), so that the search evaluates again, and as one that never was on a principal
/// variation.
pub(crate) trait Record: Payload {
    /// Returns the record of an entry that cost `effort` nodes, whose best move was tried as number
    /// `order`, from 1; 0 without one.
    fn new(entry: Entry, effort: u64, order: u32) -> Self;

    fn to_entry(self) -> Entry;

    /// Returns the nodes that the record cost; 0 if it does not keep them.
    fn effort(self) -> u64 {
        0
    }
}

impl Record for Entry {
    fn new(entry: Entry, _: u64, _: u32) -> Self {
        entry
    }

    fn to_entry(self) -> Entry {
        self
    }
}

impl Record for HintedEntry {
    fn new(entry: Entry, effort: u64, order: u32) -> Self {
        let Entry { mv, score, draft, bound, pv, .. } = entry;
        let order = u8::try_from(order).unwrap_or(u8::MAX);
        Self { mv, score, draft, bound, pv, effort, order }
    }

    fn to_entry(self) -> Entry {
        let Self { mv, score, draft, bound, pv, .. } = self;
        Entry { mv, score, eval: NO_EVAL, draft, bound, pv }
    }

    fn effort(self) -> u64 {
        self.effort
    }
}

fn draft_byte(draft: i16) -> u8 {
    draft.clamp(0, u8::MAX.into()) as u8
}

impl Record for TwoBounds {
    /// An exact score is both bounds.
    fn new(entry: Entry, _: u64, _: u32) -> Self {
        let proof = Proof { score: entry.score, draft: draft_byte(entry.draft) };
        let side = |side: Bound| entry.bound.covers(side).then_some(proof);
        Self { mv: entry.mv, lower: side(Bound::Lower), upper: side(Bound::Upper) }
    }

    /// Returns the deeper bound, of two of equal draft the lower one; an exact score if both are
    /// one. The search asks without its window, so it cannot get the other bound.
    fn to_entry(self) -> Entry {
        let (bound, proof) = match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if lower == upper => (Bound::Exact, lower),
            (Some(lower), Some(upper)) if lower.draft < upper.draft => (Bound::Upper, upper),
            (Some(lower), _) => (Bound::Lower, lower),
            (None, Some(upper)) => (Bound::Upper, upper),
            (None, None) => (Bound::None, Proof { score: 0, draft: 0 }),
        };
        let (score, draft) = (proof.score, proof.draft.into());
        Entry { mv: self.mv, score, eval: NO_EVAL, draft, bound, pv: false }
    }
}

impl Record for RivalEntry {
    fn new(entry: Entry, _: u64, _: u32) -> Self {
        let depth = draft_byte(entry.draft);
        Self { mv: entry.mv.into(), value: entry.score, bound: entry.bound, depth }
    }

    fn to_entry(self) -> Entry {
        Entry {
            mv: self.mv as u16,
            score: self.value,
            eval: NO_EVAL,
            draft: self.depth.into(),
            bound: self.bound,
            pv: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: [Bound; 3] = [Bound::Upper, Bound::Lower, Bound::Exact];

    /// Every record must give back all of an entry, except the static evaluation.
    fn check<R: Record>() {
        for bound in BOUNDS {
            for (score, draft) in [(-31_990, 0), (-7, 3), (0, 12), (31_990, 127)] {
                let entry = Entry { mv: 0xfedc, score, eval: 5, draft, bound, pv: false };
                let record = R::from_bits(R::new(entry, 700, 3).to_bits());
                let back = record.to_entry();
                assert!([5, NO_EVAL].contains(&back.eval), "{back:?}");
                assert_eq!(back, Entry { eval: back.eval, ..entry });
            }
        }
    }

    #[test]
    fn every_record_keeps_move_score_draft_and_bound() {
        check::<Entry>();
        check::<HintedEntry>();
        check::<TwoBounds>();
        check::<RivalEntry>();
    }

    #[test]
    fn hints_stand_in_a_hinted_record_alone() {
        let record = HintedEntry::new(Entry::default(), 1_000, 300);
        assert_eq!((record.effort(), record.order), (1_000, 255));
        assert_eq!(RivalEntry::new(Entry::default(), 1_000, 3).effort(), 0);
    }

    #[test]
    fn of_two_bounds_the_deeper_one_is_told() {
        let side = |score, draft| Some(Proof { score, draft });
        let told = |lower, upper| {
            let entry = TwoBounds { mv: 1, lower, upper }.to_entry();
            (entry.bound, entry.score, entry.draft)
        };
        assert_eq!(told(side(3, 5), side(9, 4)), (Bound::Lower, 3, 5));
        assert_eq!(told(side(3, 5), side(9, 6)), (Bound::Upper, 9, 6));
        assert_eq!(told(side(3, 5), side(9, 5)), (Bound::Lower, 3, 5));
        assert_eq!(told(side(3, 5), side(3, 6)), (Bound::Upper, 3, 6));
        assert_eq!(told(side(3, 5), side(3, 5)), (Bound::Exact, 3, 5));
        assert_eq!(told(None, side(9, 2)), (Bound::Upper, 9, 2));
        assert_eq!(told(None, None), (Bound::None, 0, 0));
    }
}
