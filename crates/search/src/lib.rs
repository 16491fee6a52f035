//! Principal variation search over any transposition table.
//!
//! A [`Pool`] of threads searches a position within [`Limits`], tells a [`Reporter`] what it finds and
//! returns an [`Outcome`]. The crate speaks no protocol and prints nothing. It is handed its table (a
//! [`TranspositionTable`]: one of tt-core's, any other, or [`NoTable`]), its [`Clock`] and the
//! [`Control`] by which another thread may stop it.
//!
//! ```
//! use search::{Control, Limits, MonotonicClock, Pool, SearchRequest, Settings, Silent};
//!
//! let table: tt_core::Table = tt_core::Table::new(1 << 20)?;
//! let request = SearchRequest {
//!     position: movegen::Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?,
//!     limits: Limits { depth: Some(3), ..Limits::default() },
//!     ..SearchRequest::default()
//! };
//! let outcome = Pool::new().search(
//!     &table,
//!     &request,
//!     &Settings::default(),
//!     &Control::new(),
//!     &MonotonicClock::start(),
//!     &mut Silent,
//! );
//! assert_eq!(outcome.score, search::score::mate_in(1));
//! assert_eq!(request.position.uci(outcome.best.unwrap(), false), "d1d8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alpha_beta;
mod clock;
mod extend;
mod history;
mod iterative;
mod learn;
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
mod stack;
mod stop;
mod table;
mod team;
mod time;
mod worker;

pub use clock::{Clock, MonotonicClock};
pub use limits::{Limits, SearchRequest, Settings, TimeControl};
pub use params::Params;
pub use pool::Pool;
pub use report::{Info, Outcome, Reporter, RootScore, Silent};
pub use stop::Control;
pub use table::{NO_EVAL, NoTable, StoreHints, TranspositionTable};

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
