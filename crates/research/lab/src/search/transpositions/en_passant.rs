//! When a key holds the file of a double step; and Rival's example, two orders of the same four
//! moves.

use movegen::keys::WideZobristKeys;
use movegen::{Color, File, KeyedPosition, Move, PieceType, Position, Square};

/// Positions with keys of 128 bits: that two of 10^8 share one has a chance of 10^-23.
pub(super) type Wide = KeyedPosition<WideZobristKeys>;

/// When a key holds the file of a double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnPassant {
    /// After each double step.
    Always,
    /// If a pawn is where it would capture.
    PseudoLegal,
    /// If a capture is legal.
    Legal,
}

impl EnPassant {
    pub(super) const ALL: [Self; 3] = [Self::Always, Self::PseudoLegal, Self::Legal];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::PseudoLegal => "if pseudo-legal",
            Self::Legal => "if legal",
        }
    }

    /// Returns the file that the key of `child` holds, to which `mv` led.
    pub(super) fn file(self, mv: Move, child: &Wide) -> Option<File> {
        let passed = passed_square(mv, child)?;
        let holds = match self {
            Self::Always => true,
            Self::PseudoLegal => {
                let pawns = child.colored(child.side_to_move(), PieceType::Pawn);
                (child.attackers_to(passed, child.occupied()) & pawns).any()
            }
            Self::Legal => child.en_passant().is_some(),
        };
        holds.then(|| passed.file())
    }

    /// Returns the identity of `child`: its key under the rule of legal captures, and the file
    /// under this one.
    pub(super) fn identity(self, mv: Move, child: &Wide) -> (u128, Option<File>) {
        (child.keys().full.0, self.file(mv, child))
    }
}

/// Returns the square that a pawn passed, if the move is a double step.
fn passed_square(mv: Move, child: &Wide) -> Option<Square> {
    let mover: Color = !child.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let is_double = !mv.is_castling()
        && from.index().abs_diff(to.index()) == 16
        && child.colored(mover, PieceType::Pawn).contains(to);
    is_double.then(|| Square::from_index(usize::midpoint(from.index(), to.index())))
}

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

fn parse(position: &Wide, order: usize, ply: usize) -> Move {
    position.parse_uci(ORDERS[order][ply]).expect("a move of the example is legal")
}

pub(super) fn position(order: usize, plies: usize) -> Position {
    ORDERS[order][..plies].iter().fold(Position::startpos(), |position, text| {
        position.make(position.parse_uci(text).expect("a move of the example is legal"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A double step that no pawn can answer, one that a pinned pawn cannot, one that a pawn can.
    #[test]
    fn the_file_is_held_when_the_rule_says_so() {
        let cases = [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", [true, false, false]),
            ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", [true, true, false]),
            ("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", [true, true, true]),
            ("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d6", [false, false, false]),
            ("6k1/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a4", [false, false, false]),
        ];
        for (fen, text, expected) in cases {
            let position: Wide = Position::from_fen(fen).unwrap().with_keys();
            let mv = position.parse_uci(text).unwrap();
            let child = position.make(mv);
            let held = EnPassant::ALL.map(|rule| rule.file(mv, &child).is_some());
            assert_eq!(held, expected, "{fen} {text}");
        }
    }

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
