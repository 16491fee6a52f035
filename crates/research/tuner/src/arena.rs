//! Our engine among the programs that people use: strict games by fastchess, games beside a load,
//! clients, and how long answers take.

mod answers;
mod clients;
mod latency;
mod load;
mod strict;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::fastchess::Fastchess;
use strict::Match;

pub(crate) use clients::{ClientsArguments, run as clients};
pub(crate) use latency::{LatencyArguments, run as latency};
pub(crate) use load::{DelayArguments, LoadArguments, delay, run as load};

/// The clock of self-play, next to nothing with the default overhead.
const FAST: &str = "0.2+0.002";

/// The settings that vary in self-play: the table in MiB, the threads, the rules.
const TABLES: [u32; 2] = [1, 16];
const THREADS: [usize; 2] = [1, 2];
const CHESS960: [bool; 2] = [false, true];

#[derive(Args)]
pub(crate) struct GamesArguments {
    /// The engine to look at
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// Its opponent
    #[arg(long, value_name = "FILE")]
    opponent: PathBuf,
    /// How many, an even number
    #[arg(long, default_value_t = 20)]
    games: u32,
    /// Seconds for the game and seconds a move
    #[arg(long, value_name = "TC", default_value = "8+0.08")]
    tc: String,
    /// The program fastchess [default: what the variable FASTCHESS names, else `fastchess`]
    #[arg(long, value_name = "FILE")]
    fastchess: Option<PathBuf>,
}

/// Asks fastchess whether an engine speaks UCI as it should, and has it play against an opponent.
///
/// # Errors
/// If it fails a step of the arbiter's list; if a game is not ended by the rules of chess; if the
/// arbiter warns of anything.
pub(crate) fn games(arguments: &GamesArguments) -> Result<()> {
    let GamesArguments { engine, opponent, games, tc, fastchess } = arguments;
    let Some(arbiter) = found("games", Fastchess::find(fastchess.as_deref())) else {
        return Ok(());
    };
    step("compliance", || strict::compliance(&arbiter, engine))?;
    let game = Match { games: *games, clock: tc, ..Match::between(engine, opponent) };
    step("games", || strict::play(&arbiter, &game))
}

#[derive(Args)]
pub(crate) struct SelfPlayArguments {
    /// The engine
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// Games in all, at least
    #[arg(long, default_value_t = 1_000)]
    games: u32,
    /// The program fastchess [default: what the variable FASTCHESS names, else `fastchess`]
    #[arg(long, value_name = "FILE")]
    fastchess: Option<PathBuf>,
}

/// Plays very fast games of an engine against itself, as many with each combination of settings.
pub(crate) fn self_play(arguments: &SelfPlayArguments) -> Result<()> {
    let SelfPlayArguments { engine, games, fastchess } = arguments;
    let Some(arbiter) = found("self-play", Fastchess::find(fastchess.as_deref())) else {
        return Ok(());
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for hash in TABLES {
        for threads in THREADS {
            for chess960 in CHESS960 {
                let rules = if chess960 { "Chess960" } else { "standard" };
                let options = [format!("Hash={hash}"), format!("Threads={threads}")];
                let game = Match {
                    games: games_of_a_kind(*games),
                    at_once: (cores / threads).max(1),
                    clock: FAST,
                    options: &options,
                    chess960,
                    ..Match::between(engine, engine)
                };
                step(&format!("Hash {hash}, Threads {threads}, {rules}"), || {
                    strict::play(&arbiter, &game)
                })?;
            }
        }
    }
    Ok(())
}

/// Returns the games of each combination: an even number, in all at least `games`.
fn games_of_a_kind(games: u32) -> u32 {
    let kinds = TABLES.len() * THREADS.len() * CHESS960.len();
    games.div_ceil(kinds as u32).next_multiple_of(2)
}

/// Runs one step and prints its line: its result, its name, how long it took.
fn step(name: &str, work: impl FnOnce() -> Result<String>) -> Result<()> {
    let start = Instant::now();
    let note = work().with_context(|| format!("step `{name}` failed"))?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{}", format!("ok      {name:<50}{seconds:>7.1} s  {note}").trim_end());
    Ok(())
}

/// Returns what was found; if it is missing, prints that `name` is skipped, and why.
fn found<T>(name: &str, found: Result<T, String>) -> Option<T> {
    found.inspect_err(|why| println!("SKIPPED {name}: {why}")).ok()
}

/// Runs `command` to its end and returns its standard output.
fn capture(command: &mut Command) -> Result<String> {
    let result = command.stdin(Stdio::null()).output();
    let result = result.with_context(|| format!("cannot start {command:?}"))?;
    let stdout = String::from_utf8_lossy(&result.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&result.stderr);
    ensure!(result.status.success(), "{stdout}{stderr}\n{command:?} failed ({})", result.status);
    Ok(stdout)
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

#[cfg(test)]
mod tests {
    use super::games_of_a_kind;

    #[test]
    fn each_kind_has_as_many_games_as_the_others_and_an_even_number() {
        assert_eq!([1, 16, 17, 1_000].map(games_of_a_kind), [2, 2, 4, 126]);
    }
}
