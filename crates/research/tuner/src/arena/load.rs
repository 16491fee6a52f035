//! Verb `load`: games on a machine that is busy with something else, against a program that is
//! known to keep its clock.

use std::env;
use std::fs;
use std::hint;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use super::strict::{self, Match};
use super::{capture, found, step};
use crate::fastchess::Fastchess;

/// Names the opponent, if no argument does, and where Debian puts Stockfish.
const VARIABLE: &str = "STOCKFISH";
const DEBIAN: &str = "/usr/games/stockfish";

/// The engine may lose one game in this number by the clock beyond the opponent's losses.
const ALLOWANCE: u32 = 10;

#[derive(Args)]
pub(crate) struct LoadArguments {
    /// The engine to look at
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// How many games, an even number
    #[arg(long, default_value_t = 30)]
    games: u32,
    /// Threads that take time
    #[arg(long, default_value_t = 8)]
    load: usize,
    /// Milliseconds that each answer takes to the arbiter
    #[arg(long, default_value_t = 0)]
    lag: u64,
    /// Seconds for the game and seconds a move
    #[arg(long, default_value = "1+0.01")]
    clock: String,
    /// The program fastchess [default: what the variable FASTCHESS names, else `fastchess`]
    #[arg(long, value_name = "FILE")]
    fastchess: Option<PathBuf>,
    /// The opponent [default: what the variable STOCKFISH names, else Debian's]
    #[arg(long, value_name = "FILE")]
    opponent: Option<PathBuf>,
}

/// Plays games under a load.
///
/// # Errors
/// If a game ends by neither the rules nor the clock; if the engine loses more games by the clock
/// than its opponent, beyond an allowance of a tenth of the games.
pub(crate) fn run(arguments: &LoadArguments) -> Result<()> {
    let &LoadArguments { ref engine, games, load, lag, ref clock, .. } = arguments;
    let named = arguments.opponent.clone().or_else(|| env::var_os(VARIABLE).map(PathBuf::from));
    let opponent = named.unwrap_or_else(|| PathBuf::from(DEBIAN));
    let missing = || format!("{} is not there (Debian's package stockfish)", opponent.display());
    let arbiter = Fastchess::find(arguments.fastchess.as_deref());
    let arbiter = arbiter.and_then(|it| opponent.exists().then_some(it).ok_or_else(missing));
    let Some(arbiter) = found("load", arbiter) else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let engine = behind_a_lag(engine, lag, &folder.path().join("ours"))?;
    let opponent = behind_a_lag(&opponent, lag, &folder.path().join("theirs"))?;
    let options = ["Hash=16".to_owned(), "Threads=1".to_owned()];
    let game = Match { games, clock, options: &options, ..Match::between(&engine, &opponent) };
    step(&format!("{load} threads and {lag} ms beside games at {clock}"), || {
        let over = AtomicBool::new(false);
        let [ours, theirs] = thread::scope(|scope| {
            for _ in 0..load {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        hint::spin_loop();
                    }
                });
            }
            let losses = strict::losses_by_the_clock(&arbiter, &game);
            over.store(true, Ordering::Relaxed);
            losses
        })?;
        let said = format!("{games} games: by the clock {ours} lost, the opponent {theirs}");
        ensure!(ours <= theirs + games / ALLOWANCE, "{said}");
        Ok(said)
    })
}

fn behind_a_lag(program: &Path, lag: u64, script: &Path) -> Result<PathBuf> {
    if lag == 0 {
        return Ok(program.to_owned());
    }
    let program = fs::canonicalize(program).with_context(|| program.display().to_string())?;
    let (tuner, program) = (env::current_exe()?, program.display());
    fs::write(script, format!("#!/bin/sh\nexec '{}' delay {lag} '{program}'\n", tuner.display()))?;
    capture(Command::new("chmod").arg("+x").arg(script))?;
    Ok(script.to_owned())
}

#[derive(Args)]
pub(crate) struct DelayArguments {
    /// Milliseconds
    milliseconds: u64,
    /// The program
    program: PathBuf,
}

/// Runs a program; each of its `bestmove` lines comes out late.
pub(crate) fn delay(arguments: &DelayArguments) -> Result<()> {
    let mut child = Command::new(&arguments.program).stdout(Stdio::piped()).spawn()?;
    let answers = child.stdout.take().context("there is no pipe")?;
    for line in BufReader::new(answers).lines() {
        let line = line?;
        if line.starts_with("bestmove") {
            thread::sleep(Duration::from_millis(arguments.milliseconds));
        }
        println!("{line}");
    }
    child.wait()?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_lag_is_itself_and_with_one_a_script_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let (program, script) = (Path::new("/bin/sh"), folder.path().join("ours"));
        assert_eq!(behind_a_lag(program, 0, &script).unwrap(), program);
        assert_eq!(behind_a_lag(program, 80, &script).unwrap(), script);
        let text = fs::read_to_string(script).unwrap();
        let named = fs::canonicalize(program).unwrap();
        assert!(text.ends_with(&format!(" delay 80 '{}'\n", named.display())), "{text}");
    }
}
