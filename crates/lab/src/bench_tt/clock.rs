//! The time that this thread has had of its processor.

/// Nanoseconds, from any start. Only differences mean something.
#[cfg(target_os = "linux")]
pub(super) fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Elsewhere the wall clock must do.
#[cfg(not(target_os = "linux"))]
pub(super) fn now() -> f64 {
    use std::time::UNIX_EPOCH;
    UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64() * 1e9)
}
