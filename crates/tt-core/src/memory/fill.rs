//! Writing a long slice with several threads: the first touch of a table, and its clearing.
//!
//! On a machine with several NUMA nodes the slice is cut into as many equal pieces, in the order of
//! the nodes, and a thread writes a piece while it runs on that piece's node. A page belongs to the
//! node that touches it first, so each node then serves the same share of the probes.

use super::system::System;

/// The items that a thread takes at a time, for one lock of a mutex.
#[cfg(feature = "std")]
pub(super) const PART: usize = 1 << 16;

/// Sets every item to `value()`, with up to `threads` threads, the caller's among them.
#[cfg(feature = "std")]
pub(super) fn fill<T: Send>(
    system: &impl System,
    items: &mut [T],
    threads: usize,
    value: impl Fn() -> T + Sync,
) {
    use std::sync::{Mutex, PoisonError};
    use std::vec::Vec;

    let parts = items.len().div_ceil(PART);
    if parts <= 1 {
        return items.fill_with(value);
    }
    let nodes = system.nodes().clamp(1, parts);
    let piece = items.len().div_ceil(nodes).next_multiple_of(PART);
    let pieces = items.chunks_mut(piece).map(|piece| Mutex::new(piece.chunks_mut(PART)));
    let pieces: Vec<_> = pieces.collect();
    let fill_piece = |node: usize| {
        let next = || pieces[node].lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(part) = next() {
            part.fill_with(&value);
        }
    };
    let first = Mutex::new(0..);
    on_threads(threads.clamp(1, parts), || {
        // Threads begin at different pieces, and go on with the others.
        let first = first.lock().unwrap_or_else(PoisonError::into_inner).next().unwrap_or(0);
        for node in (0..pieces.len()).map(|node| (first + node) % pieces.len()) {
            match nodes {
                1 => fill_piece(node),
                _ => system.on_node(node, &mut || fill_piece(node)),
            }
        }
    });
}

/// Sets every item to `value()`; without `std` there are no threads.
#[cfg(not(feature = "std"))]
pub(super) fn fill<T: Send>(
    _system: &impl System,
    items: &mut [T],
    _threads: usize,
    value: impl Fn() -> T + Sync,
) {
    items.fill_with(value);
}

/// Runs `work` on the caller's thread and on `threads - 1` tasks of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Runs `work` on the caller's thread and on `threads - 1` new ones. `work` takes what is left to
/// do, so if a thread cannot be started, the others do its share.
#[cfg(all(feature = "std", not(feature = "parallel")))]
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

/// Returns the number of threads that this process may run at once.
#[cfg(feature = "std")]
pub(crate) fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, core::num::NonZero::get)
}

/// Returns the number of threads without `std`: the caller's.
#[cfg(not(feature = "std"))]
pub(crate) fn available_threads() -> usize {
    1
}
