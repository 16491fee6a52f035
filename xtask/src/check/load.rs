//! `check load`: games on a machine that is busy with something else, against a program that is
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

use anyhow::{Context, Result, ensure};

use super::fastchess::{Arbiter, Match, Player};
use crate::engine::{Build, Engine};
use crate::output;
use crate::process::capture;
use crate::step::{Outcome, step};

/// Names the opponent, if no argument does.
const VARIABLE: &str = "STOCKFISH";

/// The engine may lose one game in this number by the clock beyond the opponent's losses.
const ALLOWANCE: u32 = 10;

/// The games and what makes them hard.
pub(super) struct Load {
    pub(super) games: u32,
    /// Threads beside the games that do nothing but take time.
    pub(super) threads: usize,
    /// Milliseconds that each answer takes from a program to the arbiter.
    pub(super) lag: u64,
    /// The clock, as the arbiter takes it.
    pub(super) clock: String,
}

/// Plays games under a load.
///
/// # Errors
/// If the engine does not build; if a game ends by neither the rules nor the clock; if the engine
/// loses more games by the clock than its opponent, beyond an allowance of a tenth of the games.
pub(super) fn run(load: &Load, arbiter: Option<&Path>, opponent: Option<PathBuf>) -> Result<()> {
    let &Load { games, threads, lag, ref clock } = load;
    let named = opponent.or_else(|| env::var_os(VARIABLE).map(PathBuf::from));
    let opponent = named.unwrap_or_else(|| PathBuf::from("/usr/games/stockfish"));
    let missing = || format!("{} is not there (Debian's package stockfish)", opponent.display());
    let found = Arbiter::find(arbiter)
        .and_then(|arbiter| if opponent.exists() { Ok(arbiter) } else { Err(missing()) });
    let arbiter = match found {
        Ok(arbiter) => arbiter,
        Err(why) => return step("load", || Ok(Outcome::Skipped(why))),
    };
    let engine = Engine::build(Build::Release)?;
    let folder = tempfile::tempdir()?;
    let [engine, opponent] = [(engine.path(), "ours"), (&opponent, "theirs")]
        .map(|(program, name)| behind_a_lag(program, lag, &folder.path().join(name)));
    let (engine, opponent) = (engine?, opponent?);
    step(&format!("{threads} threads and {lag} ms beside games at {clock}"), || {
        let over = AtomicBool::new(false);
        let [ours, theirs] = thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        hint::spin_loop();
                    }
                });
            }
            let losses = arbiter.losses_by_the_clock(&Match {
                engine: Player { name: "palimpsest", program: &engine },
                opponent: Player { name: "opponent", program: &opponent },
                games,
                at_once: 1,
                clock,
                options: &["Hash=16".to_owned(), "Threads=1".to_owned()],
                chess960: false,
            });
            over.store(true, Ordering::Relaxed);
            losses
        })?;
        let said = format!("{games} games: by the clock {ours} lost, the opponent {theirs}");
        ensure!(ours <= theirs + games / ALLOWANCE, "{said}");
        Ok(Outcome::Passed(said))
    })
}

/// Returns a program that is `program` behind a lag.
fn behind_a_lag(program: &Path, lag: u64, script: &Path) -> Result<PathBuf> {
    if lag == 0 {
        return Ok(program.to_owned());
    }
    let (xtask, program) = (env::current_exe()?, program.display());
    let text = format!("#!/bin/sh\nexec '{}' check delay {lag} '{program}'\n", xtask.display());
    fs::write(script, text)?;
    capture(Command::new("chmod").arg("+x").arg(script))?;
    Ok(script.to_owned())
}

/// Runs a program; each of its `bestmove` lines comes out `milliseconds` late.
///
/// # Errors
/// If it does not start, or a pipe breaks.
pub(super) fn delay(milliseconds: u64, program: &Path) -> Result<()> {
    let mut child = Command::new(program).stdout(Stdio::piped()).spawn()?;
    let answers = child.stdout.take().context("there is no pipe")?;
    for line in BufReader::new(answers).lines() {
        let line = line?;
        if line.starts_with("bestmove") {
            thread::sleep(Duration::from_millis(milliseconds));
        }
        output::line(line);
    }
    child.wait()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_program_without_a_lag_is_itself_and_with_one_a_script_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let (program, script) = (Path::new("/bin/engine"), folder.path().join("ours"));
        assert_eq!(behind_a_lag(program, 0, &script).unwrap(), program);
        assert_eq!(behind_a_lag(program, 80, &script).unwrap(), script);
        let text = fs::read_to_string(script).unwrap();
        assert!(text.ends_with(" check delay 80 '/bin/engine'\n"), "{text}");
    }
}
