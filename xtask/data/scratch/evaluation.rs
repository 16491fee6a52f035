//! A side that is a queen up stands better, from either side's view; and what was counted.

use evaluation::{Counters, EVAL_LIMIT, Evaluator};
use movegen::Position;

fn main() {
    let mut evaluator = Evaluator::<Counters>::default();
    let mut value = |fen| evaluator.evaluate(&Position::from_fen(fen).expect("a legal position"));
    let ahead = value("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    let behind = value("4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
    assert!((1..=EVAL_LIMIT).contains(&ahead) && behind < 0);
    assert_eq!((evaluator.pawn_statistics().probes, evaluator.pawn_statistics().hits), (2, 1));
    println!("a queen up: {ahead}");
}
