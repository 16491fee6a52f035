//! The evaluation function: the sum of the terms.

use movegen::{Bitboard, Color, Position};

use crate::context::Context;
use crate::known_draw::is_known_draw;
use crate::material::{Counts, Material};
use crate::pawn_probe::{King, PawnFacts, pawn_sets};
use crate::score::Score;
use crate::term::Term;
use crate::terms::{
    endings, initiative, king_safety, passed, pawn_king, pawns, pieces, scale, shelter, space,
    threats,
};
use crate::tracer::{Silent, Tally, Tracer};
use crate::verdict::{Scales, Verdict};
use crate::weights::Weights;

/// Returns the score of the terms that depend on the pawns alone, which a hit of the pawn table
/// saves: White's minus Black's.
///
/// ```
/// use evaluation::movegen::{Color, PieceType, Position};
/// use evaluation::{Weights, pawn_terms};
///
/// let terms = |fen: &str| {
///     let position = Position::from_fen(fen).expect("a legal position");
///     let pawns = Color::ALL.map(|color| position.colored(color, PieceType::Pawn));
///     pawn_terms(pawns, &Weights::default())
/// };
/// let sound = terms("4k3/8/8/8/8/8/2PPP3/4K3 w - - 0 1");
/// let doubled = terms("4k3/8/8/8/8/2P5/2P1P3/4K3 w - - 0 1");
/// assert!(doubled.end_game() < sound.end_game());
/// ```
pub fn pawn_terms(pawns: [Bitboard; 2], weights: &Weights) -> Score {
    pawns::facts(pawns, weights, &mut Silent).score
}

/// Evaluates a position without the tables, and reports every weight that counts to `tracer`.
pub(crate) fn evaluate_afresh<T: Tracer>(
    position: &Position,
    weights: &Weights,
    tracer: &mut T,
) -> Verdict {
    let sets = pawn_sets(position);
    let facts = pawns::facts(sets, weights, tracer);
    let kings = Color::ALL.map(|us| King::of(position, us));
    let with_kings = pawn_king::score(sets, &facts, kings, weights, tracer);
    let material = Material::of(&Counts::new(position), weights, tracer);
    evaluate(position, weights, &material, &facts, with_kings, tracer)
}

/// Evaluates a position from its material, its pawns and the value of pawns and kings, and reports
/// every other weight that counts to `tracer`.
pub(crate) fn evaluate<T: Tracer>(
    position: &Position,
    weights: &Weights,
    material: &Material,
    pawns: &PawnFacts,
    with_kings: Score,
    tracer: &mut T,
) -> Verdict {
    let mut context = Context::new(position, weights, pawns);
    let mut score = material.imbalance + pawns.score + with_kings;
    score += pieces::score(&mut context, Color::White, tracer);
    score -= pieces::score(&mut context, Color::Black, tracer);

    // From here on the attack maps of both sides are complete.
    let context = context;
    score += passed::score(&context, Color::White, tracer);
    score -= passed::score(&context, Color::Black, tracer);
    score += threats::score(&context, Color::White, tracer);
    score -= threats::score(&context, Color::Black, tracer);
    score += shelter::castling_rights(&context, Color::White, tracer);
    score -= shelter::castling_rights(&context, Color::Black, tracer);
    score += king_safety::score(&context, Color::White, tracer);
    score -= king_safety::score(&context, Color::Black, tracer);
    score += space::score(&context, Color::White, tracer);
    score -= space::score(&context, Color::Black, tracer);

    let us = position.side_to_move();
    let mut tempo = Tally::new(us, tracer);
    tempo.once(Term::Tempo, &weights.tempo);
    score += if us == Color::White { tempo.score() } else { -tempo.score() };

    let (mut known, mut change) = (None, Score::ZERO);
    if let Some((ending, strong)) = material.ending {
        let knowledge = endings::judge(&context, ending, strong, tracer);
        score += if strong == Color::White { knowledge.score } else { -knowledge.score };
        known = knowledge.scales;
    } else {
        change = initiative::change(score, initiative::units(&context, tracer));
        tracer.initiative_total(change);
    }
    let scales = if is_known_draw(position) {
        Scales::DRAWN
    } else {
        known.unwrap_or_else(|| scale::scales(&context, material, score))
    };
    let score = score + change;
    Verdict { score, phase: i32::from(material.phase), scales }
}
