//! Standard algebraic notation.

use alloc::string::{String, ToString};

use crate::keys::ChessKeys;
use crate::move_error::MoveFault;
use crate::{
    Bitboard, CastlingSide, File, KeyedPosition, Move, MoveError, MoveKind, PieceType, Rank, Square,
};

impl<K: ChessKeys> KeyedPosition<K> {
    /// A legal move in standard algebraic notation: `Nf3`, `exd6`, `R1e2`, `e8=Q+`, `O-O`, `Qxf7#`.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - -")?;
    /// assert_eq!(position.san(position.parse_uci("a1d1")?), "Rad1");
    /// assert_eq!(position.san(position.parse_uci("h1h8")?), "Rh8+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_body(mv);
        let child = self.make(mv);
        if child.in_check() {
            text.push(if child.count_legal() == 0 { '#' } else { '+' });
        }
        text
    }

    fn san_body(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            return match CastlingSide::of(from, to) {
                CastlingSide::KingSide => "O-O".to_string(),
                CastlingSide::QueenSide => "O-O-O".to_string(),
            };
        }
        let kind = self.piece_at(from).map_or(PieceType::Pawn, |piece| piece.kind());
        let capture = self.is_capture(mv);
        let mut text = String::new();
        if kind == PieceType::Pawn {
            if capture {
                text.push(from.file().letter());
            }
        } else {
            text.push(kind.letter().to_ascii_uppercase());
            self.push_origin(mv, kind, &mut text);
        }
        if capture {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(promoted) = mv.promoted() {
            text.push('=');
            text.push(promoted.letter().to_ascii_uppercase());
        }
        text
    }

    /// As much of the origin as distinguishes the move from those of other pieces of its kind: the
    /// file, else the rank, else both.
    fn push_origin(&self, mv: Move, kind: PieceType, text: &mut String) {
        let rivals: Bitboard = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.to() == mv.to() && other.kind() == MoveKind::Normal)
            .map(Move::from)
            .filter(|&from| from != mv.from() && self.pieces(kind).contains(from))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let from = mv.from();
        let shares_file = (rivals & Bitboard::file(from.file())).any();
        let shares_rank = (rivals & Bitboard::rank(from.rank())).any();
        if !shares_file || shares_rank {
            text.push(from.file().letter());
        }
        if shares_file {
            text.push_str(&(from.rank().index() + 1).to_string());
        }
    }

    /// Reads a legal move in standard algebraic notation, as people and programs write it. Check
    /// and annotation marks may be missing; a capture is marked by `x`, by `:` or not at all; a
    /// promotion is `e8=Q`, `e8Q`, `e8(Q)` or `e8/Q`, the letter in either case. More of the origin
    /// than needed may be given, as in the long notation (`Ng1-f3`, `e2-e4`), a pawn's `P`, `e.p.`
    /// at the end, and castling with zeros.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("2k5/4P3/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// for text in ["e8=Q+", "e8=Q", "e8Q", "e8(Q)", "e7-e8q"] {
    ///     assert_eq!(position.san(position.parse_san(text)?), "e8=Q+");
    /// }
    /// assert_eq!(position.san(position.parse_san("0-0")?), "O-O");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no move, no legal move fits, or more than one does.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = Pattern::read(text).ok_or_else(|| MoveFault::Form(text.to_string()))?;
        let mut fitting = self.legal_moves().into_iter().filter(|&mv| pattern.fits(self, mv));
        let mv = fitting.next().ok_or_else(|| MoveFault::Illegal(text.to_string()))?;
        match fitting.next() {
            None => Ok(mv),
            Some(_) => Err(MoveFault::Ambiguous(text.to_string()).into()),
        }
    }
}

