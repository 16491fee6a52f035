//! The words of `position` and `setoption`.

use std::str::SplitWhitespace;

use crate::error::UciError;

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
}
