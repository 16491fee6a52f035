//! The words of `bench`.

use std::str::SplitWhitespace;

use crate::measure::bench::{Config, DEPTHS};
use uci::{THREADS, UciError};

/// Reads `[hash [threads [depth]]]`; the hash is a number of MB, or one with a unit.
///
/// # Errors
///
/// If a word is not a size or a number in range, or there is one word too many.
pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Config, UciError> {
    let mut config = Config::DEFAULT;
    if let Some(text) = words.next() {
        config.hash = text.parse().map_err(|error| UciError::new("bench hash", error))?;
    }
    for (name, range, place) in
        [("threads", THREADS, &mut config.threads), ("depth", DEPTHS, &mut config.depth)]
    {
        let Some(text) = words.next() else { break };
        let number = text.parse().ok().filter(|&number| range.contains(&i64::from(number)));
        *place = number.ok_or_else(|| {
            let place = format_args!("bench {name}");
            UciError::number(place, Some(text), range.start(), range.end())
        })?;
    }
    match words.next() {
        None => Ok(config),
        word => Err(UciError::expected("bench", "the end of the line", word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let parse = |text: &'static str| parse(text.split_whitespace());
        assert_eq!(parse(""), Ok(Config::DEFAULT));
        let hash = |text: &str| text.parse().expect("a size");
        assert_eq!(parse("64"), Ok(Config { hash: hash("64"), ..Config::DEFAULT }));
        assert_eq!(parse("8 2 5"), Ok(Config { hash: hash("8MB"), threads: 2, depth: 5 }));
        assert_eq!(parse("512KB"), Ok(Config { hash: hash("512KB"), ..Config::DEFAULT }));
        let error = |text| parse(text).unwrap_err().to_string();
        assert!(error("x").starts_with("bench hash: 'x' is not a valid size"));
        assert_eq!(
            error("16 0"),
            "bench threads: expected a whole number from 1 to 1024, found '0'"
        );
        assert_eq!(error("16 1 x"), "bench depth: expected a whole number from 1 to 64, found 'x'");
        assert_eq!(error("16 1 5 y"), "bench: expected the end of the line, found 'y'");
    }
}
