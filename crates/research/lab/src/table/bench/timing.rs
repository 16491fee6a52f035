//! Processor time of loops, and of one cycle.

use std::hint::black_box;
use std::thread;

use super::loops::{self, Loop, Subject};
use crate::page::Spread;
use crate::processor_time;

pub(super) type Nanoseconds = f64;

/// Returns the processor time of this thread in nanoseconds, from any start.
fn now() -> Nanoseconds {
    processor_time::now().as_secs_f64() * 1e9
}

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
