//! Incremental hash keys for any game.
//!
//! A position is a set of *features*: this thing on that square, this side to move. Each feature
//! has a key; a position's key is their sum in a commutative group. A move changes few features, so
//! the key is updated with few operations:
//!
//! ```
//! use zobrist_keys::{Key, Xor64};
//!
//! // A thing leaves one square, arrives on another, and the other side is to move.
//! let (here, there, side) = (Xor64(1234), Xor64(7621), Xor64(6152));
//! assert_eq!(Xor64::ZERO.remove(here).insert(there).insert(side), Xor64(287));
//! ```
//!
//! # Groups
//!
//! | type | operation | for |
//! |---|---|---|
//! | [`Xor64`] | XOR | transposition tables |
//! | [`Xor128`] | XOR | programs that take equal keys for equal positions |
//! | [`Additive64`] | wrapping addition | counts: material, things in hand |
//! | [`NoKey`] | none | measuring what keys cost |
//!
//! The operators are those of the groups: `^` and `^=` of the first two, `+` and `-` of
//! [`Additive64`], and the sum of an iterator of any. Code that works with any of them is generic
//! over [`Key`]. A key that is the state itself needs
//! no group, only a good [`mix`] before it indexes a table. Hash maps take keys as they are by
//! [`KeyHasher`].
//!
//! # Tables
//!
//! A table holds one key for each feature, and is computed in constants:
//!
//! - [`xor64_table`], [`xor128_table`], [`additive64_table`]: pseudo-random keys of a seed;
//! - [`Bch`]: [`Xor64`] keys of which any d - 1 are independent, so that positions which differ in
//!   fewer than d features never share a key. The proof is checked by the compiler: a claim that
//!   does not hold does not compile.
//!
//! A [`Schema`] names the features of a game, numbers them and picks the code for them.
//!
//! A proven distance says nothing about positions that are far apart: they collide as often as with
//! random keys. It separates positions that are few plies apart, as most of those in one search
//! are.
//!
//! # Stability
//!
//! The streams, tables and fingerprints never change within a major version, nor between machines:
//! a file of keys stays readable. This holds for each seed, for each code and both of its tables,
//! and for the polynomials that [`primitive_polynomial`] returns. The tests compare a fingerprint
//! of each; users may do so too, at compile time:
//!
//! ```
//! use zobrist_keys::{Bch, primitive_polynomial, xor64_fingerprint};
//!
//! type Keys = Bch<{ primitive_polynomial(10) }, 6, 781>;
//! const _: () = assert!(xor64_fingerprint(&Keys::WHITENED) == 0xd017_d921_0722_44f8);
//! ```

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
