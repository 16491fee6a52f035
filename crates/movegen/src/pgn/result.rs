//! Results as people write them.

use crate::{GameResult, decode_text};

/// The shares of a point that a side may have, as they are written.
const SHARES: [(&str, u8); 5] = [("1/2", 1), ("0.5", 1), ("½", 1), ("1", 2), ("0", 0)];

/// Dashes and other marks between the two shares.
const DASHES: [&str; 9] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "\u{2212}", ":", "/"];

/// Bytes of the longest result, and of the character behind it: halves of three bytes, a dash of
/// three, and some spaces.
const LONGEST: usize = 24;

const SPACES: [char; 3] = [' ', '\t', '\u{a0}'];

/// Reads the result that begins a text in UTF-8 or Windows-1252: its length in bytes, and the
/// result.
pub(super) fn result_of_bytes(bytes: &[u8]) -> Option<(usize, GameResult)> {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let valid = bytes.utf8_chunks().next()?.valid();
    let decoded = decode_text(bytes);
    // In Windows-1252 each byte is a character.
    let found = result_at(&decoded).map(|(end, result)| (decoded[..end].chars().count(), result));
    let western = found.filter(|_| valid.len() < bytes.len());
    result_at(valid).into_iter().chain(western).max_by_key(|(length, _)| *length)
}

/// Reads the result that begins a text: its length in bytes, and the result. Spaces may be around
/// its dash. A half alone is a draw; no point for either side (a double forfeit) is an unknown
/// result.
fn result_at(text: &str) -> Option<(usize, GameResult)> {
    let prefix = |rest: &str| SHARES.iter().find(|(share, _)| rest.starts_with(share)).copied();
    let (first, white) = prefix(text)?;
    let rest = text[first.len()..].trim_start_matches(SPACES);
    let dash = DASHES.iter().find_map(|dash| rest.strip_prefix(dash));
    let second = dash.and_then(|rest| {
        let rest = rest.trim_start_matches(SPACES);
        prefix(rest).map(|(second, black)| (text.len() - rest.len() + second.len(), black))
    });
    let (length, result) = match (white, second) {
        (1, Some((length, 1))) => (length, GameResult::Draw),
        (2, Some((length, 0))) => (length, GameResult::WhiteWins),
        (0, Some((length, 2))) => (length, GameResult::BlackWins),
        // With spaces it may be castling.
        (0, Some((length, 0))) if !text[..length].contains(SPACES) => (length, GameResult::Unknown),
        (1, None) => (first.len(), GameResult::Draw),
        _ => return None,
    };
    let ends = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '/' | '-');
    text[length..].chars().next().is_none_or(ends).then_some((length, result))
}

/// Reads a text that is a result and nothing else but a full stop, as in the tag `Result`.
pub(crate) fn read_result(text: &str) -> Option<GameResult> {
    let text = text.trim().trim_end_matches('.');
    GameResult::from_text(text).or_else(|| {
        result_at(text).filter(|(length, _)| *length == text.len()).map(|(_, result)| result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_all_dress() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        for (text, result) in [
            ("1-0", Some(WhiteWins)),
            ("0–1", Some(BlackWins)),
            ("1:0", Some(WhiteWins)),
            ("½-½", Some(Draw)),
            ("½", Some(Draw)),
            ("1/2", Some(Draw)),
            ("1/2–1/2", Some(Draw)),
            ("0.5-0.5", Some(Draw)),
            ("0-0", Some(Unknown)),
            ("*", Some(Unknown)),
            (" 1-0 ", Some(WhiteWins)),
            ("1 - 0", Some(WhiteWins)),
            ("0 –\t1", Some(BlackWins)),
            ("1/2 - 1/2", Some(Draw)),
            ("½ : ½.", Some(Draw)),
            ("1-0.", Some(WhiteWins)),
            ("1 - 0 - 1", None),
            ("1 -", None),
            ("0 - 0", None),
            ("0-0-0", None),
            ("1-1", None),
            ("1", None),
            ("", None),
            ("1-0x", None),
            ("White", None),
        ] {
            assert_eq!(read_result(text), result, "{text}");
        }
    }
}
