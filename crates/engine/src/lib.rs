//! A chess engine as a value: it plays and analyses, reads books and tablebases, plays at a limited
//! strength, and keeps its transposition table in a file or shares it with other processes.
//!
//! ```
//! use engine::{Engine, Game, Request};
//!
//! let mut engine = Engine::builder().hash(1 << 20).build()?;
//! let mut game = Game::default();
//! while game.plies() < 10 && game.outcome().is_none() {
//!     let answer = engine.play(&game, &Request::nodes(500), &mut |_| ());
//!     game.make(answer.outcome.best.expect("the game goes on"))?;
//! }
//! assert_eq!(game.plies(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is for |
//! |---|---|
//! | [`Game`] | a position and its past: make, undo, ends of games |
//! | [`Engine`], [`EngineBuilder`] | table, threads, tablebases, book; moves and analyses |
//! | [`Request`], [`Event`], [`Answer`] | what is asked, what is reported, what comes out |
//! | [`RunSearch`], [`PreparedSearch`] | searches that other processes join |
//! | [`Strength`] | levels and Elo below the full strength |
//! | [`Book`], [`BookWriter`] | opening books in PolyGlot's format, read and written |
//! | [`judge`] | the cost of a move: accuracy, loss, mistakes and blunders |
//! | [`OpeningNames`] | the name and the code of a game's opening |
//! | [`Hash`](struct@Hash) | sizes, files and sharing of the transposition table |
//! | [`NumaPolicy`] | the processors on which threads run |
//! | [`bench_positions`], [`BENCH`] | the searches whose nodes identify a version |
//! | [`Numbers`], [`default_network`] | the numbers and the network that the engine plays with |
//! | [`EngineEvaluation`], [`HandCrafted`] | evaluations for a search without the engine |
//!
//! The crate speaks no protocol and prints nothing: reports are [`Event`]s, refusals are errors.
//! The program `palimpsest` speaks UCI over it. Positions and moves are those of [`movegen`],
//! searches those of [`search`]; both are re-exported whole.
#![forbid(unsafe_code)]

mod bench;
mod book;
mod engine;
mod engine_evaluation;
mod event;
mod game;
mod hash;
mod hits;
pub mod judge;
mod node_time;
mod numa;
mod numbers;
mod opening_names;
mod prepared;
pub mod regular_file;
mod request;
mod schema;
mod strength;

pub use bench::{BENCH, BenchSettings, bench_positions};
pub use book::{Book, BookFault, BookWriter, Choice, book_moves};
pub use engine::{Engine, EngineBuilder};
pub use engine_evaluation::{EngineEvaluation, HandCrafted};
pub use evaluation;
pub use event::{Answer, Event};
pub use game::{Game, IllegalMove};
pub use hash::{Hash, HashError, Saved, Sharing, shared_hash_path};
pub use hits::{CountingHandle, Hits};
pub use movegen;
pub use network;
pub use numa::NumaPolicy;
pub use numbers::{Numbers, default_network};
pub use opening_names::{OpeningName, OpeningNames};
pub use prepared::{PreparedSearch, RunSearch};
pub use request::Request;
pub use schema::schema;
pub use search;
pub use strength::{ELO_RANGE, LEVELS, Strength, expected_points};
pub use syzygy;
pub use tt_core;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