/// What a text in algebraic notation asks for.
enum Pattern {
    Castling(CastlingSide),
    Move {
        kind: PieceType,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promoted: Option<PieceType>,
    },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let body = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let body = body.strip_suffix("e.p.").unwrap_or(body).trim_end();
        match body {
            "O-O" | "0-0" => return Some(Self::Castling(CastlingSide::KingSide)),
            "O-O-O" | "0-0-0" => return Some(Self::Castling(CastlingSide::QueenSide)),
            _ => {}
        }
        let (kind, rest) = match body.chars().next()? {
            letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') => {
                (PieceType::from_letter(letter)?, &body[1..])
            }
            _ => (PieceType::Pawn, body),
        };
        let (rest, promoted) = split_promotion(rest);
        let split = rest.len().checked_sub(2).filter(|&at| rest.is_char_boundary(at))?;
        let (origin, to) = rest.split_at(split);
        let mut origin = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin).chars().peekable();
        let file = origin.next_if(char::is_ascii_lowercase).map(File::from_letter);
        let rank = origin
            .next_if(char::is_ascii_digit)
            .map(|digit| Rank::ALL.get((digit as usize).wrapping_sub('1' as usize)).copied());
        if origin.next().is_some() || file == Some(None) || rank == Some(None) {
            return None;
        }
        let (file, rank) = (file.flatten(), rank.flatten());
        Some(Self::Move { kind, file, rank, to: to.parse().ok()?, promoted })
    }

    fn fits<K: ChessKeys>(&self, position: &KeyedPosition<K>, mv: Move) -> bool {
        match *self {
            Self::Castling(side) => {
                mv.is_castling() && CastlingSide::of(mv.from(), mv.to()) == side
            }
            Self::Move { kind, file, rank, to, promoted } => {
                !mv.is_castling()
                    && mv.to() == to
                    && mv.promoted() == promoted
                    && position.pieces(kind).contains(mv.from())
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }
}

/// A text without its promotion, and the piece. The letter stands behind the digit of a rank or
/// behind a sign, so that a lower-case b is not taken for the file of a target.
fn split_promotion(text: &str) -> (&str, Option<PieceType>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().last().filter(|letter| "NBRQnbrq".contains(*letter)) else {
        return (text, None);
    };
    let head = &bare[..bare.len() - 1];
    let marked = if text == bare { head.strip_suffix(['=', '/']) } else { head.strip_suffix('(') };
    match marked {
        Some(head) => (head, PieceType::from_letter(letter)),
        None if text == bare && head.ends_with(|last: char| last.is_ascii_digit()) => {
            (head, PieceType::from_letter(letter))
        }
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn san(fen: &str, uci: &str) -> String {
        let position = position(fen);
        position.san(position.parse_uci(uci).unwrap())
    }

    #[test]
    fn moves_are_written_as_books_write_them() {
        assert_eq!(san("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "g1f3"), "Nf3");
        assert_eq!(
            san("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6", "e5f6"),
            "exf6"
        );
        assert_eq!(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1c1"), "O-O-O");
        assert_eq!(san("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q"), "a8=Q+");
        assert_eq!(san("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "a1a8"), "Ra8#");
        assert_eq!(san("4k3/8/8/8/8/8/8/R3K2R w - -", "a1d1"), "Rd1");
        assert_eq!(san("k7/8/8/8/8/8/K7/R6R w - -", "a1d1"), "Rad1");
        assert_eq!(san("7k/8/R7/8/8/8/8/R3K3 w - -", "a1a3"), "R1a3");
        // Queens on e4, h4 and h1 all reach e1: file and rank are both needed for the one on h4.
        assert_eq!(san("1k6/8/8/8/4Q2Q/8/1K6/7Q w - -", "h4e1"), "Qh4e1");
    }

    #[test]
    fn every_legal_move_reads_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/k7/2Q1Q3/8/2Q1Q3/8/3K4/8 w - - 0 1",
            "1k1r3r/8/8/8/8/8/8/4K3 b - - 0 1",
        ] {
            let position = position(fen);
            for mv in position.legal_moves() {
                let text = position.san(mv);
                assert_eq!(position.parse_san(&text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn lenient_and_strict_where_it_matters() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        assert!(start.parse_san("Ng1f3!?").is_ok());
        assert!(start.parse_san("Ng1-f3").is_ok());
        for bad in ["", "N", "Nf9", "Zf3", "Nxyf3", "e", "é4", "=Q", "O-O-O-O"] {
            assert!(start.parse_san(bad).unwrap_err().to_string().contains("not a move"), "{bad}");
        }
        assert!(start.parse_san("Nd4").unwrap_err().to_string().contains("not legal"));
        let two = position("k7/8/8/8/8/8/K7/R6R w - -");
        assert!(two.parse_san("Rd1").unwrap_err().to_string().contains("more than one"));
    }
}
