//! Any text is read without a panic, and what is accepted is written and read again unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::Position;

fuzz_target!(|text: &str| {
    let Ok(position) = Position::from_fen(text) else { return };
    let written = position.to_fen(true);
    let again = Position::from_fen(&written).expect("our own FEN is legal");
    assert_eq!(again.to_fen(true), written);
    assert_eq!(again.keys(), position.keys());
    assert_eq!(again.legal_moves()[..], position.legal_moves()[..]);
});
