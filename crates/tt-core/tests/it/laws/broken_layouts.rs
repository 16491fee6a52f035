//! Layouts of words that break one law each.

use std::array;
use std::thread;
use std::time::Duration;

use tt_core::laws::{check_layout, check_race, check_table, check_torn_writes};
use tt_core::{AllWords, Always, Bucket, Entry, Layout, MultiplyHigh, Signature, Slot, Wide, Word};

use super::obeyed::entries;

/// Four slots of a key under the payload's mask and the payload, as a stranger would write it.
#[derive(Debug, Default)]
#[repr(C, align(64))]
struct Line<const FAULT: u32> {
    keys: [Word; 4],
    payloads: [Word; 4],
}

const NONE: u32 = 0;
const NO_MASK: u32 = 1;
const LAST_MATCH: u32 = 2;
const COPIES_NO_KEY: u32 = 3;
const FORGETS_RECORDS: u32 = 4;
const MATCHES_HALF_A_KEY: u32 = 5;
const CANNOT_BE_EMPTIED: u32 = 6;
const SLOT_OF_ANOTHER: u32 = 7;
const THREE_SLOTS: u32 = 8;
const SKIPS_A_SLOT: u32 = 9;
const MATCHES_A_TAG: u32 = 10;
const MATCHES_ONE_WAY: u32 = 11;
const COPIES_UNDER_ANOTHER_KEY: u32 = 12;
const SPOILS_LATER_GENERATIONS: u32 = 13;

impl<const FAULT: u32> Line<FAULT> {
    fn mask(bits: u64) -> u64 {
        if FAULT == NO_MASK { 0 } else { bits }
    }
}

impl<const FAULT: u32> Bucket for Line<FAULT> {
    type Slots = Vec<Slot>;
    const WAYS: usize = 4;
    const WHOLE_KEYS: bool = true;

    fn read(&self, of: Signature) -> Self::Slots {
        let slots: [Slot; 4] = array::from_fn(|i| {
            let bits = self.payloads[i].get();
            let key = self.keys[i].get() ^ Self::mask(bits);
            let loosely = match FAULT {
                MATCHES_HALF_A_KEY => key >> 48 == of.key >> 48,
                MATCHES_A_TAG => key & 15 == of.key & 15,
                // A record of one key in four is taken for that of any other, but not the reverse.
                MATCHES_ONE_WAY => key >> 62 == 0 && bits != 0,
                _ => false,
            };
            let spoilt = FAULT == SPOILS_LATER_GENERATIONS && bits >> 59 != 0;
            Slot { bits: bits ^ u64::from(spoilt) << 40, matches: key == of.key || loosely }
        });
        slots[usize::from(FAULT == THREE_SLOTS)..].to_vec()
    }

    fn find(&self, of: Signature) -> u64 {
        let slots = self.read(of).split_off(usize::from(FAULT == SKIPS_A_SLOT));
        let mut matches = slots.iter().filter(|slot| slot.matches);
        let slot = if FAULT == LAST_MATCH { matches.next_back() } else { matches.next() };
        slot.map_or(0, |slot| slot.bits)
    }

    fn write(&self, slot: usize, of: Signature, bits: u64) {
        if FAULT == CANNOT_BE_EMPTIED && bits == 0 {
            return;
        }
        let slot = if FAULT == SLOT_OF_ANOTHER && slot == 3 { 2 } else { slot };
        self.keys[slot].set(of.key ^ Self::mask(bits));
        if FAULT == NO_MASK && bits >> 8 & 63 == 0 {
            // The schedule that a race needs by luck: other threads run between the two stores.
            thread::sleep(Duration::from_micros(50));
        }
        self.payloads[slot].set(bits);
    }

    fn copy(&self, from: usize, to: usize) {
        let bits = self.payloads[from].get();
        match FAULT {
            COPIES_NO_KEY => {}
            COPIES_UNDER_ANOTHER_KEY => {
                let key = self.keys[to].get() ^ self.payloads[to].get();
                self.keys[to].set(key ^ bits);
            }
            _ => self.keys[to].set(self.keys[from].get()),
        }
        self.payloads[to].set(bits);
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        let pairs = self.keys.iter().zip(&self.payloads).map(|(key, bits)| (key.get(), bits.get()));
        let taken = pairs.filter(|&(_, bits)| bits != 0 && FAULT != FORGETS_RECORDS);
        taken.map(|(key, bits)| (key ^ Self::mask(bits), bits))
    }
}

// SAFETY: two arrays of words, 64 bytes in all, aligned to that.
unsafe impl<const FAULT: u32> AllWords for Line<FAULT> {
    const NAME: &'static str = "line of a test";
}

struct Lines<const FAULT: u32>;

impl<const FAULT: u32> Layout for Lines<FAULT> {
    type Index = MultiplyHigh;
    type Bucket = Line<FAULT>;
}

