//! King and pawn against king.

use movegen::{Color, PieceType};

use super::Knowledge;
use crate::context::Context;
use crate::kpk;
use crate::score::Score;
use crate::tally::Tally;
use crate::term::Term;
use crate::tracer::Tracer;
use crate::verdict::Scales;

/// Looks up in the table of all positions whether the ending is won or drawn.
pub(super) fn judge<T: Tracer>(context: &Context<'_>, strong: Color, tracer: &mut T) -> Knowledge {
    let to_move = context.position.side_to_move();
    let pawn = context.colored(strong, PieceType::Pawn).first();
    if !pawn.is_some_and(|pawn| kpk::is_won(context.kings, pawn, strong, to_move)) {
        return Knowledge { score: Score::ZERO, scales: Some(Scales::DRAWN) };
    }
    let mut tally = Tally::new(strong, tracer);
    tally.once(Term::Endings, &context.weights.ending_pawn_wins);
    Knowledge { score: tally.score(), scales: Some(Scales::FULL) }
}
