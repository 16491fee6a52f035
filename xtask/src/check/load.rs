//! `check load`: games on a machine that is busy with something else, against a program that is
//! known to keep its clock.

use std::env;
use std::hint;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Result, ensure};

use super::fastchess::{Arbiter, Match, Player};
use crate::engine::{Build, Engine};
use crate::output;
use crate::step::{Outcome, step};

/// Names the opponent, if no argument does.
const VARIABLE: &str = "STOCKFISH";

/// How much of the games the engine may lose by the clock beyond the opponent's: one in so many.
const ALLOWANCE: u32 = 10;

/// Plays so many games beside so many threads that do nothing but take time.
///
/// # Errors
/// If the engine does not build; if a game ends by neither the rules nor the clock; if the engine
/// loses more games by the clock than its opponent, beyond an allowance of a tenth of the games.
pub(super) fn run(
    games: u32,
    load: usize,
    clock: &str,
    arbiter: Option<&Path>,
    opponent: Option<PathBuf>,
) -> Result<()> {
    let named = opponent.or_else(|| env::var_os(VARIABLE).map(PathBuf::from));
    let opponent = named.unwrap_or_else(|| PathBuf::from("/usr/games/stockfish"));
    let arbiter = match Arbiter::find(arbiter) {
        Ok(arbiter) if opponent.exists() => arbiter,
        Ok(_) => {
            let opponent = opponent.display();
            let why = format!("{opponent} is not there (Debian's package stockfish)");
            output::line(format_args!("SKIPPED load: {why}"));
            return Ok(());
        }
        Err(why) => {
            output::line(format_args!("SKIPPED load: {why}"));
            return Ok(());
        }
    };
    let engine = Engine::build(Build::Release)?;
    step(&format!("load of {load} at {clock}"), || {
        let over = AtomicBool::new(false);
        let [ours, theirs] = thread::scope(|scope| {
            for _ in 0..load {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        hint::spin_loop();
                    }
                });
            }
            let losses = arbiter.losses_by_the_clock(&Match {
                engine: Player { name: "palimpsest", program: engine.path() },
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
