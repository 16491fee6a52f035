//! The imbalance: the value of a piece that depends on the numbers of the others.
//!
//! A polynomial of degree two in these numbers (the idea is Tord Romstad's, the subject Larry
//! Kaufman's, *The Evaluation of Material Imbalances*, 1999). Each product of two numbers is the
//! count of one weight, so a tuner sees a linear function.

use movegen::{Color, PieceType};

use crate::material::Counts;
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};
use crate::weights::Weights;

/// The number of own pawns at which a knight and a rook are worth their material value.
const NEUTRAL_PAWNS: i32 = 5;

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
    pairs(counts, us, weights, &mut tally);
    tally.score()
}

/// Pairs of own pieces for which another weight counts, as rows and columns of `imbalance_own`: the
/// bishop pair, knights and rooks with pawns.
const COUNTED_ELSEWHERE: [(usize, usize); 5] = [(0, 0), (2, 1), (3, 0), (3, 3), (4, 1)];

/// Returns whether there is a bishop pair, and the numbers of pawns, knights, bishops, rooks and
/// queens.
fn company(counts: &Counts, us: Color) -> [i32; 6] {
    let &[pawns, knights, bishops, rooks, queens] = counts.army(us);
    [i32::from(bishops > 1), pawns, knights, bishops, rooks, queens]
}

/// Scores the pairs of own pieces, and the pairs of an own piece and an enemy's. In the latter the
/// enemy's weight for the same kinds is ours with the other sign, so half of the table is enough.
fn pairs<T: Tracer>(counts: &Counts, us: Color, weights: &Weights, tally: &mut Tally<'_, T>) {
    let [own, enemy] = [us, !us].map(|color| company(counts, color));
    for (one, row) in weights.imbalance_own.iter().enumerate() {
        for (other, weight) in row[..=one].iter().enumerate() {
            if COUNTED_ELSEWHERE.contains(&(one, other)) {
                continue;
            }
            let number = own[one];
            let pairs = if one == other { number * (number - 1) / 2 } else { number * own[other] };
            tally.add(Term::Imbalance, weight, pairs);
        }
    }
    for (one, row) in weights.imbalance_enemy.iter().enumerate() {
        for (other, weight) in row[..one].iter().enumerate() {
            tally.add(Term::Imbalance, weight, own[one] * enemy[other]);
        }
    }
}
