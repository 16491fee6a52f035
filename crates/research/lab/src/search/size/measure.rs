//! One search over a table of some size, seen after each of its iterations.

use std::sync::Mutex;

use anyhow::Result;
use engine::HandCrafted;
use movegen::Position;
use search::{AnyTable, Info, Limits, Pool, Reporter, Search, Switches};
use tt_core::{Bound, Entry, Table};

use crate::search::lens::{Lens, Seen, lock};

/// The counts of a search at the end of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
    /// Probes that settled their node.
    pub(super) settled: u64,
}

struct Counting<'a>(&'a Mutex<Point>);

impl Lens for Counting<'_> {
    fn probe(&mut self, _: u64, found: Option<Entry>) -> Option<Entry> {
        let mut counts = lock(self.0);
        counts.probes += 1;
        counts.hits += u64::from(found.is_some());
        found
    }

    fn settled(&mut self, _: u64) {
        lock(self.0).settled += 1;
    }
}

/// Notes each iteration when it is finished. Before that there may be reports of bounds; after the
/// last one, bounds of the iteration that was not finished, and the last line once more with what
/// that has cost.
struct Notes<'a> {
    counts: &'a Mutex<Point>,
    points: Vec<Point>,
    /// The depth of the last finished iteration.
    finished: u32,
}

impl Reporter for Notes<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        if info.depth <= self.finished {
            return;
        }
        if info.score.bound == Bound::Exact {
            self.finished = info.depth;
        }
        self.points.retain(|point| point.depth < info.depth);
        let counts = *lock(self.counts);
        self.points.push(Point { depth: info.depth, nodes: info.nodes, ..counts });
    }
}

/// Searches a position by one thread over an empty table of `bytes` bytes; returns its finished
/// iterations.
pub(super) fn measure(
    root: &Position,
    bytes: usize,
    limits: &Limits,
    switches: Switches,
) -> Result<Vec<Point>> {
    let table: Table = Table::new(bytes)?;
    let counts = Mutex::default();
    let mut notes = Notes { counts: &counts, points: Vec::new(), finished: 0 };
    let seen = Seen { table: &table, make: || Counting(&counts) };
    let seen = AnyTable::new(&seen);
    let search = Search::new(&seen).position(root.clone()).limits(limits.clone());
    let outcome =
        search.switches(switches).reporter(&mut notes).run(&mut Pool::new(HandCrafted::default));
    notes.points.retain(|point| point.depth <= outcome.depth);
    Ok(notes.points)
}

#[cfg(test)]
mod tests {
    use search::RootScore;

    use super::*;
    use crate::search::line::PLAIN;

    #[test]
    fn an_iteration_that_is_not_finished_leaves_the_one_before() {
        let mut notes = Notes { counts: &Mutex::default(), points: Vec::new(), finished: 0 };
        for (depth, bound, nodes) in [
            (1, Bound::Exact, 10),
            (2, Bound::Lower, 20),
            (2, Bound::Exact, 30),
            (3, Bound::Upper, 40),
            (2, Bound::Exact, 50),
        ] {
            let mut info = Info::new(RootScore::new(0, bound), &[]);
            (info.depth, info.nodes) = (depth, nodes);
            notes.iteration(&info);
        }
        let points: Vec<_> = notes.points.iter().map(|point| (point.depth, point.nodes)).collect();
        assert_eq!(points, [(1, 10), (2, 30), (3, 40)]);
    }

    #[test]
    fn each_finished_iteration_has_its_point_and_counts_grow() {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let points = measure(&Position::startpos(), 1 << 20, &limits, PLAIN).unwrap();
        assert!(points.iter().map(|point| point.depth).eq(1..=points.len() as u32), "{points:?}");
        assert!(points.len() >= 3, "{points:?}");
        for pair in points.windows(2) {
            let counts = pair.iter().map(|p| [p.nodes, p.probes, p.hits, p.settled]);
            let counts: Vec<[u64; 4]> = counts.collect();
            assert!(counts[0].iter().zip(&counts[1]).all(|(a, b)| a <= b), "{pair:?}");
        }
        let last = points[points.len() - 1];
        // The iteration that the limit ended is nobody's.
        assert!(last.nodes < 20_000, "{last:?}");
        assert!(0 < last.settled && last.settled < last.hits && last.hits < last.probes);
    }
}
