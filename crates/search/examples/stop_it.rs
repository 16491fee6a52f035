//! An analysis without an end, stopped by another thread as soon as the reports say enough.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::sync::mpsc;
use std::thread;

use search::movegen::Position;
use search::{Control, Info, Limits, NoTable, Outcome, Pool, Reporter, Search};

/// A reporter that sends depth and score to the thread that watches the search.
struct Channel(mpsc::Sender<(u32, i32)>);

impl Reporter for Channel {
    fn iteration(&mut self, info: &Info<'_>) {
        // Nobody listens any more once the search is stopped.
        self.0.send((info.depth, info.score.value())).ok();
    }
}

fn analyse_until(depth: u32, position: Position) -> Outcome {
    let control = Control::new();
    let (sender, reports) = mpsc::channel();
    thread::scope(|scope| {
        // `scope` lends the control to both threads; a program that lives longer takes an `Arc`.
        let search = scope.spawn(|| {
            Search::new(&NoTable)
                .position(position)
                .limits(Limits { infinite: true, ..Limits::default() })
                .control(&control)
                .reporter(&mut Channel(sender))
                .run(&mut Pool::new(|| |position: &Position| position.count_legal() as i32))
        });
        for (reached, score) in reports {
            println!("depth {reached}, {score} centipawns");
            if reached >= depth {
                control.stop();
            }
        }
        search.join().expect("a search does not panic")
    })
}

#[cfg_attr(test, test)]
fn main() {
    let outcome = analyse_until(5, Position::startpos());
    println!("stopped after depth {}, {} nodes", outcome.depth, outcome.nodes);
    assert!(outcome.depth >= 5 && outcome.best.is_some());
}
