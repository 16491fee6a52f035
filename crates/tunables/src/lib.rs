//! Numbers that a tuner may move, each written once.
//!
//! [`tunables!`] declares a struct of `i32` fields. Each field states its meaning, default, range,
//! step and unit in one place; from there come the defaults, setting by name, the list that a
//! program shows its user, and the lines that a tuning service reads. Reading a parameter is a
//! plain field access.
//!
//! ```
//! use tunables::Tunables;
//!
//! tunables::tunables! {
//!     /// How eagerly a search gives up.
//!     pub struct Params {
//!         /// How far below the window a node may fall before it is dropped.
//!         drop_margin: 300, 100..=800, step 20, "points per ply";
//!         /// Plies taken off the depth of a late move.
//!         late_reduction: 2, 0..=4, step 1, "plies";
//!     }
//! }
//!
//! let mut params = Params::default();
//! assert_eq!(params.drop_margin, 300);
//! params.set("drop_margin", 420)?;
//! assert_eq!(params.drop_margin, 420);
//!
//! let error = params.set("drop_margin", 99).unwrap_err();
//! assert_eq!(error.to_string(), "drop_margin = 99 is outside 100..=800 points per ply");
//! assert_eq!(params.drop_margin, 420);
//!
//! params.read("# as tuned\nlate_reduction = 3\n")?;
//! assert_eq!(params.late_reduction, 3);
//! let error = params.read("drop_margin = 500\nlate_reduction = 5").unwrap_err();
//! assert_eq!(error.to_string(), "line 2: late_reduction = 5 is outside 0..=4 plies");
//! assert_eq!((params.drop_margin, params.late_reduction), (420, 3), "nothing is half applied");
//!
//! assert_eq!(Params::ALL[1].meaning, "Plies taken off the depth of a late move.");
//! assert_eq!(params.spsa().to_string(), "\
//! drop_margin, int, 420, 100, 800, 20, 0.002
//! late_reduction, int, 3, 0, 4, 1, 0.002
//! ");
//! # Ok::<(), tunables::TuneError>(())
//! ```
//!
//! A default outside its range, an empty range or a step that is not positive does not compile:
//!
//! ```compile_fail,E0080
//! tunables::tunables! {
//!     /// A default beyond the range.
//!     pub struct Params {
//!         /// Too large.
//!         margin: 900, 100..=800, step 20, "points";
//!     }
//! }
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod declare;
mod error;
mod spsa;
mod text;
mod tunable;
mod tunables;

pub use error::TuneError;
#[doc(hidden)]
pub use text::value_in;
pub use tunable::Tunable;
pub use tunables::Tunables;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
