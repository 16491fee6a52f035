//! A rook, a queen or two knights against a pawn.

use movegen::{Color, File, PieceType, Square};

use super::{Knowledge, towards_the_edge};
use crate::context::Context;
use crate::geometry::{forward, relative_rank};
use crate::score::Score;
use crate::tally::Tally;
use crate::tracer::Tracer;
use crate::verdict::Scales;

/// The scale of a rook against a pawn, by the number of moves by which the stronger king is late at
/// the promotion square, 0 to 4.
const LATE_KING: [i32; 5] = [52, 36, 16, 5, 1];
/// The scale of a queen against a pawn on its seventh rank and a file where stalemate saves it.
const STALEMATE_FILE: i32 = 10;
/// The steps of the stronger king from the promotion square from which it comes too late.
const FAR_FROM_PROMOTION: u32 = 4;
/// The steps of the weaker king from the promotion square up to which it supports its pawn.
const NEAR_PROMOTION: u32 = 2;
/// The scale of two knights: they win only if they stop the pawn and catch the king far from it.
const KNIGHTS: i32 = 6;

fn pawn_and_promotion(context: &Context<'_>, strong: Color) -> Option<(Square, Square)> {
    let weak = !strong;
    let pawn = context.colored(weak, PieceType::Pawn).first()?;
    let path = context.path(weak, pawn);
    let promotion = if weak == Color::White { path.last() } else { path.first() };
    Some((pawn, promotion?))
}

/// Judges a rook: the stronger king stands before the pawn, or comes there in time, or not. By
/// endgame tables of four pieces, of the positions in which it is late by 0, 1, 2, 3 and 4 moves,
/// 78, 57, 25, 7 and 1 of 100 are won (positions without checks and captures, drawn at random).
pub(super) fn rook(context: &Context<'_>, strong: Color) -> Knowledge {
    let known = |scale| Knowledge { score: Score::ZERO, scales: Some(Scales::both(scale)) };
    let weak = !strong;
    let Some((pawn, promotion)) = pawn_and_promotion(context, strong) else {
        return known(LATE_KING[0]);
    };
    let king = context.kings[strong.index()];
    if context.path(weak, pawn).contains(king) {
        return Knowledge { score: Score::ZERO, scales: Some(Scales::FULL) };
    }
    // From its home rank the pawn starts with a double step.
    let pawn_steps = 7 - relative_rank(weak, pawn).max(2) as i32;
    let stop = forward(weak, pawn.bb()).first().unwrap_or(promotion);
    let escort = context.kings[weak.index()].distance(stop).max(1) as i32 - 1;
    let to_move = i32::from(context.position.side_to_move() == strong);
    let late = king.distance(promotion) as i32 - to_move - pawn_steps - escort;
    if late < 0 {
        return Knowledge { score: Score::ZERO, scales: Some(Scales::FULL) };
    }
    known(LATE_KING[(late as usize).min(LATE_KING.len() - 1)])
}

/// Judges a queen: it wins, unless a rook's or bishop's pawn is about to promote, with its king
/// near and the other one far.
pub(super) fn queen<T: Tracer>(context: &Context<'_>, strong: Color, tracer: &mut T) -> Knowledge {
    const STALEMATE_FILES: [File; 4] = [File::A, File::C, File::F, File::H];
    let mut tally = Tally::new(strong, tracer);
    towards_the_edge(context, strong, &mut tally);
    let saved = pawn_and_promotion(context, strong).is_some_and(|(pawn, promotion)| {
        relative_rank(!strong, pawn) == 6
            && STALEMATE_FILES.contains(&pawn.file())
            && context.kings[(!strong).index()].distance(promotion) <= NEAR_PROMOTION
            && context.kings[strong.index()].distance(promotion) >= FAR_FROM_PROMOTION
    });
    let scales = if saved { Scales::both(STALEMATE_FILE) } else { Scales::FULL };
    Knowledge { score: tally.score(), scales: Some(scales) }
}

/// Judges two knights: they cannot force mate on a bare king, but a pawn spoils the stalemate,
/// seldom in time.
pub(super) fn knights<T: Tracer>(
    context: &Context<'_>,
    strong: Color,
    tracer: &mut T,
) -> Knowledge {
    let mut tally = Tally::new(strong, tracer);
    towards_the_edge(context, strong, &mut tally);
    Knowledge { score: tally.score(), scales: Some(Scales::both(KNIGHTS)) }
}
