//! Reading moves in standard algebraic notation.
//!
//! No list of moves is made: the named piece is looked for on the squares from which it could have
//! come, and only these candidates are checked for leaving their king in check.

use alloc::string::ToString;

use super::in_plain_letters;
use crate::chess_move::MoveFault;
use crate::keys::ChessKeys;
use crate::{
    Bitboard, CastlingSide, Color, Direction, File, KeyedPosition, Move, MoveError, PieceType,
    Rank, Square, attacks,
};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Reads a legal move in standard algebraic notation, as people and programs write it. Check
    /// and annotation marks may be missing; a capture is marked by `x`, by `:` or not at all; a
    /// promotion is `e8=Q`, `e8Q`, `e8(Q)` or `e8/Q`, the letter in either case. More of the origin
    /// than needed may be given, as in the long notation (`Ng1-f3`, `e2-e4`), a pawn's `P`, `e.p.`
    /// or `ep` at the end, and castling with zeros or small letters. So may what books print:
    /// figurines, dashes and minus signs, `×`, `†` and `‡`, `‼` and its like.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("2k5/4P3/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// for text in ["e8=Q+", "e8=Q", "e8Q", "e8(Q)", "e7-e8q"] {
    ///     assert_eq!(position.san(position.parse_san(text)?), "e8=Q+");
    /// }
    /// for text in ["O-O", "0-0", "O–O", "0—0†"] {
    ///     assert_eq!(position.san(position.parse_san(text)?), "O-O");
    /// }
    /// assert_eq!(position.parse_san("♖×a8"), position.parse_san("Ra8"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no move, no legal move fits, or more than one does.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = Pattern::plain(text.as_bytes())
            .or_else(|| Pattern::read(text))
            .or_else(|| Pattern::read(&in_plain_letters(text)?));
        let pattern = pattern.ok_or_else(|| MoveFault::Form(text.to_string()))?;
        match pattern.resolve(self) {
            Fitting::One(mv) => Ok(mv),
            Fitting::None => Err(MoveFault::Illegal(text.to_string()).into()),
            Fitting::Several => Err(MoveFault::Ambiguous(text.to_string()).into()),
        }
    }

    /// Reads a legal move in standard algebraic notation ([`parse_san`](Self::parse_san)) or as UCI
    /// writes it ([`parse_uci`](Self::parse_uci)).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_move("Nf3"), start.parse_move("g1f3"));
    /// let why = |text| start.parse_move(text).unwrap_err().to_string();
    /// assert_eq!(why("g1g3"), "\"g1g3\" is not legal here");
    /// assert_eq!(why("hello"), "\"hello\" is not a move");
    /// ```
    ///
    /// # Errors
    /// If the text is no move in either notation, no legal move fits, or more than one does.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| self.parse_uci(text).map_err(|_| error))
    }

    /// Returns the squares of the side to move's pieces of a kind that may legally go to `to`,
    /// castling aside; none for pawns.
    pub(super) fn origins(&self, kind: PieceType, to: Square) -> Bitboard {
        let us = self.side_to_move();
        let occupied = self.occupied();
        if self.color(us).contains(to) {
            return Bitboard::EMPTY;
        }
        let reached = match kind {
            PieceType::Knight => attacks::knight(to),
            PieceType::Bishop => attacks::bishop(to, occupied),
            PieceType::Rook => attacks::rook(to, occupied),
            PieceType::Queen => attacks::queen(to, occupied),
            PieceType::King => attacks::king(to),
            PieceType::Pawn => Bitboard::EMPTY,
        };
        let mut origins = reached & self.colored(us, kind);
        for from in origins {
            let is_safe = match kind {
                PieceType::King => !self.is_attacked(to, !us, occupied ^ from.bb()),
                _ => self.keeps_king(from, to),
            };
            if !is_safe {
                origins ^= from.bb();
            }
        }
        origins
    }

    /// Whether the king of the side to move, which stays where it is, is not attacked after a piece
    /// has gone from `from` to `to`.
    fn keeps_king(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        let occupied = self.occupied() ^ from.bb() | to.bb();
        (self.attackers_to(self.king(us), occupied) & self.color(!us) & !to.bb()).is_empty()
    }

    /// Returns the squares of the side to move's pawns that step to `to`, or capture the piece
    /// there.
    fn pawns_to(&self, to: Square) -> Bitboard {
        let us = self.side_to_move();
        let pawns = self.colored(us, PieceType::Pawn);
        if self.occupied().contains(to) {
            let enemies = self.color(!us).contains(to);
            return if enemies { attacks::pawn(!us, to) & pawns } else { Bitboard::EMPTY };
        }
        let back = match us {
            Color::White => Direction::South,
            Color::Black => Direction::North,
        };
        let step = to.bb().shift(back);
        let double = (step & !self.occupied()).shift(back);
        let double = double & Bitboard::rank(Rank::Second.relative(us));
        (step | double) & pawns
    }
}

/// The number of legal moves that a text fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fitting {
    None,
    One(Move),
    Several,
}

impl FromIterator<Move> for Fitting {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut moves = moves.into_iter();
        match (moves.next(), moves.next()) {
            (None, _) => Self::None,
            (Some(mv), None) => Self::One(mv),
            (Some(_), Some(_)) => Self::Several,
        }
    }
}

