//! Processor time of loops, and of one cycle.

use std::hint::black_box;
use std::thread;

use super::loops::{self, Loop, Subject};
use crate::page::spread::Spread;

/// Nanoseconds of one operation of one thread.
pub(super) type Nanoseconds = f64;

/// Runs a loop on `threads` threads at once; the mean of what each took of its processor.
pub(super) fn time<S: Subject>(
    subject: &S,
    which: Loop,
    threads: usize,
    operations: u64,
) -> Nanoseconds {
    let timed = |thread: usize| {
        let start = now();
        black_box(which.run(subject, thread as u64, operations));
        (now() - start) / operations as f64
    };
    let sum: f64 = thread::scope(|scope| {
        let timed = &timed;
        let started: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || timed(thread))).collect();
        let own = timed(0);
        own + started.into_iter().map(|thread| thread.join().expect("a loop ends")).sum::<f64>()
    });
    sum / threads as f64
}

/// Nanoseconds of a processor cycle, from a chain whose links take [`loops::LINK_CYCLES`].
pub(super) fn cycle() -> Nanoseconds {
    let samples = (0..15).map(|_| {
        let links = 200_000;
        let start = now();
        black_box(loops::chain(black_box(1), links));
        (now() - start) / (loops::LINK_CYCLES * f64::from(links))
    });
    Spread::of(samples).least
}

/// The processor time of this thread in nanoseconds, from any start: only differences mean
/// something.
#[cfg(target_os = "linux")]
fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Elsewhere the wall clock must do.
#[cfg(not(target_os = "linux"))]
fn now() -> f64 {
    use std::time::UNIX_EPOCH;
    UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64() * 1e9)
}
