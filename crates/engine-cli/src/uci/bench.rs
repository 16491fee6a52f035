//! The words of `bench`.

use std::str::SplitWhitespace;

use crate::bench::{Config, DEPTHS};
use crate::uci::error::UciError;
use crate::uci::options::{HASH_MB, THREADS};

/// Reads `[hash [threads [depth]]]`.
///
/// # Errors
///
/// A word that is not a number in range, or one too many.
pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Config, UciError> {
    let mut config = Config::DEFAULT;
    for (name, range, place) in [
        ("hash", HASH_MB, &mut config.hash_mb),
        ("threads", THREADS, &mut config.threads),
        ("depth", DEPTHS, &mut config.depth),
    ] {
        let Some(text) = words.next() else { break };
        *place =
            text.parse().ok().filter(|&number| range.contains(&i64::from(number))).ok_or_else(
                || {
                    let place = format_args!("bench {name}");
                    UciError::number(place, Some(text), range.start(), range.end())
                },
            )?;
    }
    match words.next() {
        None => Ok(config),
        Some(word) => Err(UciError::new("bench", format_args!("unknown word '{word}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let parse = |text: &'static str| parse(text.split_whitespace());
        assert_eq!(parse(""), Ok(Config::DEFAULT));
        assert_eq!(parse("64"), Ok(Config { hash_mb: 64, ..Config::DEFAULT }));
        assert_eq!(parse("8 2 5"), Ok(Config { hash_mb: 8, threads: 2, depth: 5 }));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(error("16 0"), "bench threads: '0' is not a whole number from 1 to 1024");
        assert_eq!(error("16 1 x"), "bench depth: 'x' is not a whole number from 1 to 64");
        assert_eq!(error("16 1 5 y"), "bench: unknown word 'y'");
    }
}
