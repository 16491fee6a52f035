//! Incremental hash keys for any game: a position's key is the sum of the keys of its features.
//!
//! ```
//! use zobrist_keys::{Key, Xor64, xor64_table};
//!
//! /// Tic-tac-toe: feature `9 * side + square` is a stone of that side on that square.
//! static KEYS: [Xor64; 18] = xor64_table(1970); // the seed
//!
//! // The first side takes the middle, the second one a corner.
//! let key = Xor64::ZERO.insert(KEYS[4]).insert(KEYS[9]);
//! // Whatever the order of the moves, the position has one key; a move is taken back by its key.
//! assert_eq!(key, Xor64::ZERO.insert(KEYS[9]).insert(KEYS[4]));
//! assert_eq!(key.remove(KEYS[9]), KEYS[4]);
//! ```
//!
//! | to | take |
//! |---|---|
//! | key features that are present or absent | [`Xor64`] |
//! | take equal keys for equal positions, without looking | [`Xor128`] |
//! | count: material, things in hand | [`Additive64`] |
//! | write code for any of them, or measure what keys cost | [`Key`], [`NoKey`] |
//! | draw keys from a seed | [`xor64_table`], [`xor128_table`], [`additive64_table`] |
//! | have keys with a proven distance | [`Bch`], [`Code`] |
//! | name and number the features of a game | [`Schema`], [`Group`], [`Ply`] |
//! | use a state of 64 bits as its own key | [`mix`], [`unmix`] |
//! | put positions into hash maps | [`KeyHasher`], [`BuildKeyHasher`] |
//! | notice that a table of keys changed | [`xor64_fingerprint`] |
//! | judge a table of keys | [`linear_rank`], [`bit_balance`], [`hamming_distances`] |
//!
//! # Stability
//!
//! The numbers that a seed, a code or [`primitive_polynomial`] gives never change within a major
//! version, nor between machines: a file of keys stays readable.

#![no_std]
#![forbid(unsafe_code)]

mod additive;
mod bch;
mod code;
mod feature;
mod gf2;
mod hasher;
mod key;
mod matrix;
mod mixer;
mod no_key;
mod operators;
mod schema;
mod statistics;
mod stream;
mod table;
mod xor;

pub use additive::Additive64;
pub use bch::Bch;
pub use code::{Certificate, Code};
pub use feature::Feature;
pub use gf2::primitive_polynomial;
pub use hasher::{BuildKeyHasher, KeyHasher};
pub use key::Key;
pub use mixer::{mix, unmix};
pub use no_key::NoKey;
pub use schema::{Group, Ply, Schema};
pub use statistics::{bit_balance, hamming_distances, linear_rank};
pub use stream::SplitMix64;
pub use table::{
    additive64_fingerprint, additive64_table, xor64_fingerprint, xor64_table, xor128_fingerprint,
    xor128_table,
};
pub use xor::{Xor64, Xor128};

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
