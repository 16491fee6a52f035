//! Verb `sprt`: a match of two engines, which ends when it is known which of two claims holds.
//!
//! The claims are "the new engine is stronger by `elo0`" and "by `elo1`". Each opening is played
//! with both colours, and the pair is what is counted. fastchess plays the games if it is there; a
//! runner of our own does if not.

mod fastchess;
pub(crate) mod game;
mod runner;

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, value_parser};

use self_play::Sprt;

use crate::fastchess::Fastchess;

#[derive(Args)]
pub(crate) struct SprtArguments {
    /// The engine that shall be stronger, a program that speaks UCI
    new: PathBuf,
    /// The engine that it is compared with
    old: PathBuf,
    /// Openings in EPD; each pair of games takes the next one, in an order that the seed decides
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// The book's positions are those of Chess960: KQkq are rights of kings and rooks anywhere
    #[arg(long)]
    chess960: bool,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    #[arg(conflicts_with = "tc", required_unless_present = "tc")]
    nodes: Option<u64>,
    /// Seconds for the game and seconds a move: 2+0.02
    #[arg(long, value_name = "TC")]
    tc: Option<Clock>,
    /// Elo of the claim that is to be refuted
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo of the claim that is to be shown
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Chance of either error
    #[arg(long, default_value_t = 0.05)]
    error: f64,
    /// The most games, an even number
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Play all games, decided or not
    #[arg(long)]
    all: bool,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..))]
    at_once: u8,
    /// Size of each engine's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: u32,
    /// Seed of the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where fastchess is [default: the variable FASTCHESS, then the path]
    #[arg(long, value_name = "FILE")]
    fastchess: Option<PathBuf>,
    /// Our own runner, even if fastchess is there
    #[arg(long, conflicts_with = "fastchess")]
    built_in: bool,
}

/// Time for a game and for each of its moves, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    game: u64,
    increment: u64,
}

impl std::str::FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (game, increment) = text.split_once('+').unwrap_or((text, "0"));
        let parse = |seconds: &str| match seconds.parse::<f64>() {
            Ok(seconds) if (0.0..1e6).contains(&seconds) => Ok((seconds * 1e3).round() as u64),
            _ => Err(format!("{text} is not seconds+seconds")),
        };
        Ok(Self { game: parse(game)?, increment: parse(increment)? })
    }
}

/// The limit of each move: nodes, or the time on a clock.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    Nodes(u64),
    Clock(Clock),
}

impl SprtArguments {
    fn pace(&self) -> Result<Pace> {
        let nodes = self.nodes.map(Pace::Nodes);
        nodes.or(self.tc.map(Pace::Clock)).context("--nodes or --tc is needed")
    }

    fn test(&self) -> Sprt {
        Sprt { elo0: self.elo0, elo1: self.elo1, error: self.error }
    }
}

/// Plays the match, printing the standing from time to time, and its result.
pub(crate) fn run(arguments: &SprtArguments, mut print: impl FnMut(String) + Send) -> Result<()> {
    let SprtArguments { elo0, elo1, games, error, .. } = *arguments;
    ensure!(elo0 < elo1, "elo0 must be less than elo1");
    ensure!(0.0 < error && error < 0.5, "the chance of an error is between 0 and 0.5");
    let even = games > 0 && games.is_multiple_of(2);
    ensure!(even, "each opening is played twice: {games} games are no pairs");
    let pace = arguments.pace()?;
    let found = Fastchess::find(arguments.fastchess.as_deref()).ok();
    let pairs = match found.filter(|_| !arguments.built_in) {
        Some(fastchess) => fastchess.play(arguments, pace, &mut print)?,
        None => {
            ensure!(arguments.fastchess.is_none(), "fastchess does not start");
            runner::play(arguments, pace, &mut print)?
        }
    };
    let test = arguments.test();
    print(test.standing(&pairs));
    print(test.verdict(&pairs).to_string());
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    #[cfg(unix)]
    use std::{path::Path, process::Command};

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        sprt: SprtArguments,
    }

    pub(super) fn arguments(line: &str) -> SprtArguments {
        Line::parse_from(["sprt"].into_iter().chain(line.split(' '))).sprt
    }

    /// Writes an engine that is ready at once and answers other lines as these cases of a shell
    /// say; returns its path.
    #[cfg(unix)]
    pub(crate) fn script(folder: &Path, name: &str, cases: &str) -> String {
        let path = folder.join(name);
        let cases = format!("uci) echo uciok;; isready) echo readyok;; {cases}");
        executable(&path, &format!("while read -r line; do case \"$line\" in {cases} esac; done"));
        path.display().to_string()
    }

    /// Writes a program for the shell.
    #[cfg(unix)]
    pub(crate) fn executable(path: &Path, script: &str) {
        // A shell writes it: a file that this process had open for writing could not be run while
        // another test's child, just forked, still has it open.
        let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod +x \"$0\"";
        let written = Command::new("sh").args(["-c", write]).arg(path).arg(script).status();
        assert!(written.unwrap().success());
    }

    #[test]
    fn a_clock_is_seconds_and_seconds() {
        assert_eq!("2+0.02".parse(), Ok(Clock { game: 2_000, increment: 20 }));
        assert_eq!("10".parse(), Ok(Clock { game: 10_000, increment: 0 }));
        for wrong in ["", "x+1", "1+", "-1+0", "1+1+1"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn arguments_that_make_no_match_are_refused() {
        let refused = |line: &str| run(&arguments(line), |_| {}).unwrap_err().to_string();
        for games in [0, 3] {
            let line = format!("new old --book b --nodes 1 --games {games}");
            assert!(refused(&line).contains("each opening is played twice"));
        }
        assert!(refused("new old --book b --nodes 1 --elo0 5 --elo1 5").contains("elo0"));
        assert!(Line::try_parse_from(["sprt", "new", "old", "--book", "b"]).is_err());
    }
}
