//! Any bytes are read as PGN without a panic, from memory and from a source of small pieces. An
//! error has a place in the text; a game that is read is written and read again, unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::pgn::{PgnReader, PgnStream, Skip, TreeBuilder, Visitor, games};

/// Skips every variation.
struct MainLine;

impl Visitor for MainLine {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, movegen::pgn::PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}

fuzz_target!(|bytes: &[u8]| {
    let mut found = 0;
    for game in games(bytes) {
        found += 1;
        assert!(found <= bytes.len(), "a game without a byte");
        match game {
            Ok(game) => {
                let text = game.to_pgn().expect("what was read is legal");
                let again = games(text.as_bytes()).next().expect("a game").expect(&text);
                assert_eq!(again, game, "{text}");
                assert_eq!(again.to_pgn().as_ref(), Ok(&text));
            }
            Err(error) => {
                let line = bytes.split(|&byte| byte == b'\n').nth(error.line() - 1);
                let length = line.expect("a line of the text").len();
                assert!((1..=length + 1).contains(&error.column()), "{error}");
            }
        }
    }
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut MainLine), Ok(None)) {}
    let mut rest = bytes;
    let mut stream = PgnStream::new(|buffer: &mut [u8]| -> Result<usize, ()> {
        let length = rest.len().min(buffer.len()).min(7);
        buffer[..length].copy_from_slice(&rest[..length]);
        rest = &rest[length..];
        Ok(length)
    });
    let mut builder = TreeBuilder::default();
    while !matches!(stream.read_game(&mut builder), Ok(None)) {}
});
