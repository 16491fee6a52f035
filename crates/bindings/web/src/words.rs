//! Texts for a reader: scores, keys, bounds.

use search::score::mate_distance_moves;
use tt_core::Bound;

/// Returns a score in words: `0.34`, `mate in 3`, `mated in 2`.
pub(crate) fn score(score: i32) -> String {
    match mate_distance_moves(score) {
        Some(0) => "mated".into(),
        Some(moves) if moves < 0 => format!("mated in {}", -moves),
        Some(moves) => format!("mate in {moves}"),
        None => format!("{:.2}", f64::from(score) / 100.0),
    }
}

/// Returns a key in 16 hexadecimal digits.
pub(crate) fn key(key: u64) -> String {
    format!("{key:016x}")
}

/// Returns the name of a bound; a record without a score counts as an upper bound.
pub(crate) fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper | Bound::None => "upper",
    }
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn scores_are_words() {
        let words = [34, -120, 0, mate_in(5), mated_in(4), mated_in(0)].map(score);
        assert_eq!(words, ["0.34", "-1.20", "0.00", "mate in 3", "mated in 2", "mated"]);
        assert_eq!(key(0x1f), "000000000000001f");
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper, Bound::None].map(bound);
        assert_eq!(bounds, ["exact", "lower", "upper", "upper"]);
    }
}
