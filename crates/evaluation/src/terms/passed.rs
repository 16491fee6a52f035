//! Passed pawns and the pieces about them. Their value by rank is part of the pawn structure.

use movegen::{Bitboard, Color, PieceType, Square, attacks};

use crate::context::Context;
use crate::geometry::{PerColor, forward, relative_rank};
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};
use crate::weights::Weights;

/// The weight of the kings' distances to a pawn, by its rank.
const DISTANCE_FACTOR: [i32; 8] = [0, 0, 0, 1, 3, 5, 7, 0];

#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &Context<'_>, us: Color, tracer: &mut T) -> Score {
    let mut tally = Tally::new(us, tracer);
    for pawn in context.pawns.passed[us.index()] {
        way(context, us, pawn, &mut tally);
        unstoppable(context, us, pawn, &mut tally);
        rooks(context, us, pawn, &mut tally);
    }
    tally.score()
}

/// Scores how free the pawn's way is of other pieces and of enemy attacks.
#[inline(always)]
fn way<T: Tracer>(context: &Context<'_>, us: Color, pawn: Square, tally: &mut Tally<'_, T>) {
    let weights = context.weights;
    let rank = relative_rank(us, pawn);
    let occupied = context.position.occupied();
    let (own, enemy) = (&context.attacks[us.index()], &context.attacks[(!us).index()]);
    let stop = forward(us, pawn.bb());
    let path = context.path(us, pawn);
    if (stop & occupied).is_empty() {
        tally.once(Term::Passed, &weights.passed_unblocked[rank]);
        if (stop & enemy.all).is_empty() {
            tally.once(Term::Passed, &weights.passed_safe_stop[rank]);
        }
        if (path & (occupied | enemy.all)).is_empty() {
            tally.once(Term::Passed, &weights.passed_safe_path[rank]);
        } else if (path & (occupied | (enemy.all & !own.all))).is_empty() {
            tally.once(Term::Passed, &weights.passed_defended_path[rank]);
        }
    }
    if (stop & own.all).any() {
        tally.once(Term::Passed, &weights.passed_defended_stop);
    }
}

/// Scores how far the kings are from the stop squares of a colour's passed pawns.
pub(crate) fn king_distances<T: Tracer>(
    passed: Bitboard,
    kings: PerColor<Square>,
    weights: &Weights,
    us: Color,
    tracer: &mut T,
) -> Score {
    let mut tally = Tally::new(us, tracer);
    for pawn in passed {
        let Some(stop) = forward(us, pawn.bb()).first() else { continue };
        let factor = DISTANCE_FACTOR[relative_rank(us, pawn)];
        let own_steps = kings[us.index()].distance(stop) as i32;
        tally.add(Term::Passed, &weights.passed_own_king_distance, factor * own_steps);
        let enemy_steps = kings[(!us).index()].distance(stop) as i32;
        tally.add(Term::Passed, &weights.passed_enemy_king_distance, factor * enemy_steps);
    }
    tally.score()
}

/// Returns whether the enemy has nothing left that stops the pawn.
#[inline(always)]
fn unstoppable<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    pawn: Square,
    tally: &mut Tally<'_, T>,
) {
    let path = context.path(us, pawn);
    if !context.position.has_non_pawn_material(!us)
        && (path & context.position.occupied()).is_empty()
        && outruns(context, us, pawn, path)
    {
        tally.once(Term::Passed, &context.weights.passed_unstoppable);
    }
}

/// Applies the rule of the square: whether the pawn promotes before the enemy king attacks its last
/// square.
fn outruns(context: &Context<'_>, us: Color, pawn: Square, path: Bitboard) -> bool {
    let farthest = if us == Color::White { path.last() } else { path.first() };
    let Some(promotion) = farthest else { return false };
    // From its home rank the pawn starts with a double step.
    let steps = 7 - relative_rank(us, pawn).max(2);
    let to_move = usize::from(context.position.side_to_move() != us);
    let king_steps = context.kings[(!us).index()].distance(promotion) as usize;
    king_steps > steps + to_move
}

/// Scores rooks behind the pawn: on its file, with nothing between.
#[inline(always)]
fn rooks<T: Tracer>(context: &Context<'_>, us: Color, pawn: Square, tally: &mut Tally<'_, T>) {
    let rooks = context.position.pieces(PieceType::Rook);
    let behind = context.path(!us, pawn);
    if (rooks & behind).is_empty() {
        return;
    }
    let seen = rooks & behind & attacks::rook(pawn, context.position.occupied());
    if (seen & context.position.color(us)).any() {
        tally.once(Term::Passed, &context.weights.passed_own_rook_behind);
    }
    if (seen & context.position.color(!us)).any() {
        tally.once(Term::Passed, &context.weights.passed_enemy_rook_behind);
    }
}
