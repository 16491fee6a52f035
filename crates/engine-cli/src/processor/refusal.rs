//! The end of the process on a processor that the code was not built for: by the system's own
//! functions, which are built for any processor.

#[cfg(unix)]
pub(super) use unix::{exit, tell};

#[cfg(unix)]
mod unix {
    use std::ffi::{c_int, c_void};

    /// The descriptor of standard error.
    const STDERR: c_int = 2;

    unsafe extern "C" {
        fn write(descriptor: c_int, bytes: *const c_void, count: usize) -> isize;
        safe fn _exit(status: c_int) -> !;
    }

    /// Writes to standard error. With a closed one the text is lost.
    #[inline(never)]
    pub(crate) fn tell(text: &str) {
        // SAFETY: the system reads `text.len()` bytes from there, and the text has them.
        let _ = unsafe { write(STDERR, text.as_ptr().cast(), text.len()) };
    }

    /// Ends the process at once, with exit code 1.
    pub(crate) fn exit() -> ! {
        _exit(1)
    }
}

/// Writes to standard error. With a closed one the text is lost.
#[cfg(not(unix))]
pub(super) fn tell(text: &str) {
    use std::io::Write;

    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Ends the process at once, with exit code 1.
#[cfg(not(unix))]
pub(super) fn exit() -> ! {
    std::process::exit(1)
}
