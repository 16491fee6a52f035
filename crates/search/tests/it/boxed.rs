//! An evaluation behind a pointer is the evaluation.

use std::sync::{Arc, Mutex};

use movegen::{Move, PieceType, Position};
use search::{Evaluate, Limits, NoTable, Outcome, Pool, Search};

/// The calls of each hook, and the questions of each kind.
type Calls = Arc<Mutex<[u32; 6]>>;

/// Counts its calls; a position without queens is a draw.
#[derive(Clone)]
struct Counts(Calls);

impl Counts {
    fn count(&self, hook: usize) {
        self.0.lock().unwrap()[hook] += 1;
    }
}

impl Evaluate for Counts {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.count(0);
        10 * position.count_legal() as i32
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        self.count(1);
        position.pieces(PieceType::Queen).is_empty()
    }

    fn new_root(&mut self, _: &Position) {
        self.count(2);
    }

    fn make(&mut self, _: &Position, _: Move, _: &Position) {
        self.count(3);
    }

    fn make_null(&mut self, _: &Position, _: &Position) {
        self.count(4);
    }

    fn unmake(&mut self) {
        self.count(5);
    }
}

fn searched<E: Evaluate + Send + 'static>(
    make: impl Fn(Counts) -> E + Send + Sync + 'static,
) -> (Outcome, [u32; 6]) {
    let calls = Calls::default();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let search = Search::new(&NoTable).position(fen.parse().unwrap()).limits(limits);
    let counted = Arc::clone(&calls);
    let mut pool = Pool::new(move || make(Counts(Arc::clone(&counted))));
    let outcome = search.run(&mut pool);
    let calls = *calls.lock().unwrap();
    (outcome, calls)
}

#[test]
fn a_boxed_evaluation_is_asked_and_told_as_the_evaluation_is() {
    let plain = searched(|counts| counts);
    let boxed = searched(|counts| Box::new(counts) as Box<dyn Evaluate + Send>);
    assert_eq!(plain, boxed);
    assert!(plain.1.iter().all(|&calls| calls > 0), "{:?}", plain.1);
}
