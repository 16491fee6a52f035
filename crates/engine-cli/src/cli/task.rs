//! The words of every subcommand that works on one position: which, and with how much of the
//! machine.

use clap::{Args, value_parser};

use super::position::PositionWords;
use crate::size::Size;
use crate::uci::options::THREADS;

#[derive(Args)]
pub(super) struct TaskWords {
    #[command(flatten)]
    pub(super) position: PositionWords,
    /// Size of the table: in MB, or with a unit (8000KB, 1GB)
    #[arg(long, value_name = "SIZE")]
    pub(super) hash: Option<Size>,
    /// Threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u32).range(THREADS)
    )]
    pub(super) threads: u32,
}
