//! Verb `latency`: how long the engine takes to answer, as a GUI sees it.
//!
//! The figures are shown, not judged: they are those of a machine and of what else it does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, value_parser};
use self_play::UciEngine;

use super::capture;

/// The number of times that each time is taken by default.
pub(super) const ROUNDS: u32 = 40;

/// The time of a search before it gets a command.
const BEFORE: Duration = Duration::from_millis(30);

/// The time that `go movetime` is given.
const MOVETIME: Duration = Duration::from_millis(100);

/// The most threads that the engine takes: hundreds for each processor, and how often the times are
/// taken with them.
const CROWD: u32 = 1024;
const CROWD_ROUNDS: u32 = 10;

/// The memory that they may want, in KiB.
const CROWD_MEMORY: u64 = 6 << 20;

/// The positions, in turn: the beginning, a rich middle game, an endgame.
const POSITIONS: [&str; 3] = [
    "position startpos",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

#[derive(Args)]
pub(crate) struct LatencyArguments {
    /// The engine
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// How often each time is taken
    #[arg(long, default_value_t = ROUNDS, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Takes the times and prints their medians, the worst, and the machine.
pub(crate) fn run(arguments: &LatencyArguments) -> Result<()> {
    of(&arguments.engine, arguments.rounds)
}

/// Takes the times of an engine.
pub(super) fn of(engine: &Path, rounds: u32) -> Result<()> {
    println!("{}", capture(Command::new(engine).arg("compiler"))?.lines().last().unwrap_or(""));
    let mut peer = UciEngine::start(engine, &[])?;
    take(&mut peer, rounds)?;
    println!("{rounds} rounds, one thread, default table");
    if available_kib().is_some_and(|available| available < CROWD_MEMORY) {
        println!("SKIPPED {CROWD} threads: not enough memory is available");
        return Ok(());
    }
    peer.set_option("Threads", &CROWD.to_string())?;
    peer.ask("isready", "readyok")?;
    take(&mut peer, CROWD_ROUNDS)?;
    let cores = thread::available_parallelism().map_or(0, usize::from);
    println!("{CROWD_ROUNDS} rounds, {CROWD} threads on {cores} processors");
    Ok(())
}

fn take(peer: &mut UciEngine, rounds: u32) -> Result<()> {
    let mut timed = |line: &str, answer: &str| -> Result<f64> {
        let start = Instant::now();
        peer.ask(line, answer)?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    };
    let mut ready = Vec::new();
    let mut stop = Vec::new();
    let mut over = Vec::new();
    for round in 0..rounds {
        let position = POSITIONS[round as usize % POSITIONS.len()];
        timed(&format!("{position}\ngo infinite"), "info depth")?;
        thread::sleep(BEFORE);
        ready.push(timed("isready", "readyok")?);
        stop.push(timed("stop", "bestmove")?);
        let taken = timed(&format!("go movetime {}", MOVETIME.as_millis()), "bestmove")?;
        over.push(taken - MOVETIME.as_secs_f64() * 1e3);
    }
    let movetime = format!("movetime {}: time beyond it", MOVETIME.as_millis());
    for (what, mut times) in
        [("isready in a search", ready), ("stop to bestmove", stop), (movetime.as_str(), over)]
    {
        times.sort_by(f64::total_cmp);
        let worst = times.last().copied().unwrap_or_default();
        let median = median(&times);
        println!("{what:<30}median {median:7.2} ms   worst {worst:7.2} ms");
    }
    Ok(())
}

/// Returns the memory that the system has for new programs, if it is a Linux.
fn available_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(middle)) {
        (_, None) => 0.0,
        (1, Some(&one)) => one,
        (_, Some(&upper)) => f64::midpoint(sorted[middle - 1], upper),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[1.0, 2.0, 9.0]), 2.0);
        assert_eq!(median(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_eq!(median(&[]), 0.0);
    }
}
