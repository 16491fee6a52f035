//! When a key holds the file of a double step.

use movegen::keys::WideZobristKeys;
use movegen::{Color, File, KeyedPosition, Move, PieceType, Square};

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

#[cfg(test)]
mod tests {
    use movegen::Position;

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
}
