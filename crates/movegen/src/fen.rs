//! Forsyth-Edwards notation, with the castling fields of X-FEN and Shredder-FEN.
//!
//! A FEN has six fields: the pieces, the side to move, the rights to castle, the square that a pawn
//! has just passed, the plies since the last capture or pawn move, and the number of the move.
//!
//! The castling field has three notations; the letters are upper case for White. With White's king
//! on e1 and rooks on a1, g1 and h1:
//!
//! | notation | a right is named by | a1 and h1 | a1 and g1 |
//! |---|---|---|---|
//! | standard | the side: the outermost rook there | `KQ` | cannot be written |
//! | X-FEN | the side, or the rook's file if another rook stands farther out | `KQ` | `GQ` |
//! | Shredder-FEN | the rook's file | `HA` | `GA` |
//!
//! Sources: the PGN standard (Steven J. Edwards, 1994), section 16.1; X-FEN (Reinhard Scharnagl,
//! 2003).

mod error;
mod read;
mod repair;
mod write;

use core::str::FromStr;

pub use error::{FenError, FenFault, FenField};
pub use repair::{FenRepair, Mended};
pub(crate) use write::write_fields;

use crate::keys::ChessKeys;
use crate::{KeyedPosition, Position, Variant};
use read::{Mode, read};
use repair::Repair;

impl Position {
    /// Returns the start position of standard chess.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the start position is legal")
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Reads a FEN as people and programs write it, and mends it as
    /// [`read_fen`](Self::read_fen) does, which also returns the repairs. The castling field says
    /// which rules of castling hold: files of rooks (`HAha`) are those of Chess960, `KQkq` those of
    /// standard chess ([`Variant::of_fen`]).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -")?;
    /// assert_eq!(position.to_fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`read_fen`](Self::read_fen).
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read_fen(fen, Variant::of_fen(fen)).map(|read| read.value)
    }

    /// Reads a FEN by the rules of castling of a variant, mends what the board settles, and returns
    /// the position with each repair. Any white space may separate the fields; rights to castle may
    /// be in any order and notation (KQkq, X-FEN, Shredder-FEN).
    ///
    /// | fault | what becomes of it |
    /// |---|---|
    /// | no clocks, or a move number 0 | 0 and 1, without a repair |
    /// | a side's castling letters in another order or notation | read, without a repair |
    /// | an en passant square where no capture is legal | dropped, without a repair |
    /// | no castling field, no en passant field | `-` |
    /// | a right without its king and rook, a second on a side, another letter | it is dropped |
    /// | in standard chess: a right of a king not on e, of a rook not on a or h | it is dropped |
    /// | an en passant square that no pawn can have passed, or that is no square | `-` |
    /// | a clock that is no number from 0 to 65535 | 0, of the move number 1 |
    /// | words behind the sixth field | left out |
    /// | pieces or side to move that cannot be read, or are no legal position | an error |
    ///
    /// ```
    /// use movegen::{Position, Variant};
    ///
    /// let fen = "1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1";
    /// let read = Position::read_fen(fen, Variant::Standard)?;
    /// assert_eq!(read.value.to_fen(), "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1");
    /// assert_eq!(read.repairs[0].to_string(), "castling k dropped");
    /// assert!(read.repairs[1].to_string().starts_with("castling Kq dropped: only Chess960"));
    /// let read = Position::read_fen(fen, Variant::Chess960)?;
    /// assert_eq!(read.value.to_fen_as(Variant::Chess960), "1r2k3/8/8/8/8/8/8/R3KR2 w FAb - 0 1");
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// If the pieces or the side to move cannot be read, or the position is not legal: a side
    /// without exactly one king, more pieces than a game can have, a pawn on the first or last
    /// rank, the side that has just moved in check, more than two checkers. The error then lists
    /// every fault of the text with its field and place.
    pub fn read_fen(fen: &str, variant: Variant) -> Result<Mended<Self>, FenError> {
        read(fen, Mode::Lenient, variant)
    }

    /// Reads a FEN as [`read_fen`](Self::read_fen) does by the rules of standard chess; by those of
    /// Chess960 if it has rights that standard chess cannot have, between back ranks of a start of
    /// Chess960, which is a repair.
    pub(crate) fn read_fen_of_game(fen: &str) -> Result<Mended<Self>, FenError> {
        let standard: Mended<Self> = Self::read_fen(fen, Variant::Standard)?;
        let rights = standard.repairs.iter().find(|repair| repair.is_of_chess960());
        let (Some(rights), Some(_)) = (rights, standard.value.back_rank_numbers()) else {
            return Ok(standard);
        };
        let mut read = Self::read_fen(fen, Variant::Chess960)?;
        read.repairs.insert(0, FenRepair::new(rights.field(), rights.text(), Repair::OfChess960));
        Ok(read)
    }

    /// Reads a FEN exactly as [`KeyedPosition::to_fen`] writes it, in either notation of rights, by
    /// the rules of castling that its castling field shows ([`Variant::of_fen`]): the position is
    /// written again as the same text. The one exception is an en passant square after a double
    /// step that allows no legal capture, which the PGN standard asks for: it is dropped.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// assert!(Position::from_fen_strict("4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_ok());
    /// let error = Position::from_fen_strict("4k3/8/8/8/8/8/8/4K3 w - -").unwrap_err();
    /// assert!(error.to_string().contains("found 4"));
    /// ```
    ///
    /// # Errors
    /// Those of [`KeyedPosition::read_fen`] and each fault that it would mend; fields other than
    /// six between single spaces; numbers of empty squares side by side; rights in another order;
    /// clocks with leading zeros; a move number 0.
    pub fn from_fen_strict(fen: &str) -> Result<Self, FenError> {
        read(fen, Mode::Strict, Variant::of_fen(fen)).map(|read| read.value)
    }
}

