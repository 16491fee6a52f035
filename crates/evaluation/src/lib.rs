//! A hand-crafted chess evaluation: readable, traceable and symmetric.
//!
//! [`Evaluator::evaluate`] turns a position into centipawns. It is a sum of terms, each a file
//! under `terms/`; [`Weights`] holds every weight of every term once. A weight is a pair of values
//! for the middle game and the end game; the pieces left on the board decide how the two mix.
//!
//! ```
//! use evaluation::{Evaluator, Term};
//! use evaluation::movegen::{Color, Position};
//!
//! let mut evaluator = Evaluator::new(); // one per thread
//! let position = Position::startpos();
//! let trace = evaluator.trace(&position);
//! assert_eq!(evaluator.evaluate(&position), trace.value());
//! let lead = |term| trace.term(term, Color::White) - trace.term(term, Color::Black);
//! assert_eq!(trace.total(), lead(Term::Tempo) + lead(Term::Initiative));
//! println!("{trace}");
//! ```
//!
//! The evaluation function is generic over a tracer, which receives every weight and how often it
//! counts. In play the tracer is empty and costs nothing; [`Trace`] sums by term for people, and
//! [`coefficients`] counts by weight for a tuner. Likewise [`Evaluator`] is generic over the
//! counter of the hits of its tables, by default none.
//!
//! Positions are those of [`movegen`], which is re-exported whole, so a program that depends on
//! this crate alone has all that it needs. The types that a caller only reads ([`Term`],
//! [`Coefficients`], [`PawnProbe`]) may grow in a minor version, and are `#[non_exhaustive]`.
//! [`Weights`] may, too: change fields of the default ones, or end a literal in
//! `..Weights::default()`.
#![forbid(unsafe_code)]

mod coefficients;
mod context;
mod evaluator;
mod geometry;
mod hand_crafted;
mod known_draw;
mod kpk;
mod lead_share;
mod material;
mod pawn_probe;
mod score;
mod term;
mod terms;
mod trace;
mod tracer;
mod verdict;
mod weights;

pub use coefficients::{Coefficients, coefficients};
pub use evaluator::Evaluator;
pub use hand_crafted::pawn_terms;
pub use known_draw::is_known_draw;
pub use lead_share::lead_share;
pub use material::ending::is_special_ending;
pub use movegen;
pub use pawn_hash::{Counters, Counts, NoStatistics, Statistics, Stored};
pub use pawn_probe::PawnProbe;
pub use score::Score;
pub use term::Term;
pub use terms::initiative::change as initiative_change;
pub use terms::king_safety::penalty as danger_penalty;
pub use trace::Trace;
pub use verdict::{EVAL_LIMIT, FULL_PHASE, FULL_SCALE};
pub use weights::{Weights, WeightsError};

/// The README's example, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
