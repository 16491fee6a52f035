//! Any bytes are read as an opening book without a panic, for the start position and for those
//! after one move, and the moves found in them are legal and returned once.
#![no_main]

use engine::book_moves;
use libfuzzer_sys::fuzz_target;
use movegen::Position;

fuzz_target!(|bytes: &[u8]| {
    let start = Position::startpos();
    let mut positions = vec![start.clone()];
    positions.extend(start.legal_moves().iter().map(|&mv| start.make(mv)));
    for position in positions {
        let moves = book_moves(bytes, &position);
        for (number, (mv, _)) in moves.iter().enumerate() {
            assert!(position.is_legal(*mv), "{mv} in {position:?}");
            assert!(moves[..number].iter().all(|(other, _)| other != mv), "{mv} twice");
        }
    }
});
