//! The law that any bytes obey as PGN. The fuzz target `pgn` includes this file.

use std::borrow::Cow;

use movegen::pgn::{
    Game, PgnError, PgnFault, PgnReader, PgnRemark, PgnStream, Skip, StreamError, TreeBuilder,
    Visitor, games,
};
use movegen::text::utf8;

/// Lengths of the pieces in which a source gives the bytes, in turns.
const PIECES: [usize; 4] = [7, 5, 1, 9];

/// Returns the games of a source that gives pieces of these lengths, in turns, not read strictly.
pub(crate) fn streamed(bytes: &[u8], pieces: &[usize]) -> Vec<Result<Game, PgnError>> {
    streamed_by(bytes, pieces, false)
}

/// Returns the games of a source that gives pieces of these lengths, in turns, read strictly or
/// not.
pub(crate) fn streamed_by(
    bytes: &[u8],
    pieces: &[usize],
    is_strict: bool,
) -> Vec<Result<Game, PgnError>> {
    let mut rest = bytes;
    let mut lengths = pieces.iter().cycle();
    let mut stream = PgnStream::new(|buffer: &mut [u8]| -> Result<usize, ()> {
        let length = rest.len().min(buffer.len()).min(*lengths.next().unwrap());
        buffer[..length].copy_from_slice(&rest[..length]);
        rest = &rest[length..];
        Ok(length)
    });
    if is_strict {
        stream = stream.strict();
    }
    let mut builder = TreeBuilder::default();
    let mut found = Vec::new();
    loop {
        match stream.read_game(&mut builder) {
            Ok(None) => return found,
            Ok(Some(game)) => found.push(Ok(game)),
            Err(StreamError::Pgn(error)) => found.push(Err(error)),
            Err(StreamError::Source(())) => unreachable!("the source does not fail"),
        }
    }
}

struct MainLine;

impl Visitor for MainLine {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}

/// Reads in every way: no bytes make a reader panic, each game takes a byte at least, errors and
/// remarks have places in the text, and a game that is read is written and read again, unchanged
/// and without a remark except for null moves. A stream need not find the games that a text in
/// memory gives: it looks for their ends before it reads them.
pub(crate) fn obeys(bytes: &[u8]) {
    // Of UTF-16 the places are those of the text as UTF-8.
    let text = utf8(bytes).unwrap_or(Cow::Borrowed(bytes));
    let lines = line_lengths(&text);
    let check_place = |error: &PgnError| {
        let length = lines.get(error.line() - 1).expect("a line of the text");
        assert!((1..=length + 1).contains(&error.column()), "{error}");
    };
    for (is_strict, all) in [(false, games(bytes)), (true, games(bytes).strict())] {
        for (found, game) in all.enumerate() {
            assert!(found < bytes.len(), "a game without a byte");
            match game {
                Ok(game) => {
                    game.remarks().iter().for_each(|remark| check_place(remark.error()));
                    assert!(!is_strict || game.remarks().is_empty());
                    is_written_and_read(game);
                }
                Err(error) => check_place(&error),
            }
        }
    }
    assert!(streamed(bytes, &PIECES).len() <= bytes.len(), "a game without a byte");
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut MainLine), Ok(None)) {}
}

/// The lengths of a text's lines, which end with LF, CR LF or CR.
fn line_lengths(bytes: &[u8]) -> Vec<usize> {
    let (mut lengths, mut at, mut start) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        let width = match bytes[at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        if width > 0 {
            // A place may be that of the line break's second byte.
            lengths.push(at - start + width - 1);
            start = at + width;
        }
        at += width.max(1);
    }
    lengths.push(at - start);
    lengths
}

fn is_written_and_read(mut game: Game) {
    game.take_remarks();
    let text = game.to_pgn().expect("what was read is legal");
    let mut again = games(text.as_bytes());
    let mut first = again.next().expect("a game").expect(&text);
    let is_null = |remark: PgnRemark| *remark.error().fault() == PgnFault::NullMove;
    assert!(first.take_remarks().into_iter().all(is_null), "{text}");
    assert_eq!(first, game, "{text}");
    assert_eq!(first.to_pgn().as_ref(), Ok(&text));
    assert!(again.next().is_none(), "{text}");
}
