//! A hand-crafted chess evaluation: readable, traceable and symmetric.
//!
//! [`Evaluator::evaluate`] turns a position into centipawns. It is a sum of terms, each a file under
//! `terms/`; every number of every term stands once, in [`Weights`]. Each weight is a pair of values
//! for the middle game and the end game; the pieces left on the board decide how the two mix.
//!
//! ```
//! use evaluation::{Evaluator, Term};
//! use movegen::Position;
//!
//! let mut evaluator = Evaluator::new();
//! let position = Position::startpos();
//! let trace = evaluator.trace(&position);
//! assert_eq!(evaluator.evaluate(&position), trace.value());
//! assert_eq!(trace.total(), trace.term(Term::Tempo, position.side_to_move()));
//! println!("{trace}");
//! ```
//!
//! The evaluation function is generic over a tracer that is told of every weight and how often it
//! counts. In play the tracer is empty and costs nothing; [`Trace`] sums by term for people, and
//! [`coefficients`] counts by weight for a tuner.
#![forbid(unsafe_code)]

mod context;
mod geometry;
mod hand_crafted;
mod score;
mod terms;
mod trace;
mod weights;

pub use hand_crafted::{EVAL_LIMIT, Evaluator, PawnProbe, pawn_terms};
pub use pawn_hash::Counters;
pub use score::Score;
pub use terms::king_safety::penalty as danger_penalty;
pub use trace::{Coefficients, Term, Trace, coefficients};
pub use weights::Weights;

/// The README's example, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
