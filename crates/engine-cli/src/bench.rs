//! `bench` on the command line: the words and the run.

use clap::Args;
use engine::Numbers;
use search::Control;
use uci::bench::{self, Config};
use uci::{JobClock, Size, THREADS};

use crate::args::numbers::NumberWords;
use crate::args::whole::whole;
use crate::io::output::Output;

#[derive(Args)]
pub(crate) struct BenchWords {
    #[command(flatten)]
    pub(crate) numbers: NumberWords,
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB)
    #[arg(default_value_t = Config::DEFAULT.hash, allow_negative_numbers = true)]
    hash: Size,
    /// Search threads
    #[arg(
        default_value_t = Config::DEFAULT.threads,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(THREADS)
    )]
    threads: u32,
    /// Depth of each search in plies
    #[arg(
        default_value_t = Config::DEFAULT.depth,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(bench::DEPTHS)
    )]
    depth: u32,
}

impl BenchWords {
    /// Runs the bench.
    pub(crate) fn obey(&self, numbers: &Numbers, output: &Output) -> Result<(), String> {
        let config = Config { hash: self.hash, threads: self.threads, depth: self.depth };
        let control = Control::new();
        output.line(bench::run(&config, numbers, output, &JobClock::new(&control), |_| None)?);
        Ok(())
    }
}
