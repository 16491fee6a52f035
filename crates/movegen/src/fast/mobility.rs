//! The moves of king and pawns, in terms of sets.

use crate::keys::ChessKeys;
use crate::position::Castler;
use crate::{Bitboard, Color, Direction, KeyedPosition, Rank, attacks};

/// The king of the side to move as a back end views it, and its castlings.
pub(super) struct Shared<V> {
    pub(super) king: V,
    /// The king's file, and its diagonals: NE and SW, NW and SE.
    pub(super) pawn_lines: [Bitboard; 3],
    /// At most two rooks may castle.
    castlers: [Option<Castler>; 2],
}

impl<V> Shared<V> {
    #[inline]
    pub(super) fn new<K: ChessKeys>(position: &KeyedPosition<K>, us: Color, king: V) -> Self {
        let square = position.king(us);
        let rooks = position.castling_rooks() & position.color(us);
        let mut castlers = rooks.into_iter().map(|rook| Castler::new(us, square, rook));
        let [north_east, north_west] = attacks::diagonals(square);
        let pawn_lines = [Bitboard::file(square.file()), north_east, north_west];
        Self { king, pawn_lines, castlers: [castlers.next(), castlers.next()] }
    }

    /// Returns the number of castlings of a side that is not in check.
    #[inline(always)]
    pub(super) fn castlings(&self, able: Bitboard, occupied: Bitboard, attacked: Bitboard) -> u64 {
        let free = |castler: &Castler| u64::from(castler.is_free(able, occupied, attacked));
        match &self.castlers {
            [Some(one), Some(other)] => free(one) + free(other),
            [Some(one), None] => free(one),
            [None, _] => 0,
        }
    }
}

/// Returns the number of moves of pawns, en passant excluded: some may push, some may capture along
/// NE or SW, and some along NW or SE. A push of one square and one of two never end on the same
/// square.
#[inline(always)]
pub(super) fn pawn_moves<const ENEMY_WHITE: bool>(
    [pushers, right, left]: [Bitboard; 3],
    empty: Bitboard,
    enemies: Bitboard,
    targets: Bitboard,
) -> u64 {
    use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
    let (us, up, diagonals) = if ENEMY_WHITE {
        (Color::Black, South, [SouthWest, SouthEast])
    } else {
        (Color::White, North, [NorthEast, NorthWest])
    };
    let [third, last] = [Rank::Third, Rank::Eighth].map(|rank| Bitboard::rank(rank.relative(us)));
    let one = pushers.shift(up) & empty;
    let two = (one & third).shift(up) & empty;
    let victims = enemies & targets;
    // Pushes end on empty squares, captures do not.
    let some = (one | two) & targets | right.shift(diagonals[0]) & victims;
    let others = left.shift(diagonals[1]) & victims;
    let mut moves = some.count() + others.count();
    if ((some | others) & last).any() {
        // Each of these is four moves.
        moves += 3 * ((some & last).count() + (others & last).count());
    }
    moves.into()
}
