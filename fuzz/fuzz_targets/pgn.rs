//! Any bytes are read as PGN without a panic, from memory and from a source of small pieces. An
//! error has a place in the text; a game that is read is written and read again, unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/movegen/tests/it/pgn/law.rs"]
mod law;

fuzz_target!(|bytes: &[u8]| law::obeys(bytes));