/// The move that a text in algebraic notation describes.
#[derive(PartialEq, Eq, Debug)]
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
    /// Reads what nearly all files hold: the exact form of the standard, in which more of the
    /// origin than needed may be given. `None` for anything else, castling too.
    fn plain(text: &[u8]) -> Option<Self> {
        let body = match text {
            [body @ .., b'+' | b'#'] => body,
            _ => text,
        };
        let (kind, rest) = match body {
            [b'a'..=b'h', ..] => (PieceType::Pawn, body),
            [b'N', rest @ ..] => (PieceType::Knight, rest),
            [b'B', rest @ ..] => (PieceType::Bishop, rest),
            [b'R', rest @ ..] => (PieceType::Rook, rest),
            [b'Q', rest @ ..] => (PieceType::Queen, rest),
            [b'K', rest @ ..] => (PieceType::King, rest),
            _ => return None,
        };
        let (rest, promoted) = match rest {
            [rest @ .., b'=', b'N'] => (rest, Some(PieceType::Knight)),
            [rest @ .., b'=', b'B'] => (rest, Some(PieceType::Bishop)),
            [rest @ .., b'=', b'R'] => (rest, Some(PieceType::Rook)),
            [rest @ .., b'=', b'Q'] => (rest, Some(PieceType::Queen)),
            _ => (rest, None),
        };
        let [origin @ .., to_file, to_rank] = rest else { return None };
        let (file, rank) = match origin.strip_suffix(b"x").unwrap_or(origin) {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (file_of(*file), None),
            [rank @ b'1'..=b'8'] => (None, rank_of(*rank)),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (file_of(*file), rank_of(*rank)),
            _ => return None,
        };
        let to = Square::new(file_of(*to_file)?, rank_of(*to_rank)?);
        Some(Self::Move { kind, file, rank, to, promoted })
    }

    /// Reads what people write, too.
    fn read(text: &str) -> Option<Self> {
        let body = text.trim().trim_end_matches(['+', '#', '!', '?', '‼', '⁇', '⁉', '⁈']);
        let passing = |mark| body.strip_suffix(mark);
        let body = ["e.p.", "e.p", "ep"].into_iter().find_map(passing).unwrap_or(body).trim_end();
        match body {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castling(CastlingSide::KingSide)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castling(CastlingSide::QueenSide)),
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

    /// The legal moves that the pattern fits.
    fn resolve<K: ChessKeys>(&self, position: &KeyedPosition<K>) -> Fitting {
        match *self {
            Self::Castling(side) => castling(position, side),
            Self::Move { kind, file, rank, to, promoted } => {
                let origins = file.map_or(Bitboard::ALL, Bitboard::file)
                    & rank.map_or(Bitboard::ALL, Bitboard::rank);
                match kind {
                    PieceType::Pawn => pawn_move(position, origins, to, promoted),
                    _ if promoted.is_some() => Fitting::None,
                    _ => {
                        let from = (position.origins(kind, to) & origins).into_iter();
                        from.map(|from| Move::new(from, to)).collect()
                    }
                }
            }
        }
    }
}

fn castling<K: ChessKeys>(position: &KeyedPosition<K>, side: CastlingSide) -> Fitting {
    let king = position.king(position.side_to_move());
    let legality = position.legality();
    if legality.checkers().any() {
        return Fitting::None;
    }
    let us = position.side_to_move();
    let rooks = position.castlers(us, legality.attacked(), legality.pinned()).into_iter();
    let on_side = rooks.filter(|&rook| CastlingSide::of(king, rook) == side);
    on_side.map(|rook| Move::castling(king, rook)).collect()
}

fn pawn_move<K: ChessKeys>(
    position: &KeyedPosition<K>,
    origins: Bitboard,
    to: Square,
    promoted: Option<PieceType>,
) -> Fitting {
    let us = position.side_to_move();
    if promoted.is_some() != (to.rank() == Rank::Eighth.relative(us)) {
        return Fitting::None;
    }
    if position.en_passant() == Some(to) {
        let legal = position.en_passant_capturers(to).filter(|&from| origins.contains(from));
        return legal.map(|from| Move::en_passant(from, to)).collect();
    }
    let candidates = (position.pawns_to(to) & origins).into_iter();
    let legal = candidates.filter(|&from| position.keeps_king(from, to));
    let make = |from| match promoted {
        Some(kind) => Move::promotion(from, to, kind),
        None => Move::new(from, to),
    };
    legal.map(make).collect()
}

fn file_of(letter: u8) -> Option<File> {
    File::ALL.get(usize::from(letter.wrapping_sub(b'a'))).copied()
}

fn rank_of(digit: u8) -> Option<Rank> {
    Rank::ALL.get(usize::from(digit.wrapping_sub(b'1'))).copied()
}

/// Splits a text into the part before its promotion, and the piece. The letter follows the digit of
/// a rank or a sign, so that a lower-case b is not taken for the file of a target.
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
    use alloc::string::String;

    use zobrist_keys::SplitMix64;

    use super::*;

    /// Texts of the letters of moves: what the quick reader takes, the other reads alike.
    #[test]
    fn plain_form_is_read_as_the_lenient_reader_reads_it() {
        const LETTERS: &[u8] = b"NBRQKabcdefgh12345678x=+#abch18x";
        let mut random = SplitMix64::new(8);
        let mut plain = 0;
        for _ in 0..3_000_000 {
            let length = 2 + random.next() as usize % 5;
            let letters = (0..length).map(|_| LETTERS[random.next() as usize % LETTERS.len()]);
            let text: String = letters.map(char::from).collect();
            if let Some(pattern) = Pattern::plain(text.as_bytes()) {
                assert_eq!(Pattern::read(&text), Some(pattern), "{text}");
                plain += 1;
            }
        }
        assert!(plain > 30_000, "{plain}");
    }
}
