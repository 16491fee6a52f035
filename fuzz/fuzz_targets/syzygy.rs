//! Any bytes are read as a table of Syzygy's without a panic, and positions are looked up in it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| syzygy::laws::survives(bytes));
