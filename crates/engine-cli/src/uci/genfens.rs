//! The words of `genfens`, in the order in which OpenBench sends them.

use std::str::SplitWhitespace;

use crate::uci::error::UciError;

/// How many positions may be asked for.
const MOST: u32 = 1_000_000;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// How many positions.
    pub(crate) count: u32,
    /// What all depends on, beside the book.
    pub(crate) seed: u64,
    /// A file of FENs or EPDs, one a line; none: the start position.
    pub(crate) book: Option<String>,
}

/// Reads `N [seed S] [book B]`. A book called `None` is none. Words behind it, which OpenBench
/// passes on from whoever set up the test, are not looked at.
///
/// # Errors
///
/// A number that is missing or none, or another word in the place of `seed` or `book`.
pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Request, UciError> {
    let text = words.next();
    let count = text.and_then(|text| text.parse().ok()).filter(|count| (1..=MOST).contains(count));
    let count = count.ok_or_else(|| UciError::number("genfens", text, 1, MOST))?;
    let mut request = Request { count, seed: 0, book: None };
    while let Some(word) = words.next() {
        match word {
            "seed" => {
                let text = words.next();
                let seed = text.and_then(|text| text.parse().ok());
                request.seed =
                    seed.ok_or_else(|| UciError::number("genfens seed", text, 0, u64::MAX))?;
            }
            "book" => {
                let book = words.next();
                let book =
                    book.ok_or_else(|| UciError::new("genfens book", "a file is missing"))?;
                request.book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
                break;
            }
            other => {
                return Err(UciError::new("genfens", format_args!("unknown word '{other}'")));
            }
        }
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let parse = |text: &'static str| parse(text.split_whitespace());
        let of = |count, seed, book: Option<&str>| {
            Ok(Request { count, seed, book: book.map(str::to_owned) })
        };
        assert_eq!(parse("12 seed 34 book None"), of(12, 34, None));
        assert_eq!(parse("1 seed 5 book Books/a.epd dfrc 1"), of(1, 5, Some("Books/a.epd")));
        assert_eq!(parse("3"), of(3, 0, None));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(error("0"), "genfens: '0' is not a whole number from 1 to 1000000");
        assert_eq!(
            error("2 seed x"),
            format!("genfens seed: 'x' is not a whole number from 0 to {}", u64::MAX)
        );
        assert_eq!(error("2 book"), "genfens book: a file is missing");
        assert_eq!(error("2 sed 1"), "genfens: unknown word 'sed'");
    }
}
