//! A session over any bytes ends without a panic, answers each `go` with one legal move of its own
//! position, and each `isready`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use palimpsest_fuzz::session;

fuzz_target!(|bytes: &[u8]| session::run(bytes));
