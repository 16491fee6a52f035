//! A payload, a policy, an index, statistics and a layout that tt-core has never heard of obey its
//! laws and make a table. Needs tt-core with the feature `laws`.

use std::array;
use std::marker::PhantomData;

use tt_core::laws::{
    check_index, check_layout, check_payload, check_policy, check_race, check_statistics,
    check_table, check_torn_writes,
};
use tt_core::{
    AllWords, Bucket, Counters, Counts, Field, Index, Layout, Payload, RecordView, Replace,
    Signature, Slot, Statistics, Stored, Table, Unit, Word,
};

/// The number of stones that a side is ahead, after a search of `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stones {
    ahead: i32,
    moves: u8,
}

const AHEAD: Field = Field::new(0, 32);
const MOVES: Field = Field::new(32, 9);

impl Payload for Stones {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = MOVES;
    const GENERATION: Field = Field::new(61, 3);

    fn to_bits(self) -> u64 {
        // One more than it is, so that nothing packs to zero.
        AHEAD.place(self.ahead as u64) | MOVES.place(u64::from(self.moves) + 1)
    }

    fn from_bits(bits: u64) -> Self {
        let moves = MOVES.get(bits).saturating_sub(1).min(u8::MAX.into());
        Self { ahead: AHEAD.get(bits) as i32, moves: moves as u8 }
    }
}

/// A policy that evicts old records first; a record of this generation gives way only to one that
/// is as deep.
struct OldThenShallow;

impl Replace for OldThenShallow {
    fn worth(record: RecordView) -> i64 {
        if record.age == 0 { record.priority.into() } else { -1 }
    }

    fn eviction_bar(record: RecordView) -> u64 {
        if record.age == 0 { record.priority.into() } else { 0 }
    }
}

/// The key's high bits, turned into a remainder.
#[derive(Clone, Copy, Debug)]
struct HighRemainder(u64);

impl Index for HighRemainder {
    const NAME: &'static str = "high remainder";

    fn new(buckets: usize) -> Self {
        Self(buckets as u64)
    }

    fn bucket(self, key: u64) -> usize {
        ((key >> 32) % self.0) as usize
    }

    fn rest(self, key: u64) -> u64 {
        key & u64::from(u32::MAX)
    }
}

/// Five records in a cache line, each with 32 bits of its key under a fold of the record.
#[derive(Default)]
#[repr(C, align(64))]
struct FiveRecords {
    records: [Word; 5],
    locks: [Word; 3],
}

/// The rate at which a lock matches a key that is not its own.
const FALSE_HITS: f64 = 1.0 / (1_u64 << 32) as f64;

const LOCK: [Field; 2] = [Field::new(0, 32), Field::new(32, 32)];

impl FiveRecords {
    /// Returns the lock of a record: an odd factor, so that a torn record has another one.
    fn lock(of: Signature, bits: u64) -> u64 {
        LOCK[0].get(of.rest ^ (bits.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32))
    }

    fn set_lock(&self, slot: usize, lock: u64) {
        let (word, field) = (&self.locks[slot / 2], LOCK[slot % 2]);
        word.set(word.get() & !field.mask() | field.place(lock));
    }
}

impl Bucket for FiveRecords {
    type Slots = [Slot; 5];
    const WAYS: usize = 5;
    const WHOLE_KEYS: bool = false;

    fn read(&self, of: Signature) -> [Slot; 5] {
        let locks = self.locks.each_ref().map(Word::get);
        array::from_fn(|slot| {
            let bits = self.records[slot].get();
            Slot { bits, matches: LOCK[slot % 2].get(locks[slot / 2]) == Self::lock(of, bits) }
        })
    }

    fn write(&self, slot: usize, of: Signature, bits: u64) {
        self.records[slot].set(bits);
        self.set_lock(slot, Self::lock(of, bits));
    }

    fn copy(&self, from: usize, to: usize) {
        self.records[to].set(self.records[from].get());
        self.set_lock(to, LOCK[from % 2].get(self.locks[from / 2].get()));
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        std::iter::empty()
    }
}

// SAFETY: two arrays of words, which fill its 64 bytes.
unsafe impl AllWords for FiveRecords {
    const NAME: &'static str = "five records";
}

/// The layout of five records in a line, with any index.
struct Five<I>(PhantomData<I>);

impl<I: Index> Layout for Five<I> {
    type Index = I;
    type Bucket = FiveRecords;
}

/// Counts what the table's own counters count, and how often a record was refused.
#[derive(Debug, Default)]
struct Refusals {
    all: Counters,
    refused: Word,
}

impl Statistics for Refusals {
    fn probed(&self, hit: bool) {
        self.all.probed(hit);
    }

    fn stored(&self, what: Stored) {
        self.all.stored(what);
        if what == Stored::Refused {
            self.refused.increment();
        }
    }
}

fn main() {
    let of = |i: u32| Stones { ahead: (i as i32 - 50) * 999_983, moves: (i * i % 256) as u8 };
    let records: Vec<Stones> = (0..100).map(of).collect();
    check_payload(&records);
    check_policy::<Stones, OldThenShallow>(&records);
    check_index::<HighRemainder>();
    check_layout::<Five<HighRemainder>>(FALSE_HITS);
    check_torn_writes::<Five<HighRemainder>>(FALSE_HITS);
    check_table::<Stones, Five<HighRemainder>, OldThenShallow>(&records);
    let race = check_race::<Five<HighRemainder>, tt_core::Always>(400_000, FALSE_HITS);
    check_statistics(|refusals: &Refusals| {
        let counts: Counts = refusals.all.counts();
        assert_eq!(refusals.refused.get(), counts.refused);
        counts
    });

    type Foreign = Table<Stones, Five<HighRemainder>, OldThenShallow, Refusals>;
    let table = Foreign::with_parts(1 << 20).expect("a mebibyte is there");
    let key = 0x9e37_79b9_7f4a_7c15;
    table.store(key, records[7]);
    assert_eq!(table.probe(key), Some(records[7]));
    assert_eq!(table.capacity(), 5 * (1 << 14));
    println!(
        "{} records in a mebibyte; racing threads hit {} whole ones",
        table.capacity(),
        race.hits
    );
}
