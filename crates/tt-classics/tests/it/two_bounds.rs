//! Tests of records of two bounds in a table: a store does not lose what an earlier store proved.

use tt_classics::breuker::{Deep, Never, New, Old, TwoDeep};
use tt_classics::plaat::{Proof, TwoBounds};
use tt_classics::rival::Packed;
use tt_classics::thompson::TwoLevel;
use tt_classics::wiki::{OldestFirst, ShallowestFirst, StrictlyDeeper};
use tt_core::{Ageing, Layout, Replace, Table, Wide};
use zobrist_keys::{SplitMix64, mix};

const STORES: usize = 50_000;
/// The greatest difference of two drafts that a record has room for.
const ROOM: u8 = 126;

fn proof(score: i16, draft: u8) -> Option<Proof> {
    Some(Proof { score, draft })
}

fn lower(score: i16, draft: u8) -> TwoBounds {
    TwoBounds { lower: proof(score, draft), ..TwoBounds::default() }
}

fn upper(score: i16, draft: u8) -> TwoBounds {
    TwoBounds { upper: proof(score, draft), ..TwoBounds::default() }
}

/// Counts of what became of the stores in a run.
#[derive(Debug, Default)]
struct Outcomes {
    /// The record has both bounds after a store of one.
    both: usize,
    /// The newcomer contradicts the other side, which is forgotten.
    contradicted: usize,
    /// The drafts are too far apart, and the shallower bound is forgotten.
    far: usize,
    /// The policy refused the newcomer, and the record is what it was.
    refused: usize,
}

/// Stores bounds of one side at random under a few keys that all have room, and compares the record
/// before with the record after. The table is emptied now and then, for nothing in it ages.
fn check<L: Layout, R: Replace>() -> Outcomes {
    let mut table: Table<TwoBounds, L, R> = Table::with_parts(1 << 10).unwrap();
    let mut random = SplitMix64::new(1);
    let mut outcomes = Outcomes::default();
    for step in 0..STORES {
        if random.next().is_multiple_of(32) {
            table.clear(1);
        }
        let key = mix(random.next() % 3);
        let bits = random.next();
        let (score, far) = ((bits >> 16 & 0xff) as i16 - 128, bits >> 32 & 15 == 0);
        let (from_above, draft) = (bits & 1 == 1, (bits >> 8 & if far { 0xff } else { 0x7 }) as u8);
        let draft = draft.min(TwoBounds::DRAFT_MAX);
        let new = if from_above { upper(score, draft) } else { lower(score, draft) };
        let old = table.probe(key).unwrap_or_default();
        table.store(key, new);
        let kept = table.probe(key).unwrap();
        let other = if from_above { old.lower } else { old.upper };
        let contradicts =
            other.is_some_and(
                |other| {
                    if from_above { other.score > score } else { other.score < score }
                },
            );
        let is_far = other.is_some_and(|other| other.draft.abs_diff(draft) > ROOM);
        let side = |record: TwoBounds| if from_above { record.upper } else { record.lower };
        let across = |record: TwoBounds| if from_above { record.lower } else { record.upper };
        if kept == old {
            outcomes.refused += usize::from(side(old) != side(new) && !is_far);
        } else if contradicts {
            assert_eq!(kept, new, "step {step}");
            outcomes.contradicted += 1;
        } else if is_far {
            let deeper = other.filter(|other| other.draft > draft);
            let expected = if deeper.is_some() { (None, deeper) } else { (side(new), None) };
            assert_eq!((side(kept), across(kept)), expected, "step {step}");
            outcomes.far += 1;
        } else {
            assert_eq!((side(kept), across(kept)), (side(new), other), "step {step}: a lost bound");
            outcomes.both += usize::from(other.is_some());
        }
    }
    outcomes
}

#[test]
fn a_store_of_one_bound_keeps_the_other_under_every_policy() {
    let runs = [
        ("Ageing", check::<Wide, Ageing>()),
        ("New", check::<Wide, New>()),
        ("Deep", check::<Wide, Deep>()),
        ("StrictlyDeeper", check::<Wide, StrictlyDeeper>()),
        ("Old", check::<Wide, Old>()),
        ("OldestFirst", check::<Wide, OldestFirst>()),
        ("ShallowestFirst", check::<Wide, ShallowestFirst>()),
        ("TwoDeep", check::<Wide, TwoDeep>()),
        ("two levels of Ageing", check::<Wide, TwoLevel<Ageing>>()),
        ("Ageing, 13 bytes", check::<Packed<40, 4>, Ageing>()),
    ];
    for (name, run) in &runs {
        assert!(run.both > 100, "{name}: {run:?}");
        assert!(run.contradicted > 100 && run.far > 10, "{name}: {run:?}");
    }
    let refused = |name: &str| runs.iter().find(|run| run.0 == name).unwrap().1.refused;
    for name in ["Ageing", "Deep", "StrictlyDeeper", "ShallowestFirst", "TwoDeep"] {
        assert!(refused(name) > 100, "{name}");
    }
    assert_eq!((refused("New"), refused("Old"), refused("OldestFirst")), (0, 0, 0));
    let never = check::<Wide, Never>();
    assert_eq!((never.both, never.contradicted, never.far), (0, 0, 0), "{never:?}");
}

#[test]
fn both_bounds_outlive_other_keys_and_a_new_size() {
    let mut table: Table<TwoBounds> = Table::with_parts(64).unwrap();
    let both = TwoBounds { mv: 9, lower: proof(10, 6), upper: proof(30, 7) };
    table.store(77, TwoBounds { mv: 9, ..lower(10, 6) });
    for key in 1..=20 {
        table.store(key, upper(0, 1));
    }
    table.store(77, upper(30, 7));
    assert_eq!(table.probe(77), Some(both), "another key took the place of a deeper record");
    table.resize(1 << 12).unwrap();
    assert_eq!(table.probe(77), Some(both));
}

/// A policy weighs a record by its deeper bound, whichever side a newcomer brings.
#[test]
fn a_much_shallower_bound_is_refused_whole_by_the_default_policy() {
    let table: Table<TwoBounds> = Table::with_parts(1 << 12).unwrap();
    table.store(77, upper(30, 20));
    table.store(77, lower(10, 16));
    assert_eq!(table.probe(77), Some(upper(30, 20)), "four plies shallower");
    table.store(77, lower(10, 17));
    assert_eq!(table.probe(77), Some(TwoBounds { lower: proof(10, 17), ..upper(30, 20) }));
}
