//! Ratings of players by the results of their games, some of the ratings being known.
//!
//! The model is that of Elo: the points of a game are expected to be a logistic function of the
//! difference. The ratings are those under which the results are likeliest (Ernst Zermelo, *Die
//! Berechnung der Turnier-Ergebnisse*, 1929; Ralph Bradley and Milton Terry, 1952), a draw being
//! half a win and half a loss.

/// The number of times that ratings are moved to and fro before they count as settled.
const ROUNDS: usize = 2_000;

/// Deviations on either side of an estimate that hold 95 % of a normal distribution.
const DEVIATIONS_95: f64 = 1.959_964;

/// Elo of a factor e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Games between two players, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Encounter {
    pub(super) players: [usize; 2],
    pub(super) games: f64,
    /// Points of the first.
    pub(super) points: f64,
}

/// A rating and half of the interval that holds it with 95 %; 0 for one that was known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    pub(super) elo: f64,
    pub(super) error: f64,
}

/// Rates players of whom `known` has the Elo, where it is known. Everybody must be connected to a
/// known player by games of which neither side has won all.
pub(super) fn fit(known: &[Option<f64>], encounters: &[Encounter]) -> Vec<Rating> {
    let count = known.len() as f64;
    let anchors: Vec<f64> = known.iter().flatten().copied().collect();
    let start = anchors.iter().sum::<f64>() / anchors.len().max(1) as f64;
    let mut elo: Vec<f64> = known.iter().map(|known| known.unwrap_or(start)).collect();
    for _ in 0..ROUNDS * count as usize {
        let mut step = vec![(0.0, 0.0); elo.len()];
        for encounter in encounters {
            let [one, other] = encounter.players;
            let expected = expected(elo[one] - elo[other]);
            let excess = encounter.points - encounter.games * expected;
            let weight = encounter.games * expected * (1.0 - expected);
            for (player, excess) in [(one, excess), (other, -excess)] {
                step[player].0 += excess;
                step[player].1 += weight;
            }
        }
        // Half of the step of each alone: all of them move at once.
        for (player, (excess, weight)) in step.into_iter().enumerate() {
            if known[player].is_none() && weight > 0.0 {
                elo[player] += (SCALE * excess / (2.0 * weight)).clamp(-50.0, 50.0);
            }
        }
    }
    let errors = errors(known, &elo, encounters);
    elo.into_iter().zip(errors).map(|(elo, error)| Rating { elo, error }).collect()
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / SCALE).exp())
}

/// Returns the errors by the inverse of Fisher's information of the unknown ratings. Draws make the
/// truth narrower.
fn errors(known: &[Option<f64>], elo: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let unknown: Vec<usize> = (0..known.len()).filter(|&player| known[player].is_none()).collect();
    let size = unknown.len();
    let mut rows = vec![vec![0.0; 2 * size]; size];
    for (index, row) in rows.iter_mut().enumerate() {
        row[size + index] = 1.0;
    }
    let place = |player: usize| unknown.iter().position(|&other| other == player);
    for encounter in encounters {
        let [one, other] = encounter.players;
        let expected = expected(elo[one] - elo[other]);
        let weight = encounter.games * expected * (1.0 - expected) / (SCALE * SCALE);
        let places = [place(one), place(other)];
        for at in places.into_iter().flatten() {
            rows[at][at] += weight;
        }
        if let [Some(one), Some(other)] = places {
            rows[one][other] -= weight;
            rows[other][one] -= weight;
        }
    }
    invert(&mut rows);
    let error = |player| {
        place(player).map_or(0.0, |at| DEVIATIONS_95 * rows[at][size + at].max(0.0).sqrt())
    };
    (0..known.len()).map(error).collect()
}

/// Turns the left half of the rows into the unit matrix, and so the right one into the inverse of
/// what stood left (Gauss and Jordan). The diagonal of such information is never 0.
fn invert(rows: &mut [Vec<f64>]) {
    for column in 0..rows.len() {
        let pivot = rows[column][column];
        rows[column].iter_mut().for_each(|cell| *cell /= pivot);
        let row = rows[column].clone();
        for (index, other) in rows.iter_mut().enumerate() {
            let factor = other[column];
            if index != column {
                other.iter_mut().zip(&row).for_each(|(cell, by)| *cell -= factor * by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_of_exact_results_are_found_again() {
        let truth = [1_350.0, 1_500.0, 1_720.0, 1_900.0];
        let known = [Some(truth[0]), None, None, Some(truth[3])];
        let pairs = [[0, 1], [1, 2], [2, 3], [0, 2]];
        let encounters = pairs.map(|players @ [one, other]| {
            let points = 1_000.0 * expected(truth[one] - truth[other]);
            Encounter { players, games: 1_000.0, points }
        });
        let ratings = fit(&known, &encounters);
        for (rating, truth) in ratings.iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 0.01, "{ratings:?}");
        }
        assert_eq!([ratings[0].error, ratings[3].error], [0.0; 2]);
    }

    #[test]
    fn the_error_of_one_encounter_is_that_of_a_binomial() {
        let encounter = |games| Encounter { players: [1, 0], games, points: games / 2.0 };
        let error = |games| fit(&[Some(1_000.0), None], &[encounter(games)])[1].error;
        // The deviation of a mean of 100 coins is 0.05, and the slope 0.25 / SCALE.
        let expected = 1.959_964 * 0.05 * SCALE / 0.25;
        assert!((error(100.0) - expected).abs() < 1e-6);
        assert!((error(400.0) - expected / 2.0).abs() < 1e-6);
        // The variances of two encounters add up along a chain.
        let chain = [[1, 0], [2, 1]].map(|players| Encounter { players, ..encounter(100.0) });
        let ratings = fit(&[Some(1_000.0), None, None], &chain);
        assert!((ratings[1].error - expected).abs() < 1e-6);
        assert!((ratings[2].error - expected * 2_f64.sqrt()).abs() < 1e-6);
    }
}
