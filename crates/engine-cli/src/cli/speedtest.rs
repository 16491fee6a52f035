//! The words of `speedtest`.

use clap::Args;
use search::Control;

use super::numbers::NumberWords;
use super::whole::whole;
use crate::hash::size::Size;
use crate::io::output::Output;
use crate::measure::speedtest;
use crate::measure::speedtest::Measurement;
use crate::uci::speedtest::SECONDS;
use engine::Numbers;
use uci::THREADS;

#[derive(Args)]
pub(super) struct SpeedtestWords {
    #[command(flatten)]
    pub(super) numbers: NumberWords,
    /// Search threads [default: as many as the machine runs at once]
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32>(THREADS))]
    threads: Option<u32>,
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB) [default: 128 MB for
    /// each thread]
    #[arg(allow_negative_numbers = true)]
    hash: Option<Size>,
    /// The time of all searches together, in seconds
    #[arg(
        default_value_t = Measurement::DEFAULT.seconds,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(SECONDS)
    )]
    seconds: u32,
}

impl SpeedtestWords {
    /// Runs the measurement.
    pub(super) fn obey(&self, numbers: &Numbers, output: &Output) -> Result<(), String> {
        let config = Measurement { threads: self.threads, hash: self.hash, seconds: self.seconds };
        let total = speedtest::run(&config, numbers, output, &Control::new())?;
        output.line(total);
        Ok(())
    }
}
