//! The search that `go` asks for, as a job.

use engine::{Engine, Event, Game, Request};

use crate::output::Output;
use crate::report::{Notation, best_move_line, no_move_line};
use crate::runs::Run;
use crate::search_lines::SearchLines;
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
