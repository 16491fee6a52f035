//! Tests of the table's allocations: none while it works, and an error when one is refused.

#![expect(clippy::disallowed_macros, reason = "the allocator of each test counts by itself")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

use tt_core::{DRAFT_MAX, Entry, Table};
use zobrist_keys::SplitMix64;

thread_local! {
    /// Allocations of this thread.
    static COUNT: Cell<u64> = const { Cell::new(0) };
    /// The greatest allocation that this thread is granted, in bytes.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The system's allocator, which counts and refuses.
struct Counting;

// SAFETY: every block comes from the system's allocator and goes back to it; null is a permitted
// answer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        if layout.size() > LIMIT.get() {
            return null_mut();
        }
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from `alloc` with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The variable that sets another number of operations, and the number without it.
const VARIABLE: &str = "TT_ALLOCATION_OPERATIONS";
const OPERATIONS: u64 = 4_000_000;

/// Each round is a prefetch, a probe and, if that finds nothing, a store: two or three operations.
#[test]
#[expect(clippy::print_stdout, reason = "`cargo xtask check allocations` shows what was counted")]
fn no_operation_allocates() {
    let wanted = std::env::var(VARIABLE).map_or(OPERATIONS, |number| number.parse().unwrap());
    let mut table = Table::new(1 << 16).unwrap();
    let mut random = SplitMix64::new(1);
    let before = COUNT.get();
    let (mut hits, mut operations) = (0, 0);
    while operations < wanted {
        operations += 2;
        let key = SplitMix64::new(random.next() % 8_000).next();
        table.prefetch(key);
        if table.probe(key).is_none() {
            table.store(key, Entry { draft: (key % 20) as i16, ..Entry::default() });
            operations += 1;
        } else {
            hits += 1;
        }
        if key.is_multiple_of(4_096) {
            table.advance_generation();
        }
    }
    assert!(table.hashfull() > 0 && hits > 0);
    table.resize(1 << 16).unwrap();
    table.clear(1);
    let allocations = COUNT.get() - before;
    println!("{operations} operations, {hits} hits, {allocations} allocations");
    assert_eq!(allocations, 0);
}

#[test]
fn a_refused_allocation_is_an_error_and_leaves_the_table() {
    let mut table = Table::new(1 << 12).unwrap();
    let entry = Entry { mv: 3, draft: DRAFT_MAX, ..Entry::default() };
    table.store(42, entry);
    LIMIT.set(1 << 15);
    let resized = table.resize(1 << 16);
    let created = Table::new(1 << 16);
    LIMIT.set(usize::MAX);
    let text = "the allocator refused a table of 65536 bytes";
    assert_eq!(resized.unwrap_err().to_string(), text);
    assert_eq!(created.unwrap_err().to_string(), text);
    assert_eq!(table.bytes(), 1 << 12);
    assert_eq!(table.probe(42), Some(entry));
}
