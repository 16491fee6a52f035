//! Searches of a [`Player`](super::Player): moves at a level, and analyses of several lines.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::judge::points;
use engine::{Event, Game, Request, Strength};
use movegen::Move;
use search::score::mate_distance_moves;
use search::{Clock, Control, Info, Limits, MonotonicClock, Wdl};
use serde::{Deserialize, Serialize};
use tt_core::Bound;
use uci::nodes_per_second;

use super::Player;
use crate::words;

const LINES: std::ops::RangeInclusive<usize> = 1..=5;

/// The calls of the clock, one in 256 nodes, between two polls.
pub(crate) const CALLS_A_POLL: u32 = 4;

/// The request for a move or an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct GoRequest {
    /// The level, 20 for full strength; a move at a level may come from its openings.
    pub level: Option<i64>,
    /// The Elo, in place of a level.
    pub elo: Option<i64>,
    /// The seed of a limited strength's choices; 0: they differ each time.
    pub seed: u64,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    pub movetime: Option<u64>,
    /// The number of lines, one by default.
    pub lines: Option<usize>,
}

/// A score from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    #[serde(flatten)]
    pub value: Value,
    /// The points that the side to move may expect by [`engine::judge::points`], from 0 to 1.
    #[serde(default)]
    pub points: f64,
}

/// A score in the words of UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Moves to the mate; negative if the side to move is mated.
    Mate(i32),
}

impl Score {
    pub(crate) fn new(score: i32) -> Self {
        let value = mate_distance_moves(score).map_or(Value::Cp(score), Value::Mate);
        Self { value, points: points(score) }
    }
}

/// A line of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineEvent {
    /// `line`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The rank of the line, from 1.
    pub multipv: usize,
    pub depth: u32,
    /// The deepest ply that was visited.
    pub seldepth: u32,
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: &'static str,
    /// The chances to win, to draw and to lose in per mille.
    pub wdl: [u32; 3],
    pub pv: Vec<String>,
    pub san: String,
    pub nodes: u64,
    pub nps: u64,
    /// Slots with a record of this search in per mille.
    pub hashfull: u32,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoAnswer {
    /// The move in UCI's notation; `None` if there is no legal one.
    pub best: Option<String>,
    pub san: Option<String>,
    pub ponder: Option<String>,
    /// The score; `None` of a move that comes from the openings of a level.
    pub score: Option<Score>,
    pub nodes: u64,
    /// The last finished iteration.
    pub depth: u32,
}

/// The function that is called now and then with the number of nodes; it returns whether to go on.
pub type Poll<'a> = &'a mut (dyn FnMut(u64) -> bool + Send);

/// A clock that asks the caller now and then whether to go on.
struct Polling<'a> {
    clock: MonotonicClock,
    control: &'a Control,
    poll: Mutex<(u32, Poll<'a>)>,
}

impl<'a> Polling<'a> {
    /// Creates the clock of a search that `control` stops.
    fn new(control: &'a Control, poll: Poll<'a>) -> Self {
        Self { clock: MonotonicClock::start(), control, poll: Mutex::new((0, poll)) }
    }
}

impl Clock for Polling<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn has_started(&self) -> bool {
        true
    }

    fn ask(&self, nodes: &dyn Fn() -> u64) -> bool {
        let mut poll = self.poll.lock().unwrap_or_else(PoisonError::into_inner);
        let (calls, ask) = &mut *poll;
        *calls += 1;
        if calls.is_multiple_of(CALLS_A_POLL) && !self.control.is_stopped() && !ask(nodes()) {
            self.control.stop();
        }
        true
    }
}

impl Player {
    /// Searches the position on the board: for a move at a level or an Elo if the request has one,
    /// else for the best lines. It calls `poll` about once in 1,024 nodes and `event` for each
    /// line.
    pub fn go(
        &mut self,
        request: GoRequest,
        poll: Poll<'_>,
        mut event: impl FnMut(&LineEvent),
    ) -> Result<GoAnswer, String> {
        let lines = request.lines.unwrap_or(1);
        if !LINES.contains(&lines) {
            return Err(format!("expected 1 to 5 lines, found {lines}"));
        }
        let control = Control::new();
        let clock = Polling::new(&control, poll);
        let GoRequest { level, elo, seed, depth, nodes, movetime, .. } = request;
        let movetime = movetime.map(Duration::from_millis);
        let limits = Limits { depth, nodes, movetime, ..Limits::default() };
        let of_elo = elo.map(|elo| Strength::of_elo(elo, seed));
        let strength = of_elo.or_else(|| Strength::of_level(level?, seed));
        let task = Request {
            limits,
            strength,
            book: strength.is_some(),
            clock: Some(&clock),
            control: Some(&control),
            ..Request::default()
        };
        let Self { engine, game, .. } = self;
        let mut failure = None;
        let answer = engine.play(game, &task.lines(lines), &mut |report| match report {
            Event::Line(info) => event(&line_event(info, game)),
            Event::Failed(message) => failure = Some(message),
            _ => {}
        });
        if let Some(message) = failure {
            return Err(format!("the search failed: {message}"));
        }
        let (outcome, position) = (answer.outcome, game.position());
        let reply = |mv: Move, ponder: Move| position.make(mv).uci(ponder);
        Ok(GoAnswer {
            best: outcome.best.map(|mv| position.uci(mv)),
            san: outcome.best.map(|mv| position.san(mv)),
            ponder: outcome.best.zip(outcome.ponder).map(|(mv, ponder)| reply(mv, ponder)),
            score: answer.book.is_none().then(|| Score::new(outcome.score.value())),
            nodes: outcome.nodes,
            depth: outcome.depth,
        })
    }
}

pub(super) fn line_event(info: &Info<'_>, game: &Game) -> LineEvent {
    let position = game.position();
    let Wdl { win, draw, loss } = info.wdl(position);
    LineEvent {
        kind: "line",
        multipv: info.multi_pv,
        depth: info.depth,
        seldepth: info.sel_depth,
        score: Score::new(info.score.value()),
        bound: match info.score.bound {
            Bound::None => "exact",
            bound => words::bound(bound),
        },
        wdl: [win, draw, loss],
        pv: crate::game::uci_line(position, info.pv),
        san: game.san_line(info.pv),
        nodes: info.nodes,
        nps: nodes_per_second(info.nodes, info.elapsed),
        hashfull: info.hashfull,
    }
}
