//! [`BookWriter`]: a book of one's own.

use movegen::{Move, MoveError, PieceType, Position};

use super::BookEntry;

/// Collects moves of positions, each with a weight, and writes them as a book in PolyGlot's format.
///
/// ```
/// use engine::movegen::Position;
/// use engine::{BookWriter, book_moves};
///
/// let start = Position::startpos();
/// let (e4, c4) = (start.parse_san("e4")?, start.parse_san("c4")?);
/// let mut book = BookWriter::default();
/// book.add(&start, c4, 10)?;
/// book.add(&start, e4, 30)?;
/// book.add(&start, c4, 5)?; // less than the 10 above: nothing changes
/// assert_eq!(book_moves(&book.to_bytes(), &start), [(e4, 30), (c4, 10)]);
/// # Ok::<(), engine::movegen::MoveError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BookWriter {
    entries: Vec<BookEntry>,
}

impl BookWriter {
    /// Adds a move. Of several weights of a move in a position the greatest counts.
    ///
    /// # Errors
    /// If the move is not legal in the position.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u16) -> Result<(), MoveError> {
        let mv = packed(position.check_legal(mv)?);
        self.entries.push(BookEntry { key: position.polyglot_key(), mv, weight });
        Ok(())
    }

    /// Returns the bytes of the book: entries in the order of their keys, the moves of a position
    /// by falling weight.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries = self.entries.clone();
        entries.sort_unstable_by_key(|it| (it.key, it.mv, u16::MAX - it.weight));
        entries.dedup_by_key(|it| (it.key, it.mv));
        entries.sort_by_key(|it| (it.key, u16::MAX - it.weight));
        entries.into_iter().flat_map(BookEntry::to_bytes).collect()
    }
}

impl BookEntry {
    fn to_bytes(self) -> [u8; 16] {
        let Self { key, mv, weight } = self;
        let bits = u128::from(key) << 64 | u128::from(mv) << 48 | u128::from(weight) << 32;
        bits.to_be_bytes()
    }
}

/// Returns a move in the format's 16 bits.
fn packed(mv: Move) -> u16 {
    let promotion = match mv.promoted() {
        None => 0,
        Some(PieceType::Knight) => 1,
        Some(PieceType::Bishop) => 2,
        Some(PieceType::Rook) => 3,
        Some(_) => 4,
    };
    promotion << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book_moves;

    /// All moves of positions with castling, promotions and en passant, in one book.
    #[test]
    fn what_is_written_is_read() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1",
        ];
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        let mut book = BookWriter::default();
        for position in &positions {
            for (number, mv) in position.legal_moves().into_iter().enumerate() {
                book.add(position, mv, number as u16 + 1).unwrap();
                book.add(position, mv, 0).unwrap();
            }
        }
        let bytes = book.to_bytes();
        for position in &positions {
            let numbered = position.legal_moves().into_iter().zip(1..);
            let mut expected: Vec<(Move, u16)> = numbered.collect();
            expected.reverse();
            assert_eq!(book_moves(&bytes, position), expected);
        }
        let moves: usize = positions.iter().map(|position| position.legal_moves().len()).sum();
        assert_eq!(bytes.len(), 16 * moves);
        let illegal = Move::new(movegen::Square::E2, movegen::Square::E5);
        assert!(BookWriter::default().add(&positions[0], illegal, 1).is_err());
    }
}
