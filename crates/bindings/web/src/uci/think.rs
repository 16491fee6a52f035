//! The search that `go` asks for.

use engine::{Engine, Event, Request};
use search::{Control, Limits};
use uci::{Go, NO_MOVE, SearchLines, UciError, best_move_line, no_move_line};

use super::Uci;
use super::clock::{AskingClock, Poll};
use crate::player::Polling;

impl Uci {
    /// Searches, reports and answers.
    pub(super) fn go(&mut self, go: &Go<'_>, poll: Poll<'_>) -> Result<(), UciError> {
        if !go.remarks.is_empty() {
            self.info_string(UciError::new("go", go.remarks.join("; ")));
        }
        let game = match self.game.clone() {
            Ok(game) => game,
            Err(error) => {
                self.info_string(UciError::new(
                    "go",
                    format_args!("there is no position: {error}"),
                ));
                self.line(NO_MOVE);
                return Ok(());
            }
        };
        let (position, notation) = (game.position(), self.options.notation());
        let limits = go.limits(position.side_to_move(), self.options.move_overhead);
        let (search_moves, refused) = go.legal_search_moves(position);
        if let Some(refused) = refused {
            self.info_string(refused);
        }
        let endless = !go.is_limited() && !go.ponder;
        // The clock stands still while the engine ponders; the search itself waits for nobody.
        let limits = Limits { infinite: false, ponder: false, search_moves, ..limits };
        let control = Control::new();
        let clock = AskingClock::new(&control, go.ponder, poll);
        let mut request = Request {
            limits: Polling::bind(limits),
            settings: self.options.settings(),
            strength: self.options.strength().filter(|_| go.asks_for_a_move()),
            book: go.takes_book_moves(),
            clock: Some(&clock),
            control: Some(&control),
            ..Request::default()
        };
        request.nodes_per_millisecond = self.options.nodes_a_millisecond;
        let Self { engine, out, .. } = self;
        let mut lines = SearchLines::new(&mut **out, position, notation);
        let answer = engine.play(&game, &request, &mut |event| match event {
            Event::Line(info) => {
                let mut shown = *info;
                shown.elapsed = clock.since_start();
                lines.info(&shown);
            }
            Event::CurrentMove(depth, mv, number) => lines.current_move(depth, mv, number),
            Event::Failed(fault) => {
                lines.line(&format!("info string the search has failed: {fault}"));
            }
            _ => {}
        });
        clock.wait(endless || go.infinite);
        if let Some(choice) = answer.book {
            let mv = position.uci_as(choice.mv, notation.variant);
            let (weight, of) = (choice.weight, choice.of);
            self.info_string(format_args!("book {mv}, weight {weight} of {of}"));
            self.line(format!("bestmove {mv}"));
            return Ok(());
        }
        lines.finish();
        if answer.outcome.best.is_none() {
            self.line(no_move_line(position));
        }
        self.line(best_move_line(position, &answer.outcome, notation));
        Ok(())
    }
}

/// Returns a new engine with a table of that size, for a measurement.
pub(super) fn fresh(hash: usize) -> Result<Engine, String> {
    Engine::builder().hash(hash).build().map_err(|error| error.to_string())
}
