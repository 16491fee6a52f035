//! The words of `speedtest`.

use std::ops::RangeInclusive;
use std::str::SplitWhitespace;

use crate::measure::speedtest::Measurement;
use uci::{THREADS, UciError};

/// The times that are accepted, in seconds.
pub(crate) const SECONDS: RangeInclusive<i64> = 1..=3600;

/// Reads `[threads [hash [seconds]]]`; the hash is a number of MB, or one with a unit.
///
/// # Errors
///
/// If a word is not a size or a number in range, or there is one word too many.
pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Measurement, UciError> {
    let mut asked = Measurement::DEFAULT;
    if let Some(text) = words.next() {
        asked.threads = Some(number("threads", text, &THREADS)?);
    }
    if let Some(text) = words.next() {
        let size = text.parse().map_err(|error| UciError::new("speedtest hash", error))?;
        asked.hash = Some(size);
    }
    if let Some(text) = words.next() {
        asked.seconds = number("seconds", text, &SECONDS)?;
    }
    match words.next() {
        None => Ok(asked),
        word => Err(UciError::expected("speedtest", "the end of the line", word)),
    }
}

fn number(name: &str, text: &str, range: &RangeInclusive<i64>) -> Result<u32, UciError> {
    let read = text.parse::<u32>().ok().filter(|&read| range.contains(&read.into()));
    read.ok_or_else(|| {
        let place = format_args!("speedtest {name}");
        UciError::number(place, Some(text), range.start(), range.end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::size::Size;

    #[test]
    fn words() {
        let parse = |text: &'static str| parse(text.split_whitespace());
        assert_eq!(parse(""), Ok(Measurement::DEFAULT));
        assert_eq!(parse("2"), Ok(Measurement { threads: Some(2), ..Measurement::DEFAULT }));
        let hash = Some(Size::mebibytes(8));
        let all = Measurement { threads: Some(2), hash, seconds: 5 };
        assert_eq!(parse("2 8192KB 5"), Ok(all));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("0"),
            "speedtest threads: expected a whole number from 1 to 1024, found '0'"
        );
        assert!(error("1 x").starts_with("speedtest hash: 'x' is not a valid size "));
        assert_eq!(
            error("1 1 x"),
            "speedtest seconds: expected a whole number from 1 to 3600, found 'x'"
        );
        assert_eq!(error("1 1 5 y"), "speedtest: expected the end of the line, found 'y'");
    }
}
