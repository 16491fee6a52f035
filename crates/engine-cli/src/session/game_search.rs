//! [`GameSearch`]: a search that `go` asks for, as a job of the driver.

use std::time::Instant;

use engine::search::{Control, MonotonicClock};
use engine::{Engine, Event, Game, Request};

use crate::io::output::Output;
use crate::session::tablebases;
use crate::uci::report::UciReporter;
use uci_text::{Notation, best_move_line, no_move_line};

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
    /// Searches, reports, and returns the `bestmove` line.
    pub(crate) fn run(self, engine: &mut Engine, control: &Control, output: &Output) -> String {
        let clock = self.started.map_or_else(MonotonicClock::start, MonotonicClock::since);
        let request: Request<'_> = self.request;
        let request = Request { clock: Some(&clock), control: Some(control), ..request };
        let (position, notation) = (self.game.position(), self.notation);
        let mut reporter = UciReporter::new(output, position, notation);
        let answer = engine.play(&self.game, &request, &mut |event| match event {
            Event::Book(fault) => output.info_string(format_args!("Book File: {fault}")),
            Event::Hash(error) => output.info_string(format_args!(
                "SharedHash: {error}; the engine now has a table of its own"
            )),
            Event::Failed(fault) => {
                output.info_string(format_args!("the search has failed: {fault}"));
            }
            event => reporter.report(&event),
        });
        if let Some(choice) = answer.book {
            let mv = position.uci_as(choice.mv, notation.variant);
            let (weight, of) = (choice.weight, choice.of);
            output.info_string(format_args!("book {mv}, weight {weight} of {of}"));
            return format!("bestmove {mv}");
        }
        reporter.finish();
        for fault in tablebases::take_faults(engine.tablebases()) {
            output.info_string(format_args!("SyzygyPath: {fault}"));
        }
        if answer.outcome.best.is_none() {
            output.line(no_move_line(position));
        }
        best_move_line(position, &answer.outcome, notation)
    }
}
