//! The pull that keeps the weights near the values from which they start.

use super::neighbours::neighbours;

/// A pull of each parameter towards its reference: its start value, moved by a part of what its
/// neighbours in the same table have moved on average.
///
/// Resting points are those of the loss plus `strength / 2` for each squared centipawn of the
/// distance: what a ridge penalty gives (Arthur Hoerl, Robert Kennard, *Ridge Regression*, 1970),
/// or a normal distribution about the start values that is believed before the data are seen.
/// A weight that the data hardly mention stays near its reference; one that they mention often
/// follows them.
///
/// The pull is no part of the gradient, so it does not enter the moments by which the descent
/// scales its steps (Ilya Loshchilov, Frank Hutter, *Decoupled Weight Decay Regularization*, 2019).
/// It is applied after a step, in the step's own scale (Jihun Yun, Aurélie Lozano, Eunho Yang,
/// *Adaptive Proximal Gradient Methods for Structured Neural Networks*, 2021).
#[derive(Clone, Debug)]
pub(crate) struct Pull {
    start: Vec<f64>,
    /// The neighbours of each parameter that move.
    neighbours: Vec<Vec<usize>>,
    strength: f64,
    /// The part of the neighbours' move, 0 to 1.
    smoothness: f64,
}

impl Pull {
    /// Creates a pull towards `start`, the parameters of a model: pairs of middle game and end
    /// game. `moves` says of each weight whether it moves at all; one that does not is nobody's
    /// neighbour.
    pub(crate) fn new(start: &[f64], moves: &[bool], strength: f64, smoothness: f64) -> Self {
        let neighbours = neighbours()
            .into_iter()
            .zip(moves)
            .flat_map(|(others, &is_moved)| {
                let used = others.into_iter().filter(|&other| is_moved && moves[other]);
                let used: Vec<usize> = used.collect();
                [0, 1].map(|phase| used.iter().map(|index| 2 * index + phase).collect())
            })
            .collect();
        Self { start: start.to_vec(), neighbours, strength, smoothness }
    }

    /// Returns the value that each parameter is pulled to, as the parameters are before a step.
    pub(crate) fn references(&self, parameters: &[f64]) -> Vec<f64> {
        let moved: Vec<f64> =
            parameters.iter().zip(&self.start).map(|(at, start)| at - start).collect();
        let along = |others: &Vec<usize>| match others.len() {
            0 => 0.0,
            count => others.iter().map(|&other| moved[other]).sum::<f64>() / count as f64,
        };
        let references = self.start.iter().zip(&self.neighbours);
        references.map(|(start, others)| start + self.smoothness * along(others)).collect()
    }

    /// Pulls the parameters after a step to the references that they had before it; `sizes` is how
    /// far the step moved each of them for a unit of its slope.
    pub(crate) fn apply(
        &self,
        parameters: &mut [f64],
        references: &[f64],
        sizes: impl Iterator<Item = f64>,
    ) {
        for ((parameter, reference), size) in parameters.iter_mut().zip(references).zip(sizes) {
            *parameter = reference + (*parameter - reference) / (1.0 + size * self.strength);
        }
    }
}

#[cfg(test)]
mod tests {
    use evaluation::Weights;

    use super::*;
    use crate::adam::Adam;
    use crate::texel::descent::EPSILON;
    use crate::texel::model::Model;

    fn index(name: &str) -> usize {
        2 * Weights::names().iter().position(|other| other == name).unwrap()
    }

    /// Descends on `curvature / 2 · (parameter − goal)²`, a curvature for each parameter.
    fn descend(pull: &Pull, start: &[f64], curvature: &[f64], goal: f64) -> Vec<f64> {
        let mut parameters = start.to_vec();
        let mut adam = Adam::new(start.len(), EPSILON);
        for step in 0..6000 {
            let rate = 0.999_f64.powi(step);
            let gradient: Vec<f64> =
                parameters.iter().zip(curvature).map(|(at, c)| c * (at - goal)).collect();
            let references = pull.references(&parameters);
            adam.step(&mut parameters, &gradient, rate, 0.0);
            pull.apply(&mut parameters, &references, adam.sizes(rate));
        }
        parameters
    }

    #[test]
    fn resting_points_are_those_of_a_ridge_penalty() {
        let start = Model::new(&Weights::default()).parameters;
        let goal = 400.0;
        let strength = 0.01;
        let mut curvature = vec![0.0; start.len()];
        let often = index("material[1]");
        let rarely = index("tempo");
        let never = index("bishop_pair");
        (curvature[often], curvature[rarely]) = (1.0, 0.001);
        let pull = Pull::new(&start, &[true; Weights::COUNT], strength, 0.0);
        let rest = descend(&pull, &start, &curvature, goal);
        for place in [often, rarely, never] {
            let expected =
                (curvature[place] * goal + strength * start[place]) / (curvature[place] + strength);
            let found = rest[place];
            assert!((found - expected).abs() < 0.5, "{place}: {found} instead of {expected}");
        }
    }

    #[test]
    fn neighbours_take_along_what_the_data_do_not_mention() {
        let start = Model::new(&Weights::default()).parameters;
        let mut curvature = vec![0.0; start.len()];
        let (left, middle, right) =
            (index("mobility_queen[10]"), index("mobility_queen[11]"), index("mobility_queen[12]"));
        curvature[left] = 1.0;
        curvature[middle] = 1e-9;
        curvature[right] = 1.0;
        let mut moves = vec![false; Weights::COUNT];
        for index in [left, middle, right] {
            moves[index / 2] = true;
        }
        let rest = descend(&Pull::new(&start, &moves, 1e-4, 0.9), &start, &curvature, 60.0);
        let moved = |place: usize| rest[place] - start[place];
        let expected = 0.9 * f64::midpoint(moved(left), moved(right));
        assert!(moved(left) > 40.0 && moved(right) > 40.0);
        assert!((moved(middle) - expected).abs() < 0.5, "{} of {expected}", moved(middle));
        let beyond = index("mobility_queen[13]");
        assert_eq!(rest[beyond], start[beyond], "it does not move");
        let pull = Pull::new(&start, &moves, 1e-4, 0.9);
        assert_eq!(pull.neighbours[right], [middle], "the one beyond does not move");
        assert!(pull.neighbours[beyond].is_empty());
    }

    #[test]
    fn no_strength_moves_nothing() {
        let start = Model::new(&Weights::default()).parameters;
        let mut parameters: Vec<f64> = start.iter().map(|at| at + 3.5).collect();
        let expected = parameters.clone();
        let pull = Pull::new(&start, &[true; Weights::COUNT], 0.0, 0.5);
        let references = pull.references(&parameters);
        pull.apply(&mut parameters, &references, vec![1.0; start.len()].into_iter());
        for (found, expected) in parameters.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9);
        }
    }
}
