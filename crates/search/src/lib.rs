//! Principal variation search over any transposition table, with any evaluation.
//!
//! ```
//! use search::movegen::{PieceType, Position};
//! use search::{Limits, Pool, Search, tt_core};
//!
//! fn material(position: &Position) -> i32 {
//!     let us = position.side_to_move();
//!     let count = |color, kind| position.colored(color, kind).count() as i32;
//!     let values = PieceType::ALL.into_iter().zip([100, 300, 300, 500, 900, 0]);
//!     values.map(|(kind, value)| value * (count(us, kind) - count(!us, kind))).sum()
//! }
//!
//! let table = tt_core::Table::new(1 << 20)?;
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
//! let outcome = Search::new(&table)
//!     .position(position.clone())
//!     .limits(Limits { depth: Some(3), ..Limits::default() })
//!     .run(&mut Pool::new(|| material));
//! assert_eq!(outcome.score.to_string(), "#1");
//! assert_eq!(position.uci(outcome.best.unwrap()), "d1d8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to do | take |
//! |---|---|
//! | run a search, read its answer | [`Search`], [`Outcome`] |
//! | say where it ends and how it plays | [`Limits`], [`TimeControl`], [`Settings`] |
//! | hand in a table | [`tt_core`]'s, [`NoTable`], or a [`TranspositionTable`] of your own |
//! | hand in an evaluation | a function, or an [`Evaluate`] that follows the moves |
//! | keep threads, histories and parameters from search to search | [`Pool`], [`Params`] |
//! | watch it, stop it, give it a clock | [`Reporter`], [`Info`], [`Control`], [`Clock`] |
//! | probe tablebases | [`Tablebases`], [`EndgameResult`] |
//! | read scores and chances | [`Score`], module [`score`], [`Wdl`] |
//! | agree with other searches of the same root | [`vote()`], [`Ballot`] |
//! | tune its numbers | [`Tunables`], [`Tunable`] |
//!
//! [`movegen`] and [`tt_core`], whose types it takes, are re-exported whole: a program needs no
//! other dependency. Literals of [`Limits`], [`Settings`] and [`Params`] end in
//! `..Default::default()`: they may get more fields in a minor version.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alpha_beta;
mod candidate;
mod clock;
mod clock_buckets;
mod control;
mod enter;
mod evaluate;
mod extend;
mod gate;
mod history;
mod history_updates;
mod hit;
mod iterative;
mod lazy_smp;
mod limits;
mod move_picker;
mod node;
mod params;
mod pool;
mod prune;
mod pv;
mod quiescence;
mod reduce;
mod report;
mod reported_score;
mod room;
mod root;
pub mod score;
mod search;
mod settings;
mod stack;
mod survey;
mod switches;
mod table;
mod table_access;
mod tablebases;
mod tb_probe;
mod team;
mod time;
mod upcoming_repetition;
mod vote;
mod watch;
mod wdl;
mod window;
mod worker;

pub use clock::{Clock, MonotonicClock};
#[doc(hidden)]
pub use clock_buckets::ClockBuckets;
pub use clock_buckets::table_key;
pub use control::Control;
pub use evaluate::Evaluate;
#[doc(hidden)]
pub use hit::{CutoffNode, Hit};
pub use limits::{Limits, TimeControl};
pub use movegen;
pub use params::Params;
pub use pool::Pool;
pub use report::{Info, LONG_SEARCH, Outcome, Reporter, RootScore, Silent};
pub use reported_score::Score;
pub use room::room_for_threads;
pub use search::Search;
pub use settings::Settings;
#[doc(hidden)]
pub use switches::Switches;
pub use table::any::AnyTable;
#[cfg(all(unix, feature = "shared", target_has_atomic = "64"))]
pub use table::shared::SharedHandle;
pub use table::{Hints, NO_EVAL, NoTable, StoreHints, TableHandle, TranspositionTable};
pub use tablebases::{EndgameResult, Tablebases};
pub use tt_core;
pub use tunables::{Tunable, Tunables, TuneError};
pub use vote::{Ballot, vote};
pub use wdl::Wdl;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
