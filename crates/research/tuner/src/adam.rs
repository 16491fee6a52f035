//! Gradient descent with a step size for each parameter.

use num_traits::Float;
use rayon::prelude::*;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// Parameters that a thread moves at a time.
const CHUNK: usize = 1 << 14;

/// Adam (Diederik P. Kingma, Jimmy Ba, *Adam: A Method for Stochastic Optimization*, 2015).
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam<F> {
    /// Decayed mean of the gradients.
    pub(crate) mean: Vec<F>,
    /// Decayed mean of their squares.
    pub(crate) square: Vec<F>,
    pub(crate) steps: u32,
    /// Keeps the division finite where there was hardly a gradient yet.
    epsilon: F,
}

impl<F: Float + Send + Sync> Adam<F> {
    pub(crate) fn new(parameters: usize, epsilon: F) -> Self {
        let zeros = vec![F::zero(); parameters];
        Self { mean: zeros.clone(), square: zeros, steps: 0, epsilon }
    }

    /// Creates an optimiser that goes on after `steps` steps.
    pub(crate) fn resumed(mean: Vec<F>, square: Vec<F>, steps: u32, epsilon: F) -> Self {
        Self { mean, square, steps, epsilon }
    }

    /// Takes one step against the gradient, and towards 0 by `decay`: at first each parameter moves
    /// by about `rate`.
    pub(crate) fn step(&mut self, parameters: &mut [F], gradient: &[F], rate: F, decay: F) {
        self.steps += 1;
        let (epsilon, [first, second]) = (self.epsilon, decays());
        let corrections = [self.correction(first), self.correction(second)];
        let chunks = parameters.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK));
        let moments = self.mean.par_chunks_mut(CHUNK).zip(self.square.par_chunks_mut(CHUNK));
        chunks.zip(moments).for_each(|((parameters, gradient), (means, squares))| {
            let moments = means.iter_mut().zip(squares);
            let slopes = parameters.iter_mut().zip(gradient);
            for ((parameter, &slope), (mean, square)) in slopes.zip(moments) {
                *mean = first * *mean + (F::one() - first) * slope;
                *square = second * *square + (F::one() - second) * slope * slope;
                let size = (*square / corrections[1]).sqrt() + epsilon;
                *parameter =
                    *parameter - rate * (*mean / corrections[0] / size + decay * *parameter);
            }
        });
    }

    /// Returns how far a step of `rate` moves each parameter for a unit of its slope, after the
    /// gradients so far.
    pub(crate) fn sizes(&self, rate: F) -> impl Iterator<Item = F> {
        let (correction, epsilon) = (self.correction(decays()[1]), self.epsilon);
        self.square.iter().map(move |&square| rate / ((square / correction).sqrt() + epsilon))
    }

    /// Returns the weight that a decayed mean has of what it would be after many steps.
    fn correction(&self, decay: F) -> F {
        F::one() - decay.powi(self.steps.min(100_000) as i32)
    }
}

fn decays<F: Float>() -> [F; 2] {
    [MEAN_DECAY, SQUARE_DECAY].map(|decay| F::from(decay).expect("a decay is a number"))
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn first_step_has_the_size_of_the_rate() {
        let mut parameters = [1.0_f64; 3];
        Adam::new(3, 1e-12).step(&mut parameters, &[1e-3, -20.0, 0.0], 0.5, 0.0);
        for (parameter, expected) in parameters.into_iter().zip([0.5, 1.5, 1.0]) {
            assert!((parameter - expected).abs() < 1e-4, "{parameter} instead of {expected}");
        }
    }

    #[test]
    fn sizes_are_steps_for_a_unit_of_slope() {
        let mut adam = Adam::new(2, 1e-12);
        adam.step(&mut [0.0, 0.0], &[4.0, -0.01], 0.5, 0.0);
        let sizes: Vec<f64> = adam.sizes(0.5).collect();
        assert!((sizes[0] - 0.5 / 4.0).abs() < 1e-6 && (sizes[1] - 0.5 / 0.01).abs() < 1e-3);
    }

    #[test]
    fn minimum_of_a_quadratic_is_found() {
        let target = [3.0, -40.0, 0.25];
        let mut parameters = [0.0_f64; 3];
        let mut adam = Adam::new(3, 1e-12);
        for step in 0..4000 {
            let gradient: Vec<_> =
                parameters.iter().zip(target).map(|(at, goal)| 2.0 * (at - goal)).collect();
            adam.step(&mut parameters, &gradient, 0.1 * 0.999_f64.powi(step), 0.0);
        }
        for (parameter, goal) in parameters.into_iter().zip(target) {
            assert!((parameter - goal).abs() < 0.1, "{parameter} instead of {goal}");
        }
    }
}
