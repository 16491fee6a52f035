//! `bench latency`: how long the engine takes to answer, as a GUI sees it.
//!
//! The figures are shown, not judged: they are those of a machine and of what else it does.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::engine::{Build, Engine};
use crate::output;

/// The number of times that each time is taken by default.
pub(crate) const ROUNDS: u32 = 40;

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

/// The time without an answer after which the engine counts as hung.
const HUNG: Duration = Duration::from_secs(30);

/// The positions, in turn: the beginning, a rich middle game, an endgame.
const POSITIONS: [&str; 3] = [
    "position startpos",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// Takes the times and prints their medians, the worst, and the machine.
///
/// # Errors
/// If the engine does not build or does not answer.
pub(crate) fn run(rounds: u32) -> Result<()> {
    output::status("        latency");
    let engine = Engine::build(Build::Release)?;
    output::line(engine.last_line(&["compiler"])?);
    let mut peer = Peer::start(&engine)?;
    peer.ask("uci", "uciok")?;
    peer.ask("isready", "readyok")?;
    take(&mut peer, rounds)?;
    output::line(format_args!("{rounds} rounds, one thread, default table"));
    if available_kib().is_some_and(|available| available < CROWD_MEMORY) {
        output::line(format_args!("SKIPPED {CROWD} threads: not enough memory is available"));
        return Ok(());
    }
    peer.send(&format!("setoption name Threads value {CROWD}"))?;
    peer.ask("isready", "readyok")?;
    take(&mut peer, CROWD_ROUNDS)?;
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let crowd = format_args!("{CROWD_ROUNDS} rounds, {CROWD} threads on {cores} processors");
    output::line(crowd);
    Ok(())
}

/// Takes the times and prints them.
fn take(peer: &mut Peer, rounds: u32) -> Result<()> {
    let (mut ready, mut stop, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        peer.send(POSITIONS[round as usize % POSITIONS.len()])?;
        peer.ask("go infinite", "info depth")?;
        thread::sleep(BEFORE);
        ready.push(peer.ask("isready", "readyok")?.as_secs_f64() * 1e3);
        stop.push(peer.ask("stop", "bestmove")?.as_secs_f64() * 1e3);
        let taken = peer.ask(&format!("go movetime {}", MOVETIME.as_millis()), "bestmove")?;
        over.push((taken.as_secs_f64() - MOVETIME.as_secs_f64()) * 1e3);
    }
    let movetime = format!("movetime {}: time beyond it", MOVETIME.as_millis());
    for (what, mut times) in
        [("isready in a search", ready), ("stop to bestmove", stop), (movetime.as_str(), over)]
    {
        times.sort_by(f64::total_cmp);
        let worst = times.last().copied().unwrap_or_default();
        let median = median(&times);
        output::line(format_args!("{what:<30}median {median:7.2} ms   worst {worst:7.2} ms"));
    }
    Ok(())
}

/// Returns the memory that the system has for new programs, if it is a Linux.
fn available_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the middle of sorted numbers.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(middle)) {
        (_, None) => 0.0,
        (1, Some(&one)) => one,
        (_, Some(&upper)) => f64::midpoint(sorted[middle - 1], upper),
    }
}

/// A running engine. It is killed when it is dropped.
struct Peer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Peer {
    fn start(engine: &Engine) -> Result<Self> {
        let mut command = Command::new(engine.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("a pipe was asked for")?;
        let output = BufReader::new(child.stdout.take().context("a pipe was asked for")?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the engine reads")
    }

    /// Sends a line; how long it takes until one comes back that begins with `answer`.
    fn ask(&mut self, line: &str, answer: &str) -> Result<Duration> {
        let start = Instant::now();
        self.send(line)?;
        loop {
            let received = self.lines.recv_timeout(HUNG);
            let (when, text) = received.with_context(|| format!("no {answer} after {line}"))?;
            if text.starts_with(answer) {
                return Ok(when - start);
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
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
