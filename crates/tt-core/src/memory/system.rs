//! What the memory of a table asks of the machine, behind a trait: tests have machines that this one is
//! not.

use core::ptr::NonNull;

use super::report::Found;

/// The operating system, as far as a table's memory is concerned. What it does not tell or have is the
/// default.
pub(super) trait System: Sync {
    /// The bytes that this process may still take.
    fn available(&self) -> Option<u64> {
        None
    }

    /// The size of the largest pages that may be set aside, in bytes.
    fn gigantic_page(&self) -> Option<usize> {
        None
    }

    /// A new private mapping on such pages, `bytes` long, a multiple of their size: good for reading and
    /// writing until [`unmap`], and nobody else's.
    fn map_gigantic(&self, _bytes: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Asks for huge pages, or for none, in a block of memory that the caller owns.
    fn advise(&self, _start: NonNull<u8>, _bytes: usize, _huge: bool) {}

    /// What pages a block of memory stands on.
    fn pages(&self, _start: NonNull<u8>, _bytes: usize) -> Found {
        Found::default()
    }

    /// How many NUMA nodes with processors there are.
    fn nodes(&self) -> usize {
        1
    }

    /// Does the work on a processor of a node, numbered from 0, so that memory that is touched first there
    /// becomes that node's. Where that is refused, it is done anywhere.
    #[cfg(feature = "std")]
    fn on_node(&self, _node: usize, work: &mut dyn FnMut()) {
        work();
    }
}

/// The system that this program runs on.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(super) fn machine() -> impl System {
    super::linux::Linux::here()
}

/// The system that this program runs on, of which nothing is known.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(super) fn machine() -> impl System {
    struct Unknown;
    impl System for Unknown {}
    Unknown
}

/// Gives back a mapping of [`System::map_gigantic`].
///
/// # Safety
/// It is such a mapping and of this length, and nothing refers to it any more.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller promises what `munmap` wants. It cannot fail for a mapping that exists.
    let _ = unsafe { rustix::mm::munmap(start.as_ptr().cast(), bytes) };
}

/// Gives back a mapping of [`System::map_gigantic`], of which there are none here.
///
/// # Safety
/// None.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(super) unsafe fn unmap(_start: NonNull<u8>, _bytes: usize) {}
