//! The worth of huge pages: independent probes of two tables of one size, on pages of 2 MiB and of
//! 4 KiB, in turns. The tables are empty: a miss reads the same line as a hit.

use anyhow::Result;
use tt_core::{Entry, Pages, Table};

use super::loops::Loop;
use super::timing::time;
use crate::page::{Spread, size_name};

/// The results of the two tables of one size.
pub(super) struct Compared {
    /// The memory of each table, and the quotient of their times.
    pub(super) lines: Vec<String>,
    /// The line `figure NAME VALUE UNIT`.
    pub(super) figure: String,
}

/// Measures one size.
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
