//! Writing a long slice with several threads: the first touch of a table, and its clearing.

/// How many items a thread takes at a time. Large enough that taking them costs nothing.
#[cfg(feature = "std")]
const PART: usize = 1 << 16;

/// Sets every item to `value()`, with up to `threads` threads, the caller's among them.
#[cfg(feature = "std")]
pub(crate) fn fill<T: Send>(items: &mut [T], threads: usize, value: impl Fn() -> T + Sync) {
    use std::sync::{Mutex, PoisonError};

    let threads = threads.min(items.len().div_ceil(PART));
    if threads <= 1 {
        return items.fill_with(value);
    }
    let parts = Mutex::new(items.chunks_mut(PART));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_threads(threads, || {
        while let Some(part) = next() {
            part.fill_with(&value);
        }
    });
}

/// Sets every item to `value()`; without `std` there are no threads.
#[cfg(not(feature = "std"))]
pub(crate) fn fill<T: Send>(items: &mut [T], _threads: usize, value: impl Fn() -> T + Sync) {
    items.fill_with(value);
}

/// Runs `work` on the caller's thread and beside it on `threads - 1` tasks of the caller's rayon
/// pool.
#[cfg(feature = "parallel")]
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Runs `work` on the caller's thread and beside it on `threads - 1` new ones. One that cannot be
/// started is no loss: the others do its share.
#[cfg(all(feature = "std", not(feature = "parallel")))]
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

/// How many threads this process may run at once.
#[cfg(feature = "std")]
pub(crate) fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, core::num::NonZero::get)
}

/// Without `std` there is the caller's thread alone.
#[cfg(not(feature = "std"))]
pub(crate) fn available_threads() -> usize {
    1
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::vec;

    use super::{PART, fill};

    #[test]
    fn every_item_is_set_whatever_the_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            for len in [0, 1, PART - 1, PART, PART + 1, 3 * PART + 5] {
                let mut items = vec![0_u8; len];
                fill(&mut items, threads, || 7);
                assert!(items.iter().all(|&item| item == 7), "{threads} threads, {len} items");
            }
        }
    }
}
