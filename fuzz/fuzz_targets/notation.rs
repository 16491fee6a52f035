//! Any text is read as a move without a panic, and only as a legal one; every legal move of the position is
//! written and read again in UCI's two notations and in SAN.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, String)| {
    let (choices, text) = input;
    let last = palimpsest_fuzz::last(&choices);
    let Some(position) = last else { return };
    for read in [position.parse_san(&text), position.parse_uci(&text)] {
        match read {
            Ok(mv) => assert!(position.is_legal(mv), "{text} {position:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for mv in position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} {position:?}");
        for chess960 in [false, true] {
            let uci = position.uci(mv, chess960);
            assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} {position:?}");
        }
    }
});
