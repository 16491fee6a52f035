//! The cost of danger units, as a function of a real number that has a slope.

use evaluation::{Score, danger_penalty};

/// The units between which the curve is known; beyond them it goes on straight.
const LIMIT: i32 = 2048;
/// Neighbours on each side that a point of the curve is the mean of: integers make steps, and a
/// step has no slope that helps a descent.
const SMOOTHING: i32 = 8;

/// The evaluation's penalty for danger units, in the middle game or in the end game: linear between
/// whole numbers of units.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// The penalty at `-LIMIT`, `-LIMIT + 1`, …, `LIMIT`.
    points: Vec<f64>,
}

impl Curve {
    /// Returns the curves of the middle game and of the end game.
    pub(crate) fn pair() -> [Self; 2] {
        let penalty = |units: i32| danger_penalty(Score::new(units as i16, units as i16));
        [
            Self::sampled(|units| penalty(units).middle_game()),
            Self::sampled(|units| penalty(units).end_game()),
        ]
    }

    fn sampled(function: impl Fn(i32) -> i32) -> Self {
        let neighbours = f64::from(2 * SMOOTHING + 1);
        let mean = |units: i32| {
            let sum: i32 = (units - SMOOTHING..=units + SMOOTHING).map(&function).sum();
            f64::from(sum) / neighbours
        };
        Self { points: (-LIMIT..=LIMIT).map(mean).collect() }
    }

    /// Returns the penalty for `units`, and how much more it costs for one unit more.
    pub(crate) fn at(&self, units: f64) -> (f64, f64) {
        let place = units + f64::from(LIMIT);
        let index = (place.max(0.0) as usize).min(self.points.len() - 2);
        let slope = self.points[index + 1] - self.points[index];
        (self.points[index] + slope * (place - index as f64), slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_follows_the_evaluation() {
        let [middle_game, end_game] = Curve::pair();
        for units in -1500..=1500_i16 {
            let exact = danger_penalty(Score::new(units, units));
            for (curve, exact) in
                [(&middle_game, exact.middle_game()), (&end_game, exact.end_game())]
            {
                let (smooth, _) = curve.at(units.into());
                let tolerance = 1.0 + f64::from(exact) / 50.0;
                assert!((smooth - f64::from(exact)).abs() < tolerance, "{units} units: {smooth}");
            }
        }
    }

    #[test]
    fn slope_is_that_of_the_curve() {
        let curve = Curve::sampled(|units| units * units / 16);
        for units in [-700.3, -0.5, 12.25, 99.9, 1500.7] {
            let (value, slope) = curve.at(units);
            assert!((curve.at(units + 0.01).0 - value - 0.01 * slope).abs() < 1e-9);
            assert!((slope - units / 8.0).abs() < 0.2, "{slope} at {units}");
        }
    }

    #[test]
    fn curve_goes_on_straight_beyond_its_ends() {
        let curve = Curve::sampled(|units| 3 * units);
        for units in [-5000.0, 5000.0] {
            let (value, slope) = curve.at(units);
            assert!((value - 3.0 * units).abs() < 1e-6 && (slope - 3.0).abs() < 1e-9);
        }
    }
}
