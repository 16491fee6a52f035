//! The questions of our own search to the pawn tables: at eight positions from the opening to
//! settled endings, and over the positions of the engine's bench.

use anyhow::{Result, ensure};
use engine::bench_positions;
use evaluation::{Counters, Counts, Evaluator, PawnProbe};
use movegen::Position;
use search::{Evaluate, Limits, Pool, Search};
use tt_core::Table;

/// A name and a FEN. A name begins with `open-` where pawns will still be exchanged in many ways,
/// and with `settled-` where they face each other.
pub(crate) const POSITIONS: [(&str, &str); 8] = [
    ("open-start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("open-ruy-lopez", "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9"),
    ("open-dragon", "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9"),
    ("open-najdorf", "2rqkb1r/1p1n1pp1/p2P3p/4p3/8/1N1QBP2/PPP3PP/2KR3R b k - 0 15"),
    ("settled-french", "r4rk1/p2bnppp/2n1p3/1p1pP3/q1pP3N/P1P3Q1/2P1BPPP/R1BR2K1 w - - 2 14"),
    ("settled-centre", "5rk1/1p4pp/p1n1p3/2Pp4/1P1P1Pq1/P3PN2/4Q1RP/6K1 b - - 3 26"),
    ("settled-rooks", "8/5pk1/R3p1p1/1r1pP2p/3P1P1P/4K1P1/8/8 w - - 0 40"),
    ("settled-bishops", "8/5pk1/4b1p1/3pP2p/1p1P1B1P/1P3KP1/5P2/8 b - - 12 48"),
];

/// An evaluation that a search takes like any other, which counts what its pawn tables find and
/// keeps the first probes.
pub(super) struct RecordingEvaluator {
    evaluator: Evaluator<Counters>,
    probes: Vec<PawnProbe>,
    /// No more probes than this are kept.
    most: usize,
}

impl RecordingEvaluator {
    /// Creates one that keeps the probes of the first `most` evaluations.
    pub(super) fn new(most: usize) -> Self {
        Self { evaluator: Evaluator::default(), probes: Vec::with_capacity(most), most }
    }

    pub(super) fn probes(&self) -> &[PawnProbe] {
        &self.probes
    }

    /// Returns the counts of the table of pawns and of that of pawns and kings.
    pub(super) fn counts(&self) -> [Counts; 2] {
        [self.evaluator.pawn_statistics().counts(), self.evaluator.pawn_king_statistics().counts()]
    }
}

impl Evaluate for RecordingEvaluator {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if self.probes.len() < self.most {
            self.probes.push(PawnProbe::of(position));
        }
        self.evaluator.evaluate(position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }
}

/// Size of the search's table: that of a short game.
const TRACE_BYTES: usize = 64 << 20;

/// Returns the first `evaluations` evaluations of a position's search by one thread.
///
/// The search is bounded by nodes. While the record is not full it goes on from the root, with the
/// table and all that it learnt: the second time it soon comes to where it was, and beyond.
pub(crate) fn record(fen: &str, evaluations: usize) -> Result<Vec<PawnProbe>> {
    let position = Position::from_fen(fen)?;
    let table: Table = Table::new(TRACE_BYTES)?;
    let mut pool = Pool::new(move || RecordingEvaluator::new(evaluations));
    let limits = Limits { nodes: Some(evaluations as u64), ..Limits::default() };
    let mut recorded = 0;
    while recorded < evaluations {
        Search::new(&table).position(position.clone()).limits(limits.clone()).run(&mut pool);
        let now = lead(&pool).probes().len();
        ensure!(now > recorded, "the search has evaluated all it can see: {now} evaluations");
        recorded = now;
    }
    Ok(lead(&pool).probes().to_vec())
}

/// Returns the evaluation of the first thread, which is the only one.
fn lead(pool: &Pool<RecordingEvaluator>) -> &RecordingEvaluator {
    pool.evaluators().next().expect("a pool has a thread")
}

/// Size of the search's table, as that of `bench`.
const BENCH_BYTES: usize = 16 << 20;

/// The counts of the evaluator's two tables.
pub(super) struct BenchHits {
    pub(super) depth: u32,
    pub(super) pawns: Counts,
    pub(super) pawn_kings: Counts,
}

impl BenchHits {
    /// Searches each position to `depth` plies by one thread, with all tables empty at its start.
    pub(super) fn count(depth: u32) -> Result<Self> {
        let mut table: Table = Table::new(BENCH_BYTES)?;
        let mut pool = Pool::new(|| RecordingEvaluator::new(0));
        let mut hits = Self { depth, pawns: Counts::default(), pawn_kings: Counts::default() };
        for (position, _) in bench_positions() {
            table.clear(1);
            pool.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            Search::new(&table).position(position).limits(limits).run(&mut pool);
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
    use movegen::{Color, PieceType};

    use super::*;

    #[test]
    fn it_evaluates_as_the_evaluator_does_and_counts_every_evaluation() {
        let (mut recorder, mut plain) = (RecordingEvaluator::new(15), Evaluator::new());
        let root = Position::startpos();
        let moves = root.legal_moves();
        for &mv in &moves {
            let child = root.make(mv);
            assert_eq!(recorder.evaluate(&child), plain.evaluate(&child));
        }
        assert_eq!(recorder.counts().map(|counts| counts.probes()), [moves.len() as u64; 2]);
        let first = moves.iter().take(15).map(|&mv| PawnProbe::of(&root.make(mv)));
        assert!(recorder.probes().iter().copied().eq(first), "the first, and no more");
    }

    #[test]
    fn a_record_is_full_and_begins_near_the_root() {
        let fen = "8/5pk1/4b1p1/3pP2p/1p1P1B1P/1P3KP1/5P2/8 b - - 12 48";
        let trace = record(fen, 2_000).unwrap();
        assert_eq!(trace.len(), 2_000);
        let root = Position::from_fen(fen).unwrap();
        let pawns = Color::ALL.map(|us| root.colored(us, PieceType::Pawn));
        let first = &trace[0];
        assert_eq!((first.pawns, first.key), (pawns, root.pawn_key()));
        // Equal keys are equal structures, and the other way round.
        for a in trace.iter().step_by(20) {
            for b in trace.iter().step_by(30) {
                assert_eq!(a.pawns == b.pawns, a.key == b.key);
            }
        }
    }

    #[test]
    fn both_tables_are_asked_once_an_evaluation() {
        let BenchHits { pawns, pawn_kings, .. } = BenchHits::count(3).unwrap();
        assert_eq!(pawns.probes(), pawn_kings.probes());
        // Each position is searched as if it were the only one.
        let mut alone = 0;
        for (position, _) in bench_positions() {
            let table: Table = Table::new(BENCH_BYTES).unwrap();
            let mut pool = Pool::new(|| RecordingEvaluator::new(0));
            let limits = Limits { depth: Some(3), ..Limits::default() };
            Search::new(&table).position(position).limits(limits).run(&mut pool);
            alone += pool.evaluators().map(|it| it.counts()[0].probes()).sum::<u64>();
        }
        assert_eq!(pawns.probes(), alone);
        assert!(pawns.probes() > 1_000 && pawns.hits > pawn_kings.hits, "{pawns:?} {pawn_kings:?}");
    }
}
