//! The search that `go` asks for.

use engine::{Engine, Event, Request};
use movegen::{Move, Position};
use search::{Control, Info, Limits};
use uci_text::{
    Go, NO_MOVE, Notation, UciError, best_move_line, current_move_line, info_line, no_move_line,
};

use super::Uci;
use super::clock::{AskingClock, Poll};
use crate::player::Polling;

/// The caller's wish during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on.
    None,
    /// End the search and answer.
    Stop,
    /// The expected reply was played: the time counts from now.
    PonderHit,
}

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
        let search_moves = self.search_moves(position, &go.search_moves);
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
        let mut report = Report { out, position, notation, clock: &clock, kept: Vec::new() };
        let answer = engine.play(&game, &request, &mut |event| report.event(&event));
        clock.wait(endless || go.infinite);
        if let Some(choice) = answer.book {
            let mv = position.uci_as(choice.mv, notation.variant);
            let (weight, of) = (choice.weight, choice.of);
            self.info_string(format_args!("book {mv}, weight {weight} of {of}"));
            self.line(format!("bestmove {mv}"));
            return Ok(());
        }
        report.kept.drain(..).for_each(|line| (report.out)(&line));
        if answer.outcome.best.is_none() {
            self.line(no_move_line(position));
        }
        self.line(best_move_line(position, &answer.outcome, notation));
        Ok(())
    }

    /// Returns the legal moves of `searchmoves`; the others are reported and left out.
    fn search_moves(&mut self, position: &Position, texts: &[&str]) -> Vec<Move> {
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for &text in texts {
            match position.parse_uci(text) {
                Ok(mv) => legal.push(mv),
                Err(_) => refused.push(text),
            }
        }
        if !refused.is_empty() {
            let refused = refused.join(" ");
            let problem = format_args!("left out moves that are not legal here: {refused}");
            self.info_string(UciError::new("go searchmoves", problem));
        }
        legal
    }
}

/// Writes the lines of a search.
struct Report<'a> {
    out: &'a mut Box<dyn FnMut(&str)>,
    position: &'a Position,
    notation: Notation,
    clock: &'a AskingClock<'a>,
    /// The last line of each rank, if only these are written.
    kept: Vec<String>,
}

impl Report<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Line(info) => self.info(info),
            Event::CurrentMove(depth, mv, number) if !self.notation.minimal => {
                let line = current_move_line(*depth, *mv, *number, self.position, self.notation);
                (self.out)(&line);
            }
            Event::Failed(fault) => {
                (self.out)(&format!("info string the search has failed: {fault}"));
            }
            _ => {}
        }
    }

    fn info(&mut self, info: &Info<'_>) {
        let mut shown = *info;
        shown.elapsed = self.clock.since_start();
        let line = info_line(&shown, self.position, self.notation);
        if !self.notation.minimal {
            return (self.out)(&line);
        }
        self.kept.resize(self.kept.len().max(info.multi_pv), String::new());
        self.kept[info.multi_pv - 1] = line;
    }
}

/// Returns a new engine with a table of that size, for a measurement.
pub(super) fn fresh(hash: usize) -> Result<Engine, String> {
    Engine::builder().hash(hash).build().map_err(|error| error.to_string())
}
