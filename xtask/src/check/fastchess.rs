//! fastchess, the arbiter: its list of what UCI asks for, and its strict games.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{capture, root};
use crate::step::Outcome;

/// The starts of the games, each position with both colours: those of standard chess and those of
/// Chess960.
const OPENINGS: &str = "xtask/data/openings.epd";
const CHESS960_OPENINGS: &str = "xtask/data/openings-960.epd";

/// The arbiter's words for a game that nobody broke off, and for one that a clock ended.
const NORMAL: &str = "normal";
const TIME_FORFEIT: &str = "time forfeit";

/// The variable with the program's path, if no argument gives it.
const VARIABLE: &str = "FASTCHESS";

/// The program.
pub(super) struct Arbiter(PathBuf);

/// A program that plays, and what the arbiter calls it.
pub(super) struct Player<'a> {
    pub(super) name: &'a str,
    pub(super) program: &'a Path,
}

/// A match between two programs. Each opening is played twice, with the colours exchanged.
pub(super) struct Match<'a> {
    pub(super) engine: Player<'a>,
    pub(super) opponent: Player<'a>,
    /// An even number.
    pub(super) games: u32,
    /// The number of games at once.
    pub(super) at_once: usize,
    /// The clock of both, as the arbiter takes it: seconds for the game and seconds a move.
    pub(super) clock: &'a str,
    /// Options of both, as `Name=value`.
    pub(super) options: &'a [String],
    /// Played by the rules of Chess960.
    pub(super) chess960: bool,
}

impl Arbiter {
    /// Returns the program `given`, else the one that the variable FASTCHESS names, else the one in
    /// the path; or why there is none.
    pub(super) fn find(given: Option<&Path>) -> Result<Self, String> {
        let name = given.map(|path| path.as_os_str().to_owned());
        let name = name.or_else(|| env::var_os(VARIABLE));
        let asked = PathBuf::from(name.unwrap_or_else(|| OsString::from("fastchess")));
        // It is started in a folder of its own: a path, as opposed to a name, must not depend on
        // that.
        let found = fs::canonicalize(&asked).ok().filter(|_| asked.components().count() > 1);
        let program = found.unwrap_or(asked);
        match Command::new(&program).arg("-version").output() {
            Ok(_) => Ok(Self(program)),
            Err(_) => {
                let program = program.display();
                Err(format!("{program} is not there: make it from Disservin/fastchess"))
            }
        }
    }

    /// Asks whether a program speaks UCI as it should.
    ///
    /// # Errors
    /// If it fails a step of the arbiter's list.
    pub(super) fn compliance(&self, engine: &Path) -> Result<Outcome> {
        let printed = capture(Command::new(&self.0).arg("--compliance").arg(engine))?;
        ensure!(printed.contains("passed all compliance checks"), "{printed}");
        Ok(Outcome::Passed(format!("{} steps", printed.matches(" Passed").count())))
    }

    /// Plays a match by the strict rules.
    ///
    /// # Errors
    /// If a game is lost by the clock, an illegal move or a broken line, or is not finished; if the
    /// arbiter warns of anything.
    pub(super) fn play(&self, what: &Match<'_>) -> Result<Outcome> {
        let games = what.games;
        let (record, printed) = self.record(what, &["-strict", "-check-mate-pvs"])?;
        let warning = printed.lines().find(|line| line.contains("Warning"));
        ensure!(warning.is_none(), "{}", warning.unwrap_or_default());
        let Score { wins, draws, losses } = Score::of(&record, what.engine.name)?;
        let played = wins + draws + losses;
        ensure!(played == games, "{played} of {games} games are finished");
        Ok(Outcome::Passed(format!("{games} games: {wins} won, {draws} drawn, {losses} lost")))
    }

    /// Plays a match and returns how many games the engine and its opponent lost by the clock.
    ///
    /// # Errors
    /// If a game ends by anything else than the rules of chess and the clock, or is not finished.
    pub(super) fn losses_by_the_clock(&self, what: &Match<'_>) -> Result<[u32; 2]> {
        let (record, _) = self.record(what, &[])?;
        let losses = losses_by_the_clock(&record, [what.engine.name, what.opponent.name])?;
        let played = games(&record).count() as u32;
        ensure!(played == what.games, "{played} of {} games are finished", what.games);
        Ok(losses)
    }

