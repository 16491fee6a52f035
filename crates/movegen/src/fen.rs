//! Forsyth-Edwards notation, with the castling fields of X-FEN and Shredder-FEN.

use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use crate::keys::ChessKeys;
use crate::position::Fault;
use crate::{CastlingSide, Color, File, KeyedPosition, Piece, PieceType, Rank, Square};

/// What is wrong with a FEN, and in which field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    FieldCount(usize),
    RankCount(usize),
    RankLength(Rank),
    BoardLetter(char, Rank),
    Side(String),
    CastlingLetter(char),
    CastlingRook(char),
    CastlingTwice(char),
    EnPassantSquare(String),
    EnPassantPawn(Square),
    Clock(&'static str, String),
    Fault(Fault),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::FieldCount(count) => write!(f, "FEN has {count} fields, not 4 to 6"),
            Kind::RankCount(count) => write!(f, "FEN board has {count} ranks, not 8"),
            Kind::RankLength(rank) => {
                write!(f, "FEN board: rank {} does not have 8 squares", rank.index() + 1)
            }
            Kind::BoardLetter(letter, rank) => {
                write!(f, "FEN board: {letter:?} on rank {} is no piece", rank.index() + 1)
            }
            Kind::Side(text) => write!(f, "FEN side to move is {text:?}, not w or b"),
            Kind::CastlingLetter(letter) => {
                write!(f, "FEN castling: {letter:?} is none of KQkq, A-H, a-h")
            }
            Kind::CastlingRook(letter) => {
                write!(f, "FEN castling: no king and rook on their rank for {letter:?}")
            }
            Kind::CastlingTwice(letter) => {
                write!(f, "FEN castling: {letter:?} gives a second right on one side")
            }
            Kind::EnPassantSquare(text) => {
                write!(f, "FEN en passant: {text:?} is no square behind a double step")
            }
            Kind::EnPassantPawn(square) => {
                write!(f, "FEN en passant: no pawn has just passed {square}")
            }
            Kind::Clock(name, text) => write!(f, "FEN {name} is {text:?}, not a number"),
            Kind::Fault(fault) => write!(f, "FEN board: {fault}"),
        }
    }
}

impl core::error::Error for FenError {}

