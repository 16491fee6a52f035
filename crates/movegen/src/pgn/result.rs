//! Results as people write them.

use crate::GameResult;

/// The shares of a point that a side may have, as they are written.
const SHARES: [(&str, u8); 5] = [("1/2", 1), ("0.5", 1), ("½", 1), ("1", 2), ("0", 0)];

/// Dashes and other marks between the two shares.
const DASHES: [&str; 9] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "\u{2212}", ":", "/"];

/// Reads the result that begins a text: its length in bytes, and the result. A half alone is a
/// draw; no point for either side (a double forfeit) is an unknown result.
pub(super) fn result_at(text: &str) -> Option<(usize, GameResult)> {
    let prefix = |rest: &str| SHARES.iter().find(|(share, _)| rest.starts_with(share)).copied();
    let (first, white) = prefix(text)?;
    let rest = &text[first.len()..];
    let dash = DASHES.iter().find(|dash| rest.starts_with(*dash));
    let second = dash.and_then(|dash| Some((dash.len(), prefix(&rest[dash.len()..])?)));
    let (length, result) = match (white, second) {
        (1, Some((dash, (second, 1)))) => (dash + second.len(), GameResult::Draw),
        (2, Some((dash, (second, 0)))) => (dash + second.len(), GameResult::WhiteWins),
        (0, Some((dash, (second, 2)))) => (dash + second.len(), GameResult::BlackWins),
        (0, Some((dash, (second, 0)))) => (dash + second.len(), GameResult::Unknown),
        (1, None) => (0, GameResult::Draw),
        _ => return None,
    };
    let length = first.len() + length;
    let ends = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '/' | '-');
    text[length..].chars().next().is_none_or(ends).then_some((length, result))
}

/// Reads a text that is a result and nothing else, as in the tag `Result`.
pub(super) fn read_result(text: &str) -> Option<GameResult> {
    let text = text.trim();
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
