//! In every position of any game, the keys kept move by move are those of the position's FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::Position;

fuzz_target!(|choices: &[u8]| {
    palimpsest_fuzz::play(choices, |position| {
        let fen = position.to_fen(true);
        let read = Position::from_fen(&fen).expect("a legal move, a legal FEN");
        assert_eq!(read.keys(), position.keys(), "{fen}");
    });
});
