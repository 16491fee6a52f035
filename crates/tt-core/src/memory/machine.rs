//! The requests of a table's memory to the machine, behind a trait, so that tests can make up
//! machines with other pages and nodes; and the one place that knows the operating system by name.

use alloc::vec::Vec;
use core::ptr::NonNull;

#[cfg(all(feature = "std", target_os = "linux"))]
use super::linux::Linux;
use super::report::Found;

/// The operating system, as far as a table's memory is concerned. A default means that the system
/// does not have the thing or does not say.
pub(super) trait System: Sync {
    /// Returns the bytes that this process may still take.
    fn available(&self) -> Option<u64> {
        None
    }

    /// Returns the size of the largest pages that may be set aside, in bytes.
    fn gigantic_page(&self) -> Option<usize> {
        None
    }

    /// Maps new private memory on such pages, of `bytes` bytes, which is a multiple of their size.
    /// It is zeroed, readable and writable, and the caller's alone until the caller gives it back.
    fn map_gigantic(&self, _bytes: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Asks for huge pages, or for none, in a block of memory that the caller owns.
    fn advise(&self, _start: NonNull<u8>, _bytes: usize, _huge: bool) {}

    fn pages(&self, _start: NonNull<u8>, _bytes: usize) -> Found {
        Found::default()
    }

    /// Returns how many NUMA nodes with processors there are.
    fn nodes(&self) -> usize {
        1
    }

    /// Does the work on a processor of a node, numbered from 0: memory that it touches first then
    /// belongs to that node. Where the system refuses, the work is done on any processor.
    #[cfg(feature = "std")]
    fn on_node(&self, _node: usize, work: &mut dyn FnMut()) {
        work();
    }
}

#[cfg(all(feature = "std", target_os = "linux"))]
pub(super) fn machine() -> impl System {
    Linux::here()
}

/// Returns an unknown system, which answers nothing: only Linux has an implementation.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(super) fn machine() -> impl System {
    struct Unknown;
    impl System for Unknown {}
    Unknown
}

/// Returns the processors of each NUMA node that has some, in the order in which a table's memory
/// is divided among the nodes. Nothing is returned where the system does not say; only Linux does.
///
/// ```
/// // A thread on each node's first processor, where there are several nodes.
/// let first: Vec<usize> = tt_core::processors_by_node().iter().map(|node| node[0]).collect();
/// assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
/// ```
#[must_use]
pub fn processors_by_node() -> Vec<Vec<usize>> {
    #[cfg(all(feature = "std", target_os = "linux"))]
    let nodes = Linux::here().processors();
    #[cfg(not(all(feature = "std", target_os = "linux")))]
    let nodes = Vec::new();
    nodes
}

/// Gives back a mapping of [`System::map_gigantic`].
///
/// # Safety
/// It is such a mapping and of this length, and nothing refers to it any more.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller promises what `munmap` requires. It cannot fail for a mapping that exists.
    let _ = unsafe { rustix::mm::munmap(start.as_ptr().cast(), bytes) };
}

/// Gives back a mapping of [`System::map_gigantic`], of which there are none here.
///
/// # Safety
/// As on Linux; nothing is done here.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(super) unsafe fn unmap(_start: NonNull<u8>, _bytes: usize) {}
