//! Opening books in PolyGlot's format: entries of 16 bytes, numbers big-endian, in the order of
//! their keys (Fabien Letouzey, 2007).
//!
//! ```text
//! bytes 0 … 7 | 8, 9 | 10, 11 | 12 … 15
//!       key   | move | weight | learnt, not read
//!
//! move, bits 14 … 12    | 11 … 9   | 8 … 6    | 5 … 3  | 2 … 0
//!       promotion, 0: no| from rank| from file| to rank| to file
//! ```
//!
//! Castling is the king taking its rook. A book may hold anything: only moves that are legal in the
//! position are used.

mod write;

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use movegen::{Move, Position, Square};

use crate::regular_file;

pub use self::write::BookWriter;

const ENTRY: u64 = 16;

/// The largest number of entries read for one position: more than a position has moves.
const MOST_ENTRIES: usize = 256;

/// The pieces that a pawn can promote to, by the number in an entry less one.
const PROMOTIONS: [char; 4] = ['n', 'b', 'r', 'q'];

/// An opening book in a file of PolyGlot's format. The file is opened anew for each move, so it may
/// be replaced meanwhile. The default is no book.
///
/// ```
/// use engine::{Book, Engine, Game, Request};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("openings.bin");
/// // A book with one entry: 1. d4 at the start, with weight 1.
/// let (game, mv) = (Game::default(), 0o1333_u16);
/// let key = game.position().polyglot_key().to_be_bytes();
/// std::fs::write(&path, [&key[..], &mv.to_be_bytes(), &[0, 1], &[0; 4]].concat())?;
///
/// let book = Book::new(&path);
/// let mut engine = Engine::builder().hash(1 << 20).book(book).build()?;
/// let request = Request { book: true, ..Request::depth(1) };
/// let choice = engine.play(&game, &request, &mut |_| ()).book.expect("a move of the book");
/// assert_eq!((game.position().san(choice.mv), choice.weight, choice.of), ("d4".into(), 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Book {
    /// The path of the file; empty without a book.
    path: PathBuf,
    /// Whether a fault of the file has been reported, which happens once.
    is_reported: AtomicBool,
}

/// A move from a book or from the openings of a limited strength, and its chance: it is drawn
/// `weight` times of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The weight of the move.
    pub weight: u32,
    /// The sum of the weights of all moves that the book has for the position.
    pub of: u32,
}

impl Book {
    /// Creates the book in a file, which is not opened yet. An empty path is no book.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().into(), is_reported: AtomicBool::new(false) }
    }

    /// Returns a move for the position, drawn by weight; `None` if the book has no move for it or
    /// cannot be read. Each draw is random, so games differ. The first fault of the file is passed
    /// to `report`, later ones are not. A few bytes after the last whole entry are a fault, too,
    /// but the entries are read.
    pub fn choose(&self, position: &Position, report: impl FnOnce(BookFault)) -> Option<Choice> {
        if self.path.as_os_str().is_empty() {
            return None;
        }
        let (moves, fault) = match regular_file::open(&self.path)
            .and_then(|file| moves(BufReader::new(file), position))
        {
            Ok((moves, length)) if length.is_multiple_of(ENTRY) => (moves, None),
            Ok((moves, length)) => (moves, Some(BookFault::Length(length))),
            Err(error) => (Vec::new(), Some(BookFault::Io(error))),
        };
        if let Some(fault) = fault
            && !self.is_reported.swap(true, Ordering::Relaxed)
        {
            report(fault);
        }
        // A hasher of the standard library has a random seed.
        draw(&moves, RandomState::new().hash_one(0))
    }
}

/// Returns the legal moves that a book, given as its bytes, has for a position, each with its
/// weight. A damaged book may give none.
///
/// ```
/// use engine::{book_moves, movegen::Position};
///
/// let start = Position::startpos();
/// let mut book = start.polyglot_key().to_be_bytes().to_vec();
/// book.extend([0x03, 0x1c, 0, 9, 0, 0, 0, 0]);
/// assert_eq!(book_moves(&book, &start), [(start.parse_san("e4")?, 9)]);
/// # Ok::<(), engine::movegen::MoveError>(())
/// ```
#[must_use]
pub fn book_moves(book: &[u8], position: &Position) -> Vec<(Move, u16)> {
    moves(Cursor::new(book), position).map(|(moves, _)| moves).unwrap_or_default()
}

