//! What a man is worth in company: by the numbers of the other men.

use movegen::{Color, PieceType};

use crate::material::counts::Counts;
use crate::score::Score;
use crate::tally::Tally;
use crate::term::Term;
use crate::tracer::Tracer;
use crate::weights::Weights;

/// The number of own pawns at which a knight and a rook are worth their material value.
const NEUTRAL_PAWNS: i32 = 5;

/// Scores the company of a colour's men.
pub(super) fn score<T: Tracer>(
    counts: &Counts,
    us: Color,
    weights: &Weights,
    tracer: &mut T,
) -> Score {
    let mut tally = Tally::new(us, tracer);
    if counts.of(us, PieceType::Bishop) > 1 {
        tally.once(Term::Imbalance, &weights.bishop_pair);
    }
    let more_pawns = counts.of(us, PieceType::Pawn) - NEUTRAL_PAWNS;
    let knights = counts.of(us, PieceType::Knight);
    tally.add(Term::Imbalance, &weights.knight_per_pawn, knights * more_pawns);
    let rooks = counts.of(us, PieceType::Rook);
    tally.add(Term::Imbalance, &weights.rook_per_pawn, rooks * more_pawns);
    tally.score()
}
