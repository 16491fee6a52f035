//! The law that any bytes obey as PGN. The fuzz target `pgn` includes this file.

use movegen::pgn::{
    Game, PgnError, PgnFault, PgnReader, PgnStream, Skip, StreamError, TreeBuilder, Visitor, games,
};

/// Lengths of the pieces in which a source gives the bytes, in turns.
const PIECES: [usize; 4] = [7, 5, 1, 9];

/// What a source gives in pieces of these lengths, in turns.
pub(crate) fn streamed(bytes: &[u8], pieces: &[usize]) -> Vec<Result<Game, PgnError>> {
    let mut rest = bytes;
    let mut lengths = pieces.iter().cycle();
    let mut stream = PgnStream::new(|buffer: &mut [u8]| -> Result<usize, ()> {
        let length = rest.len().min(buffer.len()).min(*lengths.next().unwrap());
        buffer[..length].copy_from_slice(&rest[..length]);
        rest = &rest[length..];
        Ok(length)
    });
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

/// Skips every variation.
struct MainLine;

impl Visitor for MainLine {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}

/// Reads in every way: no bytes make a reader panic, each game takes a byte at least, an error has
/// a place in the text, and a game that is read is written and read again, unchanged. A stream need
/// not find the games that a text in memory gives: it looks for their ends before it reads them.
pub(crate) fn obeys(bytes: &[u8]) {
    let mut found = Vec::new();
    for game in games(bytes) {
        assert!(found.len() < bytes.len(), "a game without a byte");
        match &game {
            Ok(game) => {
                let text = game.to_pgn().expect("what was read is legal");
                let mut again = games(text.as_bytes());
                let first = again.next().expect("a game").expect(&text);
                assert_eq!(first, *game, "{text}");
                assert_eq!(first.to_pgn().as_ref(), Ok(&text));
                assert!(again.next().is_none(), "{text}");
            }
            Err(error) => {
                let line = bytes.split(|&byte| byte == b'\n').nth(error.line() - 1);
                let length = line.expect("a line of the text").len();
                assert!((1..=length + 1).contains(&error.column()), "{error}");
            }
        }
        found.push(game);
    }
    assert!(streamed(bytes, &PIECES).len() <= bytes.len(), "a game without a byte");
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut MainLine), Ok(None)) {}
}
