//! What huge pages are worth: independent probes of two tables of one size, on pages of 2 MiB and of 4 KiB, in
//! turns. The tables are empty: a miss reads the same line as a hit.

use std::fmt::Write as _;

use anyhow::Result;
use tt_core::{Entry, Pages, Table};

use super::loops::Loop;
use super::timing::time;
use crate::page::spread::Spread;
use crate::page::units::size_name;

/// Measures a size and prints what memory each table got; returns the line of the figure.
pub(super) fn compare(
    mebibytes: usize,
    rounds: usize,
    operations: u64,
    print: &mut impl FnMut(String),
) -> Result<String> {
    let huge: Table<Entry> = Table::with_pages(mebibytes << 20, Pages::Huge)?;
    let small: Table<Entry> = Table::with_pages(mebibytes << 20, Pages::Small)?;
    for table in [&huge, &small] {
        print(format!("pages: {}", table.memory()));
    }
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
    print(format!("pages: {name}, huge over small: {median:.2} x, {least:.2} to {greatest:.2}"));
    let mut figure = String::new();
    writeln!(figure, "figure tt.thr.{name}.huge_pages {median:.3} x")?;
    Ok(figure)
}
