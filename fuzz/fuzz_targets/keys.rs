//! At the end of any game, the incremental keys are those computed anew and those of the position's
//! FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{DefaultKeys, Position};

fuzz_target!(|choices: &[u8]| {
    let Some(position) = palimpsest_fuzz::last(choices) else { return };
    assert_eq!(position.keys(), position.with_keys::<DefaultKeys>().keys(), "{position:?}");
    let fen = position.to_fen();
    let read = Position::from_fen(&fen).expect("a legal move, a legal FEN");
    assert_eq!(read.keys(), position.keys(), "{fen}");
    assert!(read == position, "{fen}");
});
