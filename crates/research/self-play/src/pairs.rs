//! Results of pairs of games, and the players' strength that they show.
//!
//! The two games of an opening are not independent; pairs of games are. So the unit is the pair,
//! with five results (Michel Van den Bergh, *Comments on Normalized Elo*, 2019).

use std::fmt;

/// The numbers of pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// The points per game in each kind of pair.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The count of an empty kind of pair in the likelihood, so that no result counts as impossible.
const NEXT_TO_NONE: f64 = 1e-3;

/// The standard deviations on either side of the mean that hold 95 % of a normal distribution.
const DEVIATIONS_95: f64 = 1.959_964;

/// The number of halvings that find the middle of an interval to the last bit.
const HALVINGS: u32 = 60;

impl Pairs {
    /// Adds a pair in which the first player scored `half_points` half points.
    ///
    /// # Panics
    ///
    /// If `half_points` is above 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean of the points per game, and the variance of that mean.
    fn mean(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().zip(POINTS).map(|(&pairs, points)| pairs as f64 * of(points)).sum()
        };
        let mean = sum(&|points| points) / count;
        let variance = sum(&|points| (points - mean).powi(2)) / count;
        (mean, variance / count)
    }

    /// Returns the Elo of the first player above the second, and half of the interval that holds it
    /// with 95 %. They are not finite if there is no pair or one side has won all.
    #[must_use]
    pub fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.mean();
        let margin = DEVIATIONS_95 * variance.sqrt();
        (elo(mean), (elo(mean + margin) - elo(mean - margin)) / 2.0)
    }

    /// Returns the likelihood that the first player is the stronger one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let (mean, variance) = self.mean();
        if variance > 0.0 { normal((mean - 0.5) / variance.sqrt()) } else { mean }
    }

    /// Returns the logarithm of how much likelier the pairs are if the first player is stronger by
    /// `elo1` than if it is stronger by `elo0`. Each claim is taken with the best-fitting
    /// distribution of that mean (Michel Van den Bergh, *Comparing the Approximations for the
    /// Generalized Log Likelihood Ratio of a Multinomial Distribution*).
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let counts = self.0.map(|pairs| (pairs as f64).max(NEXT_TO_NONE));
        if self.count() == 0 {
            return 0.0;
        }
        let tilted = [elo0, elo1].map(|elo| tilt(&counts, score(elo)));
        let each = counts.iter().zip(tilted[0].iter().zip(tilted[1]));
        each.map(|(count, (under0, under1))| count * (under0 / under1).ln()).sum()
    }
}

/// Returns the divisor of each count, up to a common factor, in the distribution of mean `score`
/// that fits the counts best: `1 + t (points - score)`, with the `t` that gives this mean.
fn tilt(counts: &[f64; 5], score: f64) -> [f64; 5] {
    // All five divisors stay above 0 between these bounds. The sum falls from plus to minus
    // infinity.
    let (mut low, mut high) = (-1.0 / (POINTS[4] - score), 1.0 / (score - POINTS[0]));
    let excess = |t: f64| -> f64 {
        let each = counts.iter().zip(POINTS.map(|points| points - score));
        each.map(|(count, above)| count * above / (1.0 + t * above)).sum()
    };
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    POINTS.map(|points| 1.0 + f64::midpoint(low, high) * (points - score))
}

/// Returns the expected points per game at a difference in Elo.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo at which `score` points per game are expected.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the normal distribution function at `x`, to 10^-7 (Milton Abramowitz, Irene Stegun,
/// *Handbook of Mathematical Functions*, 1964, 26.2.17).
fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let sum = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x >= 0.0 { 1.0 - tail } else { tail }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, error) = self.elo();
        let (games, superior) = (2 * self.count(), 100.0 * self.superiority());
        write!(
            f,
            "{games} games, pairs {:?}: Elo {elo:+.1} ± {error:.1}, LOS {superior:.1} %",
            self.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_is_that_of_the_mean() {
        let (elo, error) = Pairs([1, 2, 4, 2, 1]).elo();
        close(elo, 0.0, 1e-9);
        // The variance of a pair is 0.075, and the variance of the mean of ten pairs is 0.0075.
        close(error, 400.0 * ((0.5 + 0.169_74) / (0.5 - 0.169_74f64)).log10(), 0.01);
        close(Pairs([0, 0, 1, 2, 1]).elo().0, 190.85, 0.01);
        close(Pairs([0, 0, 1, 2, 1]).elo().0, -Pairs([1, 2, 1, 0, 0]).elo().0, 1e-9);
    }

    #[test]
    fn the_likelihood_of_superiority_is_normal() {
        close(normal(0.0), 0.5, 1e-7);
        close(normal(1.0), 0.841_344_7, 1e-7);
        close(normal(-1.959_964), 0.025, 1e-7);
        close(Pairs([1, 2, 4, 2, 1]).superiority(), 0.5, 1e-7);
        assert!(Pairs([1, 2, 4, 3, 1]).superiority() > 0.5);
        close(Pairs([0, 0, 0, 0, 3]).superiority(), 1.0, 0.0);
    }

    /// If every pair is won or lost, the best-fitting distribution is known in closed form: the
    /// ratio is that of two coins.
    #[test]
    fn the_ratio_is_that_of_coins_if_pairs_are_won_or_lost() {
        let pairs = Pairs([400, 0, 0, 0, 600]);
        let coin = |score: f64| 600.0 * score.ln() + 400.0 * (1.0 - score).ln();
        let expected = coin(score(30.0)) - coin(score(10.0));
        close(pairs.log_likelihood_ratio(10.0, 30.0), expected, 0.05);
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let pairs = Pairs([30, 150, 400, 180, 40]);
        let (mean, variance) = pairs.mean();
        let [s0, s1] = [score(0.0), score(10.0)];
        let expected = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        close(pairs.log_likelihood_ratio(0.0, 10.0), expected, 0.03);
        close(pairs.log_likelihood_ratio(10.0, 0.0), -pairs.log_likelihood_ratio(0.0, 10.0), 1e-9);
        assert_eq!(Pairs::default().log_likelihood_ratio(0.0, 10.0), 0.0);
    }

    #[test]
    fn pairs_are_shown_with_what_they_say() {
        let mut pairs = Pairs::default();
        [0, 1, 1, 2, 2, 2, 2, 3, 3, 4].iter().for_each(|&points| pairs.add(points));
        assert_eq!(
            pairs.to_string(),
            "20 games, pairs [1, 2, 4, 2, 1]: Elo +0.0 ± 122.8, LOS 50.0 %"
        );
    }
}
