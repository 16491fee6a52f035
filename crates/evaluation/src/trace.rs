//! Watching an evaluation: nobody, by term, or weight by weight.

mod coefficients;

use core::fmt;

use movegen::Color;

use crate::Score;
use crate::hand_crafted::Verdict;

pub use coefficients::{Coefficients, coefficients};

/// The parts that the evaluation is the sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The values of the men.
    Material,
    /// Men on good and bad squares.
    PieceSquare,
    /// What a man is worth in company: bishop pair, knights and rooks by number of pawns.
    Imbalance,
    /// The pawn structure.
    Pawns,
    /// Passed pawns with regard to the pieces.
    Passed,
    /// How many safe squares the pieces attack.
    Mobility,
    /// Knights and bishops: outposts, bad bishops, distance from the king.
    Minors,
    /// Rooks: open files, the seventh rank, shut in by the king.
    Rooks,
    /// Attacks that win something.
    Threats,
    /// Pawns before the king, and castling rights.
    Shelter,
    /// The enemy's pieces about the king.
    Danger,
    /// Safe room behind the centre pawns.
    Space,
    /// Driving a bare king.
    MopUp,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Term; 14] = [
        Term::Material,
        Term::PieceSquare,
        Term::Imbalance,
        Term::Pawns,
        Term::Passed,
        Term::Mobility,
        Term::Minors,
        Term::Rooks,
        Term::Threats,
        Term::Shelter,
        Term::Danger,
        Term::Space,
        Term::MopUp,
        Term::Tempo,
    ];

    fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::PieceSquare => "piece-square",
            Term::Imbalance => "imbalance",
            Term::Pawns => "pawns",
            Term::Passed => "passed pawns",
            Term::Mobility => "mobility",
            Term::Minors => "minor pieces",
            Term::Rooks => "rooks",
            Term::Threats => "threats",
            Term::Shelter => "king shelter",
            Term::Danger => "king danger",
            Term::Space => "space",
            Term::MopUp => "mop-up",
            Term::Tempo => "tempo",
        }
    }
}

/// An observer of one evaluation.
///
/// The evaluation is generic over it. Its methods are empty for [`Silent`], so that play pays
/// nothing for what tuning and `eval` want to see.
pub(crate) trait Tracer {
    /// `weight` counts `count` times for `color`.
    fn weight(&mut self, term: Term, color: Color, weight: &Score, count: i32);
    /// `weight` counts `count` times among the danger units of `color`'s king.
    fn danger_unit(&mut self, color: Color, weight: &Score, count: i32);
    /// The danger units of `color`'s king cost it `penalty`.
    fn danger_total(&mut self, color: Color, penalty: Score);
}

/// Watches nothing.
pub(crate) struct Silent;

impl Tracer for Silent {
    #[inline]
    fn weight(&mut self, _: Term, _: Color, _: &Score, _: i32) {}
    #[inline]
    fn danger_unit(&mut self, _: Color, _: &Score, _: i32) {}
    #[inline]
    fn danger_total(&mut self, _: Color, _: Score) {}
}

/// An evaluation, term by term. Its `Display` is a table for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    terms: [[Score; 2]; Term::ALL.len()],
    phase: i32,
    scale: i32,
    value: i32,
}

impl Trace {
    pub(crate) fn new() -> Self {
        Self { terms: [[Score::ZERO; 2]; Term::ALL.len()], phase: 0, scale: 0, value: 0 }
    }

    /// Enters what the sum of the terms came to.
    pub(crate) fn conclude(&mut self, verdict: &Verdict) {
        self.phase = verdict.phase;
        self.scale = verdict.scale;
        self.value = verdict.value();
    }

    /// What a term gives to a colour.
    pub fn term(&self, term: Term, color: Color) -> Score {
        self.terms[term as usize][color.index()]
    }

    /// The sum of all terms, White's minus Black's.
    pub fn total(&self) -> Score {
        self.terms.iter().map(|[white, black]| *white - *black).sum()
    }

    /// The phase of the game: 24 with all pieces on the board, 0 with pawns and kings only.
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// How much of the end-game value counts, in 64ths: less where the leader cannot easily win.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The evaluation in centipawns from White's side.
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
        writeln!(f, "phase {} of 24, end game scaled by {}/64", self.phase, self.scale)?;
        write!(f, "evaluation {} centipawns, White's view", self.value)
    }
}
