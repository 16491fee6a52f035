//! How often the tables of the engine's evaluator hit, over the positions of its bench.

use anyhow::Result;
use evaluation::Counts;
use movegen::Position;
use search::{Limits, Pool, Search};
use tt_core::Table;

use super::recording::RecordingEvaluator;

/// The positions of the engine's `bench`: `FEN ; name`, one a line.
const POSITIONS: &str = include_str!("../../../../../engine/data/bench.epd");

/// Size of the search's table, as that of `bench`.
const TABLE_BYTES: usize = 16 << 20;

/// The counts of the evaluator's two tables.
pub(super) struct BenchHits {
    pub(super) depth: u32,
    pub(super) pawns: Counts,
    pub(super) pawn_kings: Counts,
}

impl BenchHits {
    /// Searches each position to `depth` plies by one thread, with all tables empty at its start.
    pub(super) fn count(depth: u32) -> Result<Self> {
        let mut table: Table = Table::new(TABLE_BYTES)?;
        let mut pool = Pool::new(|| RecordingEvaluator::new(0));
        let mut hits = Self { depth, pawns: Counts::default(), pawn_kings: Counts::default() };
        for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (fen, _) = line.split_once(" ; ").unwrap_or((line, ""));
            table.clear(1);
            pool.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            Search::new(&table).position(Position::from_fen(fen)?).limits(limits).run(&mut pool);
            for recorder in pool.evaluators() {
                let [pawns, pawn_kings] = recorder.counts();
                hits.pawns += pawns;
                hits.pawn_kings += pawn_kings;
            }
        }
        Ok(hits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_are_asked_once_an_evaluation() {
        let BenchHits { pawns, pawn_kings, .. } = BenchHits::count(3).unwrap();
        assert_eq!(pawns.probes(), pawn_kings.probes());
        assert!(pawns.probes() > 1_000 && pawns.hits > pawn_kings.hits, "{pawns:?} {pawn_kings:?}");
    }
}
