//! Endings with a function of their own.
//!
//! A function may add weights, which a tuner sees like any others, and may set the share of the
//! whole score that counts: nothing in a dead draw.

use movegen::{Bitboard, Color, File, PieceType, Square};

use crate::context::Context;
use crate::geometry::{folded_file, forward, relative_rank};
use crate::kpk;
use crate::material::ending::Ending;
use crate::score::Score;
use crate::term::Term;
use crate::terms::scale::same_colour;
use crate::tracer::{Tally, Tracer};
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
    let mut tally = Tally::new(strong, tracer);
    let scales = match ending {
        Ending::BareKing => drive(context, strong, &mut tally, None),
        Ending::BishopAndKnight => drive_to_corner(context, strong, &mut tally),
        Ending::Pawn => pawn(context, strong, &mut tally),
        Ending::RookAgainstPawn => Some(rook_against_pawn(context, strong)),
        Ending::QueenAgainstPawn => {
            let scales = queen_against_pawn(context, strong);
            drive(context, strong, &mut tally, Some(scales))
        }
        Ending::KnightsAgainstPawn => {
            drive(context, strong, &mut tally, Some(Scales::both(KNIGHTS)))
        }
        Ending::RookAgainstMinor => {
            let scales = rook_against_minor(context, strong);
            drive(context, strong, &mut tally, Some(scales))
        }
        Ending::QueenAgainstRook => drive(context, strong, &mut tally, Some(Scales::FULL)),
        Ending::BishopAndPawnAgainstBishop => bishops(context, strong),
    };
    Knowledge { score: tally.score(), scales }
}

/// Scores the weaker king's way to the edge and the stronger one's way to it; returns `scales`.
fn drive<T: Tracer>(
    context: &Context<'_>,
    strong: Color,
    tally: &mut Tally<'_, T>,
    scales: Option<Scales>,
) -> Option<Scales> {
    let weights = context.weights;
    let weak_king = context.kings[(!strong).index()];
    tally.add(Term::MopUp, &weights.mop_up_edge, steps_from_centre(weak_king));
    tally.add(Term::MopUp, &weights.mop_up_kings, FARTHEST - kings_distance(context));
    scales
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

/// The worth of a step towards the corner.
const CORNER_FACTOR: i32 = 4;

/// Scores the bare king's way to a corner that the bishop can attack. The other corners are as good
/// for the bare king as the centre. The way along the edge is long, with detours, so a step counts
/// for much more than one of our king.
fn drive_to_corner<T: Tracer>(
    context: &Context<'_>,
    strong: Color,
    tally: &mut Tally<'_, T>,
) -> Option<Scales> {
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
    None
}

/// Returns the steps along files and ranks between two squares.
fn taxi_distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}

/// Looks up in the table of all positions of king and pawn against king whether this one is won or
/// drawn.
fn pawn<T: Tracer>(
    context: &Context<'_>,
    strong: Color,
    tally: &mut Tally<'_, T>,
) -> Option<Scales> {
    let to_move = context.position.side_to_move();
    let pawn = context.colored(strong, PieceType::Pawn).first();
    if !pawn.is_some_and(|pawn| kpk::is_won(context.kings, pawn, strong, to_move)) {
        return Some(Scales::DRAWN);
    }
    tally.once(Term::Endings, &context.weights.ending_pawn_wins);
    Some(Scales::FULL)
}

/// The scale of a rook against a pawn, by the number of moves by which the stronger king is late at
/// the promotion square, 0 to 4.
const LATE_KING: [i32; 5] = [52, 36, 16, 5, 1];
/// The scale of a queen against a pawn on its seventh rank and a file where stalemate saves it.
const STALEMATE_FILE: i32 = 10;
/// The steps of the stronger king from the promotion square from which it comes too late.
const FAR_FROM_PROMOTION: u32 = 4;
/// The steps of the weaker king from the promotion square up to which it supports its pawn.
const NEAR_PROMOTION: u32 = 2;
/// The scale of two knights against a pawn: they cannot force mate on a bare king, but a pawn
/// spoils the stalemate, seldom in time. They win only if they stop the pawn and catch the king far
/// from it.
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
fn rook_against_pawn(context: &Context<'_>, strong: Color) -> Scales {
    let weak = !strong;
    let Some((pawn, promotion)) = pawn_and_promotion(context, strong) else {
        return Scales::both(LATE_KING[0]);
    };
    let king = context.kings[strong.index()];
    // From its home rank the pawn starts with a double step.
    let pawn_steps = 7 - relative_rank(weak, pawn).max(2) as i32;
    let stop = forward(weak, pawn.bb()).first().unwrap_or(promotion);
    let escort = context.kings[weak.index()].distance(stop).max(1) as i32 - 1;
    let to_move = i32::from(context.position.side_to_move() == strong);
    let late = king.distance(promotion) as i32 - to_move - pawn_steps - escort;
    if late < 0 {
        return Scales::FULL;
    }
    Scales::both(LATE_KING[(late as usize).min(LATE_KING.len() - 1)])
}

/// Judges a queen: it wins, unless a rook's or bishop's pawn is about to promote, with its king
/// near and the other one far.
fn queen_against_pawn(context: &Context<'_>, strong: Color) -> Scales {
    const STALEMATE_FILES: [File; 4] = [File::A, File::C, File::F, File::H];
    let saved = pawn_and_promotion(context, strong).is_some_and(|(pawn, promotion)| {
        relative_rank(!strong, pawn) == 6
            && STALEMATE_FILES.contains(&pawn.file())
            && context.kings[(!strong).index()].distance(promotion) <= NEAR_PROMOTION
            && context.kings[strong.index()].distance(promotion) >= FAR_FROM_PROMOTION
    });
    if saved { Scales::both(STALEMATE_FILE) } else { Scales::FULL }
}

/// The scale of a rook against a bishop, or against a knight near its king.
const ROOK_AGAINST_MINOR: i32 = 8;
/// The steps between king and knight from which the knight is in danger of being lost.
const STRAY_KNIGHT: i32 = 4;
/// The addition to the scale for each such step.
const STRAY_STEP: i32 = 7;

/// Judges a rook, which seldom wins; most likely against a knight that has lost touch with its
/// king.
fn rook_against_minor(context: &Context<'_>, strong: Color) -> Scales {
    let king = context.kings[(!strong).index()];
    let knight = context.colored(!strong, PieceType::Knight).first();
    let steps = knight.map_or(0, |knight| knight.distance(king) as i32);
    let stray = (steps - STRAY_KNIGHT + 1).max(0);
    Scales::both(ROOK_AGAINST_MINOR + STRAY_STEP * stray)
}

/// Finds a draw of bishop and pawn against bishop if the weaker king is before the pawn where the
/// bishop cannot drive it away.
fn bishops(context: &Context<'_>, strong: Color) -> Option<Scales> {
    let king = context.kings[(!strong).index()];
    let pawn = context.colored(strong, PieceType::Pawn).first();
    let stopped = pawn.is_some_and(|pawn| context.path(strong, pawn).contains(king));
    let bishop = context.colored(strong, PieceType::Bishop);
    let drawn = stopped && (bishop & same_colour(king)).is_empty();
    drawn.then_some(Scales::DRAWN)
}
