//! [`Sprt`]: the sequential probability ratio test, which finds the one of two claims about a
//! difference in Elo that the pairs of a match support.

use std::fmt;

use crate::pairs::Pairs;

/// Two claims, "the first player is stronger by `elo0`" and "by `elo1`", and the chance of either
/// error.
///
/// ```
/// use self_play::{Pairs, Sprt, Verdict};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 10.0, error: 0.05 };
/// assert_eq!(sprt.verdict(&Pairs([10, 100, 400, 200, 30])), Verdict::Shown);
/// assert_eq!(sprt.verdict(&Pairs([1, 10, 40, 20, 3])), Verdict::Open);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo of the claim to refute.
    pub elo0: f64,
    /// The Elo of the claim to show.
    pub elo1: f64,
    /// The chance of either error, between 0 and 0.5.
    pub error: f64,
}

impl Sprt {
    /// Returns the logarithms of the likelihood ratio at which a match ends (Abraham Wald,
    /// *Sequential Tests of Statistical Hypotheses*, 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let upper = ((1.0 - self.error) / self.error).ln();
        (-upper, upper)
    }

    /// Returns the logarithm of how much likelier the pairs are under the second claim.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// Returns the claim for which the pairs decide, if they decide.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= upper => Verdict::Shown,
            ratio if ratio <= lower => Verdict::Refuted,
            _ => Verdict::Open,
        }
    }

    /// Describes the state of a match in one line.
    #[must_use]
    pub fn standing(&self, pairs: &Pairs) -> String {
        let (lower, upper) = self.bounds();
        format!(
            "{pairs}; LLR {:.2} in ({lower:.2}, {upper:.2}) for [{}, {}]",
            self.ratio(pairs),
            self.elo0,
            self.elo1
        )
    }
}

/// The verdict of a match so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first player is stronger by `elo1` rather than by `elo0`.
    Shown,
    /// The first player is stronger by `elo0` rather than by `elo1`.
    Refuted,
    /// Undecided: more games are necessary.
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shown => "shown: the first is stronger",
            Self::Refuted => "refuted: it is not stronger by as much",
            Self::Open => "not decided",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_at_either_bound() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, error: 0.05 };
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944).abs() < 1e-3 && lower == -upper);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 1, 0, 0])), Verdict::Open);
        assert_eq!(sprt.verdict(&Pairs([10, 100, 400, 200, 30])), Verdict::Shown);
        assert_eq!(sprt.verdict(&Pairs([30, 200, 400, 100, 10])), Verdict::Refuted);
        let standing = sprt.standing(&Pairs([0, 0, 1, 0, 0]));
        assert!(standing.contains("in (-2.94, 2.94) for [0, 10]"), "{standing}");
    }
}
