//! A search with another engine's evaluation: material only.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use movegen::{PieceType, Position};
use search::{Evaluate, Limits, Pool, Search};

/// The values of the kinds of pieces, in centipawns.
struct Material([i32; PieceType::ALL.len()]);

impl Evaluate for Material {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let count = |kind, color| position.colored(color, kind).count() as i32;
        let balance = |kind| count(kind, us) - count(kind, !us);
        PieceType::ALL.into_iter().zip(self.0).map(|(kind, value)| value * balance(kind)).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = tt_core::Table::new(16 << 20)?;
    let mut pool = Pool::new(|| Material([100, 300, 300, 500, 900, 0]));
    let position = Position::from_fen("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1")?;
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let outcome = Search::new(&table).position(position.clone()).limits(limits).run(&mut pool);
    let best = position.san(outcome.best.ok_or("no legal move")?);
    println!("{best}, {}", outcome.score);
    assert_eq!(best, "exd5");
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
