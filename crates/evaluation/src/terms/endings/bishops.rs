//! Bishop and pawn against bishop.

use movegen::{Color, PieceType};

use super::Knowledge;
use crate::context::Context;
use crate::score::Score;
use crate::terms::scale::same_colour;
use crate::verdict::Scales;

/// Finds a draw if the weaker king is before the pawn where the bishop cannot drive it away.
pub(super) fn judge(context: &Context<'_>, strong: Color) -> Knowledge {
    let king = context.kings[(!strong).index()];
    let pawn = context.colored(strong, PieceType::Pawn).first();
    let stopped = pawn.is_some_and(|pawn| context.path(strong, pawn).contains(king));
    let bishop = context.colored(strong, PieceType::Bishop);
    let drawn = stopped && (bishop & same_colour(king)).is_empty();
    Knowledge { score: Score::ZERO, scales: drawn.then_some(Scales::DRAWN) }
}
