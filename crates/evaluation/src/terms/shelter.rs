//! The pawns before the king: its own as a shelter, the enemy's as a storm.

use movegen::{Bitboard, Color, File, Square};

use crate::context::Context;
use crate::geometry::{PerColor, flank, folded_file, ranks, relative_rank};
use crate::pawn_probe::King;
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Silent, Tally, Tracer};
use crate::weights::Weights;

/// Scores the pawns before the king of a colour: where it stands, or where it may castle to if that
/// is better in the middle game.
pub(crate) fn score<T: Tracer>(
    pawns: PerColor<Bitboard>,
    king: King,
    weights: &Weights,
    us: Color,
    tracer: &mut T,
) -> Score {
    let mut best = king.square();
    if king.may_castle() {
        let worth = |square| files(pawns, square, weights, us, &mut Silent).middle_game();
        let mut most = worth(best);
        for castled in king.castled(us) {
            let worth = worth(castled);
            if worth > most {
                (best, most) = (castled, worth);
            }
        }
    }
    files(pawns, best, weights, us, tracer)
}

/// Scores the three files about a square for the king of a colour as if it were there, and whether
/// pawns are near at all.
///
/// ```text
/// . . . . . . . .
/// . . . . . . . .     The king on g1 looks at the files f, g and h. On each file the nearest
/// . . . . . . . .     own pawn from the king's rank up counts for the shelter: f2, g3 and none;
/// . . . . . . . .     the nearest enemy pawn for the storm: none, g4 (rammed) and h5.
/// . . . . . . p p
/// . . . . . . P .
/// . . . . . P . .
/// . . . . . . K .
/// ```
fn files<T: Tracer>(
    pawns: PerColor<Bitboard>,
    king: Square,
    weights: &Weights,
    us: Color,
    tracer: &mut T,
) -> Score {
    let mut tally = Tally::new(us, tracer);
    let from_king_up = ranks(us, relative_rank(us, king) as u32, 7);
    let own = pawns[us.index()] & from_king_up;
    let enemy = pawns[(!us).index()] & from_king_up;

    // Three whole files, also for a king on the edge.
    let middle = king.file().index().clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let own_rank = nearest_rank(us, own & Bitboard::file(*file));
        let enemy_rank = nearest_rank(us, enemy & Bitboard::file(*file));
        let folded = folded_file(Square::new(*file, king.rank()));
        tally.once(Term::Shelter, &weights.shelter[folded][own_rank]);
        let rammed = own_rank != 0 && enemy_rank == own_rank + 1;
        let storm = if rammed { &weights.storm_rammed } else { &weights.storm[folded] };
        tally.once(Term::Shelter, &storm[enemy_rank]);
    }
    let pawnless = ((pawns[0] | pawns[1]) & flank(king)).is_empty();
    tally.add(Term::Shelter, &weights.king_pawnless_flank, i32::from(pawnless));
    tally.score()
}

#[inline(always)]
pub(crate) fn castling_rights<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    tracer: &mut T,
) -> Score {
    let mut tally = Tally::new(us, tracer);
    let rights = context.position.castling_rooks() & context.position.color(us);
    tally.add(Term::Shelter, &context.weights.castling_right, rights.count() as i32);
    tally.score()
}

/// Returns the rank, counted from our side, of the square of the set that is nearest to our back
/// rank; 0 if the set is empty.
fn nearest_rank(us: Color, set: Bitboard) -> usize {
    let nearest = if us == Color::White { set.first() } else { set.last() };
    nearest.map_or(0, |square| relative_rank(us, square))
}
