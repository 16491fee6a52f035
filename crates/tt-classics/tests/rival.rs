//! The table of the program Rival: its size, and its rules against a model in plain words that sweeps
//! over the whole table after each search, where ours counts generations.

use tt_classics::{Packed, RivalDrawn, RivalEntry, RivalFold, Staleness};
use tt_core::{Bound, Index, Layout, Table, Wide};
use zobrist_keys::SplitMix64;

const SLOTS: usize = 61;
/// The least power of two that is not below the number of slots.
const POWER: u64 = 64;

#[derive(Clone, Copy)]
struct Slot {
    lock: u64,
    entry: RivalEntry,
    stale: bool,
}

#[test]
fn eight_thousand_kilobytes_are_630_153_records_of_13_bytes() {
    let rival: Table<RivalEntry, Packed> = Table::new(8_000 * 1_024).unwrap();
    let wide: Table<RivalEntry, Wide> = Table::new(8_000 * 1_024).unwrap();
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
    let table: Table<RivalEntry, L, Staleness> = Table::new(13 * SLOTS).unwrap();
    let mut model: [Option<Slot>; SLOTS] = [None; SLOTS];
    let mut random = SplitMix64::new(9);
    let (mut hits, mut generations, mut rescued) = (0, 0, 0);
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
                    *slot = Some(Slot { lock, entry, stale: false });
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
    assert!(generations > 10 * 64, "the generation must wrap around: {generations}");
    assert!(hits > 50_000 && rescued > 10_000, "{hits} hits, {rescued} of stale records");
}
