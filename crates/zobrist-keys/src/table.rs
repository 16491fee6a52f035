//! Tables of keys, one for each feature, and the fingerprints by which a table is recognised.

use crate::mixer::mix;
use crate::stream::GOLDEN;
use crate::{Additive64, SplitMix64, Xor64, Xor128};

/// Returns `N` keys of 64 bits for XOR, drawn from the stream of `seed`; distinct by construction.
///
/// ```
/// use zobrist_keys::{Xor64, xor64_fingerprint, xor64_table};
///
/// const KEYS: [Xor64; 781] = xor64_table(1970);
/// assert_ne!(KEYS[0], KEYS[1]);
/// // A table that files depend on states its fingerprint, and a change does not compile.
/// const _: () = assert!(xor64_fingerprint(&KEYS) == 0xdf85_78fe_5aa2_a635);
/// ```
#[must_use]
pub const fn xor64_table<const N: usize>(seed: u64) -> [Xor64; N] {
    let mut stream = SplitMix64::new(seed);
    let mut table = [Xor64(0); N];
    let mut feature = 0;
    while feature < N {
        table[feature] = Xor64(stream.next());
        feature += 1;
    }
    table
}

/// Returns `N` keys of 128 bits for XOR, drawn from the stream of `seed`: the first word of each
/// pair is the low half. Distinct by construction.
#[must_use]
pub const fn xor128_table<const N: usize>(seed: u64) -> [Xor128; N] {
    let mut stream = SplitMix64::new(seed);
    let mut table = [Xor128(0); N];
    let mut feature = 0;
    while feature < N {
        let low = stream.next() as u128;
        let high = stream.next() as u128;
        table[feature] = Xor128(high << 64 | low);
        feature += 1;
    }
    table
}

/// Returns `N` keys of 64 bits for addition, drawn from the stream of `seed`; distinct by
/// construction.
#[must_use]
pub const fn additive64_table<const N: usize>(seed: u64) -> [Additive64; N] {
    let mut stream = SplitMix64::new(seed);
    let mut table = [Additive64(0); N];
    let mut feature = 0;
    while feature < N {
        table[feature] = Additive64(stream.next());
        feature += 1;
    }
    table
}

/// Returns the fingerprint of a table of [`Xor64`] keys: it depends on every bit, the order and the
/// length, and not on the machine. It guards against change, not against an adversary.
#[must_use]
pub const fn xor64_fingerprint(table: &[Xor64]) -> u64 {
    let mut state = table.len() as u64;
    let mut feature = 0;
    while feature < table.len() {
        state = absorb(state, table[feature].0);
        feature += 1;
    }
    state
}

/// Returns the fingerprint of a table of [`Xor128`] keys; see [`xor64_fingerprint`].
#[must_use]
pub const fn xor128_fingerprint(table: &[Xor128]) -> u64 {
    let mut state = table.len() as u64;
    let mut feature = 0;
    while feature < table.len() {
        let key = table[feature].0;
        state = absorb(absorb(state, key as u64), (key >> 64) as u64);
        feature += 1;
    }
    state
}

/// Returns the fingerprint of a table of [`Additive64`] keys; see [`xor64_fingerprint`].
#[must_use]
pub const fn additive64_fingerprint(table: &[Additive64]) -> u64 {
    let mut state = table.len() as u64;
    let mut feature = 0;
    while feature < table.len() {
        state = absorb(state, table[feature].0);
        feature += 1;
    }
    state
}

/// Mixes one word into a fingerprint: a bijection of the word for a fixed state, and of the state
/// for a fixed word. Without the constant, zero words would leave a state of zero as it is.
const fn absorb(state: u64, word: u64) -> u64 {
    mix(state.rotate_left(23).wrapping_add(GOLDEN) ^ word)
}
