//! A search with the hand-crafted evaluation under weights of one's own: those of a file that is
//! given by its path, or else a few that stand here.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::{env, fs};

use evaluation::{Evaluator, Weights};
use movegen::Position;
use search::{Evaluate, Limits, Pool, Search};

/// What a tuner may have left; weights that are not named keep their defaults.
const TUNED: &str = "\
# name = middle game, end game; in centipawns
bishop_pair = 31 60
tempo = 22 14
";

/// The search and the evaluation do not know of each other: here they meet.
struct HandCrafted(Evaluator);

impl Evaluate for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }
}

/// The best move and its score, by two threads that evaluate with these weights.
fn best_move(text: &str) -> Result<(String, i32), Box<dyn std::error::Error>> {
    let mut weights = Weights::default();
    weights.read(text)?;
    // The factory knows the weights, so each thread that joins has them, and a new game keeps them.
    let mut pool = Pool::new(move || HandCrafted(Evaluator::with_weights(weights.clone())));
    pool.set_threads(2);
    let table: tt_core::Table = tt_core::Table::new(16 << 20)?;
    let position = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")?;
    let limits = Limits { depth: Some(22), ..Limits::default() };
    let outcome = Search::new(&table).position(position.clone()).limits(limits).run(&mut pool);
    Ok((position.san(outcome.best.ok_or("no legal move")?), outcome.score))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = env::args().nth(1).map_or(Ok(TUNED.to_owned()), fs::read_to_string)?;
    let (best, score) = best_move(&text)?;
    println!("{best}, {score} centipawns");
    Ok(())
}

#[test]
fn the_best_move_is_found_under_other_weights() {
    let (best, _) = best_move(TUNED).unwrap();
    assert_eq!(best, "Kb1", "Fine's problem 70");
    let error = best_move("tempo = 22").unwrap_err();
    assert_eq!(error.to_string(), "line 1: \"tempo = 22\" is not `name = middle-game end-game`");
}
