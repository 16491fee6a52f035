//! One line of input as a command, and the words of `position` and `setoption`.

use std::str::SplitWhitespace;

use crate::bench;
use crate::error::UciError;
use crate::go::Go;
use crate::options::Offer;

/// The request of a line. Texts are borrowed from the line and not yet checked against a position.
#[derive(Debug, PartialEq, Eq)]
pub enum Command<'a> {
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
    Bench(bench::Config),
    /// A line that is accepted and changes nothing: an empty one, `debug` and `register`
    Nothing,
    /// A line that the program may know
    Other(&'a str),
}

impl<'a> Command<'a> {
    /// Parses a line.
    ///
    /// # Errors
    /// If a word is unknown, missing or not a number in range; the error names it.
    pub fn parse(line: &'a str, offer: Offer) -> Result<Self, UciError> {
        let perft =
            |place, depth| UciError::read_number(place, depth, &(1..=offer.perft)).map(Self::Perft);
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Self::Nothing) };
        Ok(match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => Self::SetOption(SetOption::parse(words)?),
            "position" => Self::Position(SetUp::parse(words)),
            "go" => match words.clone().next() {
                Some("perft") => perft("go perft", words.nth(1))?,
                _ => Self::Go(Go::parse(words)),
            },
            "perft" => perft("perft", words.next())?,
            "ponderhit" => Self::PonderHit,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "bench" => Self::Bench(bench::Config::parse(words, offer)?),
            "debug" | "register" => Self::Nothing,
            _ => Self::Other(line),
        })
    }
}

/// The request of `position`.
#[derive(Debug, PartialEq, Eq)]
pub struct SetUp<'a> {
    /// The first position; `None` is the start position.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<&'a str>,
}

/// The request of `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The name, with single spaces between its words.
    pub name: String,
    /// The value, with single spaces between its words; `None` without the word `value`.
    pub value: Option<String>,
}

impl SetOption {
    /// Parses the words after `setoption`: `name NAME [value VALUE]`.
    ///
    /// # Errors
    /// If the word `name` or the name is missing.
    pub fn parse(mut words: SplitWhitespace<'_>) -> Result<Self, UciError> {
        let first = words.next();
        if first != Some("name") {
            return Err(UciError::expected("setoption", "the word 'name'", first));
        }
        let mut name = Vec::new();
        let mut value = None;
        for word in words {
            match &mut value {
                None if word == "value" => value = Some(Vec::new()),
                None => name.push(word),
                Some(value) => value.push(word),
            }
        }
        if name.is_empty() {
            return Err(UciError::expected("setoption name", "the name of an option", None));
        }
        Ok(Self { name: name.join(" "), value: value.map(|words| words.join(" ")) })
    }
}

impl<'a> SetUp<'a> {
    /// Parses the words after `position`: `startpos` or `fen FEN`, and `moves ...`.
    ///
    /// # Errors
    /// If a word is another or missing.
    pub fn parse(mut words: SplitWhitespace<'a>) -> Result<Self, UciError> {
        let fen = match words.next() {
            Some("startpos") => match words.next() {
                None | Some("moves") => None,
                other => return Err(UciError::expected("position startpos", "'moves'", other)),
            },
            Some("fen") => {
                let fields: Vec<&str> =
                    words.by_ref().take_while(|&word| word != "moves").collect();
                Some(fields.join(" "))
            }
            other => return Err(UciError::expected("position", "'startpos' or 'fen'", other)),
        };
        Ok(Self { fen, moves: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_value_may_have_several_words() {
        let parse = |text: &'static str| SetOption::parse(text.split_whitespace());
        let set = parse("name Clear  Hash").unwrap();
        assert_eq!((&*set.name, set.value), ("Clear Hash", None));
        let set = parse("name Book File value a  b").unwrap();
        assert_eq!((&*set.name, set.value.as_deref()), ("Book File", Some("a b")));
        assert!(parse("Hash").unwrap_err().to_string().contains("found 'Hash'"));
    }

    #[test]
    fn a_position_has_a_start_and_moves() {
        let parse = |text: &'static str| SetUp::parse(text.split_whitespace());
        let set_up = parse("startpos moves e2e4 e7e5").unwrap();
        assert_eq!((set_up.fen, set_up.moves), (None, vec!["e2e4", "e7e5"]));
        let set_up = parse("fen 8/8 w moves a1a2").unwrap();
        assert_eq!((set_up.fen.as_deref(), set_up.moves), (Some("8/8 w"), vec!["a1a2"]));
        assert!(parse("start").is_err());
    }

    fn parse(line: &str) -> Result<Command<'_>, UciError> {
        Command::parse(line, Offer::default())
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blanks_around_and_between_words_do_not_matter() {
        assert_eq!(parse("  isready \t"), Ok(Command::IsReady));
        assert_eq!(parse(" \t "), Ok(Command::Nothing));
        assert_eq!(
            parse("setoption  name Move   Overhead value  20"),
            Ok(Command::SetOption(SetOption {
                name: "Move Overhead".into(),
                value: Some("20".into())
            }))
        );
    }

    #[test]
    fn options_without_a_value_and_with_an_empty_one() {
        let expected = |value| Command::SetOption(SetOption { name: "Clear Hash".into(), value });
        assert_eq!(parse("setoption name Clear Hash"), Ok(expected(None)));
        let empty = parse("setoption name Clear Hash value");
        assert_eq!(empty, Ok(expected(Some(String::new()))));
    }

    #[test]
    fn positions() {
        let start = |moves| Command::Position(Ok(SetUp { fen: None, moves }));
        assert_eq!(parse("position startpos"), Ok(start(vec![])));
        assert_eq!(parse("position startpos moves"), Ok(start(vec![])));
        assert_eq!(parse("position startpos moves e2e4 e7e5"), Ok(start(vec!["e2e4", "e7e5"])));
        assert_eq!(
            parse("position fen 8/8/8/8/8/8/8/K1k5  w - - moves a1a2"),
            Ok(Command::Position(Ok(SetUp {
                fen: Some("8/8/8/8/8/8/8/K1k5 w - -".into()),
                moves: vec!["a1a2"]
            })))
        );
    }

    #[test]
    fn perft_in_both_spellings() {
        assert_eq!(parse("go perft 3"), Ok(Command::Perft(3)));
        assert_eq!(parse("perft 3"), Ok(Command::Perft(3)));
        assert_eq!(
            error("go perft"),
            "go perft: expected a whole number from 1 to 15, found nothing"
        );
        assert_eq!(error("perft 16"), "perft: expected a whole number from 1 to 15, found '16'");
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(parse("hello there"), Ok(Command::Other("hello there")));
        assert_eq!(error("setoption Hash 3"), "setoption: expected the word 'name', found 'Hash'");
        assert_eq!(
            error("setoption name"),
            "setoption name: expected the name of an option, found nothing"
        );
        let position = |line| match parse(line) {
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
