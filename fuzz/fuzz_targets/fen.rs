//! Any text is read without a panic. An error has faults whose places are in the text; a position
//! is written in both forms and read again, strictly, unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{Position, Variant};

fuzz_target!(|text: &str| {
    let strict = Position::from_fen_strict(text);
    let position = match Position::from_fen(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(strict.is_err(), "read strictly, but not leniently");
            assert!(!error.faults().is_empty() && !error.to_string().is_empty());
            assert!(error.faults().iter().all(|fault| text.get(fault.span()).is_some()));
            return;
        }
    };
    for variant in Variant::ALL {
        let written = position.to_fen_as(variant);
        let read = Position::read_fen(&written, position.variant()).expect("our own FEN is read");
        assert!(read.repairs.is_empty(), "{written}");
        let again = read.value;
        assert!(again == position, "{written}");
        // KQkq alone are rights of standard chess.
        if Variant::of_fen(&written) == position.variant() {
            assert_eq!(Position::from_fen_strict(&written).as_ref(), Ok(&again), "{written}");
        }
        assert_eq!(again.to_fen_as(variant), written);
        assert_eq!(again.keys(), position.keys());
        assert_eq!(again.legal_moves()[..], position.legal_moves()[..]);
    }
    for variant in Variant::ALL {
        let read = Position::read_fen(text, variant).expect("rights do not decide");
        assert!(variant == Variant::Chess960 || read.value.variant() == variant, "{text}");
    }
    if let Ok(strict) = strict {
        assert!(strict == position, "the two readers differ");
        let [x_fen, shredder] = Variant::ALL.map(|variant| position.to_fen_as(variant));
        // An en passant square without a capture is dropped; all else is as it was.
        let fields = |fen: &str| fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut given = fields(text);
        if position.en_passant().is_none() {
            given[3] = "-".to_owned();
        }
        assert!(given == fields(&x_fen) || given == fields(&shredder), "{text}");
    }
});
