//! Certain draws, beyond which a search need not look.

use movegen::{Bitboard, Color, PieceType, Position, Rank};

use crate::kpk;
use crate::terms::scale::is_wrong_rook_pawn;

/// The squares where two knights can mate a king.
const EDGE: Bitboard = Bitboard(
    Bitboard::FILE_A.0
        | Bitboard::FILE_H.0
        | Bitboard::rank(Rank::First).0
        | Bitboard::rank(Rank::Eighth).0,
);

/// The squares where a minor piece can mate a king that a minor piece of its own hems in.
const CORNERS: Bitboard = Bitboard(
    (Bitboard::FILE_A.0 | Bitboard::FILE_H.0)
        & (Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0),
);

/// Returns whether neither side can force a win, as far as a few rules show. Every position that it
/// calls a draw is one; it misses many draws, and a search finds those.
///
/// The rules: too little material for any mate; king and pawn against king, by a table of all
/// positions; a minor piece against a minor piece, with no king in a corner; two knights against a
/// king that is not on the edge, or is to move and not in check; rook's pawns of one file, alone or
/// with bishops that cannot reach the promotion square, against a king at that square.
///
/// The evaluation of such a position is 0, but a search that has learnt to correct the evaluation
/// gives it another score. The no-progress clock does not count.
///
/// ```
/// use evaluation::is_known_draw;
/// use evaluation::movegen::Position;
///
/// let position = |fen| Position::from_fen(fen).expect("a legal position");
/// assert!(is_known_draw(&position("1k6/8/P7/8/K7/4B3/8/8 w - - 0 1")));
/// assert!(!is_known_draw(&position("1k6/8/P7/8/K7/3B4/8/8 w - - 0 1")));
/// ```
#[inline]
#[must_use]
pub fn is_known_draw(position: &Position) -> bool {
    let [white, black] = Color::ALL.map(|color| position.color(color).count());
    match white.min(black) {
        1 => against_bare_king(position, if white > black { Color::White } else { Color::Black }),
        2 => white + black == 4 && between_minor_pieces(position),
        _ => false,
    }
}

/// Returns whether `strong` cannot win against the bare king.
#[cold]
fn against_bare_king(position: &Position, strong: Color) -> bool {
    let bare = position.king(!strong);
    let pieces = position.color(strong).count() - 1;
    let [pawns, knights, bishops] = [PieceType::Pawn, PieceType::Knight, PieceType::Bishop]
        .map(|kind| position.colored(strong, kind));
    if let (Some(pawn), 1) = (pawns.first(), pieces) {
        let kings = Color::ALL.map(|color| position.king(color));
        return !kpk::is_won(kings, pawn, strong, position.side_to_move());
    }
    if pawns.any() {
        return (pawns | bishops).count() == pieces && is_wrong_rook_pawn(position, strong);
    }
    if knights.count() == 2 && pieces == 2 {
        let to_move = position.side_to_move() != strong;
        return !EDGE.contains(bare) || to_move && !position.in_check();
    }
    position.is_insufficient_material()
}

/// Returns whether each side has a minor piece, and nobody can be mated at once.
#[cold]
fn between_minor_pieces(position: &Position) -> bool {
    let kings = position.pieces(PieceType::King);
    let minor = position.pieces(PieceType::Knight) | position.pieces(PieceType::Bishop);
    minor.count() == 2 && ((kings & CORNERS).is_empty() || position.is_insufficient_material())
}
