//! Any line is read as EPD without a panic. An error and a remark have a column in the line; what
//! is read is written and read again, unchanged, and then no remark is left but on moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{Epd, EpdRead, Variant};

fuzz_target!(|line: &str| {
    let has_column = |column: usize| (1..=line.len() + 1).contains(&column);
    match Epd::read(line, Variant::of_fen(line)) {
        Ok(EpdRead { epd, remarks, .. }) => {
            assert!(remarks.iter().all(|remark| has_column(remark.error().column())));
            let written = epd.to_string();
            let again = Epd::read(&written, Variant::of_fen(&written)).expect(&written);
            assert_eq!(again.epd, epd, "{written}");
            assert!(again.remarks.iter().all(|it| it.kind() == "move" && !it.is_read()));
            for moves in ["bm", "am"].map(|opcode| epd.legal_moves_of(opcode)) {
                assert!(moves.iter().all(|&mv| epd.position().is_legal(mv)), "{line}");
            }
        }
        Err(error) => {
            assert!(has_column(error.column()), "{error}");
            assert!(!error.to_string().is_empty());
        }
    }
});
