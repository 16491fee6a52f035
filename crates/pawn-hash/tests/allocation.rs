//! The tables allocate when they are made and never after.

#![expect(clippy::disallowed_macros, reason = "the test's runner allocates in a thread of its own")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use pawn_hash::{Counters, PawnKingTable, PawnTable, SharedPawnTable};

struct Counting;

thread_local! {
    /// Allocations of this thread.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: `place` came from `alloc` with this layout.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn probing_and_storing_allocate_nothing() {
    let mut pawns: PawnTable<[u64; 70], Counters> = PawnTable::new(100);
    let mut kings: PawnKingTable<[u64; 9]> = PawnKingTable::new(100);
    let shared: SharedPawnTable<[u64; 70]> = SharedPawnTable::new(100);
    let before = ALLOCATIONS.get();
    assert!(before >= 3, "each table allocates once");
    let mut found = 0;
    for n in 0..10_000_u64 {
        let structure = [(n % 200) << 8, (n % 100) << 40];
        let key = zobrist_keys::mix(structure[0] ^ structure[1]);
        let sum: u64 = pawns.get_or_insert_with(structure, key, || [n; 70]).iter().sum();
        let king = kings.get_or_insert_with(structure, [n as u8 % 64, 0], key, || [n; 9])[0];
        shared.store(structure, key, &[n; 70]);
        found += usize::from(shared.probe(structure, key) == Some([n; 70]));
        assert!(sum <= 70 * n && king <= n);
    }
    assert_eq!(ALLOCATIONS.get(), before);
    assert_eq!(found, 10_000);
    assert!(pawns.statistics().counts().hits > 0);
}