/// Reads as [`KeyedPosition::from_fen`] does.
impl<K: ChessKeys> FromStr for KeyedPosition<K> {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefaultKeys, Square};
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn error(fen: &str) -> String {
        Position::from_fen(fen).expect_err(fen).to_string()
    }

    #[test]
    fn round_trips() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/8/8/8/8/K1k5 b - - 99 1000",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(position.to_fen(), fen);
            assert_eq!(*position.keys(), *position.with_keys::<DefaultKeys>().keys());
        }
    }

    #[test]
    fn castling_fields_of_all_kinds() {
        let shredder = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1";
        let position = Position::from_fen(shredder).unwrap();
        assert_eq!(position.to_fen_as(Variant::Chess960), shredder);
        let x_fen = "1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1";
        assert_eq!(position.to_fen_as(Variant::Standard), x_fen);
        let read = Position::read_fen(x_fen, Variant::Chess960).unwrap();
        assert_eq!((read.value, read.repairs.len()), (position, 0));
        // The example of the module: one board, two sets of rights, three notations.
        for (rights, x_fen, shredder, rooks) in [
            ("KQ", "KQ", "HA", Square::H1.bb() | Square::A1.bb()),
            ("GQ", "GQ", "GA", Square::G1.bb() | Square::A1.bb()),
            ("AG", "GQ", "GA", Square::G1.bb() | Square::A1.bb()),
        ] {
            let board = "4k3/8/8/8/8/8/8/R3K1RR w ";
            let position = Position::from_fen(&(board.to_string() + rights + " - 0 1")).unwrap();
            assert_eq!(position.castling_rooks(), rooks);
            assert_eq!(position.to_fen_as(Variant::Standard), board.to_string() + x_fen + " - 0 1");
            assert_eq!(
                position.to_fen_as(Variant::Chess960),
                board.to_string() + shredder + " - 0 1"
            );
        }
        // X-FEN: the inner rook has to be named, K means the outer one.
        let inner = "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1";
        let position = Position::from_fen(inner).unwrap();
        assert_eq!(position.castling_rooks(), Square::F1.bb());
        assert_eq!(position.to_fen_as(Variant::Standard), inner);
        let outer = "4k3/8/8/8/8/8/8/1R2KR1R w KQ - 0 1";
        let read = |variant| Position::read_fen(outer, variant).unwrap().value.castling_rooks();
        assert_eq!(read(Variant::Chess960), Square::H1.bb() | Square::B1.bb());
        assert_eq!(read(Variant::Standard), Square::H1.bb());
    }

    #[test]
    fn standard_chess_castles_from_the_e_file_with_rooks_in_the_corners() {
        for (board, field, standard) in [
            ("7q/8/8/k4n1r/p7/8/PP3P2/R5K1", "KQkq", "-"),
            ("1r2k3/8/8/8/8/8/8/R3KR2", "KQkq", "Q"),
            ("1r2k3/8/8/8/8/8/8/R3KR2", "FAb", "Q"),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "KQkq"),
            ("rk5r/8/8/8/8/8/8/RK5R", "HAha", "-"),
            ("rk5r/8/8/8/8/8/8/RK5R", "KQkq", "-"),
        ] {
            let fen = std::format!("{board} w {field} - 0 1");
            let read = Position::read_fen(&fen, Variant::Standard).unwrap();
            assert_eq!(
                read.value.to_fen_as(Variant::Standard),
                std::format!("{board} w {standard} - 0 1")
            );
            assert_eq!(read.value.variant(), Variant::Standard);
            let dropped: usize = read.repairs.iter().map(|repair| repair.text().len()).sum();
            let kept = standard.len() - usize::from(standard == "-");
            assert_eq!(dropped + kept, field.len(), "{fen}: {:?}", read.repairs);
        }
    }

    #[test]
    fn four_fields_suffice_and_idle_en_passant_squares_are_dropped() {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
        let position = Position::from_fen(start).unwrap();
        assert_eq!(position.en_passant(), None);
        assert_eq!((position.halfmove_clock(), position.fullmove_number()), (0, 1));
    }

    #[test]
    fn each_fault_is_named() {
        let cases = [
            ("", "found 0"),
            ("8/8/8/8/8/8/8/8", "expected 4 to 6 fields, found 1"),
            ("8 w", "1 ranks, not 8"),
            ("8/8/8/8/8/8/8 w - -", "7 ranks"),
            ("9/8/8/8/8/8/8/8 w - -", "'9' on rank 8"),
            ("k7/8/8/8/8/8/8/K8 w - -", "rank 1 does not have 8"),
            ("k7/8/8/7/8/8/8/K7 w - -", "rank 5 does not have 8"),
            ("kx6/8/8/8/8/8/8/K7 w - -", "'x' on rank 8"),
            ("k7/8/8/8/8/8/8/K7 W - -", "side to move, character 19: \"W\" is not w or b"),
            ("8/8/8/8/8/8/8/K7 w - -", "black has 0 kings"),
            ("k7/8/8/8/8/8/8/KK6 w - -", "white has 2 kings"),
            ("k6P/8/8/8/8/8/8/K7 w - -", "a pawn stands on h8"),
            ("kR6/8/8/8/8/8/8/K7 w - -", "black is in check"),
            ("k7/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - -", "17 pieces"),
            ("k7/8/8/8/8/QQ6/PPPPPPPP/K7 w - -", "more promoted pieces"),
            ("k3r3/8/8/8/7b/3n4/8/4K3 w - -", "3 pieces give check"),
        ];
        for (fen, part) in cases {
            let message = error(fen);
            assert!(message.contains(part), "{fen}: {message}");
        }
        // Faults that are mended are named where nothing is mended.
        for (fen, part) in [
            ("k7/8/8/8/8/8/8/K7 w X - 0 1", "'X' is none of"),
            ("k7/8/8/8/8/8/8/K6R w Q - 0 1", "no king and rook on their rank for 'Q'"),
            ("k7/8/8/8/8/8/K7/7R w K - 0 1", "no king and rook on their rank for 'K'"),
            ("k7/8/8/8/8/8/8/K5RR w GH - 0 1", "'H' gives a second right"),
            ("k7/8/8/8/8/8/8/K7 w - e3 0 1", "no square behind a double step"),
            ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn has just passed e6"),
            ("k7/4p3/8/4p3/8/8/8/K7 w - e6 0 1", "no pawn has just passed e6"),
            ("k7/8/8/8/8/8/8/K7 w - - x 1", "halfmove clock, character 25: \"x\""),
            ("k7/8/8/8/8/8/8/K7 w - - 0 -1", "move number, character 27: \"-1\""),
            ("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", "only Chess960 has"),
        ] {
            let message = Position::from_fen_strict(fen).expect_err(fen).to_string();
            assert!(message.contains(part), "{fen}: {message}");
        }
    }

    #[test]
    fn every_fault_is_reported_with_its_place() {
        let error =
            Position::from_fen("4k3/8/8/9/8/8/x7/4K2 W KX z9 -1 70000").expect_err("eight faults");
        let found: Vec<_> =
            error.faults().iter().map(|fault| (fault.field(), fault.span())).collect();
        assert_eq!(
            found,
            [
                (FenField::Board, 8..9),
                (FenField::Board, 14..15),
                (FenField::Board, 17..20),
                (FenField::SideToMove, 21..22),
                (FenField::Castling, 24..25),
                (FenField::EnPassant, 26..28),
                (FenField::HalfmoveClock, 29..31),
                (FenField::MoveNumber, 32..37),
            ]
        );
        let text = error.to_string();
        assert_eq!(text.matches("; ").count(), 7, "{text}");
        let error = Position::from_fen("8/8/8/8/8/8/8/8 x - -").expect_err("no kings, no side");
        let fields: Vec<_> = error.faults().iter().map(FenFault::field).collect();
        assert_eq!(fields, [FenField::Board, FenField::Board, FenField::SideToMove]);
        let error = Position::from_fen("PPPPPPPP/PK6/8/8/8/8/8/8 b - -").expect_err("many");
        assert_eq!(error.faults().len(), 10, "{error}");
    }

    #[test]
    fn strict_refuses_what_lenient_forgives() {
        let cases = [
            ("k7/8/8/8/8/8/8/K7 w - -", "between single spaces, found 4"),
            ("k7/8/8/8/8/8/8/K7 w -  - 0 1", "between single spaces, found 7"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 1 ", "between single spaces, found 7"),
            ("k43/8/8/8/8/8/8/K7 w - - 0 1", "two numbers side by side on rank 8"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w QKkq - 0 1", "these rights are written KQkq"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1", "these rights are written KQkq"),
            ("k7/8/8/8/8/8/8/K7 w - - 00 1", "\"00\" is not written as a plain number"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 0", "counted from 1"),
        ];
        for (fen, part) in cases {
            assert!(Position::from_fen(fen).is_ok(), "{fen}");
            let message = Position::from_fen_strict(fen).expect_err(fen).to_string();
            assert!(message.contains(part), "{fen}: {message}");
        }
        for fen in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1",
        ] {
            assert!(Position::from_fen_strict(fen).is_ok(), "{fen}");
        }
    }

    #[test]
    fn a_check_that_no_double_step_gave() {
        for fen in ["k7/8/8/3pP3/8/8/8/K6r w - d6 0 1", "8/8/8/8/3pP3/5k2/8/4K2B b - e3 0 1"] {
            let message = Position::from_fen_strict(fen).unwrap_err().to_string();
            assert!(message.contains("the check does not come from a pawn"), "{message}");
        }
        // The pawn itself, and a rook behind the square that it left.
        assert!(Position::from_fen_strict("k7/8/8/3pP3/4K3/8/8/8 w - d6 0 1").is_ok());
        assert!(Position::from_fen_strict("k2r4/8/8/3p4/4P3/8/3K4/8 w - d6 0 1").is_ok());
    }
}
