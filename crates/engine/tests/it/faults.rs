//! Searches that panic.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use engine::search::Clock;
use engine::{Event, Game, Request};

use crate::engine;

/// A clock that panics when it has been asked a number of times.
struct Broken(AtomicU32);

impl Clock for Broken {
    fn elapsed(&self) -> Duration {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        assert!(left.is_ok(), "the clock is broken");
        Duration::ZERO
    }
}

#[test]
fn a_search_that_panics_is_reported_and_answered_and_the_next_one_is_as_ever() {
    let mut engine = engine();
    let game = Game::default();
    let expected = engine.analyse(&game, &Request::depth(5), &mut |_| ());
    for asked in [0, 3, 40] {
        let clock = Broken(AtomicU32::new(asked));
        let (mut failures, mut last) = (Vec::new(), None);
        let request = Request { clock: Some(&clock), ..Request::depth(30) };
        let answer = engine.play(&game, &request, &mut |event| match event {
            Event::Failed(message) => failures.push(message),
            Event::Line(info) => last = info.pv.first().copied(),
            _ => {}
        });
        assert_eq!(failures, ["the clock is broken"], "{asked}");
        let best = answer.outcome.best.expect("a legal move");
        assert!(game.position().is_legal(best));
        assert!(last.is_none_or(|last| last == best), "the last report is the answer");
        // The threads have forgotten by themselves.
        engine.clear_hash().expect("an own table");
        assert_eq!(engine.analyse(&game, &Request::depth(5), &mut |_| ()), expected);
    }
}

#[test]
fn a_panic_in_the_reports_is_one_of_the_search() {
    let mut engine = engine();
    let mut failed = false;
    let outcome = engine.analyse(&Game::default(), &Request::depth(5), &mut |event| match event {
        Event::Failed(message) => failed = message == "no more",
        Event::Line(info) => assert!(info.depth < 3, "no more"),
        _ => {}
    });
    assert!(failed && outcome.best.is_some());
}

#[test]
fn a_position_without_a_legal_move_has_no_answer() {
    let mut engine = engine();
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let game = Game::from_fen(fen).expect("a legal position");
        assert!(game.outcome().is_some());
        assert_eq!(engine.analyse(&game, &Request::depth(5), &mut |_| ()).best, None);
        let weak = Request { strength: engine::Strength::of_level(0, 1), ..Request::depth(5) };
        assert_eq!(engine.play(&game, &weak, &mut |_| ()).outcome.best, None);
    }
}
