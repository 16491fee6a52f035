//! How much of an end-game lead counts: less where the leader cannot easily win.

use movegen::{Bitboard, Color, PieceType, Position, Rank, SeeValues, Square};

use crate::context::Context;
use crate::geometry::{KING_SIDE, QUEEN_SIDE, fill_files};
use crate::score::Score;
use crate::verdict::FULL_SCALE;

/// What pieces count when it is asked who is a piece up: a bishop as much as a knight, unlike in
/// the weights, which are tuned.
const VALUES: SeeValues = SeeValues::CLASSIC;
/// A knight or a bishop, in these values.
const MINOR_PIECE: i32 = VALUES.0[PieceType::Bishop.index()];

/// The leader cannot win.
const DRAWN: i32 = 0;
/// Without pawns, and with no more than a minor piece up.
const NO_PAWNS: i32 = 8;
/// Bishops of opposite colours and pawns only, without a passed pawn of the leader.
const OPPOSITE_BISHOPS_ALONE: i32 = 18;
/// For each passed pawn of the leader, with such bishops and pawns only.
const OPPOSITE_BISHOPS_PASSED: i32 = 6;
/// Bishops of opposite colours among other pieces.
const OPPOSITE_BISHOPS: i32 = 46;
/// The leader has one pawn.
const ONE_PAWN: i32 = 42;
/// For each further pawn of the leader.
const FURTHER_PAWN: i32 = 8;
/// Taken off if both sides' pawns stand on one side of the board and the leader is no piece up.
const ONE_WING: i32 = 10;

/// The share, 0 to [`FULL_SCALE`], of the end-game value of `score` that counts.
pub(crate) fn scale(context: &Context<'_>, score: Score) -> i32 {
    let strong = match score.end_game().signum() {
        1 => Color::White,
        -1 => Color::Black,
        _ => return FULL_SCALE,
    };
    let position = context.position;
    let weak = !strong;
    let pawns = position.colored(strong, PieceType::Pawn);
    let lead = pieces_value(position, strong) - pieces_value(position, weak);
    if pawns.is_empty() {
        return if !can_mate_without_pawns(position, strong) {
            DRAWN
        } else if lead <= MINOR_PIECE {
            NO_PAWNS
        } else {
            FULL_SCALE
        };
    }
    if is_wrong_rook_pawn(position, strong) {
        return DRAWN;
    }
    let mut scale = FULL_SCALE.min(ONE_PAWN + FURTHER_PAWN * (pawns.count() as i32 - 1));
    let all_pawns = position.pieces(PieceType::Pawn);
    let one_wing = (all_pawns & QUEEN_SIDE).is_empty() || (all_pawns & KING_SIDE).is_empty();
    if one_wing && lead <= 0 && pawns != all_pawns {
        scale -= ONE_WING;
    }
    if has_opposite_bishops(position) {
        let bishops_alone = pieces_value(position, strong) == MINOR_PIECE && lead == 0;
        let passed = context.pawns.passed[strong.index()].count() as i32;
        scale = scale.min(if bishops_alone {
            OPPOSITE_BISHOPS_ALONE + OPPOSITE_BISHOPS_PASSED * passed
        } else {
            OPPOSITE_BISHOPS
        });
    }
    scale
}

/// The pieces of a colour without its pawns, in [`VALUES`].
fn pieces_value(position: &Position, us: Color) -> i32 {
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        .into_iter()
        .map(|kind| VALUES.0[kind.index()] * position.colored(us, kind).count() as i32)
        .sum()
}

/// Whether the pieces of a colour can force mate on a bare king: a rook or a queen, bishops of both
/// colours, bishop and knight, or three knights.
pub(crate) fn can_mate_without_pawns(position: &Position, us: Color) -> bool {
    let own = position.color(us);
    let majors = position.pieces(PieceType::Rook) | position.pieces(PieceType::Queen);
    let bishops = own & position.pieces(PieceType::Bishop);
    let knights = own & position.pieces(PieceType::Knight);
    (own & majors).any()
        || ((bishops & Bitboard::DARK).any() && (bishops & Bitboard::LIGHT).any())
        || (bishops.any() && knights.any())
        || knights.count() > 2
}

/// Each side has one bishop, on colours that never meet.
fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = position.pieces(PieceType::Bishop);
    Color::ALL.iter().all(|&us| (bishops & position.color(us)).count() == 1)
        && (bishops & Bitboard::DARK).count() == 1
}

/// A bishop and pawns of a rook's file whose last square the bishop cannot reach (or such pawns
/// alone), with the enemy king at that square.
fn is_wrong_rook_pawn(position: &Position, strong: Color) -> bool {
    let own = position.color(strong);
    let pawns = own & position.pieces(PieceType::Pawn);
    let bishops = own & position.pieces(PieceType::Bishop);
    if own != (pawns | bishops | position.king(strong).bb()) {
        return false;
    }
    let files = fill_files(pawns);
    if files != Bitboard::FILE_A && files != Bitboard::FILE_H {
        return false;
    }
    let last_rank = Bitboard::rank(Rank::Eighth.relative(strong));
    let Some(corner) = (files & last_rank).first() else { return false };
    let helps = if is_dark(corner) { Bitboard::DARK } else { Bitboard::LIGHT };
    (bishops & helps).is_empty() && position.king(!strong).distance(corner) <= 1
}

fn is_dark(square: Square) -> bool {
    Bitboard::DARK.contains(square)
}
