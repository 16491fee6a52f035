//! The words of every subcommand that works on one position: the position, memory and threads.

use clap::Args;

use super::position::PositionWords;
use crate::args::whole::whole;
use uci::THREADS;

use uci::Size;

#[derive(Args)]
pub(crate) struct TaskWords {
    #[command(flatten)]
    pub(crate) position: PositionWords,
    /// Size of the table: in MB, or with a unit (8000KB, 1GB)
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) hash: Option<Size>,
    /// Threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(THREADS)
    )]
    pub(crate) threads: u32,
}
