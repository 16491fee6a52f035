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
mod job;
mod options;
mod output;
mod report;
mod runs;
mod search_lines;
mod session;
mod size;
mod speed;
pub mod tablebases;
mod threads;

pub use command::{Command, SetOption, SetUp};
pub use error::UciError;
pub use game::{first_fault, read_game, repairs};
pub use go::{Go, whole_number};
pub use job::{Ask, Job, JobClock};
pub use options::{Button, MULTI_PV, Names, Offer, Options, Reach, THREADS};
pub use output::Output;
pub use report::{NO_MOVE, Notation, best_move_line, no_move_line};
pub use runs::{Ending, Reason, Run, Runs};
pub use search_lines::SearchLines;
pub use session::{Followers, Host, Session, Start, read_network};
pub use size::{Size, name_of_size};
pub use speed::nodes_per_second;
pub use threads::fewer_threads;