impl From<Kind> for FenError {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Reads a FEN of four to six fields (missing clocks are 0 and 1). The castling field may be
    /// standard, X-FEN (KQkq means the outermost rook) or Shredder-FEN (the rook's file). An en
    /// passant square is kept only if a capture there is legal.
    ///
    /// # Errors
    /// If a field cannot be read, or the position is not legal: not one king a side, more men than a
    /// game can have, a pawn on an end rank, the side that has just moved in check, three checkers.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let count = fields.clone().count();
        if !(4..=6).contains(&count) {
            return Err(Kind::FieldCount(count).into());
        }
        let mut next = || fields.next().unwrap_or_default();
        let mut position = Self::empty();
        position.read_board(next())?;
        match next() {
            "w" => {}
            "b" => position.set_black_to_move(),
            other => return Err(Kind::Side(other.to_string()).into()),
        }
        position.validate().map_err(Kind::Fault)?;
        for letter in Some(next()).filter(|&text| text != "-").unwrap_or_default().chars() {
            position.read_right(letter)?;
        }
        position.read_en_passant(next())?;
        let halfmove = read_clock("halfmove clock", fields.next(), 0)?;
        let fullmove = read_clock("move number", fields.next(), 1)?;
        position.set_clocks(halfmove, fullmove.max(1));
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), FenError> {
        let count = board.split('/').count();
        if count != 8 {
            return Err(Kind::RankCount(count).into());
        }
        for (rank, row) in Rank::ALL.into_iter().rev().zip(board.split('/')) {
            let mut files = File::ALL.into_iter();
            for letter in row.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    if files.nth(empty as usize - 1).is_none() {
                        return Err(Kind::RankLength(rank).into());
                    }
                } else {
                    let piece =
                        Piece::from_letter(letter).ok_or(Kind::BoardLetter(letter, rank))?;
                    let file = files.next().ok_or(Kind::RankLength(rank))?;
                    self.place(piece, Square::new(file, rank));
                }
            }
            if files.next().is_some() {
                return Err(Kind::RankLength(rank).into());
            }
        }
        Ok(())
    }

    fn read_right(&mut self, letter: char) -> Result<(), FenError> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back = Rank::First.relative(color);
        let king = self.king(color);
        let rook_on = |file| {
            let square = Square::new(file, back);
            self.colored(color, PieceType::Rook).contains(square).then_some(square)
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => File::ALL.into_iter().rev().find_map(rook_on).filter(|&rook| rook > king),
            'q' => File::ALL.into_iter().find_map(rook_on).filter(|&rook| rook < king),
            file => rook_on(File::from_letter(file).ok_or(Kind::CastlingLetter(letter))?),
        };
        let rook = rook.filter(|_| king.rank() == back).ok_or(Kind::CastlingRook(letter))?;
        if self.castling_rook(color, CastlingSide::of(king, rook)).is_some() {
            return Err(Kind::CastlingTwice(letter).into());
        }
        self.allow_castling(rook);
        Ok(())
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let us = self.side_to_move();
        let square = text
            .parse()
            .ok()
            .filter(|square: &Square| square.rank() == Rank::Sixth.relative(us))
            .ok_or_else(|| Kind::EnPassantSquare(text.to_string()))?;
        let origin = Square::new(square.file(), Rank::Seventh.relative(us));
        let passed = Square::new(square.file(), Rank::Fifth.relative(us));
        let path = origin.bb() | square.bb();
        if (path & self.occupied()).any() || !self.colored(!us, PieceType::Pawn).contains(passed) {
            return Err(Kind::EnPassantPawn(square).into());
        }
        self.offer_en_passant(!us, passed);
        Ok(())
    }

    /// The position as a FEN of six fields. `chess960` writes the rooks' files into the castling
    /// field (Shredder-FEN); otherwise K, Q, k and q, or the file where that would name another rook
    /// (X-FEN).
    #[must_use]
    pub fn to_fen(&self, chess960: bool) -> String {
        let mut fen = String::new();
        self.write_fen(&mut fen, chess960).expect("writing into a string cannot fail");
        fen
    }

    fn write_fen(&self, fen: &mut String, chess960: bool) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(fen, "{empty}")?;
                        }
                        empty = 0;
                        fen.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                write!(fen, "{empty}")?;
            }
            if rank != Rank::First {
                fen.push('/');
            }
        }
        fen.push_str(if self.side_to_move() == Color::White { " w " } else { " b " });
        self.write_rights(fen, chess960);
        match self.en_passant() {
            Some(square) => write!(fen, " {square}")?,
            None => fen.push_str(" -"),
        }
        write!(fen, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }

    fn write_rights(&self, fen: &mut String, chess960: bool) {
        if self.castling_rooks().is_empty() {
            fen.push('-');
            return;
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling_rook(color, side) else { continue };
                let back = self.colored(color, PieceType::Rook)
                    & crate::Bitboard::rank(Rank::First.relative(color));
                let (outermost, name) = match side {
                    CastlingSide::KingSide => (back.last(), 'k'),
                    CastlingSide::QueenSide => (back.first(), 'q'),
                };
                let letter =
                    if chess960 || outermost != Some(rook) { rook.file().letter() } else { name };
                fen.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
}

fn read_clock(name: &'static str, text: Option<&str>, missing: u16) -> Result<u16, FenError> {
    text.map_or(Ok(missing), |text| {
        text.parse().map_err(|_| Kind::Clock(name, text.to_string()).into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

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
            assert_eq!(position.to_fen(false), fen);
            assert_eq!(position.keys(), &position.keys_from_scratch());
        }
    }

    #[test]
    fn castling_fields_of_all_kinds() {
        let shredder = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1";
        let position = Position::from_fen(shredder).unwrap();
        assert_eq!(position.to_fen(true), shredder);
        assert_eq!(position.to_fen(false), "1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1");
        // X-FEN: the inner rook has to be named, K means the outer one.
        let inner = "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1";
        let position = Position::from_fen(inner).unwrap();
        assert_eq!(position.castling_rooks(), Square::F1.bb());
        assert_eq!(position.to_fen(false), inner);
        let outer = Position::from_fen("4k3/8/8/8/8/8/8/1R2KR1R w KQ - 0 1");
        assert_eq!(outer.unwrap().castling_rooks(), Square::H1.bb() | Square::B1.bb());
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
            ("", "0 fields"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 2", "7 fields"),
            ("8/8/8/8/8/8/8 w - -", "7 ranks"),
            ("9/8/8/8/8/8/8/8 w - -", "'9' on rank 8"),
            ("k7/8/8/8/8/8/8/K8 w - -", "rank 1 does not have 8"),
            ("k7/8/8/7/8/8/8/K7 w - -", "rank 5 does not have 8"),
            ("kx6/8/8/8/8/8/8/K7 w - -", "'x' on rank 8"),
            ("k7/8/8/8/8/8/8/K7 W - -", "side to move is \"W\""),
            ("8/8/8/8/8/8/8/K7 w - -", "black has 0 kings"),
            ("k7/8/8/8/8/8/8/KK6 w - -", "white has 2 kings"),
            ("k6P/8/8/8/8/8/8/K7 w - -", "pawn stands on the first or last rank"),
            ("kR6/8/8/8/8/8/8/K7 w - -", "black is in check"),
            ("k7/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - -", "17 men"),
            ("k7/8/8/8/8/QQ6/PPPPPPPP/K7 w - -", "more promoted pieces"),
            ("k3r3/8/8/8/7b/3n4/8/4K3 w - -", "3 pieces give check"),
            ("k7/8/8/8/8/8/8/K7 w X -", "'X' is none of"),
            ("k7/8/8/8/8/8/8/K6R w Q -", "no king and rook on their rank for 'Q'"),
            ("k7/8/8/8/8/8/K7/7R w K -", "no king and rook on their rank for 'K'"),
            ("k7/8/8/8/8/8/8/K5RR w GH -", "'H' gives a second right"),
            ("k7/8/8/8/8/8/8/K7 w - e3", "no square behind a double step"),
            ("k7/8/8/8/8/8/8/K7 w - e6", "no pawn has just passed e6"),
            ("k7/4p3/8/4p3/8/8/8/K7 w - e6", "no pawn has just passed e6"),
            ("k7/8/8/8/8/8/8/K7 w - - x 1", "halfmove clock is \"x\""),
            ("k7/8/8/8/8/8/8/K7 w - - 0 -1", "move number is \"-1\""),
        ];
        for (fen, part) in cases {
            let message = error(fen);
            assert!(message.contains(part), "{fen}: {message}");
        }
    }
}
