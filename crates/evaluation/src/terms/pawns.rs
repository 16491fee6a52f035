//! The score of the pawns alone: computed once per structure and kept in the pawn table.

use movegen::{Bitboard, Color, PieceType};
use pawn_hash::PawnStructure;

use crate::geometry::{PerColor, fill_forward, folded_file, relative_rank};
use crate::pawn_probe::PawnFacts;
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};
use crate::weights::Weights;

/// Scores the pawn structure of both colours.
pub(crate) fn facts<T: Tracer>(
    pawns: PerColor<Bitboard>,
    weights: &Weights,
    tracer: &mut T,
) -> PawnFacts {
    let structure = PawnStructure::of(pawns.map(|set| set.0));
    let [white, black] = Color::ALL.map(|us| side(pawns, &structure, weights, us, tracer));
    PawnFacts {
        attack_spans: structure.attack_spans.map(Bitboard),
        passed: structure.passed.map(Bitboard),
        score: white - black,
    }
}

fn side<T: Tracer>(
    pawns: PerColor<Bitboard>,
    structure: &PawnStructure,
    weights: &Weights,
    us: Color,
    tracer: &mut T,
) -> Score {
    let mut tally = Tally::new(us, tracer);
    let of = |sets: PerColor<u64>| Bitboard(sets[us.index()]);

    let own = pawns[us.index()];
    for square in own {
        tally.piece(weights, PieceType::Pawn, square);
    }
    let weak = of(structure.isolated) | of(structure.backward);
    let enemy_half_open = Bitboard(structure.half_open_files[(!us).index()]);
    let opposed = own & fill_forward(!us, pawns[(!us).index()]);
    for (set, weight) in [
        (of(structure.isolated), &weights.pawn_isolated),
        (of(structure.backward), &weights.pawn_backward),
        (of(structure.doubled), &weights.pawn_doubled),
        (weak & enemy_half_open, &weights.pawn_weak_on_half_open_file),
        (of(structure.connected) & opposed, &weights.pawn_connected_opposed),
    ] {
        tally.add(Term::Pawns, weight, set.count() as i32);
    }
    for (set, by_rank) in [
        (of(structure.phalanx), &weights.pawn_phalanx),
        (of(structure.supported), &weights.pawn_supported),
        (of(structure.candidates), &weights.pawn_candidate),
        (of(structure.passed), &weights.passed),
        (of(structure.levers), &weights.pawn_lever),
        (of(structure.rammed), &weights.pawn_rammed),
    ] {
        for square in set {
            tally.once(Term::Pawns, &by_rank[relative_rank(us, square)]);
        }
    }
    for square in of(structure.passed) {
        tally.once(Term::Pawns, &weights.passed_file[folded_file(square)]);
    }
    tally.score()
}
