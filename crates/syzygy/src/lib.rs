//! A reader of Syzygy's endgame tables (Ronald de Man, 2013): results and distances of every
//! position with up to seven pieces, as far as the files are there.
//!
//! [`Tablebases::open`] looks for the files of some folders. [`Tablebases::probe_wdl`] returns the
//! result of a position, [`Tablebases::probe_dtz`] its distance to the next capture or pawn move:
//!
//! ```
//! use syzygy::movegen::Position;
//! use syzygy::{Tablebases, Wdl};
//!
//! let tables = Tablebases::open(["examples/data"]); // king and rook against king
//! let position = Position::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1")?;
//! assert_eq!(tables.probe_wdl(&position)?, Wdl::Win);
//! assert_eq!(tables.probe_dtz(&position)?.plies(), 29);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing is trusted that a file says, nothing is printed, and no file can make a probe panic:
//!
//! - Only regular files are opened. A file is opened when a position needs it first; its whole
//!   header is checked then, and its other bytes where they are used.
//! - A file with a fault counts as absent from then on, and is a [`Warning`] once:
//!   [`Tablebases::take_warnings`].
//! - A probe without an answer is a [`ProbeError`], which says whether the position or a file is
//!   the reason.
//!
//! Files are read by position, through a cache of 2 MiB that all files and threads share; they are
//! not mapped into memory, and the crate has no unsafe code. So another process may cut or rewrite
//! a file that is in use: a probe then is an error, or its result comes from other bytes than those
//! that were there at first. A file stays open from the first probe that needs it.
//!
//! ```text
//! probe.rs     captures, en passant, the next ply: result and distance of a position
//! table.rs     a file: its parts, flags, maps of distances
//! layout.rs    the number of a position in a part, by squares.rs and material.rs
//! pairs.rs     the value of that number, from the code in the file
//! ```
//!
//! Positions are those of [`movegen`], which is re-exported whole, so a program that depends on
//! this crate alone has all that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod bytes;
mod error;
mod file;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
mod layout;
mod material;
mod name;
mod pairs;
mod probe;
mod squares;
mod table;
mod tablebases;
#[cfg(test)]
mod tests;
mod wdl;

pub use error::{Fault, ProbeError, Warning};
pub use material::MAX_PIECES;
pub use movegen;
pub use name::TableName;
pub use tablebases::Tablebases;
pub use wdl::{Dtz, Wdl};

/// The README's examples, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
