//! Fits the steepness of the logistic function to the games.

use super::model::{Goal, Model};
use super::samples::Samples;

/// The interval that is searched; at 0.0058 a hundred centipawns are worth 64 % of the points.
const RANGE: [f64; 2] = [0.0005, 0.05];
/// Steps of the search: the interval shrinks to 1 in 10^9.
const STEPS: u32 = 44;

/// Returns the steepness with the least loss of a model against the results of the games.
pub(crate) fn fit(model: &Model, samples: &Samples) -> f64 {
    let loss = |steepness| model.loss(samples, Goal::results(steepness));
    golden_section(loss, RANGE)
}

/// Returns the minimum of a function with one valley (Jack Kiefer, *Sequential Minimax Search for a
/// Maximum*, 1953).
pub(crate) fn golden_section(function: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    let ratio = (5_f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = function(right);
        }
    }
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valley_is_found() {
        for bottom in [0.0006, 0.01, 0.0499] {
            let found = golden_section(|x| (x - bottom).powi(2), RANGE);
            assert!((found - bottom).abs() < 1e-8, "{found} instead of {bottom}");
        }
    }
}
