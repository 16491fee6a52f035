//! The transposition tables of the literature, as types that plug into tt-core's
//! [`Table`](tt_core::Table).
//!
//! A module for each paper or program; its page names authors, year and title.
//!
//! | module | design |
//! |---|---|
//! | [`breuker`] | the schemes Deep, New, Old, Big1, BigAll, TwoDeep, TwoBig1, TwoBigAll |
//! | [`greenblatt`] | Mac Hack's index: remainder and quotient |
//! | [`hinted`] | a record with the numbers that some policies go by |
//! | [`plaat`] | two bounds in a record, for MTD(f) |
//! | [`rival`] | the table of the program Rival: 13 bytes a record |
//! | [`thompson`] | Belle's two levels |
//! | [`wiki`] | what the Chess Programming Wiki describes without naming an author |
//!
//! Each design is a layout, an index, a policy or a record. They combine with each other and with
//! tt-core's:
//!
//! ```
//! use tt_classics::breuker::TwoBig1;
//! use tt_classics::hinted::HintedEntry;
//! use tt_core::{Table, Wide};
//!
//! // Breuker's recommendation: two records an entry, the first for the greater subtree.
//! let table: Table<HintedEntry, Wide<2>, TwoBig1> = Table::with_parts(1 << 16)?;
//! let entry = HintedEntry { draft: 3, effort: 1_024, ..HintedEntry::default() };
//! table.store(0x9d39_247e_3377_6d41, entry);
//! assert_eq!(table.probe(0x9d39_247e_3377_6d41), Some(entry));
//! # Ok::<(), tt_core::AllocError>(())
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod breuker;
pub mod greenblatt;
pub mod hinted;
pub mod plaat;
pub mod rival;
pub mod thompson;
pub mod wiki;

/// The crate that every design here plugs into: its types are in these signatures.
pub use tt_core;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