#[test]
fn a_sound_layout_is_accepted() {
    check_layout::<Lines<NONE>>(0.0);
    check_table::<Entry, Lines<NONE>, Always>(&entries());
    check_torn_writes::<Lines<NONE>>(0.0);
    let race = check_race::<Lines<NONE>, Always>(1_000_000, 0.0);
    assert_eq!(race.probes + race.stores, 1_000_000);
}

/// Its dozen keys are chosen such that none of them matches another, in either order.
#[test]
fn a_layout_that_matches_as_many_keys_as_it_says_is_accepted() {
    check_layout::<Lines<MATCHES_A_TAG>>(1.0 / 16.0);
    check_layout::<Lines<MATCHES_ONE_WAY>>(1.0 / 4.0);
}

#[test]
#[cfg(all(feature = "shared", unix))]
fn a_foreign_layout_stands_in_shared_memory() {
    use tt_core::{SharedTable, Table};

    const SCHEMA: u64 = 5;
    type Shared<L> = SharedTable<Entry, L, Always>;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let first: Shared<Lines<NONE>> = SharedTable::with_parts(&path, 1 << 12, SCHEMA).unwrap();
    let second: Shared<Lines<NONE>> = SharedTable::attach(&path, SCHEMA).unwrap();
    let alone: Table<Entry, Lines<NONE>, Always> = Table::with_parts(1 << 12).unwrap();
    for (key, entry) in (0..1_000).map(zobrist_keys::mix).zip(entries().into_iter().cycle()) {
        first.store(key, entry);
        alone.store(key, entry);
        assert_eq!(second.probe(key), alone.probe(key));
    }
    assert_eq!(second.snapshot(), alone.snapshot());
    assert!(Shared::<Wide>::attach(&path, SCHEMA).is_err(), "its name tells it from ours");
}

#[test]
#[should_panic(expected = "torn records")]
fn a_layout_without_a_mask_is_refused_by_torn_writes() {
    check_torn_writes::<Lines<NO_MASK>>(0.0);
}

#[test]
#[should_panic(expected = "foreign records")]
fn a_layout_without_a_mask_is_refused_by_a_race() {
    check_layout::<Lines<NO_MASK>>(0.0);
    check_race::<Lines<NO_MASK>, Always>(20_000_000, 0.0);
}

#[test]
#[should_panic(expected = "torn records")]
fn a_layout_that_copies_a_record_under_another_key_is_refused_by_torn_writes() {
    check_torn_writes::<Lines<COPIES_UNDER_ANOTHER_KEY>>(0.0);
}

/// A race goes through generations, as a search does.
#[test]
#[should_panic(expected = "foreign records")]
fn a_layout_that_spoils_records_of_later_generations_is_refused_by_a_race() {
    check_race::<Lines<SPOILS_LATER_GENERATIONS>, Always>(1_000_000, 0.0);
}

#[test]
#[should_panic(expected = "`find` is wrong")]
fn a_layout_that_finds_the_last_match_is_refused() {
    check_layout::<Lines<LAST_MATCH>>(0.0);
}

#[test]
#[should_panic(expected = "`find` is another way")]
fn a_layout_that_does_not_look_at_every_slot_is_refused() {
    check_torn_writes::<Lines<SKIPS_A_SLOT>>(0.0);
}

#[test]
#[should_panic(expected = "step")]
fn a_layout_that_copies_no_key_is_refused() {
    check_layout::<Lines<COPIES_NO_KEY>>(0.0);
}

#[test]
#[should_panic(expected = "`records` are others")]
fn a_layout_that_forgets_its_records_is_refused() {
    check_layout::<Lines<FORGETS_RECORDS>>(0.0);
}

#[test]
#[should_panic(expected = "foreign keys hit, more than 0")]
fn a_layout_that_matches_more_keys_than_it_says_is_refused() {
    check_layout::<Lines<MATCHES_HALF_A_KEY>>(0.0);
}

#[test]
#[should_panic(expected = "an empty bucket has a record")]
fn a_layout_that_cannot_be_emptied_is_refused() {
    check_layout::<Lines<CANNOT_BE_EMPTIED>>(0.0);
}

#[test]
#[should_panic(expected = "other bits")]
fn a_layout_that_writes_another_slot_is_refused() {
    check_layout::<Lines<SLOT_OF_ANOTHER>>(0.0);
}

#[test]
#[should_panic(expected = "another number of slots")]
fn a_layout_that_reads_fewer_slots_is_refused() {
    check_layout::<Lines<THREE_SLOTS>>(0.0);
}

/// Its table differs from the model, too.
#[test]
#[should_panic]
fn a_table_of_a_layout_that_copies_no_key_is_refused() {
    check_table::<Entry, Lines<SLOT_OF_ANOTHER>, Always>(&entries());
}

/// A race that cannot show anything is refused, not passed.
#[test]
#[should_panic(expected = "too few")]
fn a_race_of_no_operations_is_refused() {
    check_race::<Wide, Always>(0, 0.0);
}