    /// Plays a match with further arguments; returns the games in PGN, and the output.
    fn record(&self, what: &Match<'_>, arguments: &[&str]) -> Result<(String, String)> {
        let games = what.games;
        let even = games > 0 && games.is_multiple_of(2);
        ensure!(even, "each opening is played twice: {games} games are odd");
        let folder = tempfile::tempdir()?;
        let record = folder.path().join("games.pgn");
        let mut command = Command::new(&self.0);
        command.current_dir(folder.path());
        for Player { name, program } in [&what.engine, &what.opponent] {
            command.args(["-engine", &format!("name={name}")]);
            command.arg(format!("cmd={}", program.display()));
        }
        command.args(["-each", &format!("tc={}", what.clock)]);
        command.args(what.options.iter().map(|option| format!("option.{option}")));
        command.args(["-games", "2", "-rounds", &(games / 2).to_string()]);
        command.args(["-concurrency", &what.at_once.to_string()]);
        let openings = root().join(if what.chess960 { CHESS960_OPENINGS } else { OPENINGS });
        if what.chess960 {
            command.args(["-variant", "fischerandom"]);
        }
        command.args(["-openings", "format=epd", &format!("file={}", openings.display())]);
        command.args(arguments).arg("-pgnout");
        let printed = capture(command.arg(format!("file={}", record.display())))?;
        let record = fs::read_to_string(record).context("the arbiter kept no record")?;
        Ok((record, printed))
    }
}

/// Counts the games of a record in PGN that each of two players lost by the clock.
///
/// # Errors
/// If a game ended by neither the rules nor the clock.
fn losses_by_the_clock(record: &str, names: [&str; 2]) -> Result<[u32; 2]> {
    let mut losses = [0; 2];
    for game in games(record) {
        match tag(game, "Termination") {
            Some(NORMAL) => {}
            Some(TIME_FORFEIT) => {
                let loser = if tag(game, "Result") == Some("0-1") { "White" } else { "Black" };
                let loser = tag(game, loser);
                let index = names.iter().position(|&name| Some(name) == loser);
                losses[index.with_context(|| format!("nobody lost by the clock:\n{game}"))?] += 1;
            }
            ended => bail!("a game ended by {}:\n{game}", ended.unwrap_or("nothing that is said")),
        }
    }
    Ok(losses)
}

/// Returns the games of a record in PGN, each without its first word.
fn games(record: &str) -> impl Iterator<Item = &str> {
    record.split("[Event ").skip(1)
}

/// Returns the value of a tag of a game.
fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let value = game.split_once(&format!("[{name} \""))?.1;
    Some(value.split_once('"')?.0)
}

/// An engine's results.
#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    /// Counts the results of `engine` in a record in PGN.
    ///
    /// # Errors
    /// If a game was not ended by the rules of chess, or has no result.
    fn of(record: &str, engine: &str) -> Result<Self> {
        let mut score = Self::default();
        for game in games(record) {
            let ended = tag(game, "Termination").unwrap_or("nothing that is said");
            ensure!(ended == NORMAL, "a game ended by {ended}:\n{game}");
            let white = tag(game, "White") == Some(engine);
            match (tag(game, "Result"), white) {
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

    const ENGINE: &str = "one";
    const OPPONENT: &str = "another";

    /// Returns a game as the arbiter records it.
    fn game(white: &str, result: &str, termination: &str) -> String {
        let black = if white == ENGINE { OPPONENT } else { ENGINE };
        format!(
            "[Event \"e\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
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
        assert_eq!(Score::of(&record.concat(), ENGINE).unwrap(), expected);
    }

    #[test]
    fn losses_by_the_clock_count_for_their_player() {
        let record = [
            game(ENGINE, "0-1", "time forfeit"),
            game(OPPONENT, "1-0", "time forfeit"),
            game(OPPONENT, "0-1", "time forfeit"),
            game(ENGINE, "1/2-1/2", "normal"),
            game(ENGINE, "0-1", "normal"),
        ];
        let losses = |record: &str| losses_by_the_clock(record, [ENGINE, OPPONENT]);
        assert_eq!(losses(&record.concat()).unwrap(), [2, 1]);
        assert!(losses(&game(ENGINE, "0-1", "abandoned")).is_err());
        assert!(losses_by_the_clock(&record[0], ["a third", OPPONENT]).is_err());
    }

    #[test]
    fn a_game_that_was_broken_off_is_a_fault() {
        for ended in ["time forfeit", "illegal move", "abandoned"] {
            let record = game(ENGINE, "1-0", "normal") + &game(OPPONENT, "0-1", ended);
            let error = Score::of(&record, ENGINE).unwrap_err().to_string();
            assert!(error.contains(ended), "{error}");
        }
        assert!(Score::of(&game(ENGINE, "*", "normal"), ENGINE).is_err());
    }
}
