//! Any text is read as a move without a panic, and only as a legal one; a legal move of the
//! position is written and read again in SAN, as a book prints it, and in both of UCI's notations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::Variant;

fuzz_target!(|input: (Vec<u8>, String, u8, u8)| {
    let (choices, text, chosen, dress) = input;
    let Some(position) = palimpsest_fuzz::last(&choices) else { return };
    let texts = [text.clone(), palimpsest_fuzz::printed(&text, dress)];
    for read in texts.iter().flat_map(|text| [position.parse_san(text), position.parse_uci(text)]) {
        match read {
            Ok(mv) => assert!(position.is_legal(mv), "{text} {position:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let moves = position.legal_moves();
    if let Some(&mv) = moves.get(usize::from(chosen) % moves.len().max(1)) {
        let san = position.san(mv);
        for san in [palimpsest_fuzz::printed(&san, dress), san] {
            assert_eq!(position.parse_san(&san), Ok(mv), "{san} {position:?}");
        }
        for variant in Variant::ALL {
            let uci = position.uci_as(mv, variant);
            assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} {position:?}");
        }
    }
});
