//! `check self-play`: very fast games of the engine against itself, with fastchess as the arbiter.

use std::path::Path;
use std::thread;

use anyhow::Result;

use super::fastchess::{Arbiter, Match, Player};
use crate::engine::{Build, Engine};
use crate::output;
use crate::step::step;

/// The clock: seconds for the game and seconds a move, next to nothing with the default overhead.
const CLOCK: &str = "0.2+0.002";

/// The settings that vary: the table in MiB, the threads, the rules.
const TABLES: [u32; 2] = [1, 16];
const THREADS: [usize; 2] = [1, 2];
const CHESS960: [bool; 2] = [false, true];

/// Plays at least `games` games in all, the same number with each combination of settings.
///
/// # Errors
/// If the engine does not build; if a game is lost by the clock, an illegal move or a broken line,
/// or is not finished; if the arbiter warns of anything, such as a line that is not legal.
pub(super) fn run(games: u32, arbiter: Option<&Path>) -> Result<()> {
    let arbiter = match Arbiter::find(arbiter) {
        Ok(arbiter) => arbiter,
        Err(why) => {
            output::line(format_args!("SKIPPED self-play: {why}"));
            return Ok(());
        }
    };
    let engine = Engine::build(Build::Release)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for hash in TABLES {
        for threads in THREADS {
            for chess960 in CHESS960 {
                let rules = if chess960 { "Chess960" } else { "standard" };
                step(&format!("self-play: Hash {hash}, Threads {threads}, {rules}"), || {
                    arbiter.play(&Match {
                        engine: Player { name: "one", program: engine.path() },
                        opponent: Player { name: "other", program: engine.path() },
                        games: games_of_a_kind(games),
                        at_once: (cores / threads).max(1),
                        clock: CLOCK,
                        options: &[format!("Hash={hash}"), format!("Threads={threads}")],
                        chess960,
                    })
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

#[cfg(test)]
mod tests {
    use super::games_of_a_kind;

    #[test]
    fn each_kind_has_as_many_games_as_the_others_and_an_even_number() {
        assert_eq!([1, 16, 17, 1_000].map(games_of_a_kind), [2, 2, 4, 126]);
    }
}
