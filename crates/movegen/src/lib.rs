//! Legal chess moves, standard and Chess960, with every key of the position kept incrementally.
//!
//! ```
//! use movegen::{Position, perft};
//!
//! let position = Position::startpos();
//! assert_eq!(position.legal_moves().len(), 20);
//! assert_eq!(perft(&position, 3), 8_902);
//! ```
//!
//! The crate knows rules and notation. It knows no score, no search and no table: what an engine
//! decides with a move is the engine's. Squares are numbered from a1 = 0 by files, then ranks, so
//! bit 0 of a [`Bitboard`] is a1 and bit 63 is h8:
//!
//! ```text
//! 8  56 57 58 59 60 61 62 63
//! 7  48 49 50 51 52 53 54 55
//! 6  40 41 42 43 44 45 46 47
//! 5  32 33 34 35 36 37 38 39
//! 4  24 25 26 27 28 29 30 31
//! 3  16 17 18 19 20 21 22 23
//! 2   8  9 10 11 12 13 14 15
//! 1   0  1  2  3  4  5  6  7
//!     a  b  c  d  e  f  g  h
//! ```
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod attacks;
mod bitboard;
mod builder;
mod castling;
mod chess960;
mod chess_move;
mod color;
mod display;
mod epd;
mod fast;
mod fen;
mod game_end;
mod generate;
pub mod keys;
mod move_error;
mod move_list;
mod perft;
pub mod pgn;
mod piece;
mod polyglot;
mod position;
mod quiet_checks;
mod san;
mod see;
#[cfg(feature = "serde")]
mod serialize;
mod sink;
mod square;
mod text;
mod uci_move;
mod variant;

pub use bitboard::{Bitboard, Direction, Squares};
pub use builder::PositionBuilder;
pub use castling::CastlingSide;
pub use chess_move::{Move, MoveKind};
pub use color::Color;
pub use epd::{Epd, EpdError, EpdOperand, EpdOperation};
pub use fen::{FenError, FenFault, FenField, FenRepair, Mended};
pub use game_end::{GameEnd, GameResult};
pub use generate::Generate;
pub use keys::{ChessKeys, DefaultKeys, Keys};
pub use move_error::MoveError;
pub use move_list::MoveList;
pub use perft::perft;
pub use piece::{Piece, PieceType};
pub use position::{
    CachedPosition, Changes, Checks, KeyHistory, KeyedPosition, Legality, Position,
};
pub use see::SeeValues;
pub use sink::{MoveSink, Promotions};
pub use square::{File, ParseSquareError, Rank, Square};
pub use text::decode_text;
pub use variant::Variant;

/// How this build looks up slider attacks and counts moves: for the heads of reports.
pub const BACK_END: &str = {
    const PEXT: bool = cfg!(movegen_sliders = "pext");
    match (PEXT, cfg!(movegen_lanes = "512"), cfg!(movegen_lanes = "256")) {
        (true, true, _) => "PEXT, lanes of 512 bits",
        (true, _, true) => "PEXT, lanes of 256 bits",
        (true, ..) => "PEXT, no lanes",
        (false, true, _) => "magics, lanes of 512 bits",
        (false, _, true) => "magics, lanes of 256 bits",
        (false, ..) => "magics, no lanes",
    }
};

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
