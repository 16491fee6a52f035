//! How much of a lead counts: less where the leader cannot easily win.

use movegen::{Bitboard, Color, PieceType, Position, Rank, Square};

use crate::context::Context;
use crate::geometry::{KING_SIDE, QUEEN_SIDE, fill_files};
use crate::material::Material;
use crate::material::prospects::{Prospects, Questions};
use crate::score::Score;
use crate::verdict::{FULL_SCALE, Scales};

/// Returns the shares of both halves of `score` that count.
///
/// A leader with pawns has its end game scaled. A leader without pawns has both halves scaled if
/// few pieces are left or it cannot mate. Nothing counts in a dead draw.
#[inline]
pub(crate) fn scales(context: &Context<'_>, material: &Material, score: Score) -> Scales {
    let strong = match score.end_game().signum() {
        1 => Color::White,
        -1 => Color::Black,
        _ => return Scales::FULL,
    };
    let Prospects { scale, questions } = material.prospects[strong.index()];
    let scale = i32::from(scale);
    if questions.are_none() {
        return Scales::end_game(scale);
    }
    let (position, weights) = (context.position, context.weights);
    let bishops_only = questions.contain(Questions::BISHOPS_ONLY);
    if questions.contain(Questions::BOTH_HALVES) {
        let drawn = bishops_only && bishops_are_alike(position, strong);
        return if drawn { Scales::DRAWN } else { Scales::both(scale) };
    }
    if bishops_only && is_wrong_rook_pawn(position, strong) {
        return Scales::DRAWN;
    }
    let mut scale = scale;
    if questions.contain(Questions::ONE_WING) && are_pawns_on_one_wing(position) {
        scale -= weights.scale_one_wing.end_game();
    }
    if questions.contain(Questions::OPPOSITE_BISHOPS) && has_opposite_bishops(position) {
        let passed = context.pawns.passed[strong.index()].count() as i32;
        scale = scale.min(if questions.contain(Questions::BISHOPS_ALONE) {
            weights.scale_opposite_bishops_alone.end_game()
                + weights.scale_opposite_bishops_passed.end_game() * passed
        } else {
            weights.scale_opposite_bishops.end_game()
        });
    }
    Scales::end_game(scale.clamp(0, FULL_SCALE))
}

/// Returns whether all bishops of a colour stand on squares of one colour, and so cannot mate.
fn bishops_are_alike(position: &Position, us: Color) -> bool {
    let bishops = position.colored(us, PieceType::Bishop);
    (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty()
}

/// Returns whether all pawns of both sides stand on one wing.
pub(crate) fn are_pawns_on_one_wing(position: &Position) -> bool {
    let pawns = position.pieces(PieceType::Pawn);
    (pawns & QUEEN_SIDE).is_empty() || (pawns & KING_SIDE).is_empty()
}

/// Returns whether the bishops, one a side, stand on different colours.
pub(crate) fn has_opposite_bishops(position: &Position) -> bool {
    (position.pieces(PieceType::Bishop) & Bitboard::DARK).count() == 1
}

/// Returns whether `strong` has only pawns on one rook's file, perhaps with bishops that cannot
/// reach the promotion square, and the enemy king is at that square. `strong` has bishops and pawns
/// only.
pub(crate) fn is_wrong_rook_pawn(position: &Position, strong: Color) -> bool {
    let files = fill_files(position.colored(strong, PieceType::Pawn));
    if files != Bitboard::FILE_A && files != Bitboard::FILE_H {
        return false;
    }
    let last_rank = Bitboard::rank(Rank::Eighth.relative(strong));
    let Some(corner) = (files & last_rank).first() else { return false };
    let bishops = position.colored(strong, PieceType::Bishop);
    (bishops & same_colour(corner)).is_empty() && position.king(!strong).distance(corner) <= 1
}

pub(crate) fn same_colour(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT }
}
