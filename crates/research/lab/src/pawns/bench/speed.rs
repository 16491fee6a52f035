//! The cost of a probe, and its saving.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use evaluation::{Counters, PawnProbe, Score, Weights, pawn_terms};
use pawn_hash::PawnTable;

use crate::page::Spread;

const ENTRIES: usize = 16 * 1024;
const SAMPLE: usize = 1 << 20;
/// Probes between two looks at the clock: far less than a time slice of the system, so that most
/// chunks are not interrupted. The median chunk counts.
const CHUNK: usize = 1024;

#[derive(Clone, Copy)]
pub(crate) struct Speed {
    /// That finds its structure.
    pub(crate) hit: f64,
    /// That does not, without the computation that follows.
    pub(crate) miss: f64,
    /// That is not made: the pawn terms by set algebra.
    pub(crate) recomputed: f64,
}

impl Speed {
    /// Measures over the end of a record.
    pub(crate) fn of(trace: &[PawnProbe]) -> Self {
        let tail = &trace[trace.len().saturating_sub(SAMPLE)..];
        let weights = Weights::default();

        // Hits: the probes of structures that keep their slots. Those that share one are left out.
        let mut table: PawnTable<Score, Counters> = PawnTable::new(ENTRIES);
        let mut ask = |probe: &PawnProbe, make: &dyn Fn() -> Score| {
            let before = table.statistics().counts().hits;
            black_box(*get(&mut table, probe, make));
            table.statistics().counts().hits > before
        };
        tail.iter().for_each(|probe| {
            ask(probe, &|| Score::ZERO);
        });
        let resident: Vec<PawnProbe> =
            tail.iter().filter(|probe| ask(probe, &|| Score::ZERO)).copied().collect();
        let hit = nanoseconds(&resident, |probe| *get(&mut table, probe, || Score::ZERO));

        // Misses: each structure once, in a table that has never seen one.
        let mut seen = HashSet::new();
        let fresh: Vec<PawnProbe> = trace
            .iter()
            .filter(|probe| seen.insert(probe.pawns.map(|set| set.0)))
            .take(ENTRIES)
            .copied()
            .collect();
        table.clear();
        let miss = nanoseconds(&fresh, |probe| *get(&mut table, probe, || Score::ZERO));

        let recomputed = nanoseconds(&resident, |probe| pawn_terms(probe.pawns, &weights));
        Self { hit, miss, recomputed }
    }

    pub(crate) fn mean(all: &[Speed]) -> Speed {
        let mean = |part: fn(&Speed) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
        Speed { hit: mean(|s| s.hit), miss: mean(|s| s.miss), recomputed: mean(|s| s.recomputed) }
    }

    /// Returns how often the cost of a hit goes into that of computing.
    pub(crate) fn speedup(&self) -> f64 {
        self.recomputed / self.hit
    }
}

#[inline]
fn get<'t>(
    table: &'t mut PawnTable<Score, Counters>,
    probe: &PawnProbe,
    make: impl FnOnce() -> Score,
) -> &'t Score {
    table.get_or_insert_with(probe.pawns.map(|set| set.0), probe.key, make)
}

/// Returns the nanoseconds that a probe takes in the median chunk.
fn nanoseconds(probes: &[PawnProbe], mut work: impl FnMut(&PawnProbe) -> Score) -> f64 {
    let times = probes.chunks(CHUNK).map(|chunk| {
        let start = Instant::now();
        for probe in chunk {
            black_box(work(black_box(probe)));
        }
        start.elapsed().as_nanos() as f64 / chunk.len() as f64
    });
    Spread::of(times).median
}
