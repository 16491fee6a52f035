//! Bounds: what a search proved about a score.

/// The kind of proof that a search has of a score: one bit says "at most", the other "at least".
///
/// A record may end a node if its bound points the right way:
///
/// ```
/// use tt_core::{Bound, Entry};
///
/// /// Whether the record proves that the score is at least beta, or at most alpha.
/// fn cuts(entry: Entry, alpha: i16, beta: i16) -> bool {
///     entry.bound.covers(Bound::Lower) && entry.score >= beta
///         || entry.bound.covers(Bound::Upper) && entry.score <= alpha
/// }
///
/// let entry = Entry { score: 40, bound: Bound::Lower, ..Entry::default() };
/// assert!(cuts(entry, 0, 30), "at least 40 is too good for the opponent to allow");
/// assert!(!cuts(entry, 50, 80), "at least 40 may be more than 50");
/// assert!(cuts(Entry { bound: Bound::Exact, ..entry }, 50, 80));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: the record keeps a move or a static evaluation only.
    #[default]
    None = 0,
    /// The true score is at most the stored one (a node that failed low).
    Upper = 1,
    /// The true score is at least the stored one (a node that failed high).
    Lower = 2,
    /// Both bounds: the score is exact.
    Exact = 3,
}

impl Bound {
    /// Returns whether all that `other` proves is proved: `Exact` covers `Upper` and `Lower`.
    #[inline]
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        self as u8 & other as u8 == other as u8
    }

    /// Returns the bound that the two lowest bits of `bits` encode.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bound;

    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    #[test]
    fn a_bound_covers_itself_and_what_is_weaker() {
        for (i, bound) in BOUNDS.into_iter().enumerate() {
            for (j, other) in BOUNDS.into_iter().enumerate() {
                assert_eq!(bound.covers(other), i & j == j, "{bound:?} {other:?}");
            }
            assert_eq!(Bound::from_bits(bound as u64 | 4), bound);
        }
    }
}
