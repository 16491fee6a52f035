//! Processor time of loops, of one cycle, and the worth of huge pages.

use std::hint::black_box;
use std::thread;

use anyhow::Result;
use tt_core::{Entry, Pages, Table};

use super::loops::{self, Loop, Subject};
use crate::page::{Spread, size_name};
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

/// The results of the two tables of one size.
pub(super) struct Compared {
    /// The memory of each table, and the quotient of their times.
    pub(super) lines: Vec<String>,
    /// The line `figure NAME VALUE UNIT`.
    pub(super) figure: String,
}

/// Runs independent probes of two tables of one size, on pages of 2 MiB and of 4 KiB, in turns. The
/// tables are empty: a miss reads the same line as a hit.
pub(super) fn compare(mebibytes: usize, rounds: usize, operations: u64) -> Result<Compared> {
    let huge: Table<Entry> = Table::with_pages(mebibytes << 20, Pages::Huge)?;
    let small: Table<Entry> = Table::with_pages(mebibytes << 20, Pages::Small)?;
    let mut ratios = Vec::new();
    for round in 0..=rounds {
        let on_small = time(&small, Loop::Thr, 1, operations);
        let on_huge = time(&huge, Loop::Thr, 1, operations);
        if round > 0 {
            ratios.push(on_small / on_huge);
        }
    }
    let Spread { median, least, greatest } = Spread::of(ratios);
    let name = size_name(mebibytes);
    let mut lines: Vec<String> = [&huge, &small].map(|table| table.memory().to_string()).into();
    lines.push(format!("{name}, huge over small: {median:.2} x, {least:.2} to {greatest:.2}"));
    Ok(Compared { lines, figure: format!("figure tt.thr.{name}.huge_pages {median:.3} x") })
}
