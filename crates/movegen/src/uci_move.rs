//! Moves in the notation of UCI: from, to and a promotion letter.

use alloc::string::{String, ToString};

use crate::chess_move::MoveFault;
use crate::keys::ChessKeys;
use crate::{CastlingSide, KeyedPosition, Move, MoveError, PieceType, Square, Variant};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the move in UCI's notation: [`uci_as`](Self::uci_as) with the position's own
    /// [`variant`](Self::variant).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -")?;
    /// assert_eq!(position.uci(position.parse_san("O-O")?), "e1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        self.uci_as(mv, self.variant())
    }

    /// Returns the move in UCI's notation. Castling is the king's step in standard chess (e1g1) and
    /// the king taking its rook in Chess960 (e1h1), which an engine writes in every position while
    /// its option `UCI_Chess960` is set. A king that castles by less than two squares takes its
    /// rook in both: its step would mean another move or none.
    /// [`parse_uci`](Self::parse_uci) reads back either.
    ///
    /// ```
    /// use movegen::{Position, Variant};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -")?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(position.uci_as(castling, Variant::Standard), "e1g1");
    /// assert_eq!(position.uci_as(castling, Variant::Chess960), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci_as(&self, mv: Move, variant: Variant) -> String {
        if mv.is_castling() && variant == Variant::Standard {
            let to = CastlingSide::of(mv.from(), mv.to()).king_to(self.side_to_move());
            if mv.from().distance(to) > 1 {
                return Move::new(mv.from(), to).to_string();
            }
        }
        mv.to_string()
    }

    /// Returns the move itself, if it is legal here.
    ///
    /// ```
    /// use movegen::{Move, Position, Square};
    ///
    /// let position = Position::startpos();
    /// let e4 = Move::new(Square::E2, Square::E4);
    /// assert_eq!(position.check_legal(e4), Ok(e4));
    /// let error = position.check_legal(Move::new(Square::E2, Square::E5)).unwrap_err();
    /// assert_eq!(error.to_string(), "\"e2e5\" is not legal here");
    /// ```
    ///
    /// # Errors
    /// If it is not.
    pub fn check_legal(&self, mv: Move) -> Result<Move, MoveError> {
        match self.is_legal(mv) {
            true => Ok(mv),
            false => Err(MoveFault::Illegal(mv.to_string()).into()),
        }
    }

    /// Reads a legal move in UCI's notation; castling may be written either way. In Chess960 the
    /// king's step to its castling square may also be an ordinary move; then it means that move.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let form = || MoveFault::Form(text.to_string());
        let (from, to, promoted) = split(text).ok_or_else(form)?;
        let legality = self.legality();
        let us = self.side_to_move();
        let king_step = CastlingSide::ALL
            .into_iter()
            .filter(|side| from == self.king(us) && side.king_to(us) == to && from != to)
            .filter(|_| from.rank() == to.rank())
            .find_map(|side| self.castling_rook(us, side))
            .map(|rook| Move::castling(from, rook));
        let candidates = match promoted {
            Some(kind) => [Some(Move::promotion(from, to, kind)), None, None, None],
            None => [
                Some(Move::new(from, to)),
                Some(Move::en_passant(from, to)),
                Some(Move::castling(from, to)),
                king_step,
            ],
        };
        candidates
            .into_iter()
            .flatten()
            .find(|&mv| self.is_legal_with(&legality, mv))
            .ok_or_else(|| MoveFault::Illegal(text.to_string()).into())
    }
}

/// From, to and the promotion of a text like e7e8q.
fn split(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from: Square = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promoted = match text.get(4..)? {
        "" => None,
        letter => Some(
            PieceType::PROMOTIONS
                .into_iter()
                .find(|kind| letter.len() == 1 && letter.starts_with(kind.letter()))?,
        ),
    };
    (from != to).then_some((from, to, promoted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn every_legal_move_survives_both_notations() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let position = position(fen);
            for mv in position.legal_moves() {
                for variant in Variant::ALL {
                    let text = position.uci_as(mv, variant);
                    assert_eq!(position.parse_uci(&text), Ok(mv), "{text}");
                }
            }
        }
    }

    #[test]
    fn castling_in_both_notations() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let short = Move::castling(Square::E1, Square::H1);
        assert_eq!(position.parse_uci("e1g1"), Ok(short));
        assert_eq!(position.parse_uci("e1h1"), Ok(short));
        assert_eq!(position.uci(short), "e1g1");
        assert_eq!(position.uci_as(short, Variant::Chess960), "e1h1");
        assert_eq!(position.parse_uci("e1c1").unwrap().to(), Square::A1);
    }

    #[test]
    fn a_chess960_king_step_is_not_castling_unless_it_must_be() {
        // King f1, rook h1: f1g1 is an ordinary step, f1h1 is castling.
        let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert_eq!(position.parse_uci("f1g1"), Ok(Move::new(Square::F1, Square::G1)));
        assert_eq!(position.parse_uci("f1h1"), Ok(Move::castling(Square::F1, Square::H1)));
    }

    #[test]
    fn castling_without_a_step_of_two_is_written_as_taking_the_rook() {
        for (fen, rook, text) in [
            ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", Square::H1, "f1h1"),
            ("4k3/8/8/8/8/8/8/6KR w H - 0 1", Square::H1, "g1h1"),
            ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", Square::A1, "c1a1"),
            ("4k3/8/8/8/8/8/8/R4K2 w A - 0 1", Square::A1, "f1c1"),
        ] {
            let position = position(fen);
            let mv = Move::castling(position.king(position.side_to_move()), rook);
            assert_eq!(position.uci_as(mv, Variant::Standard), text, "{fen}");
            assert_eq!(position.parse_uci(text), Ok(mv), "{fen}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let position = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for text in ["", "e2", "e2e9", "e2e4x", "E2E4", "e2e2", "0000", "e7e8k", "é2e4"] {
            let message = position.parse_uci(text).unwrap_err().to_string();
            assert!(message.contains("is not a move"), "{message}");
        }
        for text in ["e2e5", "e7e5", "e1g1", "e2e4q"] {
            let message = position.parse_uci(text).unwrap_err().to_string();
            assert!(message.contains("is not legal"), "{message}");
        }
    }
}
