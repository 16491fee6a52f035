//! Endings with a function of their own: each family is a file.
//!
//! A family may add weights, which a tuner sees like any others, and may set the share of the whole
//! score that counts: nothing in a dead draw.

mod against_pawn;
mod against_piece;
mod bare_king;
mod bishops;
mod pawn;

use movegen::{Color, Square};

use crate::context::Context;
use crate::geometry::folded_file;
use crate::material::ending::Ending;
use crate::score::Score;
use crate::tally::Tally;
use crate::term::Term;
use crate::tracer::Tracer;
use crate::verdict::Scales;

/// The greatest distance of two squares in king steps; also that of a square from the nearer of
/// two opposite corners in steps along files and ranks.
const FARTHEST: i32 = 7;

pub(crate) struct Knowledge {
    pub(crate) score: Score,
    /// The part of the score that counts, if that is known.
    pub(crate) scales: Option<Scales>,
}

/// Judges this ending, in which `strong` is the stronger side.
#[inline(never)]
pub(crate) fn judge<T: Tracer>(
    context: &Context<'_>,
    ending: Ending,
    strong: Color,
    tracer: &mut T,
) -> Knowledge {
    match ending {
        Ending::BareKing => bare_king::drive(context, strong, tracer),
        Ending::BishopAndKnight => bare_king::drive_to_corner(context, strong, tracer),
        Ending::Pawn => pawn::judge(context, strong, tracer),
        Ending::RookAgainstPawn => against_pawn::rook(context, strong),
        Ending::QueenAgainstPawn => against_pawn::queen(context, strong, tracer),
        Ending::KnightsAgainstPawn => against_pawn::knights(context, strong, tracer),
        Ending::RookAgainstMinor => against_piece::rook(context, strong, tracer),
        Ending::QueenAgainstRook => against_piece::queen(context, strong, tracer),
        Ending::BishopAndPawnAgainstBishop => bishops::judge(context, strong),
    }
}

/// Scores the weaker king's way to the edge and the stronger one's way to it.
fn towards_the_edge<T: Tracer>(context: &Context<'_>, strong: Color, tally: &mut Tally<'_, T>) {
    let weights = context.weights;
    let weak_king = context.kings[(!strong).index()];
    tally.add(Term::MopUp, &weights.mop_up_edge, steps_from_centre(weak_king));
    tally.add(Term::MopUp, &weights.mop_up_kings, FARTHEST - kings_distance(context));
}

fn kings_distance(context: &Context<'_>) -> i32 {
    context.kings[0].distance(context.kings[1]) as i32
}

/// Returns the steps along files and ranks from the four centre squares, 0 to 6.
fn steps_from_centre(square: Square) -> i32 {
    let rank = square.rank().index();
    let folded_rank = if rank < 4 { rank } else { 7 - rank };
    6 - (folded_file(square) + folded_rank) as i32
}
