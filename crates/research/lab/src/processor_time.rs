//! The time that the processor gave to a thread: other work on the machine does not count.

use std::time::Duration;

/// Returns the processor time of this thread, from any start: only differences mean something.
#[cfg(target_os = "linux")]
pub(crate) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time of the wall clock, which must do elsewhere.
#[cfg(not(target_os = "linux"))]
pub(crate) fn now() -> Duration {
    use std::time::UNIX_EPOCH;
    UNIX_EPOCH.elapsed().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_time_does_not_run_backwards() {
        let start = now();
        let mut last = start;
        while last == start {
            let next = now();
            assert!(next >= last);
            last = next;
        }
    }
}
