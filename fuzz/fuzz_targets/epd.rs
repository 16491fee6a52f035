//! Any line is read as EPD without a panic. An error has a column in the line; what is read is
//! written and read again, unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::Epd;

fuzz_target!(|line: &str| {
    match Epd::parse(line) {
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(Epd::parse(&written).as_ref(), Ok(&epd), "{written}");
            for moves in [epd.best_moves(), epd.avoid_moves()].into_iter().flatten() {
                assert!(moves.iter().all(|&mv| epd.position().is_legal(mv)), "{line}");
            }
        }
        Err(error) => {
            assert!((1..=line.len() + 1).contains(&error.column()), "{error}");
            assert!(!error.to_string().is_empty());
        }
    }
});
