//! The memory of a table: aligned, fallible, and zeroed by several threads.

#[cfg(all(feature = "std", target_os = "linux"))]
mod available;
mod fill;

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::slice;

#[cfg(all(feature = "shared", unix, not(loom)))]
pub(crate) use fill::on_threads;
pub(crate) use fill::{available_threads, fill};

use crate::AllocError;
use crate::error::Kind;

/// The size and alignment of a huge page on x86-64 and on AArch64 with 4 KiB granules.
const HUGE_PAGE: usize = 2 << 20;

/// A fixed number of buckets in memory of their own, on huge pages where the system grants them.
#[derive(Debug)]
pub(crate) struct Buckets<B> {
    start: NonNull<B>,
    count: usize,
}

impl<B: Default + Send> Buckets<B> {
    /// `bytes / size_of::<B>()` empty buckets, first touched by up to `threads` threads.
    pub(crate) fn new(bytes: usize, threads: usize) -> Result<Self, AllocError> {
        let bucket = size_of::<B>();
        let count = bytes / bucket;
        if count == 0 {
            return Err(Kind::TooSmall { bytes, bucket }.into());
        }
        let layout = layout::<B>(count).ok_or(Kind::TooLarge { bytes })?;
        check_available(layout.size())?;
        // SAFETY: the layout's size is not zero, for there is at least one bucket and `B` is not
        // zero-sized (or the division above had panicked).
        let start = unsafe { alloc(layout) };
        let start = NonNull::new(start).ok_or(Kind::Refused { bytes })?;
        advise_huge_pages(start, layout.size());
        let start = start.cast::<B>();
        // SAFETY: the allocation is `count` buckets long and aligned for them, nobody else knows of
        // it, and `MaybeUninit` may be uninitialised.
        let fresh = unsafe { slice::from_raw_parts_mut(start.cast().as_ptr(), count) };
        fill(fresh, threads, || MaybeUninit::new(B::default()));
        Ok(Self { start, count })
    }
}

impl<B> Deref for Buckets<B> {
    type Target = [B];

    #[inline]
    fn deref(&self) -> &[B] {
        // SAFETY: `new` initialised `count` buckets there, which live as long as `self`.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl<B> DerefMut for Buckets<B> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [B] {
        // SAFETY: as for `deref`, and `self` is borrowed exclusively.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

impl<B> Drop for Buckets<B> {
    fn drop(&mut self) {
        const { assert!(!core::mem::needs_drop::<B>(), "buckets are not dropped one by one") };
        if let Some(layout) = layout::<B>(self.count) {
            // SAFETY: `new` allocated this block with the layout of the same count.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

// SAFETY: the buckets are owned like those of a `Box<[B]>`.
unsafe impl<B: Send> Send for Buckets<B> {}
// SAFETY: as above; a shared borrow gives out shared borrows only.
unsafe impl<B: Sync> Sync for Buckets<B> {}

/// The size of a cache line on the machines of the day.
const LINE: usize = 64;

/// How `count` buckets are allocated: from a cache line on, and from a huge page on if they fill one.
/// `None` past the address space.
fn layout<B>(count: usize) -> Option<Layout> {
    let layout = Layout::array::<B>(count).ok()?;
    layout.align_to(if layout.size() < HUGE_PAGE { LINE } else { HUGE_PAGE }).ok()
}

/// Refuses what the machine has not free: Linux would grant it and kill the process when it is
/// touched.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(crate) fn check_available(bytes: usize) -> Result<(), AllocError> {
    match available::available(std::path::Path::new("/")) {
        Some(available) if available < bytes as u64 => {
            Err(Kind::Unavailable { bytes, available }.into())
        }
        _ => Ok(()),
    }
}

#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(crate) fn check_available(_bytes: usize) -> Result<(), AllocError> {
    Ok(())
}

/// Asks for huge pages. A refusal costs speed only, so it is not an error.
#[cfg(all(feature = "std", target_os = "linux"))]
fn advise_huge_pages(start: NonNull<u8>, bytes: usize) {
    if bytes >= HUGE_PAGE {
        let start = start.as_ptr().cast();
        // SAFETY: the range is a block that we own, and the advice changes none of its contents.
        let _ = unsafe { rustix::mm::madvise(start, bytes, rustix::mm::Advice::LinuxHugepage) };
    }
}

#[cfg(not(all(feature = "std", target_os = "linux")))]
fn advise_huge_pages(_start: NonNull<u8>, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicU64;
    use std::format;

    use super::{Buckets, HUGE_PAGE};

    #[test]
    fn buckets_start_empty_and_are_as_many_as_fit() {
        for bytes in [8, 15, 16, 4_096, HUGE_PAGE - 1, HUGE_PAGE, 3 * HUGE_PAGE + 9] {
            let buckets = Buckets::<AtomicU64>::new(bytes, 2).unwrap();
            assert_eq!(buckets.len(), bytes / 8);
            assert!(
                buckets.iter().all(|word| word.load(core::sync::atomic::Ordering::Relaxed) == 0)
            );
        }
    }

    #[test]
    fn large_blocks_stand_on_huge_pages() {
        let buckets = Buckets::<AtomicU64>::new(HUGE_PAGE, 1).unwrap();
        assert_eq!(buckets.as_ptr() as usize % HUGE_PAGE, 0);
    }

    #[test]
    fn impossible_sizes_are_errors_that_name_the_size() {
        let expected = [
            (0, "a table of 0 bytes is smaller than one bucket of 8 bytes"),
            (7, "a table of 7 bytes is smaller than one bucket of 8 bytes"),
            (usize::MAX, "exceeds the address space"),
            (isize::MAX as usize, "exceeds the "),
        ];
        for (bytes, text) in expected {
            let error = Buckets::<AtomicU64>::new(bytes, 1).map(|_| ()).unwrap_err();
            assert!(format!("{error}").contains(text), "{error}");
        }
    }

    /// Overcommit would grant this; the check must not.
    #[cfg(all(feature = "std", target_os = "linux", target_pointer_width = "64"))]
    #[test]
    fn more_than_the_memory_available_is_refused_before_it_is_allocated() {
        let error = Buckets::<AtomicU64>::new(1 << 46, 1).map(|_| ()).unwrap_err();
        assert!(format!("{error}").ends_with("bytes of memory available"), "{error}");
    }
}
