//! Without a table and in silence, the search finds a mate in one.

use movegen::Position;
use search::{Limits, NoTable, Pool, Search, score};

fn main() {
    let fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let position = Position::from_fen(fen).expect("a legal position");
    let mut pool = Pool::new(|| |_: &Position| 0);
    let outcome = Search::new(&NoTable)
        .position(position.clone())
        .limits(Limits { depth: Some(3), ..Limits::default() })
        .run(&mut pool);
    assert_eq!(outcome.score, score::mate_in(1));
    println!("mate by {}", position.san(outcome.best.expect("there is a move")));
}
