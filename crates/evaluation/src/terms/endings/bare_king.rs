//! Driving a bare king to where it can be mated.

use movegen::{Bitboard, Color, PieceType, Square};

use super::{FARTHEST, Knowledge, kings_distance, towards_the_edge};
use crate::context::Context;
use crate::tally::Tally;
use crate::term::Term;
use crate::terms::scale::same_colour;
use crate::tracer::Tracer;

/// The worth of a step towards the corner.
const CORNER_FACTOR: i32 = 4;

/// Scores the bare king's way to the edge, and our king's way to it.
pub(super) fn drive<T: Tracer>(context: &Context<'_>, strong: Color, tracer: &mut T) -> Knowledge {
    let mut tally = Tally::new(strong, tracer);
    towards_the_edge(context, strong, &mut tally);
    Knowledge { score: tally.score(), scales: None }
}

/// Scores the bare king's way to a corner that the bishop can attack. The other corners are as good
/// for the bare king as the centre. The way along the edge is long, with detours, so a step counts
/// for much more than one of our king.
pub(super) fn drive_to_corner<T: Tracer>(
    context: &Context<'_>,
    strong: Color,
    tracer: &mut T,
) -> Knowledge {
    let mut tally = Tally::new(strong, tracer);
    let weights = context.weights;
    tally.add(Term::MopUp, &weights.mop_up_kings, FARTHEST - kings_distance(context));
    let bare_king = context.kings[(!strong).index()];
    if let Some(bishop) = context.colored(strong, PieceType::Bishop).first() {
        let corners = if same_colour(bishop) == Bitboard::DARK {
            [Square::A1, Square::H8]
        } else {
            [Square::A8, Square::H1]
        };
        let steps = corners.map(|corner| taxi_distance(bare_king, corner));
        let nearer = steps[0].min(steps[1]);
        tally.add(Term::MopUp, &weights.mop_up_corner, CORNER_FACTOR * (FARTHEST - nearer));
    }
    Knowledge { score: tally.score(), scales: None }
}

/// Returns the steps along files and ranks between two squares.
fn taxi_distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}
