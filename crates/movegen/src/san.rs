//! Standard algebraic notation, and moves as books print them: figurines, dashes, crosses and
//! daggers.

mod read;

use alloc::string::{String, ToString};

use crate::keys::ChessKeys;
use crate::{Bitboard, CastlingSide, KeyedPosition, Move, PieceType};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Writes a legal move in standard algebraic notation: `Nf3`, `exd6`, `R1e2`, `e8=Q+`, `O-O`,
    /// `Qxf7#`. The null move, which the notation lacks, is `--`.
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
        if mv.is_null() {
            return "--".to_string();
        }
        let mut text = self.san_body(mv);
        if self.gives_check(mv) {
            text.push(if self.make(mv).count_legal() == 0 { '#' } else { '+' });
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
        let rivals = self.origins(kind, mv.to()) & !mv.from().bb();
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
}

/// Returns the text that a character of printed moves stands for in standard algebraic notation;
/// `None` for other characters. A figurine means its piece in either colour, and a variation
/// selector behind it nothing.
pub(crate) const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        '♔' | '♚' => "K",
        '♕' | '♛' => "Q",
        '♖' | '♜' => "R",
        '♗' | '♝' => "B",
        '♘' | '♞' => "N",
        '♙' | '♟' => "P",
        '\u{fe0e}' | '\u{fe0f}' => "",
        // Cyrillic and Greek.
        'О' | 'Ο' => "O",
        '×' | '✕' | '✖' | '⨯' | 'х' => "x",
        '†' => "+",
        '‡' => "#",
        _ if is_dash(letter) => "-",
        _ => return None,
    })
}

/// Returns whether a character is a dash of typography or a minus sign.
pub(crate) const fn is_dash(letter: char) -> bool {
    matches!(letter, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns the hyphen in place of a dash, and any other character itself.
pub(crate) const fn hyphen(letter: char) -> char {
    if is_dash(letter) { '-' } else { letter }
}

/// Returns a text with its printed characters in plain letters; `None` if it has none.
pub(crate) fn in_plain_letters(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut plain_text = String::with_capacity(text.len());
    for letter in text.chars() {
        match plain(letter) {
            Some(plain) => plain_text.push_str(plain),
            None => plain_text.push(letter),
        }
    }
    (plain_text != text).then_some(plain_text)
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
