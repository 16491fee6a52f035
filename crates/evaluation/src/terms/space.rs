//! Safe squares for the pieces behind the centre pawns.

use movegen::{Color, PieceType};

use crate::context::Context;
use crate::geometry::{CENTRE_FILES, forward, ranks};
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};

/// Pieces of a colour up to this number need no space: king and two more.
const PIECES_WITHOUT_NEED: i32 = 3;
/// Squares times pieces are counted in units of this.
const UNIT: i32 = 8;

/// Scores the space of a colour: squares of the files c to f on its ranks 2 to 4 without an own
/// pawn and not attacked by an enemy pawn; twice those up to three squares behind an own pawn that
/// the enemy does not attack at all. The more pieces it has, the more the space counts.
#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &Context<'_>, us: Color, tracer: &mut T) -> Score {
    let pawns = context.colored(us, PieceType::Pawn);
    let pieces = (context.position.color(us) & !pawns).count() as i32;
    let need = pieces - PIECES_WITHOUT_NEED;
    if need <= 0 {
        return Score::ZERO;
    }
    let enemy = &context.attacks[(!us).index()];
    let safe = CENTRE_FILES & ranks(us, 1, 3) & !pawns & !enemy.by(PieceType::Pawn);
    let behind = forward(!us, pawns);
    let behind = behind | forward(!us, behind);
    let behind = behind | forward(!us, behind);
    let squares = safe.count() + (safe & behind & !enemy.all).count();

    let mut tally = Tally::new(us, tracer);
    tally.add(Term::Space, &context.weights.space, squares as i32 * need / UNIT);
    tally.score()
}
