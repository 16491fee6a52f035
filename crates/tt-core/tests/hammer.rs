//! Threads that store and probe the same few keys at once never see a record of another key, on the
//! back end that this build chose. `cargo xtask check hammer` runs it on every back end of the
//! machine for 10^9 operations, and once without the keys' mask (`tt_core_mutant`), where it must
//! fail.
#![cfg(not(loom))]

use tt_core::laws::check_race;
use tt_core::{Always, Wide};

/// The variable that sets another number of operations, and the number without it.
const VARIABLE: &str = "TT_HAMMER_OPERATIONS";
const OPERATIONS: u64 = 10_000_000;

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "foreign records"))]
#[expect(clippy::print_stdout, reason = "the check prints what was counted")]
fn racing_threads_see_whole_records_of_the_key_they_asked_for() {
    let operations = std::env::var(VARIABLE).map_or(OPERATIONS, |number| number.parse().unwrap());
    let race = check_race::<Wide, Always>(operations, 0.0);
    let hits = race.hits;
    let probes = race.probes;
    let overwrites = race.overwrites;
    println!("{operations} operations: {hits} hits of {probes} probes, {overwrites} overwrites");
    assert!(hits * 10 > probes * 3, "{hits} hits of {probes} probes prove too little");
    assert!(overwrites >= operations / 10, "{overwrites} overwrites prove too little");
}
