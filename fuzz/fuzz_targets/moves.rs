//! `is_legal` of any 16 bits says the same as a look into the list of legal moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::Move;

fuzz_target!(|input: (Vec<u8>, Vec<u16>)| {
    let (choices, candidates) = input;
    palimpsest_fuzz::play(&choices, |position| {
        let legal = position.legal_moves();
        for mv in candidates.iter().filter_map(|&bits| Move::from_bits(bits)) {
            assert_eq!(
                position.is_legal(mv),
                legal.contains(&mv),
                "{mv:?} {}",
                position.to_fen(true)
            );
        }
    });
});
