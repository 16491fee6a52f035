//! A rook against a minor piece, a queen against a rook.

use movegen::{Color, PieceType};

use super::{Knowledge, towards_the_edge};
use crate::context::Context;
use crate::tally::Tally;
use crate::tracer::Tracer;
use crate::verdict::Scales;

/// The scale of a rook against a bishop, or against a knight near its king.
const ROOK_AGAINST_MINOR: i32 = 8;
/// The steps between king and knight from which the knight is in danger of being lost.
const STRAY_KNIGHT: i32 = 4;
/// The addition to the scale for each such step.
const STRAY_STEP: i32 = 7;

/// Judges a rook, which seldom wins; most likely against a knight that has lost touch with its
/// king.
pub(super) fn rook<T: Tracer>(context: &Context<'_>, strong: Color, tracer: &mut T) -> Knowledge {
    let mut tally = Tally::new(strong, tracer);
    towards_the_edge(context, strong, &mut tally);
    let king = context.kings[(!strong).index()];
    let knight = context.colored(!strong, PieceType::Knight).first();
    let steps = knight.map_or(0, |knight| knight.distance(king) as i32);
    let stray = (steps - STRAY_KNIGHT + 1).max(0);
    let scale = ROOK_AGAINST_MINOR + STRAY_STEP * stray;
    Knowledge { score: tally.score(), scales: Some(Scales::both(scale)) }
}

/// Judges a queen, which wins against a rook; it drives the weaker king to the edge.
pub(super) fn queen<T: Tracer>(context: &Context<'_>, strong: Color, tracer: &mut T) -> Knowledge {
    let mut tally = Tally::new(strong, tracer);
    towards_the_edge(context, strong, &mut tally);
    Knowledge { score: tally.score(), scales: Some(Scales::FULL) }
}
