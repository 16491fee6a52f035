//! Verb `bench-speed`: nodes a second of programs that speak UCI, side by side.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, value_parser};
use self_play::UciEngine;

use super::roots;
use crate::page::{machine, progress};

#[derive(Args)]
pub(crate) struct SpeedArguments {
    /// The engine that is measured, a program that speaks UCI
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// An engine to compare it with; may be given again
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Positions
    #[arg(long, value_name = "N", default_value = "40")]
    positions: NonZeroUsize,
    /// Nodes for each position
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400_000,
        value_parser = value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// The tables' size in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    hash: NonZeroUsize,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Lets the engines search each position in turn, all for the same number of nodes; another engine
/// begins at each position. Prints the speeds.
pub(crate) fn run(arguments: &SpeedArguments, mut print: impl FnMut(String)) -> Result<()> {
    let SpeedArguments { engine, against, positions, nodes, hash, seed } = arguments;
    let files: Vec<&PathBuf> = [engine].into_iter().chain(against).collect();
    let roots = roots::draw_single(positions.get(), *seed)?;
    let megabytes = hash.to_string();
    let options = [("Hash", megabytes.as_str()), ("Threads", "1")];
    let start = || -> Result<Vec<UciEngine>> {
        let start = |file: &&PathBuf| UciEngine::start(file, &options);
        files.iter().map(start).collect()
    };
    let names: Vec<String> = start()?
        .iter()
        .zip(&files)
        .map(|(engine, file)| format!("{} ({})", engine.name(), file.display()))
        .collect();
    let limits = format!("nodes {nodes}");
    let times = progress::each_with("positions", &roots, 1, start, |engines, (index, root)| {
        let count = engines.len();
        let mut times = vec![Duration::ZERO; count];
        for turn in 0..count {
            let which = (index + turn) % count;
            let engine = &mut engines[which];
            engine.new_game()?;
            let begin = Instant::now();
            engine.search(root, &limits).with_context(|| names[which].clone())?;
            times[which] = begin.elapsed();
        }
        Ok(times)
    })?;
    print(machine());
    report(&names, *nodes, &times).into_iter().for_each(&mut print);
    Ok(())
}

/// Returns the lines of the result: each engine's speed, and how many times as fast as each other
/// one the first is, with twice the standard error of the geometric mean. `times` has the times of
/// each position.
fn report(names: &[String], nodes: u64, times: &[Vec<Duration>]) -> Vec<String> {
    let speed = |which: usize| {
        let time: f64 = times.iter().map(|times| times[which].as_secs_f64()).sum();
        nodes as f64 * times.len() as f64 / time
    };
    let lines = names.iter().enumerate().map(|(which, name)| {
        let line = format!("{:.0} nodes a second: {name}", speed(which));
        if which == 0 {
            return line;
        }
        let logs: Vec<f64> = times
            .iter()
            .map(|times| (times[which].as_secs_f64() / times[0].as_secs_f64()).ln())
            .collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / count;
        let (ratio, error) = (mean.exp(), 2.0 * (variance / count).sqrt() * mean.exp());
        format!("{line}; the first has {ratio:.3} ± {error:.3} times its speed")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_those_of_all_positions_and_ratios_those_of_each() {
        let names = ["ours", "theirs"].map(str::to_owned);
        let seconds = |times: [u64; 2]| times.map(Duration::from_secs).to_vec();
        let lines = report(&names, 900, &[seconds([1, 2]), seconds([2, 1])]);
        assert_eq!(lines[0], "600 nodes a second: ours");
        assert!(lines[1].starts_with("600 nodes a second: theirs; the first has 1.000 ± 0.980"));
        let lines = report(&names, 900, &[seconds([1, 4]), seconds([2, 8])]);
        assert!(lines[1].ends_with("has 4.000 ± 0.000 times its speed"), "{lines:?}");
    }
}
