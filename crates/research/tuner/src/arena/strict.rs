//! Matches by fastchess: its list of what UCI asks for, its strict games, and losses by the clock.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

use super::{capture, data};
use crate::fastchess::Fastchess;

/// The starts of the games, each position with both colours: those of standard chess and those of
/// Chess960.
const OPENINGS: &str = "openings.epd";
const CHESS960_OPENINGS: &str = "openings-960.epd";

const NAMES: [&str; 2] = ["engine", "opponent"];

/// A match between two programs. Each opening is played twice, with the colours exchanged.
pub(super) struct Match<'a> {
    pub(super) players: [&'a Path; 2],
    /// An even number.
    pub(super) games: u32,
    pub(super) at_once: usize,
    /// The clock of both, as the arbiter takes it: seconds for the game and seconds a move.
    pub(super) clock: &'a str,
    /// Options of both, as `Name=value`.
    pub(super) options: &'a [String],
    /// Played by the rules of Chess960.
    pub(super) chess960: bool,
}

impl<'a> Match<'a> {
    /// Returns a match of two games of standard chess, one second and a little more each.
    pub(super) fn between(engine: &'a Path, opponent: &'a Path) -> Self {
        let (players, clock) = ([engine, opponent], "1+0.01");
        Self { players, games: 2, at_once: 1, clock, options: &[], chess960: false }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Results {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games that the engine and its opponent lost by the clock, among the others.
    by_clock: [u32; 2],
}

/// Asks whether a program speaks UCI as it should.
///
/// # Errors
/// If it fails a step of the arbiter's list.
pub(super) fn compliance(arbiter: &Fastchess, engine: &Path) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let engine = fs::canonicalize(engine).with_context(|| engine.display().to_string())?;
    let printed = capture(arbiter.command(folder.path()).arg("--compliance").arg(engine))?;
    ensure!(printed.contains("passed all compliance checks"), "{printed}");
    Ok(format!("{} steps", printed.matches(" Passed").count()))
}

/// Plays a match by the strict rules.
///
/// # Errors
/// If a game is lost by the clock, an illegal move or a broken line, or is not finished; if the
/// arbiter warns of anything.
pub(super) fn play(arbiter: &Fastchess, game: &Match<'_>) -> Result<String> {
    let (results, printed) = results(arbiter, game, &["-strict", "-check-mate-pvs"])?;
    let warning = printed.lines().find(|line| line.contains("Warning"));
    ensure!(warning.is_none(), "{}", warning.unwrap_or_default());
    let Results { wins, draws, losses, by_clock } = results;
    ensure!(by_clock == [0; 2], "the clock ended games: {by_clock:?} lost");
    Ok(format!("{} games: {wins} won, {draws} drawn, {losses} lost", game.games))
}

/// Plays a match and returns how many games the engine and its opponent lost by the clock.
///
/// # Errors
/// If a game ends by anything else than the rules of chess and the clock, or is not finished.
pub(super) fn losses_by_the_clock(arbiter: &Fastchess, game: &Match<'_>) -> Result<[u32; 2]> {
    Ok(results(arbiter, game, &[])?.0.by_clock)
}

/// Plays a match with further arguments; returns its results, and the arbiter's output.
fn results(arbiter: &Fastchess, game: &Match<'_>, words: &[&str]) -> Result<(Results, String)> {
    let &Match { players, games, at_once, clock, options, chess960 } = game;
    let even = games > 0 && games.is_multiple_of(2);
    ensure!(even, "each opening is played twice: {games} games are odd");
    let folder = tempfile::tempdir()?;
    let record = folder.path().join("games.pgn");
    let mut command = arbiter.command(folder.path());
    for (name, program) in NAMES.into_iter().zip(players) {
        let program = fs::canonicalize(program).with_context(|| program.display().to_string())?;
        command.args(["-engine", &format!("name={name}"), &format!("cmd={}", program.display())]);
    }
    command.args(["-each", &format!("tc={clock}")]);
    command.args(options.iter().map(|option| format!("option.{option}")));
    command.args(["-games", "2", "-rounds", &(games / 2).to_string()]);
    command.args(["-concurrency", &at_once.to_string()]);
    if chess960 {
        command.args(["-variant", "fischerandom"]);
    }
    let openings = data(if chess960 { CHESS960_OPENINGS } else { OPENINGS });
    command.args(["-openings", "format=epd", &format!("file={}", openings.display())]);
    command.args(words).args(["-pgnout", &format!("file={}", record.display())]);
    let printed = capture(&mut command)?;
    let record = fs::read_to_string(record).context("the arbiter kept no record")?;
    let results = Results::of(&record)?;
    let played = results.wins + results.draws + results.losses;
    ensure!(played == games, "{played} of {games} games are finished");
    Ok((results, printed))
}

impl Results {
    /// Counts the games of a record in PGN.
    ///
    /// # Errors
    /// If a game was ended by neither the rules of chess nor the clock, or has no result.
    fn of(record: &str) -> Result<Self> {
        let mut results = Self::default();
        for game in record.split("[Event ").skip(1) {
            let is_white = tag(game, "White") == Some(NAMES[0]);
            let is_won = match tag(game, "Result") {
                Some("1-0") => Some(is_white),
                Some("0-1") => Some(!is_white),
                Some("1/2-1/2") => None,
                _ => bail!("a game has no result:\n{game}"),
            };
            match is_won {
                Some(true) => results.wins += 1,
                Some(false) => results.losses += 1,
                None => results.draws += 1,
            }
            match (tag(game, "Termination"), is_won) {
                (Some("normal"), _) => {}
                (Some("time forfeit"), Some(is_won)) => {
                    results.by_clock[usize::from(is_won)] += 1;
                }
                (ended, _) => bail!("a game ended by {}:\n{game}", ended.unwrap_or("nothing")),
            }
        }
        Ok(results)
    }
}

fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let value = game.split_once(&format!("[{name} \""))?.1;
    Some(value.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use clap::Parser as _;

    use super::*;

    fn game(white: &str, result: &str, termination: &str) -> String {
        let black = if white == NAMES[0] { NAMES[1] } else { NAMES[0] };
        format!(
            "[Event \"e\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [Termination \"{termination}\"]\n\n1. e4 {result}\n\n"
        )
    }

    #[test]
    fn results_count_from_the_engines_side_and_losses_by_the_clock_for_their_player() {
        let [engine, opponent] = NAMES;
        let record = [
            game(engine, "1-0", "normal"),
            game(opponent, "1/2-1/2", "normal"),
            game(engine, "0-1", "time forfeit"),
            game(opponent, "1-0", "time forfeit"),
            game(opponent, "0-1", "time forfeit"),
        ];
        let expected = Results { wins: 2, draws: 1, losses: 2, by_clock: [2, 1] };
        assert_eq!(Results::of(&record.concat()).unwrap(), expected);
    }

    #[cfg(unix)]
    #[test]
    fn verbs_hear_what_the_arbiter_says_and_tell_it_what_to_play() {
        let folder = tempfile::tempdir().unwrap();
        let [fake, log, record, said] =
            ["fake", "log", "record", "said"].map(|name| folder.path().join(name));
        let commands = format!(
            "[ \"$1\" = -version ] && exit; echo \"$*\" >> {}; for last; do :; done; \
             case \"$last\" in file=*) cp {} \"${{last#file=}}\";; esac; cat {}",
            log.display(),
            record.display(),
            said.display()
        );
        crate::sprt::tests::executable(&fake, &commands);
        let fake = fake.display();
        let run = |words: String| {
            let words = format!("tuner {words} --engine {fake} --fastchess {fake}");
            crate::run(crate::Cli::parse_from(words.split(' ')).verb)
        };
        let [engine, opponent] = NAMES;
        let [first, second, we_late, they_late] = [
            (engine, "normal"),
            (opponent, "normal"),
            (opponent, "time forfeit"),
            (engine, "time forfeit"),
        ]
        .map(|(white, ended)| game(white, "1-0", ended));
        let pair = |one: &str, other: &str| format!("{one}{other}");
        let passed = "passed all compliance checks";
        for (name, games, line, plays, loads) in [
            ("fair", pair(&first, &second), passed, true, true),
            ("warned", pair(&first, &second), "passed all compliance checks\nWarning", false, true),
            ("not compliant", pair(&first, &second), "Failed", false, true),
            ("we are late", pair(&first, &we_late), passed, false, false),
            ("they are late", pair(&they_late, &second), passed, false, true),
            ("one game lacks", first.clone(), passed, false, false),
        ] {
            fs::write(&record, games).unwrap();
            fs::write(&said, line).unwrap();
            let games = run(format!("games --games 2 --opponent {fake}"));
            assert_eq!(games.is_ok(), plays, "{name}: {games:?}");
            let load = run(format!("load --games 2 --load 0 --opponent {fake}"));
            assert_eq!(load.is_ok(), loads, "{name}: {load:?}");
        }
        fs::write(&record, pair(&first, &second)).unwrap();
        fs::remove_file(&log).unwrap();
        run("self-play --games 16".to_owned()).unwrap();
        let log = fs::read_to_string(log).unwrap();
        for (hash, threads) in [(1, 1), (1, 2), (16, 1), (16, 2)] {
            let options = format!(" option.Hash={hash} option.Threads={threads} ");
            let kinds: Vec<bool> = log
                .lines()
                .filter(|line| line.contains(&options))
                .map(|line| line.contains("-variant fischerandom"))
                .collect();
            assert_eq!(kinds, [false, true], "{options} {log}");
        }
    }

    #[test]
    fn a_game_that_was_broken_off_is_a_fault() {
        for (result, ended) in [
            ("0-1", "illegal move"),
            ("0-1", "abandoned"),
            ("1/2-1/2", "time forfeit"),
            ("*", "normal"),
        ] {
            assert!(Results::of(&game(NAMES[0], result, ended)).is_err(), "{result} {ended}");
        }
    }
}
