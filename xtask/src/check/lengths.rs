//! The checks that `ci` runs shortened, at full length.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::trial::Trial;
use crate::process::{capture, cargo, root};
use crate::step::{Outcome, step};
use crate::workspace::TT_CORE;

/// The flag that takes the mask from the keys, which the checks must notice.
pub(super) const MUTANT: &str = "--cfg tt_core_mutant";

/// The end of Connect Four from the empty board, as tt-core's example prints it: found by James D.
/// Allen and by Victor Allis, 1988.
const FIRST_PLAYER_WINS: &str = "value +1: the first player wins on move 41 of the game";

/// Random endings in a part of `check explosions`: a line for each shows how far it is.
const PART: u64 = 50;

/// The folder of the files that movegen and python-chess write.
const PYTHON_CHESS: &str = "target/python-chess";

/// Runs four processes on one shared table, one killed each second; a table without the mask of the
/// keys must fail.
pub(super) fn kill(seconds: u64) -> Result<()> {
    let kill = Trial::of(TT_CORE, "it", "shared_kill::");
    let kill = Trial { features: "shared", note: "kills, ", ..kill };
    kill.clone().with("TT_KILL_SECONDS", &seconds).step("kill")?;
    let mutant = Trial { flags: Some(MUTANT), ..kill };
    mutant.with("TT_KILL_SECONDS", &seconds.min(10)).step("kill, no mask")
}

/// Runs operations of the table under an allocator that counts.
pub(super) fn allocations(operations: u64) -> Result<()> {
    let trial = Trial::of(TT_CORE, "allocation", "").with("TT_ALLOCATION_OPERATIONS", &operations);
    Trial { features: "shared", note: " operations", ..trial }.step("allocations")
}

/// Searches over a table that lies at every probe.
pub(super) fn liar(searches: u64) -> Result<()> {
    let trial = Trial::of("search", "it", "liar::").with("SEARCH_LIAR_SEARCHES", &searches);
    Trial { note: " searches: ", ..trial }.step("liar")
}

/// Runs a client of the engine that analyses, ponders, plays, resizes, saves and loads at random.
pub(super) fn endurance(minutes: u64, seed: u64) -> Result<()> {
    let trial = Trial::of("engine-cli", "it", "endurance::");
    let trial = trial.with("ENGINE_ENDURANCE_SECONDS", &(60 * minutes));
    let trial = trial.with("ENGINE_ENDURANCE_SEED", &seed);
    Trial { note: " actions of seed ", ..trial }.step("endurance")
}

/// Runs the tests whose output the system does not take.
pub(super) fn full_disk() -> Result<()> {
    Trial::of("engine-cli", "it", "full_disk::").step("full disk: engine-cli")?;
    let tables = Trial::of(TT_CORE, "it", "full_disk::");
    Trial { features: "persist,shared", ..tables }.step("full disk: tt-core")
}

/// Reads texts made of pieces of games as PGN; annotates, writes and reads games of the search.
pub(super) fn pgn(texts: u64, games: u64) -> Result<()> {
    let trial = Trial::of("movegen", "it", "pgn::").with("MOVEGEN_PGN_TEXTS", &texts);
    Trial { note: " games read", ..trial }.step("pgn")?;
    let trial = Trial::of("self-play", "round_trip", "").with("SELF_PLAY_GAMES", &games);
    Trial { note: " games read as written", ..trial }.step("pgn of games")
}

/// Runs the tests of pawn-hash and pawn-classics with `times` as many cases as in `ci`.
pub(super) fn pawns(times: u64) -> Result<()> {
    let trial =
        |package| Trial::of(package, "it", "").with("PAWN_TEST_TIMES", &times).step(package);
    trial("pawn-hash")?;
    trial("pawn-classics")
}

/// Searches the known positions and then random endings, part by part: every iteration ends. A
/// release build takes a third of the time of one with debug assertions.
pub(super) fn explosions(endings: u64, nodes: u64, seed: u64) -> Result<()> {
    let trial = |only| {
        let trial = Trial::of("engine", "it", only).with("ENGINE_EXPLOSIONS_NODES", &nodes);
        Trial { profile: Some("release"), note: " endings of seed ", ..trial }
    };
    trial("explosions::positions_that").step("explosions, known positions")?;
    for first in (0..endings).step_by(PART as usize) {
        let part = PART.min(endings - first);
        let trial = trial("explosions::no_iteration").with("ENGINE_EXPLOSIONS_FIRST", &first);
        let trial = trial.with("ENGINE_EXPLOSIONS_POSITIONS", &part);
        let trial = trial.with("ENGINE_EXPLOSIONS_SEED", &seed);
        trial.step(&format!("explosions, {} of {endings}", first + part))?;
    }
    Ok(())
}

/// Solves Connect Four from the empty board.
pub(super) fn connect_four() -> Result<()> {
    step("connect four", || {
        let example = ["run", "--quiet", "--release", "--package", TT_CORE, "--example"];
        let printed = capture(cargo(example).args(["connect_four", "--", "--empty"]))?;
        let last = printed.lines().last().unwrap_or_default();
        ensure!(last == FIRST_PLAYER_WINS, "{printed}\nnot {FIRST_PLAYER_WINS}");
        Ok(Outcome::Passed(last.into()))
    })
}

/// Annotates games of the search, and compares what movegen and python-chess make of them and of
/// random games. python-chess is under the GPL: it is run, and the project contains none of its
/// code.
pub(super) fn python_chess(games: u64) -> Result<()> {
    if capture(Command::new("python3").args(["-c", "import chess.pgn"])).is_err() {
        let why = "python-chess is not installed (python3 -m pip install chess)";
        return step("python-chess", || Ok(Outcome::Skipped(why.into())));
    }
    let folder = root().join(PYTHON_CHESS);
    fs::create_dir_all(&folder).with_context(|| format!("no folder {PYTHON_CHESS}"))?;
    let trial = Trial::of("self-play", "round_trip", "").with("SELF_PLAY_GAMES", &games);
    trial.with("SELF_PLAY_PGN", &folder.join("games.pgn").display()).step("games")?;
    step("python-chess", || {
        let mut oracle = cargo(["run", "--quiet", "--profile", "ci", "--package", "oracle"]);
        let printed = capture(oracle.args(["--", "--python-chess"]).arg(&folder))?;
        Ok(Outcome::Passed(printed.trim_end().replace('\n', "; ")))
    })
}
