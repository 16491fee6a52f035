//! [`Trace`]: an evaluation term by term.

use core::fmt;

use movegen::Color;

use crate::score::Score;
use crate::term::Term;
use crate::tracer::Tracer;
use crate::verdict::{FULL_PHASE, FULL_SCALE, Scales, Verdict};

/// An evaluation, term by term. Its `Display` is a table for people.
///
/// ```
/// use evaluation::movegen::Position;
/// use evaluation::{Evaluator, FULL_PHASE, FULL_SCALE};
///
/// // A pawn up with bishops of opposite colours: little of the end-game value counts.
/// let position = Position::from_fen("8/4b3/2k5/p1p5/P1P5/1K1B1P2/8/8 b - - 0 50")?;
/// let trace = Evaluator::new().trace(&position);
/// assert!(trace.total().end_game() > 60);
/// assert!(trace.scale() < FULL_SCALE / 2 && trace.phase() < FULL_PHASE / 8);
/// assert!((1..50).contains(&trace.value()));
///
/// let table = trace.to_string();
/// assert!(table.lines().any(|line| line.starts_with("passed pawns |")));
/// assert!(table.ends_with(&format!("evaluation {} centipawns, White's view", trace.value())));
/// # Ok::<(), evaluation::movegen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    terms: [[Score; 2]; Term::ALL.len()],
    phase: i32,
    scales: Scales,
    value: i32,
}

impl Trace {
    pub(crate) fn new() -> Self {
        Self {
            terms: [[Score::ZERO; 2]; Term::ALL.len()],
            phase: 0,
            scales: Scales::FULL,
            value: 0,
        }
    }

    pub(crate) fn conclude(&mut self, verdict: &Verdict) {
        self.phase = verdict.phase;
        self.scales = verdict.scales;
        self.value = verdict.value();
    }

    /// Returns the score that a term gives to a colour.
    pub fn term(&self, term: Term, color: Color) -> Score {
        self.terms[term as usize][color.index()]
    }

    /// Returns the sum of all terms, White's minus Black's.
    pub fn total(&self) -> Score {
        self.terms.iter().map(|[white, black]| *white - *black).sum()
    }

    /// Returns the phase of the game: [`FULL_PHASE`] with all pieces on the board, 0 with pawns and
    /// kings only.
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// Returns how much of the end-game value counts, 0 to [`FULL_SCALE`]: less where the leader
    /// cannot easily win.
    pub fn scale(&self) -> i32 {
        self.scales.end_game
    }

    /// Returns how much of the middle-game value counts, 0 to [`FULL_SCALE`]: the same share as of
    /// the end-game value in endings that pawns no longer decide, else all of it.
    pub fn middle_game_scale(&self) -> i32 {
        self.scales.middle_game
    }

    /// Returns the evaluation in centipawns from White's side.
    pub fn value(&self) -> i32 {
        self.value
    }
}

impl Tracer for Trace {
    fn weight(&mut self, term: Term, color: Color, weight: &Score, count: i32) {
        self.terms[term as usize][color.index()] += *weight * count;
    }

    fn danger_unit(&mut self, _: Color, _: &Score, _: i32) {}

    fn danger_total(&mut self, color: Color, penalty: Score) {
        self.terms[Term::Danger as usize][color.index()] -= penalty;
    }

    fn initiative_unit(&mut self, _: &Score, _: i32) {}

    fn initiative_total(&mut self, change: Score) {
        let part = |sign: i32| {
            let half = |change: i32| (sign * change).max(0) as i16;
            Score::new(half(change.middle_game()), half(change.end_game()))
        };
        let [white, black] = &mut self.terms[Term::Initiative as usize];
        (*white, *black) = (*white + part(1), *black + part(-1));
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |score: Score| format!("{:>6} {:>6}", score.middle_game(), score.end_game());
        writeln!(f, "term         |     White     |     Black     |     Total")?;
        writeln!(f, "             |     mg     eg |     mg     eg |     mg     eg")?;
        writeln!(f, "-------------+---------------+---------------+--------------")?;
        for term in Term::ALL {
            let [white, black] = self.terms[term as usize];
            let (name, total) = (term.name(), pair(white - black));
            writeln!(f, "{name:<12} | {} | {} | {total}", pair(white), pair(black))?;
        }
        writeln!(f, "-------------+---------------+---------------+--------------")?;
        writeln!(f, "{:<12} | {:13} | {:13} | {}", "total", "", "", pair(self.total()))?;
        let (phase, Scales { middle_game, end_game }) = (self.phase, self.scales);
        write!(f, "phase {phase} of {FULL_PHASE}, end game scaled by {end_game}/{FULL_SCALE}")?;
        if middle_game < FULL_SCALE {
            write!(f, ", middle game by {middle_game}/{FULL_SCALE}")?;
        }
        writeln!(f)?;
        write!(f, "evaluation {} centipawns, White's view", self.value)
    }
}
