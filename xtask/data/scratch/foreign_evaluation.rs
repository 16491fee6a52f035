//! A foreign evaluation on `search`, from public API alone: material, kept up to date by the hooks.

use movegen::{Color, Move, PieceType, Position};
use search::{Evaluate, Limits, Pool, Search, score};

const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// White's material minus Black's, for each position of the line that is searched.
#[derive(Default)]
struct Material(Vec<i32>);

impl Material {
    fn push(&mut self, gain: i32) {
        self.0.push(gain + self.0.last().expect("a root"));
    }
}

impl Evaluate for Material {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let white = *self.0.last().expect("a root");
        if position.side_to_move() == Color::White { white } else { -white }
    }

    fn new_root(&mut self, root: &Position) {
        let count = |kind, color| root.colored(color, kind).count() as i32;
        let balance = |kind| count(kind, Color::White) - count(kind, Color::Black);
        let sum = PieceType::ALL.into_iter().map(|kind| VALUES[kind.index()] * balance(kind)).sum();
        self.0 = vec![sum];
    }

    fn make(&mut self, parent: &Position, mv: Move, _: &Position) {
        let value = |kind: PieceType| VALUES[kind.index()];
        let gain = parent.captured(mv).map_or(0, value)
            + mv.promoted().map_or(0, |kind| value(kind) - value(PieceType::Pawn));
        self.push(if parent.side_to_move() == Color::White { gain } else { -gain });
    }

    fn make_null(&mut self, _: &Position, _: &Position) {
        self.push(0);
    }

    fn unmake(&mut self) {
        self.0.pop();
    }
}

fn main() {
    let table = tt_core::Table::new(1 << 20).expect("a megabyte");
    let mut pool = Pool::new(Material::default);
    pool.set_threads(2);
    // A pawn less fades a little with the plies that make no progress; a mate does not.
    let mate = score::mate_in(1);
    for (fen, best, scores) in [
        ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", -100..=-95),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", mate..=mate),
    ] {
        let position = Position::from_fen(fen).expect("a legal position");
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let outcome = Search::new(&table).position(position.clone()).limits(limits).run(&mut pool);
        assert_eq!(position.san(outcome.best.expect("a move")), best);
        assert!(scores.contains(&outcome.score.value()), "{}", outcome.score);
        // All moves were taken back. A helper that never began has not even a root.
        let mut lengths = pool.evaluators().map(|evaluator| evaluator.0.len());
        assert_eq!(lengths.next(), Some(1));
        assert!(lengths.all(|length| length <= 1));
    }
    println!("a foreign evaluation finds its moves");
}
