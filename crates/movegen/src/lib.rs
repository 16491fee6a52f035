//! Legal moves of chess and Chess960, with FEN, EPD, SAN and PGN read and written.
//!
//! ```
//! use movegen::pgn::{Game, games};
//! use movegen::{Color, GameEnd, Position};
//!
//! // A FEN is read; the position knows its legal moves.
//! let fen = "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2";
//! let position = Position::from_fen(fen)?;
//! assert_eq!(position.legal_moves().len(), 5);
//!
//! // Moves are read and written in SAN and in UCI's notation; a move makes a new position.
//! let mv = position.parse_san("Qe7")?;
//! assert_eq!(position.uci(mv), "c5e7");
//! let child = position.make(mv);
//! assert!(child.to_fen().ends_with(" w KQkq - 4 3"));
//!
//! // A game is played, written as PGN and read.
//! let (mut position, mut moves) = (Position::startpos(), Vec::new());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     moves.push(position.parse_san(san)?);
//!     position = position.make(moves[moves.len() - 1]);
//! }
//! let mate = GameEnd::Checkmate { winner: Color::Black };
//! assert_eq!(position.outcome(), Some(mate));
//! let mut game = Game::from_moves(Position::startpos(), moves)?;
//! game.set_result(mate.result());
//! let text = game.to_pgn()?;
//! assert!(text.contains("1. f3 e5 2. g4 Qh4# 0-1"));
//! assert_eq!(games(text.as_bytes()).next(), Some(Ok(game)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to do | take |
//! |---|---|
//! | hold a position, list its moves, make them | [`Position`], [`Move`], [`MoveList`] |
//! | generate and judge moves in a search | [`CachedPosition`], [`Generate`], [`SeeValues`] |
//! | update an evaluation move by move | [`changes`] |
//! | read and write positions | [`from_fen`], [`to_fen`], [`Epd`] |
//! | set up positions | [`PositionBuilder`], [`chess960`], [`Variant`] |
//! | read and write moves | [`parse_san`], [`san`], [`parse_uci`], [`uci`] |
//! | read and write games | module [`pgn`] |
//! | read the lines and the encoding of a file | module [`text`], [`decode_text`] |
//! | know that a game is over | [`outcome`], [`GameEnd`], [`KeyHistory`] |
//! | index tables by a position | [`key`], [`Keys`], module [`keys`] |
//! | work with sets of squares | [`Bitboard`], [`Square`], [`Piece`], module [`attacks`] |
//! | count positions | [`perft()`], [`count_legal`] |
//!
//! [`changes`]: Position::changes
//! [`from_fen`]: Position::from_fen
//! [`to_fen`]: Position::to_fen
//! [`chess960`]: Position::chess960
//! [`parse_san`]: Position::parse_san
//! [`san`]: Position::san
//! [`parse_uci`]: Position::parse_uci
//! [`uci`]: Position::uci
//! [`outcome`]: Position::outcome
//! [`key`]: Position::key
//! [`count_legal`]: Position::count_legal
//!
//! Squares are numbered from a1 = 0 by files, then ranks, so bit 0 of a [`Bitboard`] is a1 and bit
//! 63 is h8:
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
mod cached;
mod castling;
mod chess960;
mod chess_move;
mod color;
mod epd;
mod fast;
mod fen;
mod game_end;
mod generate;
pub mod keys;
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
pub mod text;
mod uci_move;
mod variant;

pub use bitboard::{Bitboard, Direction, Squares};
pub use builder::PositionBuilder;
pub use cached::CachedPosition;
pub use castling::CastlingSide;
pub use chess_move::{Move, MoveError, MoveKind};
pub use color::Color;
pub use epd::{Epd, EpdError, EpdOperand, EpdOperation, EpdRead, EpdRemark};
pub use fen::{FenError, FenFault, FenField, FenRepair, Mended};
pub use game_end::{GameEnd, GameResult};
pub use generate::Generate;
pub use keys::{ChessKeys, DefaultKeys, Keys};
pub use move_list::MoveList;
pub use perft::perft;
pub use piece::{Piece, PieceType};
pub use position::{Changes, Checks, KeyHistory, KeyedPosition, Legality, Position};
pub use see::SeeValues;
pub use sink::{MoveSink, Promotions};
pub use square::{File, ParseSquareError, Rank, Square};
pub use text::decode_text;
pub use variant::Variant;

/// The way in which this build looks up slider attacks and counts moves: for the heads of reports.
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
