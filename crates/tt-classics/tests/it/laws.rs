//! Every type of the crate obeys the laws of the trait that it plugs into.

use tt_classics::breuker::{Big1, BigAll, Never, Old, TwoBig1, TwoBigAll, TwoDeep};
use tt_classics::greenblatt::Divide;
use tt_classics::hinted::HintedEntry;
use tt_classics::plaat::{Proof, TwoBounds};
use tt_classics::rival::{Packed, RivalDrawn, RivalEntry, RivalFold, Staleness};
use tt_classics::thompson::TwoLevel;
use tt_classics::wiki::{ByOrder, Modulo, OldestFirst, ShallowestFirst, StrictlyDeeper};
use tt_core::laws::{
    check_index, check_layout, check_payload, check_policy, check_race, check_table,
    check_torn_writes,
};
use tt_core::{
    Ageing, Always, Bound, DRAFT_MAX, DRAFT_MIN, Dense, Mask, MultiplyHigh, Replace, Wide,
};
use zobrist_keys::SplitMix64;

const RACES: u64 = 2_000_000;
/// False hits of a slot of the dense layout.
const DENSE: f64 = 1.0 / (1 << 21) as f64;

const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

fn hinted() -> Vec<HintedEntry> {
    let mut random = SplitMix64::new(1);
    let ends = [DRAFT_MIN, DRAFT_MAX].map(|draft| HintedEntry {
        draft,
        effort: u64::MAX << 59,
        order: 63,
        ..HintedEntry::default()
    });
    let others = (0..200).map(|_| {
        let bits = random.next();
        HintedEntry {
            mv: (bits & 3) as u16,
            score: (bits >> 48) as i16,
            draft: (bits >> 8 & 15) as i16,
            bound: BOUNDS[(bits >> 12 & 3) as usize],
            pv: bits >> 14 & 1 == 1,
            effort: (bits >> 16 & 31) << (bits >> 21 & 3),
            order: (bits >> 24 & 7) as u8,
        }
    });
    ends.into_iter().chain(others).collect()
}

fn rival() -> Vec<RivalEntry> {
    let mut random = SplitMix64::new(2);
    let records = (0..200).map(|_| {
        let bits = random.next();
        let bound = BOUNDS[(bits >> 56) as usize % 3 + 1];
        RivalEntry { mv: bits as u32, value: (bits >> 32) as i16, bound, depth: bits as u8 & 15 }
    });
    let extreme = |depth| RivalEntry { mv: u32::MAX, value: i16::MIN, bound: Bound::Exact, depth };
    [extreme(0), extreme(u8::MAX)].into_iter().chain(records).collect()
}

fn two_bounds() -> Vec<TwoBounds> {
    let mut random = SplitMix64::new(3);
    let mut side = |present: bool| {
        let bits = random.next();
        let proof = Proof { score: bits as i16, draft: (bits >> 16) as u8 & 15 };
        present.then_some(proof)
    };
    let records = (0..200_u16).map(|mv| {
        let (lower, upper) = (side(mv % 3 != 0), side(mv % 3 != 1));
        TwoBounds { mv, lower, upper }
    });
    records.collect()
}

#[test]
fn records() {
    check_payload(&hinted());
    check_payload(&rival());
    check_payload(&two_bounds());
}

#[test]
fn indexes() {
    check_index::<Modulo>();
    check_index::<Divide>();
    check_index::<RivalFold>();
    check_index::<RivalDrawn>();
}

/// The least rate of false hits is that of the lock: 2^-`LOCK`.
#[test]
fn layouts() {
    let rate = |lock: i32| 0.5_f64.powi(lock);
    check_layout::<Packed>(rate(31));
    check_layout::<Packed<8, 1, RivalFold>>(rate(8));
    check_layout::<Packed<16, 4, Mask>>(rate(16));
    check_layout::<Packed<40, 4, MultiplyHigh>>(rate(40));
    check_layout::<Packed<40, 8, Divide>>(rate(40));
    check_layout::<Wide<4, Modulo>>(0.0);
    check_layout::<Wide<2, Divide>>(0.0);
    check_layout::<Dense<RivalFold>>(DENSE);
}

#[test]
fn policies_of_one_level() {
    let records = hinted();
    check_policy::<_, Never>(&records);
    check_policy::<_, Old>(&records);
    check_policy::<_, Big1>(&records);
    check_policy::<_, BigAll>(&records);
    check_policy::<_, ByOrder>(&records);
    check_policy::<_, OldestFirst>(&records);
    check_policy::<_, ShallowestFirst>(&records);
    check_policy::<_, Staleness>(&records);
    check_policy::<_, StrictlyDeeper>(&records);
}

#[test]
fn policies_of_two_levels() {
    let records = hinted();
    check_policy::<_, TwoDeep>(&records);
    check_policy::<_, TwoBig1>(&records);
    check_policy::<_, TwoBigAll>(&records);
    check_policy::<_, TwoLevel<Ageing>>(&records);
    check_policy::<_, TwoLevel<Staleness>>(&records);
    check_policy::<_, TwoLevel<Old>>(&records);
}

/// Each record with its own policies, on the layouts that they were made for.
#[test]
fn tables() {
    check_table::<_, Packed, Staleness>(&rival());
    check_table::<_, Packed<40, 4, Divide>, TwoBig1>(&hinted());
    check_table::<_, Packed<31, 8, RivalFold>, OldestFirst>(&hinted());
    check_table::<_, Wide, Ageing>(&two_bounds());
    check_table::<_, Wide<2>, TwoDeep>(&two_bounds());
    check_table::<_, Dense<Modulo>, TwoLevel<ShallowestFirst>>(&hinted());
}

#[test]
fn races_of_one_level() {
    check_race::<Wide<4, Divide>, ShallowestFirst>(RACES, 0.0);
    check_race::<Wide<4, RivalDrawn>, Staleness>(RACES, 0.0);
    check_race::<Dense<Modulo>, OldestFirst>(RACES, DENSE);
}

/// A record on its way to the second level is seen whole or not at all.
#[test]
fn races_of_two_levels() {
    fn check<R: Replace>() {
        check_race::<Wide<2>, TwoLevel<R>>(RACES, 0.0);
        check_race::<Wide<4>, TwoLevel<R>>(RACES, 0.0);
        check_race::<Dense, TwoLevel<R>>(RACES, DENSE);
    }
    check::<Always>();
    check::<ShallowestFirst>();
    check::<Staleness>();
}

#[test]
fn torn_records_under_the_indexes() {
    check_torn_writes::<Wide<4, Modulo>>(0.0);
    check_torn_writes::<Wide<2, Divide>>(0.0);
    check_torn_writes::<Dense<RivalFold>>(DENSE);
}
