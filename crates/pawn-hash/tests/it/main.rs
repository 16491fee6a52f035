//! The contract of this crate, seen from outside: one program, because each costs a link.

mod drawings;
mod key;
mod naive;
mod shared;
mod strategies;
mod table;
mod threads;

/// Multiplies the cases of the long tests; `cargo xtask check pawns` sets it.
const VARIABLE: &str = "PAWN_TEST_TIMES";

/// Returns `cases`, or as many times that number as the variable says.
fn times(cases: u64) -> u64 {
    cases * std::env::var(VARIABLE).map_or(1, |times| times.parse::<u64>().unwrap())
}