/// Returns the legal moves that a book has for a position, each with its weight, and the
/// book's length in bytes.
fn moves(mut book: impl Read + Seek, position: &Position) -> io::Result<(Vec<(Move, u16)>, u64)> {
    let length = book.seek(SeekFrom::End(0))?;
    let key = position.polyglot_key();
    let (mut low, mut high) = (0, length / ENTRY);
    while low < high {
        let middle = low + (high - low) / 2;
        book.seek(SeekFrom::Start(middle * ENTRY))?;
        if BookEntry::read(&mut book)?.key < key { low = middle + 1 } else { high = middle }
    }
    book.seek(SeekFrom::Start(low * ENTRY))?;
    let mut moves: Vec<(Move, u16)> = Vec::new();
    for _ in (low..length / ENTRY).take(MOST_ENTRIES) {
        let entry = BookEntry::read(&mut book)?;
        if entry.key != key {
            break;
        }
        let Some(mv) = entry.mv(position) else { continue };
        if moves.iter().all(|&(known, _)| known != mv) {
            moves.push((mv, entry.weight));
        }
    }
    Ok((moves, length))
}

/// Draws a move by weight with a random number; a weight of 0 is never drawn.
pub(crate) fn draw<W: Copy + Into<u32>>(moves: &[(Move, W)], random: u64) -> Option<Choice> {
    let of: u32 = moves.iter().map(|&(_, weight)| weight.into()).sum();
    let mut place = ((u128::from(random) * u128::from(of)) >> u64::BITS) as u32;
    for &(mv, weight) in moves {
        let weight = weight.into();
        if place < weight {
            return Some(Choice { mv, weight, of });
        }
        place -= weight;
    }
    None
}

#[derive(Clone, Copy, Debug)]
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl BookEntry {
    fn read(book: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; ENTRY as usize];
        book.read_exact(&mut bytes)?;
        let number = |bytes: &[u8]| bytes.iter().fold(0, |word, &b| word << 8 | u64::from(b));
        let (mv, weight) = (number(&bytes[8..10]) as u16, number(&bytes[10..12]) as u16);
        Ok(Self { key: number(&bytes[..8]), mv, weight })
    }

    fn mv(self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::from_index(usize::from(bits & 63));
        let mut text = format!("{}{}", square(self.mv >> 6), square(self.mv));
        match usize::from(self.mv >> 12 & 7) {
            0 => {}
            number => text.push(*PROMOTIONS.get(number - 1)?),
        }
        position.parse_uci(&text).ok()
    }
}

/// A fault of a book's file. The text does not name the file.
#[derive(Debug)]
pub enum BookFault {
    /// The file cannot be read.
    Io(io::Error),
    /// The length in bytes, which is not that of whole entries: the last bytes are not read.
    Length(u64),
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Length(bytes) => write!(
                f,
                "expected entries of {ENTRY} bytes, found {} and {} bytes behind them",
                bytes / ENTRY,
                bytes % ENTRY
            ),
        }
    }
}

