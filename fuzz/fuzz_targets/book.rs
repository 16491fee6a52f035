//! Any bytes are read as an opening book without a panic, and the moves found in them are legal.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| engine_cli::fuzz::book(bytes));
