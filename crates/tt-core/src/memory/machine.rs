//! Which system a table's memory comes from: the one place that knows the operating system by name.

use core::ptr::NonNull;

#[cfg(all(feature = "std", target_os = "linux"))]
use super::linux::Linux;
use super::system::System;

/// The system that this program runs on.
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
