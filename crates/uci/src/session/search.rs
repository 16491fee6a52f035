//! The search that `go` asks for, as a job.

use engine::{Engine, Event, Game, Request};

use crate::output::Output;
use crate::report::{Notation, SearchLines, best_move_line, no_move_line};
use crate::runs::Run;
use crate::tablebases;

/// Searches or finds a move of the book, reports as long as the answer is awaited, and returns the
/// `bestmove` line.
pub(super) fn answer(
    engine: &mut Engine,
    game: &Game,
    request: &Request<'_>,
    run: &Run,
    notation: Notation,
    output: &impl Output,
) -> String {
    let position = game.position();
    let mut write = |line: &str| {
        if run.is_awaited() {
            output.line(line);
        }
    };
    let mut lines = SearchLines::new(&mut write, position, notation);
    let answer = engine.play(game, request, &mut |event| match event {
        Event::Book(fault) => output.info_string(format_args!("Book File: {fault}")),
        Event::Hash(error) => output.info_string(format_args!(
            "SharedHash: {error}; the engine now has a table of its own"
        )),
        Event::Failed(fault) => {
            output.info_string(format_args!("the search has failed: {fault}"));
        }
        Event::Line(info) => lines.info(info),
        Event::CurrentMove { depth, mv, number } => lines.current_move(depth, mv, number),
        _ => {}
    });
    if let Some(choice) = answer.book {
        let mv = position.uci_as(choice.mv, notation.variant);
        let (weight, of) = (choice.weight, choice.of);
        output.info_string(format_args!("book {mv}, weight {weight} of {of}"));
        return format!("bestmove {mv}");
    }
    lines.finish();
    for fault in tablebases::take_faults(engine.tablebases()) {
        output.info_string(format_args!("SyzygyPath: {fault}"));
    }
    if answer.outcome.best.is_none() && run.is_awaited() {
        output.line(no_move_line(position));
    }
    best_move_line(position, &answer.outcome, notation)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::output::tests::Capture;
    use crate::runs::Ending;

    #[test]
    fn a_search_whose_answer_nobody_awaits_says_nothing() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a small table");
        let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
        for game in [Game::default(), Game::from_fen(mated).expect("a position")] {
            for is_abandoned in [false, true] {
                let run = Run::new(Ending::Ponder { limited: false });
                assert!(!is_abandoned || run.abandon_pondering());
                let (said, request) = (Capture::default(), Request::depth(3));
                let notation = Notation::default();
                let line = answer(&mut engine, &game, &request, &run, notation, &said);
                assert!(line.starts_with("bestmove "), "{line}");
                assert_eq!(said.text().is_empty(), is_abandoned, "{}", said.text());
            }
        }
    }

    /// A clock that panics.
    struct Broken;

    impl search::Clock for Broken {
        fn elapsed(&self) -> Duration {
            panic!("no time")
        }
    }

    #[test]
    fn a_failed_search_is_told_and_answered() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a small table");
        let (said, game) = (Capture::default(), Game::default());
        let run = Run::new(Ending::Limit);
        let request = Request { clock: Some(&Broken), ..Request::depth(3) };
        let line = answer(&mut engine, &game, &request, &run, Notation::default(), &said);
        let mv = line.strip_prefix("bestmove ").and_then(|rest| rest.get(..4)).expect("a move");
        assert!(game.position().parse_uci(mv).is_ok(), "{line}");
        let told = said.text();
        assert!(told.contains("info string the search has failed: no time\n"), "{told}");
    }
}
