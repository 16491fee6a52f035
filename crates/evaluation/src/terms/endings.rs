//! Driving a bare king to where it can be mated.

use movegen::{Bitboard, Color, PieceType, Square};

use crate::context::Context;
use crate::geometry::folded_file;
use crate::score::Score;
use crate::tally::Tally;
use crate::term::Term;
use crate::terms::scale::can_mate_without_pawns;
use crate::tracer::Tracer;

/// The greatest distance of two squares in king steps; also that of a square from the nearer of
/// two opposite corners in steps along files and ranks.
const FARTHEST: i32 = 7;

/// Scores a colour that can mate a bare king: the king wants to be on the edge, ours near it.
#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &Context<'_>, us: Color, tracer: &mut T) -> Score {
    let position = context.position;
    if position.color(!us).has_many() || !can_mate_without_pawns(position, us) {
        return Score::ZERO;
    }
    let weights = context.weights;
    let (king, bare_king) = (context.kings[us.index()], context.kings[(!us).index()]);
    let mut tally = Tally::new(us, tracer);
    tally.add(Term::MopUp, &weights.mop_up_edge, steps_from_centre(bare_king));
    tally.add(Term::MopUp, &weights.mop_up_kings, FARTHEST - king.distance(bare_king) as i32);

    let bishops = context.men(us, PieceType::Bishop);
    let knights = context.men(us, PieceType::Knight);
    let only_bishop_and_knight = !bishops.has_many()
        && !knights.has_many()
        && position.color(us) == (bishops | knights | king.bb());
    if let Some(bishop) = bishops.first().filter(|_| only_bishop_and_knight) {
        let corners = if Bitboard::DARK.contains(bishop) {
            [Square::A1, Square::H8]
        } else {
            [Square::A8, Square::H1]
        };
        let steps = corners.map(|corner| taxi_distance(bare_king, corner));
        tally.add(Term::MopUp, &weights.mop_up_corner, FARTHEST - steps[0].min(steps[1]));
    }
    tally.score()
}

/// Steps along files and ranks from the four centre squares, 0 to 6.
fn steps_from_centre(square: Square) -> i32 {
    let rank = square.rank().index();
    let folded_rank = if rank < 4 { rank } else { 7 - rank };
    6 - (folded_file(square) + folded_rank) as i32
}

/// Steps along files and ranks between two squares.
fn taxi_distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}
