//! A whole program over `search` alone: a table, an evaluation, a report, a mate in one.

use search::movegen::{PieceType, Position};
use search::tt_core::{Bound, Table};
use search::{Info, Limits, NoTable, Pool, Reporter, Search, TranspositionTable};

fn material(position: &Position) -> i32 {
    let us = position.side_to_move();
    let count = |color, kind| position.colored(color, kind).count() as i32;
    let values = PieceType::ALL.into_iter().zip([100, 300, 300, 500, 900, 0]);
    values.map(|(kind, value)| value * (count(us, kind) - count(!us, kind))).sum()
}

/// The last line that was reported as exact.
#[derive(Default)]
struct Last(Vec<String>);

impl Reporter for Last {
    fn iteration(&mut self, info: &Info<'_>) {
        assert_eq!(info.score.bound, Bound::Exact);
        self.0 = info.pv.iter().map(ToString::to_string).collect();
    }
}

fn mate(table: &impl TranspositionTable) -> String {
    let fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let position = Position::from_fen(fen).expect("a legal position");
    let mut last = Last::default();
    let outcome = Search::new(table)
        .position(position.clone())
        .limits(Limits { depth: Some(3), ..Limits::default() })
        .reporter(&mut last)
        .run(&mut Pool::new(|| material));
    assert_eq!(outcome.score.mate(), Some(1));
    assert_eq!(last.0.len(), 1);
    position.san(outcome.best.expect("there is a move"))
}

fn main() {
    let table = Table::new(1 << 20).expect("a mebibyte is there");
    assert_eq!(mate(&table), mate(&NoTable));
    println!("mate by {}", mate(&table));
}
