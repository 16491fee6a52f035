//! The words of `bench`.

use clap::Args;
use search::Control;

use super::numbers::NumberWords;
use super::whole::whole;
use crate::hash::size::Size;
use crate::io::output::Output;
use crate::measure::bench;
use engine::Numbers;
use uci::THREADS;

#[derive(Args)]
pub(super) struct BenchWords {
    #[command(flatten)]
    pub(super) numbers: NumberWords,
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB)
    #[arg(default_value_t = bench::Config::DEFAULT.hash, allow_negative_numbers = true)]
    hash: Size,
    /// Search threads
    #[arg(
        default_value_t = bench::Config::DEFAULT.threads,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(THREADS)
    )]
    threads: u32,
    /// Depth of each search in plies
    #[arg(
        default_value_t = bench::Config::DEFAULT.depth,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(bench::DEPTHS)
    )]
    depth: u32,
}

impl BenchWords {
    /// Runs the bench.
    pub(super) fn obey(&self, numbers: &Numbers, output: &Output) -> Result<(), String> {
        let config = bench::Config { hash: self.hash, threads: self.threads, depth: self.depth };
        output.line(bench::run(&config, numbers, output, &Control::new(), |_| None)?);
        Ok(())
    }
}
