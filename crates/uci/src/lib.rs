//! The Universal Chess Interface over [`engine`]: a [`Session`] for any [`Host`], the options, the
//! words of commands, and the lines of answers.
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

pub mod bench;
mod clock_loss;
mod command;
mod error;
mod game;
mod go;
mod options;
mod output;
mod report;
mod runs;
mod session;
mod size;
pub mod tablebases;

pub use command::{Command, SetOption, SetUp};
pub use error::UciError;
pub use game::{first_fault, read_game, repairs};
pub use go::{Go, whole_number};
pub use options::{Button, MULTI_PV, Names, Offer, Options, Reach, THREADS};
pub use output::Output;
pub use report::{
    NO_MOVE, Notation, SearchLines, best_move_line, fewer_threads, no_move_line, nodes_per_second,
};
pub use runs::{Ask, Ending, Job, JobClock, Reason, Run, Runs};
pub use session::{Followers, Host, Session, Start, read_network};
pub use size::{Size, name_of_size};
