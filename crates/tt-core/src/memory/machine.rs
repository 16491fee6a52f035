//! Which system a table's memory comes from: the one place that knows the operating system by name.

use alloc::vec::Vec;
use core::ptr::NonNull;

#[cfg(all(feature = "std", target_os = "linux"))]
use super::linux::Linux;
use super::system::System;

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
