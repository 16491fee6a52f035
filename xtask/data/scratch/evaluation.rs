//! A whole program over `evaluation` alone: a side that is a queen up is ahead, from either side's
//! view and under weights that were read; and the counters have counted.

use evaluation::movegen::{Color, Position};
use evaluation::{Counters, EVAL_LIMIT, Evaluator, Term, Weights};

fn main() {
    let mut weights = Weights::default();
    weights.read("tempo = 20 20\n").expect("a good text");
    assert!(weights.read("tempo = 20").is_err());
    let mut evaluator = Evaluator::<Counters>::with_statistics(weights);
    let position = |fen: &str| Position::from_fen(fen).expect("a legal position");
    let [ahead, behind] = ["w", "b"].map(|side| {
        let position = position(&format!("4k3/8/8/8/8/8/8/3QK3 {side} - - 0 1"));
        let trace = evaluator.trace(&position);
        assert_eq!(trace.term(Term::Tempo, position.side_to_move()).end_game(), 20);
        assert!(trace.term(Term::Material, Color::White).end_game() > 500);
        evaluator.evaluate(&position)
    });
    assert!((1..=EVAL_LIMIT).contains(&ahead) && behind < 0);
    let counts = evaluator.pawn_statistics().counts();
    assert_eq!((counts.hits, counts.misses), (1, 1));
    println!("a queen up: {ahead}");
}
