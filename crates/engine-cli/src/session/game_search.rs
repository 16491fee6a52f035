//! [`GameSearch`]: a search that `go` asks for, as a job of the driver.

use std::time::Instant;

use engine::search::MonotonicClock;
use engine::{Engine, Event, Game, Request};

use crate::io::output::Output;
use crate::session::driver::Run;
use crate::session::tablebases;
use uci::{Notation, SearchLines, best_move_line, no_move_line};

/// A search or a move of the book, ready to be run.
pub(crate) struct GameSearch {
    /// The root and its past.
    pub(crate) game: Game,
    /// The request, without its clock and control.
    pub(crate) request: Request<'static>,
    /// The notation of moves and scores.
    pub(crate) notation: Notation,
    /// The time at which the `go` line was read; `None` if the clock starts with the search.
    pub(crate) started: Option<Instant>,
}

impl GameSearch {
    /// Searches, reports as long as the answer is awaited, and returns the `bestmove` line.
    pub(crate) fn run(self, engine: &mut Engine, run: &Run, output: &Output) -> String {
        let clock = self.started.map_or_else(MonotonicClock::start, MonotonicClock::since);
        let request: Request<'_> = self.request;
        let request = Request { clock: Some(&clock), control: Some(&run.control), ..request };
        let (position, notation) = (self.game.position(), self.notation);
        let mut write = |line: &str| {
            if run.is_awaited() {
                output.line(line);
            }
        };
        let mut lines = SearchLines::new(&mut write, position, notation);
        let answer = engine.play(&self.game, &request, &mut |event| match event {
            Event::Book(fault) => output.info_string(format_args!("Book File: {fault}")),
            Event::Hash(error) => output.info_string(format_args!(
                "SharedHash: {error}; the engine now has a table of its own"
            )),
            Event::Failed(fault) => {
                output.info_string(format_args!("the search has failed: {fault}"));
            }
            Event::Line(info) => lines.info(info),
            Event::CurrentMove(depth, mv, number) => lines.current_move(depth, mv, number),
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
}