impl std::error::Error for BookFault {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes of an entry, whose move is already in the book's format.
    fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    }

    fn number(from: Square, to: Square, promotion: u16) -> u16 {
        promotion << 12 | (from.index() as u16) << 6 | to.index() as u16
    }

    /// Returns the moves that a book of these entries has for the position, in UCI's notation.
    fn found(position: &Position, moves: &[(u16, u16)]) -> Vec<(String, u16)> {
        let key = position.polyglot_key();
        let mut book = entry(0, 0, 1);
        book.extend(moves.iter().flat_map(|&(mv, weight)| entry(key, mv, weight)));
        book.extend(entry(u64::MAX, 0, 1));
        let moves = book_moves(&book, position);
        moves.into_iter().map(|(mv, weight)| (position.uci(mv), weight)).collect()
    }

    #[test]
    fn moves_are_read_as_the_format_writes_them() {
        let start = Position::startpos();
        let of = |mv: &str, weight| (mv.to_owned(), weight);
        // 0x031c is e2e4 in the description of the format.
        assert_eq!(number(Square::E2, Square::E4, 0), 0x031c);
        let d2d4 = number(Square::D2, Square::D4, 0);
        let illegal = number(Square::E2, Square::E5, 0);
        let moves = [(0x031c, 7), (illegal, 9), (0x031c, 8), (0xffff, 1), (d2d4, 3)];
        let expected = [of("e2e4", 7), of("d2d4", 3)];
        assert_eq!(found(&start, &moves), expected, "legal ones, each once");

        let castling = Position::from_fen("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let moves = [
            (number(Square::E1, Square::H1, 0), 1),
            (number(Square::A7, Square::A8, 4), 2),
            (number(Square::A7, Square::B8, 1), 3),
        ];
        let expected = [of("e1g1", 1), of("a7a8q", 2), of("a7b8n", 3)];
        assert_eq!(found(&castling, &moves), expected);
        assert_eq!(found(&castling, &[(number(Square::E1, Square::G1, 0), 5)]), [of("e1g1", 5)]);
        let none = [
            (number(Square::A7, Square::A8, 0), 1),
            (number(Square::A7, Square::A8, 5), 1),
            (number(Square::E1, Square::H1, 4), 1),
        ];
        assert!(found(&castling, &none).is_empty());
    }

    #[test]
    fn every_position_of_a_large_book_is_found() {
        let start = Position::startpos();
        let mut positions = vec![start.clone()];
        positions.extend(start.legal_moves().iter().map(|&mv| start.make(mv)));
        positions.sort_by_key(Position::polyglot_key);
        let book: Vec<u8> = positions
            .iter()
            .flat_map(|position| {
                let mv = position.legal_moves()[0];
                entry(position.polyglot_key(), number(mv.from(), mv.to(), 0), 1)
            })
            .collect();
        for position in &positions {
            assert_eq!(book_moves(&book, position), [(position.legal_moves()[0], 1)]);
        }
        for behind in 0..ENTRY as usize {
            let longer = [&book[..], &vec![b'x'; behind]].concat();
            assert_eq!(book_moves(&longer, &start), [(start.legal_moves()[0], 1)]);
        }
        let stranger = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(book_moves(&book, &stranger).is_empty());
        assert!(book_moves(&[], &start).is_empty());
    }

    #[test]
    fn any_bytes_are_survived() {
        let start = Position::startpos();
        let key = start.polyglot_key().to_be_bytes();
        let mut random = 1_u64;
        for length in 0..400 {
            let mut bytes: Vec<u8> = Vec::new();
            for i in 0..length {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let place: usize = i % 16;
                bytes.push(key.get(place).copied().unwrap_or((random >> 56) as u8));
            }
            let moves = book_moves(&bytes, &start);
            assert!(moves.iter().all(|&(mv, _)| start.is_legal(mv)));
        }
        let same = entry(start.polyglot_key(), 0x031c, 1).repeat(100_000);
        assert_eq!(book_moves(&same, &start).len(), 1);
    }

    #[test]
    fn a_move_is_drawn_as_often_as_its_weight_says() {
        let start = Position::startpos();
        let mv = |text: &str| start.parse_uci(text).unwrap();
        let moves = [(mv("e2e4"), 3_u16), (mv("d2d4"), 0), (mv("c2c4"), 1)];
        let drawn = |random| draw(&moves, random).map(|choice| (choice.mv, choice.of));
        let quarter = 1 << 62;
        for (random, text) in
            [(0, "e2e4"), (3 * quarter - 1, "e2e4"), (3 * quarter, "c2c4"), (u64::MAX, "c2c4")]
        {
            assert_eq!(drawn(random), Some((mv(text), 4)));
        }
        assert_eq!(draw(&moves[1..2], 5), None, "a weight of 0 is never played");
        assert_eq!(draw::<u16>(&[], 5), None);
    }

    #[test]
    fn a_fault_of_the_file_is_reported_once() {
        let start = Position::startpos();
        let folder = tempfile::tempdir().unwrap();
        let choose = |book: &Book| {
            let mut fault = None;
            let choice = book.choose(&start, |found| fault = Some(found.to_string()));
            (choice.map(|choice| start.uci(choice.mv)), fault)
        };
        let none = Book::new(folder.path().join("none"));
        assert!(matches!(choose(&none), (None, Some(_))));
        assert_eq!(choose(&none), (None, None));
        assert_eq!(choose(&Book::default()), (None, None), "no name, no book");

        let directory = Book::new(folder.path());
        let fault = choose(&directory).1.unwrap();
        assert_eq!(fault, "expected a file, found a directory");

        let path = folder.path().join("book.bin");
        let entry = entry(start.polyglot_key(), 0x031c, 1);
        std::fs::write(&path, [&entry[..], b"\0\0\0"].concat()).unwrap();
        let longer = Book::new(&path);
        let remark = "expected entries of 16 bytes, found 1 and 3 bytes behind them";
        assert_eq!(choose(&longer), (Some("e2e4".into()), Some(remark.into())));
        assert_eq!(choose(&longer), (Some("e2e4".into()), None));
    }
}
