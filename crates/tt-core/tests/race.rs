//! A data race, planted: `cargo xtask check tsan` demands that ThreadSanitizer finds it, with the
//! suppressions that it needs for the standard library. Nothing else builds this file's contents.
#![cfg(tt_core_race)]

use std::cell::Cell;
use std::thread;

/// A counter that claims to be shared safely and is not.
#[derive(Default)]
struct Planted(Cell<u64>);

// SAFETY: it is not safe; that is what the test is for.
unsafe impl Sync for Planted {}

/// Not inlined, so that a report names it.
#[inline(never)]
fn race(planted: &Planted) {
    for _ in 0..1_000 {
        planted.0.set(planted.0.get() + 1);
    }
}

#[test]
fn two_threads_race_for_a_counter() {
    let planted = Planted::default();
    thread::scope(|scope| {
        let threads = [0; 2].map(|_| scope.spawn(|| race(&planted)));
        threads.map(|thread| thread.join().expect("a thread ends"));
    });
    assert!(planted.0.get() >= 1_000);
}
