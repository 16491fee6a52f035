//! Gradient descent with a step size for each parameter.

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Keeps the division finite; mean gradients of rare weights are below a thousandth of a millionth.
const EPSILON: f64 = 1e-12;

/// Adam (Diederik P. Kingma, Jimmy Ba, *Adam: A Method for Stochastic Optimization*, 2015).
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    /// Decayed mean of the gradients.
    mean: Vec<f64>,
    /// Decayed mean of their squares.
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// Creates an optimiser of `parameters` parameters.
    pub(crate) fn new(parameters: usize) -> Self {
        Self { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Takes one step against the gradient: at first each parameter moves by about `rate`.
    pub(crate) fn step(&mut self, parameters: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps += 1;
        let mean_weight = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_weight = 1.0 - SQUARE_DECAY.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments)
        {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_weight) / ((*square / square_weight).sqrt() + EPSILON);
            *parameter -= rate * step;
        }
    }

    /// Returns how far a step of `rate` moves each parameter for a unit of its slope, after the
    /// gradients so far.
    pub(crate) fn sizes(&self, rate: f64) -> impl Iterator<Item = f64> {
        let weight = 1.0 - SQUARE_DECAY.powi(self.steps);
        self.square.iter().map(move |square| rate / ((square / weight).sqrt() + EPSILON))
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn first_step_has_the_size_of_the_rate() {
        let mut parameters = [1.0, 1.0, 1.0];
        Adam::new(3).step(&mut parameters, &[1e-3, -20.0, 0.0], 0.5);
        for (parameter, expected) in parameters.into_iter().zip([0.5, 1.5, 1.0]) {
            assert!((parameter - expected).abs() < 1e-4, "{parameter} instead of {expected}");
        }
    }

    #[test]
    fn sizes_are_steps_for_a_unit_of_slope() {
        let mut adam = Adam::new(2);
        adam.step(&mut [0.0, 0.0], &[4.0, -0.01], 0.5);
        let sizes: Vec<_> = adam.sizes(0.5).collect();
        assert!((sizes[0] - 0.5 / 4.0).abs() < 1e-6 && (sizes[1] - 0.5 / 0.01).abs() < 1e-3);
    }

    #[test]
    fn minimum_of_a_quadratic_is_found() {
        let target = [3.0, -40.0, 0.25];
        let mut parameters = [0.0; 3];
        let mut adam = Adam::new(3);
        for step in 0..4000 {
            let gradient: Vec<_> =
                parameters.iter().zip(target).map(|(at, goal)| 2.0 * (at - goal)).collect();
            adam.step(&mut parameters, &gradient, 0.1 * 0.999_f64.powi(step));
        }
        for (parameter, goal) in parameters.into_iter().zip(target) {
            assert!((parameter - goal).abs() < 0.1, "{parameter} instead of {goal}");
        }
    }
}
