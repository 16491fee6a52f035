//! Cycles from the kernel's counter, or from the time of this thread and a chain of known length.

use std::hint::black_box;

/// Links of the chain that measures a cycle.
const LINKS: u32 = 2_000_000;
/// Cycles of a link on the processors of the day: a multiplication and a rotation.
const LINK_CYCLES: f64 = 4.0;
/// The factor of a link: any large odd number, here that of Donald Knuth's generator MMIX.
const FACTOR: u64 = 6_364_136_223_846_793_005;

/// Counts the cycles of this thread.
pub(super) enum Clock {
    /// The kernel's counter of the processor's own cycles.
    #[cfg(target_os = "linux")]
    Counter(Box<perf_event::Counter>),
    /// Nanoseconds of processor time, and how many a cycle takes.
    Time { cycle: f64 },
}

impl Clock {
    /// Creates the best clock that this system permits.
    pub(super) fn new() -> Self {
        #[cfg(target_os = "linux")]
        {
            use perf_event::{Builder, events::Hardware};
            if let Ok(mut counter) = Builder::new(Hardware::CPU_CYCLES).build()
                && counter.enable().is_ok()
                && counter.read().is_ok_and(|cycles| cycles > 0)
            {
                return Self::Counter(Box::new(counter));
            }
        }
        let links = (0..25).map(|_| {
            let start = now();
            black_box(chain(black_box(1)));
            (now() - start) / (LINK_CYCLES * f64::from(LINKS))
        });
        Self::Time { cycle: links.fold(f64::INFINITY, f64::min) }
    }

    pub(super) fn name(&self) -> String {
        match self {
            #[cfg(target_os = "linux")]
            Self::Counter(_) => "cycles counted by the processor".into(),
            Self::Time { cycle } => format!(
                "processor time of the thread, {cycle:.3} ns a cycle (no counter is permitted)"
            ),
        }
    }

    fn read(&mut self) -> f64 {
        match self {
            #[cfg(target_os = "linux")]
            Self::Counter(counter) => counter.read().map_or(f64::NAN, |cycles| cycles as f64),
            Self::Time { cycle } => now() / *cycle,
        }
    }

    /// Returns the result of some work, and the cycles that it took.
    pub(super) fn time<T>(&mut self, work: impl FnOnce() -> T) -> (T, f64) {
        let start = self.read();
        let result = work();
        (result, self.read() - start)
    }
}

/// Work in which each step waits for the last.
fn chain(start: u64) -> u64 {
    (0..LINKS).fold(start, |value, _| value.wrapping_mul(FACTOR).rotate_left(23))
}

/// Nanoseconds that this thread has had of its processor, from any start.
#[cfg(target_os = "linux")]
fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Elsewhere the wall clock must do.
#[cfg(not(target_os = "linux"))]
fn now() -> f64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64() * 1e9)
}

pub(super) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    line.map_or("unknown processor", |(_, name)| name).to_owned()
}
