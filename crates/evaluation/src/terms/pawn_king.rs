//! What depends on the pawns and the kings alone: computed once for them and remembered.

use movegen::{Bitboard, Color, Square};

use super::pawns::PawnFacts;
use super::{passed, shelter};
use crate::Score;
use crate::context::PerColor;
use crate::trace::Tracer;
use crate::weights::Weights;

/// The shelter of both kings and their distances from the passed pawns, White's minus Black's.
pub(crate) fn score<T: Tracer>(
    pawns: PerColor<Bitboard>,
    facts: &PawnFacts,
    kings: PerColor<Square>,
    weights: &Weights,
    tracer: &mut T,
) -> Score {
    let [white, black] = Color::ALL.map(|us| {
        let passed = facts.passed[us.index()];
        shelter::score(pawns, kings[us.index()], weights, us, tracer)
            + passed::king_distances(passed, kings, weights, us, tracer)
    });
    white - black
}
