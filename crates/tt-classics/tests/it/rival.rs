//! The table of the program Rival: its size, and its rules against a model in plain words that
//! sweeps over the whole table after each search, where ours counts generations.

use tt_classics::rival::{Packed, RivalDrawn, RivalEntry, RivalFold, RivalTable, Staleness};
use tt_core::{Bound, Index, Layout, Table, Wide};
use zobrist_keys::SplitMix64;

const SLOTS: usize = 61;
/// The least power of two that is not below the number of slots.
const POWER: u64 = 64;

/// Generations after which the age of a record comes round to 0: six bits of it are kept.
const WRAP: u64 = 64;

/// A record with a flag that a sweep sets.
#[derive(Clone, Copy)]
struct Swept {
    lock: u64,
    entry: RivalEntry,
    stale: bool,
}

#[test]
fn eight_thousand_kilobytes_are_630_153_records_of_13_bytes() {
    let rival = RivalTable::with_parts(8_000 * 1_024).unwrap();
    let wide: Table<RivalEntry, Wide> = Table::with_parts(8_000 * 1_024).unwrap();
    assert_eq!(rival.capacity(), 630_153);
    assert_eq!(wide.capacity(), 512_000);
}

#[test]
fn rivals_rules_hold_for_a_million_operations() {
    check_rules::<Packed<31, 1, RivalFold>>(|key| {
        let low = (key % POWER) as usize;
        if low < SLOTS { low } else { low - SLOTS }
    });
    check_rules::<Packed>(|key| RivalDrawn::new(SLOTS).bucket(key));
}

fn check_rules<L: Layout>(slot_of: impl Fn(u64) -> usize) {
    let table: Table<RivalEntry, L, Staleness> = Table::with_parts(13 * SLOTS).unwrap();
    let mut model: [Option<Swept>; SLOTS] = [None; SLOTS];
    let mut random = SplitMix64::new(9);
    let mut hits = 0;
    let mut generations = 0;
    let mut rescued = 0;
    for step in 0..1_000_000 {
        let key = SplitMix64::new(random.next() % 300).next();
        let slot = &mut model[slot_of(key)];
        let lock = key >> 33;
        let bits = random.next();
        match random.next() % 1_000 {
            0..500 => {
                let entry = RivalEntry {
                    mv: bits as u32,
                    value: (bits >> 32) as i16,
                    bound: [Bound::Upper, Bound::Lower, Bound::Exact][(bits >> 56) as usize % 3],
                    depth: (bits >> 48) as u8 % 10,
                };
                table.store(key, entry);
                if slot.is_none_or(|old| entry.depth >= old.entry.depth || old.stale) {
                    *slot = Some(Swept { lock, entry, stale: false });
                }
            }
            500..995 => {
                let expected = slot.as_mut().filter(|slot| slot.lock == lock);
                let found = table.probe(key);
                assert_eq!(found, expected.as_ref().map(|slot| slot.entry), "step {step}");
                if let Some(slot) = expected {
                    hits += 1;
                    rescued += u32::from(slot.stale);
                    slot.stale = false;
                }
            }
            _ => {
                table.advance_generation();
                generations += 1;
                model.iter_mut().flatten().for_each(|slot| slot.stale = true);
            }
        }
    }
    assert!(generations > 10 * WRAP, "the generation must wrap around: {generations}");
    assert!(hits > 50_000 && rescued > 10_000, "{hits} hits, {rescued} of stale records");
}

/// Whether a shallower record of another key takes the place of one that nothing touched for so
/// many generations.
fn gives_way_after(generations: u64) -> bool {
    let table = RivalTable::with_parts(13).unwrap(); // a single record
    table.store(1, entry(1, 9));
    (0..generations).for_each(|_| table.advance_generation());
    table.store(2 << 33, entry(2, 3));
    let (old, new) = (table.probe(1), table.probe(2 << 33));
    assert_ne!(old.is_some(), new.is_some());
    new.is_some()
}

fn entry(mv: u32, depth: u8) -> RivalEntry {
    RivalEntry { mv, value: 0, bound: Bound::Exact, depth }
}

/// A sweep would have set the flag of each but the first.
#[test]
fn a_record_untouched_for_64_generations_counts_as_fresh() {
    let fresh: Vec<u64> = (0..200).filter(|&passed| !gives_way_after(passed)).collect();
    assert_eq!(fresh, [0, 64, 128, 192]);
}

/// Records that nothing touches for long, in a table of many generations: the answers are those of
/// a model that takes the age modulo 64, and each difference from a sweep is a record that was
/// untouched for a multiple of 64 generations.
#[test]
fn generations_equal_a_sweep_but_for_multiples_of_64() {
    struct Aged {
        lock: u64,
        entry: RivalEntry,
        touched: u64,
    }
    let table: Table<RivalEntry, Packed<31, 1, RivalFold>, Staleness> =
        Table::with_parts(13 * SLOTS).unwrap();
    let mut model: [Option<Aged>; SLOTS] = [const { None }; SLOTS];
    let mut random = SplitMix64::new(10);
    let (mut now, mut differences) = (0, 0);
    for step in 0..1_000_000 {
        let key = SplitMix64::new(random.next() % 300).next();
        let slot = &mut model[RivalFold::new(SLOTS).bucket(key)];
        let (lock, bits) = (key >> 33, random.next());
        match random.next() % 10 {
            0..3 => {
                let entry = entry(bits as u32, (bits >> 48) as u8 % 10);
                table.store(key, entry);
                let enters = slot.as_ref().is_none_or(|old| {
                    let passed = now - old.touched;
                    let (swept, stale) = (passed != 0, passed % WRAP != 0);
                    let enters = |stale| stale || entry.depth >= old.entry.depth;
                    differences += u32::from(enters(swept) != enters(stale));
                    enters(stale)
                });
                if enters {
                    *slot = Some(Aged { lock, entry, touched: now });
                }
            }
            3 => {
                let found = slot.as_mut().filter(|old| old.lock == lock);
                assert_eq!(table.probe(key), found.as_ref().map(|old| old.entry), "step {step}");
                if let Some(old) = found {
                    old.touched = now;
                }
            }
            _ => {
                table.advance_generation();
                now += 1;
            }
        }
    }
    assert!(differences > 100, "{differences}");
}
