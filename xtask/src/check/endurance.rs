//! `check kill`, `allocations`, `liar`, `endurance`, `full-disk`, `pgn`, `pawns`, `connect-four`:
//! what `ci` runs shortened, at full length.

use anyhow::{Result, ensure};

use super::trial::Trial;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::TT_CORE;

/// The end of Connect Four from the empty board, as tt-core's example prints it: found by James D.
/// Allen and by Victor Allis, 1988.
const FIRST_PLAYER_WINS: &str = "value +1: the first player wins on move 41 of the game";

/// Runs four processes on one shared table, one killed each second, and checks that a table without
/// the mask of the keys fails.
///
/// # Errors
/// If a process sees a record that nobody stored, or if none does without the mask.
pub(super) fn kill(seconds: u64) -> Result<()> {
    let trial = Trial {
        package: TT_CORE,
        file: "it",
        only: "shared_kill::",
        features: "shared",
        variables: &[("TT_KILL_SECONDS", seconds)],
        note: "kills, ",
        ..Trial::default()
    };
    step("kill", || trial.run())?;
    let shorter = [("TT_KILL_SECONDS", seconds.min(10))];
    let mutant = Trial { flags: Some("--cfg tt_core_mutant"), variables: &shorter, ..trial };
    step("kill, no mask", || mutant.run())
}

/// Runs `operations` operations of the table under an allocator that counts.
///
/// # Errors
/// If one of them allocates.
pub(super) fn allocations(operations: u64) -> Result<()> {
    let trial = Trial {
        package: TT_CORE,
        file: "allocation",
        features: "shared",
        variables: &[("TT_ALLOCATION_OPERATIONS", operations)],
        note: " operations",
        ..Trial::default()
    };
    step("allocations", || trial.run())
}

/// Runs `searches` searches over a table that lies at every probe.
///
/// # Errors
/// If one panics, asserts that its next window is empty, or answers with an illegal move.
pub(super) fn liar(searches: u64) -> Result<()> {
    let trial = Trial {
        package: "search",
        file: "it",
        only: "liar::",
        variables: &[("SEARCH_LIAR_SEARCHES", searches)],
        note: " searches: ",
        ..Trial::default()
    };
    step("liar", || trial.run())
}

/// Runs a client of the engine that analyses, ponders, plays, resizes, saves and loads at random.
///
/// # Errors
/// If a command is not answered, a move is not legal, or memory or threads are not as they were.
pub(super) fn endurance(minutes: u64, seed: u64) -> Result<()> {
    let trial = Trial {
        package: "engine-cli",
        file: "it",
        only: "endurance::",
        variables: &[("ENGINE_ENDURANCE_SECONDS", 60 * minutes), ("ENGINE_ENDURANCE_SEED", seed)],
        note: " actions of seed ",
        ..Trial::default()
    };
    step("endurance", || trial.run())
}

/// Runs the tests whose output the system does not take.
///
/// # Errors
/// If a write that fails is not one message and exit code 1, or an old file is not whole.
pub(super) fn full_disk() -> Result<()> {
    for (package, features) in [("engine-cli", ""), (TT_CORE, "persist,shared")] {
        let trial =
            Trial { package, file: "it", only: "full_disk::", features, ..Trial::default() };
        step(&format!("full disk: {package}"), || trial.run())?;
    }
    Ok(())
}

/// Runs the tests that read `texts` texts, made of pieces of games, as PGN; and that annotate,
/// write and read `games` games of the search.
///
/// # Errors
/// If it panics at a text, reads too few, or does not read a game as it was written.
pub(super) fn pgn(texts: u64, games: u64) -> Result<()> {
    let trial = Trial {
        package: "movegen",
        file: "it",
        only: "pgn::",
        variables: &[("MOVEGEN_PGN_TEXTS", texts)],
        note: " games read",
        ..Trial::default()
    };
    step("pgn", || trial.run())?;
    let trial = Trial {
        package: "self-play",
        file: "round_trip",
        variables: &[("SELF_PLAY_GAMES", games)],
        note: " games read as written",
        ..Trial::default()
    };
    step("pgn of games", || trial.run())
}

/// Runs the tests of pawn-hash and pawn-classics with `times` as many cases as in `ci`.
///
/// # Errors
/// If one fails.
pub(super) fn pawns(times: u64) -> Result<()> {
    for package in ["pawn-hash", "pawn-classics"] {
        let variables: &[_] = &[("PAWN_TEST_TIMES", times)];
        let trial = Trial { package, file: "it", variables, ..Trial::default() };
        step(package, || trial.run())?;
    }
    Ok(())
}

/// Solves Connect Four from the empty board.
///
/// # Errors
/// If the example does not build, if there is no gibibyte for its table, or if another value comes
/// out.
pub(super) fn connect_four() -> Result<()> {
    step("connect four", || {
        let example = ["run", "--quiet", "--release", "--package", TT_CORE, "--example"];
        let printed = capture(cargo(example).args(["connect_four", "--", "--empty"]))?;
        let last = printed.lines().last().unwrap_or_default();
        ensure!(last == FIRST_PLAYER_WINS, "{printed}\nnot {FIRST_PLAYER_WINS}");
        Ok(Outcome::Passed(last.into()))
    })
}
