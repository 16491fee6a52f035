//! `check games`: the engine of the book against the random mover, with fastchess as the arbiter.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::fastchess::{Arbiter, Match, Player};
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// The engine's binary, and its name in the arbiter's games.
const ENGINE: &str = "afternoon";

/// The opponent's binary, and its name in the arbiter's games.
const OPPONENT: &str = "random-mover";

/// The clock of both: seconds for the game and seconds a move.
const CLOCK: &str = "8+0.08";

/// Builds the two players, asks the arbiter whether the engine speaks UCI as it should, and has
/// them play.
///
/// # Errors
/// If a player does not build, or fails a step of the arbiter's list; if a game is lost by the
/// clock, an illegal move or a broken line, or is not finished; if the arbiter warns of anything.
pub(super) fn run(games: u32, arbiter: Option<&Path>) -> Result<()> {
    let arbiter = match Arbiter::find(arbiter) {
        Ok(arbiter) => arbiter,
        Err(why) => return step("games", || Ok(Outcome::Skipped(why))),
    };
    let (mut engine, mut opponent) = (PathBuf::new(), PathBuf::new());
    step("players", || {
        capture(&mut cargo(["build", "--quiet", "--profile", "ci", "--package", "handbook"]))?;
        let folder = Workspace::load()?.target.join("ci");
        let binary = |name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        (engine, opponent) = (binary(ENGINE), binary(OPPONENT));
        Ok(Outcome::passed())
    })?;
    step("compliance", || arbiter.compliance(&engine))?;
    step("games", || {
        arbiter.play(&Match {
            engine: Player { name: ENGINE, program: &engine },
            opponent: Player { name: OPPONENT, program: &opponent },
            games,
            at_once: 1,
            clock: CLOCK,
            options: &[],
            chess960: false,
        })
    })
}
