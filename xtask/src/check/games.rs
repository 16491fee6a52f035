//! `check games`: the engine of the book against the random mover, with fastchess as the arbiter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{capture, cargo, root};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// What the arbiter calls the engine.
const ENGINE: &str = "afternoon";

/// What the arbiter calls its opponent.
const OPPONENT: &str = "random-mover";

/// The clock of both: seconds for the game and seconds a move.
const CLOCK: &str = "tc=8+0.08";

/// Where the games begin, each position with both colours.
const OPENINGS: &str = "xtask/data/openings.epd";

/// How a game ends that nobody broke off, in the arbiter's record.
const NORMAL: &str = "normal";

/// Builds the two players, asks the arbiter whether the engine speaks UCI as it should, and has
/// them play.
///
/// # Errors
/// If a player does not build, or fails a step of the arbiter's list; if a game is lost by the
/// clock, an illegal move or a broken line, or is not finished; if the arbiter warns of anything.
pub(super) fn run(games: u32, arbiter: &Path) -> Result<()> {
    // It is started in a folder of its own: a path, as opposed to a name, must not depend on that.
    let found = fs::canonicalize(arbiter).ok().filter(|_| arbiter.components().count() > 1);
    let arbiter = found.as_deref().unwrap_or(arbiter);
    if Command::new(arbiter).arg("-version").output().is_err() {
        let why = format!("{} is not there: make it from Disservin/fastchess", arbiter.display());
        return step("games", || Ok(Outcome::Skipped(why)));
    }
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "each opening is played twice: {games} games are odd"
    );
    let (mut engine, mut opponent) = (PathBuf::new(), PathBuf::new());
    step("players", || {
        capture(&mut cargo(["build", "--quiet", "--profile", "ci", "--package", "handbook"]))?;
        let folder = Workspace::load()?.target.join("ci");
        let binary = |name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        (engine, opponent) = (binary(ENGINE), binary(OPPONENT));
        Ok(Outcome::passed())
    })?;
    step("compliance", || {
        let printed = capture(Command::new(arbiter).arg("--compliance").arg(&engine))?;
        ensure!(printed.contains("passed all compliance checks"), "{printed}");
        Ok(Outcome::Passed(format!("{} steps", printed.matches(" Passed").count())))
    })?;
    step("games", || {
        let folder = tempfile::tempdir()?;
        let record = folder.path().join("games.pgn");
        let mut command = Command::new(arbiter);
        command.current_dir(folder.path());
        for (name, program) in [(ENGINE, &engine), (OPPONENT, &opponent)] {
            command.args(["-engine", &format!("name={name}")]);
            command.arg(format!("cmd={}", program.display()));
        }
        command.args(["-each", CLOCK, "-games", "2", "-rounds", &(games / 2).to_string()]);
        let openings = root().join(OPENINGS);
        command.args(["-openings", "format=epd", &format!("file={}", openings.display())]);
        command.args(["-strict", "-check-mate-pvs", "-pgnout"]);
        let printed = capture(command.arg(format!("file={}", record.display())))?;
        let warning = printed.lines().find(|line| line.contains("Warning"));
        ensure!(warning.is_none(), "{}", warning.unwrap_or_default());
        let record = fs::read_to_string(record).context("the arbiter kept no record")?;
        let score = Score::of(&record)?;
        let played = score.wins + score.draws + score.losses;
        ensure!(played == games, "{played} of {games} games are finished");
        let Score { wins, draws, losses } = score;
        Ok(Outcome::Passed(format!("{games} games: {wins} won, {draws} drawn, {losses} lost")))
    })
}

/// The engine's results.
#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    /// Counts the results in a record in PGN.
    ///
    /// # Errors
    /// If a game was not ended by the rules of chess, or has no result.
    fn of(record: &str) -> Result<Self> {
        let mut score = Self::default();
        for game in record.split("[Event ").skip(1) {
            let tag = |name: &str| {
                let value = game.split_once(&format!("[{name} \""))?.1;
                Some(value.split_once('"')?.0)
            };
            let ended = tag("Termination").unwrap_or("nothing that is said");
            ensure!(ended == NORMAL, "a game ended by {ended}:\n{game}");
            let white = tag("White") == Some(ENGINE);
            match (tag("Result"), white) {
                (Some("1-0"), true) | (Some("0-1"), false) => score.wins += 1,
                (Some("0-1"), true) | (Some("1-0"), false) => score.losses += 1,
                (Some("1/2-1/2"), _) => score.draws += 1,
                _ => bail!("a game has no result:\n{game}"),
            }
        }
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game as the arbiter records it.
    fn game(white: &str, result: &str, termination: &str) -> String {
        format!(
            "[Event \"e\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\
             [Termination \"{termination}\"]\n\n1. e4 {result}\n\n"
        )
    }

    #[test]
    fn results_count_from_the_engines_side() {
        let record = [
            game(ENGINE, "1-0", "normal"),
            game(OPPONENT, "0-1", "normal"),
            game(OPPONENT, "1-0", "normal"),
            game(ENGINE, "1/2-1/2", "normal"),
        ];
        let expected = Score { wins: 2, draws: 1, losses: 1 };
        assert_eq!(Score::of(&record.concat()).unwrap(), expected);
    }

    #[test]
    fn a_game_that_was_broken_off_is_a_fault() {
        for ended in ["time forfeit", "illegal move", "abandoned"] {
            let record = game(ENGINE, "1-0", "normal") + &game(OPPONENT, "0-1", ended);
            let error = Score::of(&record).unwrap_err().to_string();
            assert!(error.contains(ended), "{error}");
        }
        assert!(Score::of(&game(ENGINE, "*", "normal")).is_err());
    }
}
