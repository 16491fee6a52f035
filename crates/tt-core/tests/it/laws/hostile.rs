//! Layouts, indexes and policies that answer what they should not: a table of them may panic or
//! return wrong records, and nothing worse.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tt_core::{
    Ageing, Bucket, Entry, Index, Layout, MultiplyHigh, OwnedHandle, RecordView, Replace,
    Signature, Slot, Table, Wide,
};

/// A bucket of 8 slots that returns `READ` of them, of which some match whatever they hold.
#[derive(Debug, Default)]
struct Liar<const READ: usize>([Cell<u64>; 8]);

impl<const READ: usize> Bucket for Liar<READ> {
    type Slots = Vec<Slot>;
    const WAYS: usize = 8;
    const WHOLE_KEYS: bool = true;

    fn read(&self, of: Signature) -> Vec<Slot> {
        vec![Slot { bits: of.key | 1, matches: of.key.is_multiple_of(3) }; READ]
    }

    fn write(&self, slot: usize, _of: Signature, bits: u64) {
        self.0[slot].set(bits);
    }

    fn copy(&self, from: usize, to: usize) {
        self.0[to].set(self.0[from].get());
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..100).map(|key| (zobrist_keys::mix(key), u64::MAX))
    }
}

struct Liars<const READ: usize, I>(I);

impl<const READ: usize, I: Index> Layout for Liars<READ, I> {
    type Index = I;
    type Bucket = Liar<READ>;
}

/// A policy whose numbers are as far out of range as they can be.
struct Extreme<const TWO_LEVEL: bool>;

impl<const TWO_LEVEL: bool> Replace for Extreme<TWO_LEVEL> {
    const REFRESH: bool = true;
    const TWO_LEVEL: bool = TWO_LEVEL;

    fn worth(record: RecordView) -> i64 {
        if record.priority.is_multiple_of(2) { i64::MIN } else { i64::MAX }
    }

    fn strength(_newcomer: RecordView) -> u64 {
        u64::MAX
    }

    fn eviction_bar(_record: RecordView) -> u64 {
        u64::MAX
    }
}

#[derive(Clone, Copy, Debug)]
struct Beyond(usize);

impl Index for Beyond {
    const NAME: &'static str = "beyond";

    fn new(buckets: usize) -> Self {
        Self(buckets)
    }

    fn bucket(self, key: u64) -> usize {
        self.0 + key as usize % 2
    }

    fn rest(self, key: u64) -> u64 {
        key
    }
}

/// All operations; how many of them panicked.
fn panics<L: Layout, R: Replace>() -> usize {
    let bytes = 10 * size_of::<L::Bucket>();
    let mut table: Table<Entry, L, R> = Table::with_parts(bytes).unwrap();
    let mut panics = 0;
    let mut try_it = |work: &mut dyn FnMut()| {
        panics += usize::from(catch_unwind(AssertUnwindSafe(work)).is_err());
    };
    for key in (0..60).map(zobrist_keys::mix) {
        try_it(&mut || table.store(key, Entry { draft: (key % 9) as i16, ..Entry::default() }));
        try_it(&mut || {
            let _ = table.probe(key);
        });
        try_it(&mut || table.prefetch(key));
        table.advance_generation();
    }
    try_it(&mut || drop(table.snapshot()));
    try_it(&mut || {
        let _ = table.hashfull();
    });
    try_it(&mut || drop(table.resize(2 * bytes)));
    try_it(&mut || table.clear(2));
    assert!(table.buckets() == 10 || table.buckets() == 20);
    panics
}

fn check<const READ: usize, const MAY_PANIC: bool>() {
    let counts = [
        panics::<Liars<READ, MultiplyHigh>, Ageing>(),
        panics::<Liars<READ, MultiplyHigh>, Extreme<false>>(),
        panics::<Liars<READ, MultiplyHigh>, Extreme<true>>(),
    ];
    assert!(MAY_PANIC || counts == [0; 3], "{READ} slots: {counts:?}");
}

#[test]
fn a_bucket_that_lies_about_its_slots_costs_a_panic_at_most() {
    check::<0, true>();
    check::<1, true>();
    check::<7, false>();
    check::<8, false>();
    check::<9, true>();
    check::<1_000, true>();
}

#[test]
fn an_index_past_the_end_is_a_panic() {
    let of_keys = 3 * 60;
    let resize = 1;
    assert_eq!(panics::<Liars<8, Beyond>, Ageing>(), of_keys + resize);
}

/// Nothing else shows that a prefetch comes to the table.
#[test]
fn an_owned_handle_prefetches_the_bucket_of_its_table() {
    let table: Table<Entry, Wide<4, Beyond>> = Table::with_parts(1 << 10).unwrap();
    let handle = OwnedHandle::new(Arc::new(table));
    assert!(catch_unwind(AssertUnwindSafe(|| handle.prefetch(1))).is_err());
}
