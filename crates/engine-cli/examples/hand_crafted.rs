//! A search with the hand-crafted evaluation, and weights of one's own.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use evaluation::{Evaluator, Weights};
use movegen::Position;
use search::{Evaluate, Limits, Pool, Search};

/// The adapter: the search and the evaluation do not know of each other.
struct HandCrafted(Evaluator);

impl Evaluate for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = tt_core::Table::new(16 << 20)?;
    let mut weights = Weights::default();
    weights.read("# a file's text, as a tuner left it\nbishop_pair = 31 60\ntempo = 22 14\n")?;
    // The factory holds the weights: each thread that joins gets them, and a new game keeps them.
    let mut pool = Pool::new(move || HandCrafted(Evaluator::with_weights(weights.clone())));
    pool.set_threads(2);
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1")?;
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let outcome = Search::new(&table).position(position.clone()).limits(limits).run(&mut pool);
    let best = position.san(outcome.best.ok_or("no legal move")?);
    println!("{best}, {}, {} nodes", outcome.score, outcome.nodes);
    assert_eq!(best, "Rb8#", "two threads may choose among equal moves, but only one mates");
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
