//! The checks that `ci` runs shortened, at full length.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::output::{Outcome, step};
use crate::process::{capture, cargo, root};
use crate::workspace::TT_CORE;

/// The flag that takes the mask from the keys, which the checks must notice.
pub(super) const MUTANT: &str = "--cfg tt_core_mutant";

/// The end of Connect Four from the empty board, as tt-core's example prints it: found by James D.
/// Allen and by Victor Allis, 1988.
const FIRST_PLAYER_WINS: &str = "value +1: the first player wins on move 41 of the game";

/// Random endings in a part of `check explosions`: a line for each shows how far it is.
const PART: u64 = 50;

const PYTHON_CHESS: &str = "target/python-chess";

/// Searches the known positions and then random endings, part by part: every iteration ends. A
/// release build takes a third of the time of one with debug assertions.
pub(super) fn explosions(endings: u64, nodes: u64, hash: u64, seed: u64) -> Result<()> {
    let trial = |only| {
        let trial = Trial::of("engine", "it", only).with("ENGINE_EXPLOSIONS_NODES", &nodes);
        let trial = trial.with("ENGINE_EXPLOSIONS_HASH", &hash);
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

#[derive(Clone, Default)]
pub(super) struct Trial<'a> {
    pub(super) package: &'a str,
    pub(super) file: &'a str,
    /// A part of the names of the tests to run; empty for all.
    pub(super) only: &'a str,
    /// Features of the crate beside its default ones, separated by commas.
    pub(super) features: &'a str,
    /// The profile of the build; without one `ci`, which has debug assertions.
    pub(super) profile: Option<&'a str>,
    /// Flags of the compiler in place of those in .cargo/config.toml. Cargo keeps builds of
    /// different flags side by side.
    pub(super) flags: Option<&'a str>,
    /// A part of the line of the test's output that is shown; empty for none.
    pub(super) note: &'a str,
    pub(super) variables: Vec<(&'a str, String)>,
}

impl<'a> Trial<'a> {
    /// Returns a run of the tests in a file, or of those whose names contain `only`.
    pub(super) fn of(package: &'a str, file: &'a str, only: &'a str) -> Self {
        Self { package, file, only, ..Self::default() }
    }

    /// Sets a variable of the environment, such as how long the test goes on.
    pub(super) fn with(mut self, variable: &'a str, value: &impl ToString) -> Self {
        self.variables.push((variable, value.to_string()));
        self
    }

    /// Runs the tests one at a time, as a step.
    pub(super) fn step(&self, name: &str) -> Result<()> {
        step(name, || {
            let profile = self.profile.unwrap_or("ci");
            let mut command = cargo(["test", "--quiet", "--profile", profile, "--package"]);
            command.args([self.package, "--test", self.file, "--features", self.features]);
            command.args([self.only, "--", "--nocapture", "--test-threads=1"]);
            command.envs(self.flags.map(|flags| ("RUSTFLAGS", flags)));
            let printed = capture(command.envs(self.variables.clone()))?;
            ensure!(!printed.contains("running 0 tests"), "no test ran");
            Ok(Outcome::Passed(note(&printed, self.note)))
        })
    }
}

/// Returns the first line that contains `mark`, without the dots that the test runner prints before
/// it.
pub(super) fn note(printed: &str, mark: &str) -> String {
    let found = printed.lines().find(|line| !mark.is_empty() && line.contains(mark));
    found.unwrap_or_default().trim_start_matches('.').to_owned()
}
