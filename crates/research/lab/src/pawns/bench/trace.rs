//! The probes of pawn tables by our search.

use anyhow::{Result, ensure};
use evaluation::PawnProbe;
use movegen::Position;
use search::{Limits, Pool, Search};
use tt_core::Table;

use super::recording::RecordingEvaluator;

/// Size of the search's table: that of a short game.
const TABLE_BYTES: usize = 64 << 20;

/// Returns the first `evaluations` evaluations of a position's search by one thread.
///
/// The search is bounded by nodes. While the record is not full it goes on from the root, with the
/// table and all that it learnt: the second time it soon comes to where it was, and beyond.
pub(crate) fn record(fen: &str, evaluations: usize) -> Result<Vec<PawnProbe>> {
    let position = Position::from_fen(fen)?;
    let table: Table = Table::new(TABLE_BYTES)?;
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

#[cfg(test)]
mod tests {
    use movegen::{Color, PieceType};

    use super::*;

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
}
