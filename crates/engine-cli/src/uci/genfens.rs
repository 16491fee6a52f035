//! The words of `genfens`, in the order in which OpenBench sends them.

use std::str::SplitWhitespace;

use uci::UciError;

/// The largest number of positions in a request.
const MOST: u32 = 1_000_000;

/// A request for positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The number of positions.
    pub(crate) count: u32,
    /// The seed, which with the book decides all positions.
    pub(crate) seed: u64,
    /// The path of a file of FENs or EPDs, one a line; `None` is the start position.
    pub(crate) book: Option<String>,
}

/// Reads `N [seed S] [book B]`. A book called `None` is none. Words after the book are ignored:
/// OpenBench passes them on from the author of the test.
///
/// # Errors
///
/// If a number is missing or malformed, or another word is in the place of `seed` or `book`.
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
                    book.ok_or_else(|| UciError::expected("genfens book", "a file", None))?;
                request.book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
                break;
            }
            other => {
                return Err(UciError::expected("genfens", "'seed' or 'book'", Some(other)));
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
        assert_eq!(error("0"), "genfens: expected a whole number from 1 to 1000000, found '0'");
        assert_eq!(
            error("2 seed x"),
            format!("genfens seed: expected a whole number from 0 to {}, found 'x'", u64::MAX)
        );
        assert_eq!(error("2 book"), "genfens book: expected a file, found nothing");
        assert_eq!(error("2 sed 1"), "genfens: expected 'seed' or 'book', found 'sed'");
    }
}
