//! The memory of a table: aligned, on large pages, fallible, and zeroed by several threads.

#[cfg(all(feature = "std", target_os = "linux"))]
mod available;
mod fill;
#[cfg(all(feature = "std", target_os = "linux"))]
mod linux;
mod machine;
mod report;
mod system;

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::slice;

#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
pub(crate) use self::fill::on_threads;
use self::fill::{available_threads, fill};
pub use self::machine::processors_by_node;
use self::machine::{machine, unmap};
use self::report::Found;
pub use self::report::{MemoryReport, Pages};
use self::system::System;
use crate::AllocError;
use crate::error::AllocFault;

/// The size and alignment of a huge page in bytes, on x86-64 and on AArch64 with 4 KiB granules.
const HUGE_PAGE: usize = 2 << 20;

/// A fixed number of buckets in memory of their own.
#[derive(Debug)]
pub(crate) struct Buckets<B> {
    start: NonNull<B>,
    count: usize,
    asked: Pages,
    /// Bytes, if the memory is a mapping of its own and not from the allocator.
    mapped: Option<usize>,
}

impl<B: Default + Send> Buckets<B> {
    /// `bytes / size_of::<B>()` empty buckets, first touched by up to `threads` threads.
    pub(crate) fn new(bytes: usize, pages: Pages, threads: usize) -> Result<Self, AllocError> {
        Self::on(&machine(), bytes, pages, threads)
    }

    /// [`new`](Self::new) on any system.
    fn on(
        system: &impl System,
        bytes: usize,
        pages: Pages,
        threads: usize,
    ) -> Result<Self, AllocError> {
        const { assert!(size_of::<B>() > 0, "a bucket without a size") };
        let bucket = size_of::<B>();
        let count = bytes / bucket;
        if count == 0 {
            return Err(AllocFault::TooSmall { bytes, bucket }.into());
        }
        let layout = layout::<B>(count).ok_or(AllocFault::TooLarge { bytes })?;
        let gigantic = match pages {
            Pages::Gigantic => map_gigantic(system, bytes),
            Pages::Huge | Pages::Small => None,
        };
        let start = match gigantic {
            Some(start) => start,
            None => allocate(system, bytes, layout, pages)?,
        };
        let start = start.cast::<B>();
        // SAFETY: the memory is new, `count` buckets long and aligned for them, nothing else refers
        // to it, and `MaybeUninit` may be uninitialised.
        let fresh = unsafe { slice::from_raw_parts_mut(start.cast().as_ptr(), count) };
        fill(system, fresh, threads, || MaybeUninit::new(B::default()));
        Ok(Self { start, count, asked: pages, mapped: gigantic.map(|_| bytes) })
    }

    /// Empties all buckets with up to `threads` threads.
    pub(crate) fn clear(&mut self, threads: usize) {
        fill(&machine(), self, threads, B::default);
    }
}

impl<B> Buckets<B> {
    pub(crate) fn asked(&self) -> Pages {
        self.asked
    }

    pub(crate) fn report(&self) -> MemoryReport {
        self.report_on(&machine())
    }

    fn report_on(&self, system: &impl System) -> MemoryReport {
        let bytes = size_of_val::<[B]>(self);
        let Found { page, huge } = system.pages(self.start.cast(), bytes);
        let nodes = system.nodes().max(1);
        MemoryReport { bytes, asked: self.asked, page, huge, nodes }
    }
}

/// Maps memory on pages of 1 GiB, if the system has enough set aside and `bytes` is a multiple of
/// them.
fn map_gigantic(system: &impl System, bytes: usize) -> Option<NonNull<u8>> {
    let page = system.gigantic_page()?;
    if bytes.is_multiple_of(page) { system.map_gigantic(bytes) } else { None }
}

/// Allocates memory, on huge pages unless `pages` says small ones, as far as the system grants
/// them.
fn allocate(
    system: &impl System,
    bytes: usize,
    layout: Layout,
    pages: Pages,
) -> Result<NonNull<u8>, AllocError> {
    // A program may make many small tables, and the answer is spread over several files.
    if bytes >= HUGE_PAGE {
        check(system, bytes)?;
    }
    // SAFETY: the layout's size is not zero: `on` has at least one bucket, and none without a size.
    let start = unsafe { alloc(layout) };
    let start = NonNull::new(start).ok_or(AllocFault::Refused { bytes })?;
    if layout.size() >= HUGE_PAGE {
        // A refusal costs speed only, so it is not an error.
        system.advise(start, layout.size(), pages != Pages::Small);
    }
    Ok(start)
}

impl<B> Deref for Buckets<B> {
    type Target = [B];

    #[inline]
    fn deref(&self) -> &[B] {
        // SAFETY: `on` initialised `count` buckets there, which live as long as `self`.
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
        let start = self.start.cast();
        if let Some(bytes) = self.mapped {
            // SAFETY: `System::map_gigantic` returned this mapping of this length, and nothing
            // refers to it but `self`.
            unsafe { unmap(start, bytes) };
        } else if let Some(layout) = layout::<B>(self.count) {
            // SAFETY: `allocate` allocated this block with the layout of the same count.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}

// SAFETY: `self` owns the buckets as a `Box<[B]>` does.
unsafe impl<B: Send> Send for Buckets<B> {}
// SAFETY: as above; a shared borrow gives out shared borrows only.
unsafe impl<B: Sync> Sync for Buckets<B> {}

/// The size of a cache line in bytes on x86-64 and on most AArch64.
const LINE: usize = 64;

/// The layout of `count` buckets, aligned to a cache line, and to a huge page if they fill one.
/// `None` beyond the address space.
fn layout<B>(count: usize) -> Option<Layout> {
    let layout = Layout::array::<B>(count).ok()?;
    layout.align_to(if layout.size() < HUGE_PAGE { LINE } else { HUGE_PAGE }).ok()
}

/// Refuses more bytes than this machine has free.
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
pub(crate) fn check_available(bytes: usize) -> Result<(), AllocError> {
    check(&machine(), bytes)
}

/// Returns how many threads fill a table of `bytes` bytes soonest: those that this process may run
/// at once, or for less than a huge page the caller's alone, because asking the system would take
/// longer than filling it.
pub(crate) fn threads_for(bytes: usize) -> usize {
    if bytes < HUGE_PAGE { 1 } else { available_threads() }
}

/// Refuses more bytes than the system has free. Linux would grant them, and kill the process once
/// it touches them.
fn check(system: &impl System, bytes: usize) -> Result<(), AllocError> {
    match system.available() {
        Some(available) if available < bytes as u64 => {
            Err(AllocFault::Unavailable { bytes, available }.into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
