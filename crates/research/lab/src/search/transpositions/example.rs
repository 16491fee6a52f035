//! Rival's example: two orders of the same four moves.

use movegen::Position;

use super::en_passant::{EnPassant, Wide};

/// The two orders, and a fifth ply that both may be followed by.
pub(super) const ORDERS: [[&str; 5]; 2] =
    [["e2e4", "d7d5", "b1c3", "f7f5", "e4d5"], ["e2e4", "f7f5", "b1c3", "d7d5", "e4d5"]];

/// Plies after which the document says that the orders meet: White's second move.
pub(super) const CLAIMED: usize = 3;

/// Plies after which they meet: Black's second move.
pub(super) const MEETING: usize = 4;

/// Returns for each ply from 1 whether both orders have led to one key, under each rule of
/// [`EnPassant::ALL`].
pub(super) fn meetings() -> [[bool; 3]; 5] {
    let mut positions: [Wide; 2] = [(); 2].map(|()| Position::startpos().with_keys());
    let mut met = [[false; 3]; 5];
    for (ply, met) in met.iter_mut().enumerate() {
        let moves: [_; 2] = std::array::from_fn(|order| parse(&positions[order], order, ply));
        positions = std::array::from_fn(|order| positions[order].make(moves[order]));
        *met = EnPassant::ALL.map(|rule| {
            let key = |order: usize| rule.identity(moves[order], &positions[order]);
            key(0) == key(1)
        });
    }
    met
}

fn parse(position: &Wide, order: usize, ply: usize) -> movegen::Move {
    position.parse_uci(ORDERS[order][ply]).expect("a move of the example is legal")
}

/// Returns the position after `plies` plies of one order.
pub(super) fn position(order: usize, plies: usize) -> Position {
    ORDERS[order][..plies].iter().fold(Position::startpos(), |position, text| {
        position.make(position.parse_uci(text).expect("a move of the example is legal"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not after White's second move, as the document says; and after Black's only if a double step
    /// leaves no trace.
    #[test]
    fn the_orders_meet_after_blacks_second_move_if_a_double_step_leaves_no_trace() {
        let [first, second, third, fourth, fifth] = meetings();
        assert_eq!(first, [true; 3]);
        assert_eq!((second, third), ([false; 3], [false; 3]));
        assert_eq!(fourth, [false, true, true]);
        assert_eq!(fifth, [true; 3]);
        assert_ne!(position(0, CLAIMED).key(), position(1, CLAIMED).key());
        assert_eq!(position(0, MEETING).key(), position(1, MEETING).key());
    }
}
