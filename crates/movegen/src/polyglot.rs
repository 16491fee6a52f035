//! Keys of PolyGlot opening books.

use crate::keys::{ChessKeys, polyglot_numbers};
use crate::{CastlingSide, Color, KeyedPosition, PieceType, attacks};

/// The first numbers of castling, en passant and the turn.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the key under which PolyGlot's opening books list the position (Letouzey, 2007),
    /// computed from the pieces. Unlike the position's own key it counts an en passant square
    /// whenever a pawn of the side to move is beside the pawn that has just made a double step,
    /// whether or not the capture is legal.
    ///
    /// ```
    /// assert_eq!(movegen::Position::startpos().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let numbers = polyglot_numbers();
        let mut key = 0;
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let white = usize::from(piece.color() == Color::White);
                key ^= numbers[64 * (2 * piece.kind().index() + white) + square.index()];
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.castling_rook(color, side).is_some() {
                    key ^= numbers[CASTLING + 2 * color.index() + side as usize];
                }
            }
        }
        let us = self.side_to_move();
        if let Some(square) = self.passed_square()
            && (attacks::pawn(!us, square) & self.colored(us, PieceType::Pawn)).any()
        {
            key ^= numbers[EN_PASSANT + square.file().index()];
        }
        if us == Color::White {
            key ^= numbers[TURN];
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;

    /// The test positions of the format's description.
    #[test]
    fn published_keys() {
        let cases: [(&[&str], u64); 9] = [
            (&[], 0x463b_9618_1691_fc9c),
            (&["e2e4"], 0x823c_9b50_fd11_4196),
            (&["e2e4", "d7d5"], 0x0756_b944_61c5_0fb0),
            (&["e2e4", "d7d5", "e4e5"], 0x662f_afb9_65db_29d4),
            (&["e2e4", "d7d5", "e4e5", "f7f5"], 0x22a4_8b5a_8e47_ff78),
            (&["e2e4", "d7d5", "e4e5", "f7f5", "e1e2"], 0x652a_607c_a3f2_42c1),
            (&["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"], 0x00fd_d303_c946_bdd9),
            (&["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"], 0x3c81_23ea_7b06_7637),
            (&["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"], 0x5c3f_9b82_9b27_9560),
        ];
        for (moves, key) in cases {
            let position = moves.iter().fold(Position::startpos(), |position, text| {
                position.make(position.parse_uci(text).unwrap())
            });
            assert_eq!(position.polyglot_key(), key, "{moves:?}");
        }
    }

    /// The capture would expose the king, so our own key leaves it out; the book's key counts it.
    #[test]
    fn an_illegal_en_passant_capture_counts() {
        let key = |fen: &str| Position::from_fen(fen).unwrap();
        let with = key("8/8/8/K2pP2r/8/8/8/4k3 w - d6");
        let without = key("8/8/8/K2pP2r/8/8/8/4k3 w - -");
        assert_eq!(with.key(), without.key());
        assert_ne!(with.polyglot_key(), without.polyglot_key());
        assert!(with == without, "to the rules they are one position");
    }
}
