//! One line of input as a command.

use uci::{Go, SetOption, SetUp, UciError};

use crate::measure::speedtest::Measurement;
use crate::uci::bench;
use crate::uci::genfens;
use crate::uci::speedtest;
use crate::{measure::bench::Config, perft};

/// The request of a line. Texts are borrowed from the line and not yet checked against a position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    SetOption(SetOption),
    /// `position startpos|fen FEN [moves ...]`, or the reason why it cannot be read: then the
    /// session has no position
    Position(Result<SetUp<'a>, UciError>),
    /// `go ...`
    Go(Go<'a>),
    /// `go perft DEPTH` and `perft DEPTH`
    Perft(u32),
    /// `ponderhit`
    PonderHit,
    /// `stop`
    Stop,
    /// `quit`
    Quit,
    /// `bench [HASH THREADS DEPTH]`
    Bench(Config),
    /// `speedtest [THREADS HASH SECONDS]`
    Speedtest(Measurement),
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `genfens N [seed S] [book B]`
    GenFens(genfens::Request),
    /// `tt`
    TranspositionTable,
    /// `flip`
    Flip,
    /// `help`
    Help,
    /// `compiler`
    Compiler,
    /// `license`
    License,
    /// A line that is accepted and changes nothing: an empty one, `debug` and `register`
    Nothing,
}

impl<'a> Command<'a> {
    /// Parses a line.
    ///
    /// # Errors
    ///
    /// If a word is unknown, missing or not a number in range; the error names it.
    pub(crate) fn parse(line: &'a str) -> Result<Self, UciError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Self::Nothing) };
        match first {
            "uci" => Ok(Self::Uci),
            "isready" => Ok(Self::IsReady),
            "ucinewgame" => Ok(Self::NewGame),
            "setoption" => SetOption::parse(words).map(Self::SetOption),
            "position" => Ok(Self::Position(SetUp::parse(words))),
            "go" => match words.clone().next() {
                Some("perft") => parse_perft("go perft", words.nth(1)),
                _ => Ok(Self::Go(Go::parse(words))),
            },
            "perft" => parse_perft("perft", words.next()),
            "ponderhit" => Ok(Self::PonderHit),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "bench" => bench::parse(words).map(Self::Bench),
            "speedtest" => speedtest::parse(words).map(Self::Speedtest),
            "d" => Ok(Self::Display),
            "eval" => Ok(Self::Eval),
            "genfens" => genfens::parse(words).map(Self::GenFens),
            "tt" => Ok(Self::TranspositionTable),
            "flip" => Ok(Self::Flip),
            "help" => Ok(Self::Help),
            "compiler" => Ok(Self::Compiler),
            "license" => Ok(Self::License),
            "debug" | "register" => Ok(Self::Nothing),
            other => Err(UciError::new("unknown command", format_args!("'{other}' (try help)"))),
        }
    }
}

fn parse_perft<'a>(place: &str, depth: Option<&str>) -> Result<Command<'a>, UciError> {
    match depth.and_then(|text| text.parse::<u32>().ok()) {
        Some(depth) if perft::DEPTHS.contains(&depth.into()) => Ok(Command::Perft(depth)),
        _ => Err(UciError::number(place, depth, perft::DEPTHS.start(), perft::DEPTHS.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blanks_around_and_between_words_do_not_matter() {
        assert_eq!(Command::parse("  isready \t"), Ok(Command::IsReady));
        assert_eq!(Command::parse(" \t "), Ok(Command::Nothing));
        assert_eq!(
            Command::parse("setoption  name Move   Overhead value  20"),
            Ok(Command::SetOption(SetOption {
                name: "Move Overhead".into(),
                value: Some("20".into())
            }))
        );
    }

    #[test]
    fn options_without_a_value_and_with_an_empty_one() {
        let expected = |value| Command::SetOption(SetOption { name: "Clear Hash".into(), value });
        assert_eq!(Command::parse("setoption name Clear Hash"), Ok(expected(None)));
        let empty = Command::parse("setoption name Clear Hash value");
        assert_eq!(empty, Ok(expected(Some(String::new()))));
    }

    #[test]
    fn positions() {
        let start = |moves| Command::Position(Ok(SetUp { fen: None, moves }));
        assert_eq!(Command::parse("position startpos"), Ok(start(vec![])));
        assert_eq!(Command::parse("position startpos moves"), Ok(start(vec![])));
        assert_eq!(
            Command::parse("position startpos moves e2e4 e7e5"),
            Ok(start(vec!["e2e4", "e7e5"]))
        );
        assert_eq!(
            Command::parse("position fen 8/8/8/8/8/8/8/K1k5  w - - moves a1a2"),
            Ok(Command::Position(Ok(SetUp {
                fen: Some("8/8/8/8/8/8/8/K1k5 w - -".into()),
                moves: vec!["a1a2"]
            })))
        );
    }

    #[test]
    fn perft_in_both_spellings() {
        assert_eq!(Command::parse("go perft 3"), Ok(Command::Perft(3)));
        assert_eq!(Command::parse("perft 3"), Ok(Command::Perft(3)));
        assert_eq!(
            error("go perft"),
            "go perft: expected a whole number from 1 to 15, found nothing"
        );
        assert_eq!(error("perft 16"), "perft: expected a whole number from 1 to 15, found '16'");
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(error("hello there"), "unknown command: 'hello' (try help)");
        assert_eq!(error("setoption Hash 3"), "setoption: expected the word 'name', found 'Hash'");
        assert_eq!(
            error("setoption name"),
            "setoption name: expected the name of an option, found nothing"
        );
        let position = |line| match Command::parse(line) {
            Ok(Command::Position(Err(error))) => error.to_string(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(position("position"), "position: expected 'startpos' or 'fen', found nothing");
        assert_eq!(
            position("position e2e4"),
            "position: expected 'startpos' or 'fen', found 'e2e4'"
        );
        assert_eq!(
            position("position startpos e2e4"),
            "position startpos: expected 'moves', found 'e2e4'"
        );
    }
}
