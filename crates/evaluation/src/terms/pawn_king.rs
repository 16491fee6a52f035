//! The score of the pawns and the kings alone: computed once for them and kept in a table.

use movegen::{Bitboard, Color};

use crate::geometry::PerColor;
use crate::pawn_probe::{King, PawnFacts};
use crate::score::Score;
use crate::terms::{passed, shelter};
use crate::tracer::Tracer;
use crate::weights::Weights;

/// Returns the shelter of both kings and their distances from the passed pawns, White's minus
/// Black's.
pub(crate) fn score<T: Tracer>(
    pawns: PerColor<Bitboard>,
    facts: &PawnFacts,
    kings: PerColor<King>,
    weights: &Weights,
    tracer: &mut T,
) -> Score {
    let [white, black] = Color::ALL.map(|us| {
        let passed = facts.passed[us.index()];
        shelter::score(pawns, kings[us.index()], weights, us, tracer)
            + passed::king_distances(passed, kings.map(King::square), weights, us, tracer)
    });
    white - black
}
