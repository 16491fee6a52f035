//! The Universal Chess Interface: the words of commands, the options, and the lines of answers.
//!
//! ```
//! use uci::{Go, SetOption, SetUp};
//!
//! let go = Go::parse("depth 9 movetime 500".split_whitespace());
//! assert!(go.is_limited() && go.remarks.is_empty());
//! let set = SetOption::parse("name Skill Level value 7".split_whitespace())?;
//! assert_eq!((&*set.name, set.value.as_deref()), ("Skill Level", Some("7")));
//! let set_up = SetUp::parse("startpos moves e2e4".split_whitespace())?;
//! assert_eq!(set_up.moves, ["e2e4"]);
//! # Ok::<(), uci::UciError>(())
//! ```
#![forbid(unsafe_code)]

mod command;
mod error;
mod go;
mod options;
mod report;
mod search_lines;
mod speed;

pub use command::{SetOption, SetUp};
pub use error::UciError;
pub use go::{Go, whole_number};
pub use options::{Button, MULTI_PV, Names, Offer, Options, Reach, THREADS};
pub use report::{NO_MOVE, Notation, best_move_line, no_move_line};
pub use search_lines::SearchLines;
pub use speed::nodes_per_second;
