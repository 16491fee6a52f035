//! Any words after `go` are read without a panic, and say the same limits as the search is given.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|words: &str| engine_cli::fuzz::go(words));
