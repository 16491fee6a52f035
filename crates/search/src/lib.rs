//! Principal variation search over any transposition table, with any evaluation.
//!
//! A [`Pool`] of threads runs a [`Search`] of a position within [`Limits`]; it reports to a
//! [`Reporter`] and returns an [`Outcome`]. The crate speaks no protocol and prints nothing. The
//! caller hands it a table (a [`TranspositionTable`]: one of tt-core's, any other, or [`NoTable`]),
//! an evaluation ([`Evaluate`]: a function will do), a [`Clock`] and the [`Control`] by which
//! another thread may stop the search.
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
//! assert_eq!(outcome.score, search::score::mate_in(1));
//! assert_eq!(position.uci(outcome.best.unwrap()), "d1d8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Positions and moves are those of [`movegen`], entries and tables those of [`tt_core`]. Both are
//! re-exported whole, so a program that depends on this crate alone has all that it needs, in the
//! versions that fit.
//!
//! Types that a caller only reads ([`Outcome`], [`Info`], [`RootScore`], [`StoreHints`]) may get
//! more fields in a minor version, and are `#[non_exhaustive]`. Types that a caller fills in
//! ([`Limits`], [`Settings`], [`Params`]) may, too: end their literals in `..Default::default()`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alpha_beta;
mod candidate;
mod clock;
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
pub use control::Control;
pub use evaluate::Evaluate;
pub use limits::{Limits, TimeControl};
pub use movegen;
pub use params::Params;
pub use pool::Pool;
pub use report::{Info, LONG_SEARCH, Outcome, Reporter, RootScore, Silent};
pub use search::Search;
pub use settings::Settings;
#[doc(hidden)]
pub use switches::Switches;
#[cfg(all(unix, feature = "shared", target_has_atomic = "64"))]
pub use table::shared::SharedHandle;
pub use table::{NO_EVAL, NoTable, StoreHints, TableHandle, TranspositionTable};
pub use tablebases::{EndgameResult, Tablebases};
pub use tt_core;
pub use tunables::{Tunable, Tunables, TuneError};
pub use vote::{Ballot, vote};
pub use wdl::Wdl;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
