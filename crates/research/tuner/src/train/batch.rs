//! The loss of a network on samples, and its gradient.

use network::{Architecture, Network};
use rayon::prelude::*;

use super::rows::{Inputs, TrainingRow, sigmoid};
use super::weights::Weights;

/// Samples that a thread looks at in a piece.
const PIECE: usize = 2_048;

#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Centipawns at which the odds are e.
    pub(super) scale: f32,
    pub(super) score_weight: f32,
}

/// The values of the hidden neurons of both views, the side to move first.
struct Forward {
    hidden: [Vec<f32>; 2],
    output: usize,
}

impl Forward {
    fn new(size: usize) -> Self {
        Self { hidden: [vec![0.0; size], vec![0.0; size]], output: 0 }
    }

    /// Computes the neurons, and returns the log-odds of a win.
    fn compute(&mut self, weights: &Weights, inputs: &Inputs, output: usize) -> f32 {
        let shape = weights.shape;
        let biases = &weights.all[shape.biases()..][..shape.hidden];
        let mut sum = weights.all[shape.output_bias(output)];
        self.output = output;
        for (side, (hidden, view)) in self.hidden.iter_mut().zip(&inputs.views).enumerate() {
            hidden.copy_from_slice(biases);
            for &input in &view[..inputs.count] {
                add(hidden, weights.input(input.into()));
            }
            let row = &weights.all[shape.output(output) + side * shape.hidden..][..shape.hidden];
            sum += activated(hidden, row);
        }
        sum
    }
}

fn add(to: &mut [f32], other: &[f32]) {
    to.iter_mut().zip(other).for_each(|(to, other)| *to += other);
}

/// Returns the sum of the clipped squares times the weights. Sixteen partial sums let the compiler
/// use vectors.
fn activated(hidden: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for (hidden, weights) in hidden.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for ((sum, value), weight) in sums.iter_mut().zip(hidden).zip(weights) {
            let clipped = value.clamp(0.0, 1.0);
            *sum += clipped * clipped * weight;
        }
    }
    sums.iter().sum()
}

/// Returns the mean gradient of the samples' losses, and the sum of the losses.
pub(super) fn gradient(
    architecture: &Architecture,
    weights: &Weights,
    samples: &[TrainingRow],
    goal: Target,
) -> (Vec<f32>, f64) {
    let piece = samples.len().div_ceil(rayon::current_num_threads()).max(PIECE);
    let parts: Vec<(Vec<f32>, f64)> = samples
        .par_chunks(piece)
        .map(|samples| {
            let mut gradient = vec![0.0; weights.all.len()];
            let mut forward = Forward::new(weights.shape.hidden);
            let mut back = vec![0.0; weights.shape.hidden];
            let mut loss = 0.0;
            for sample in samples {
                let inputs = sample.inputs(architecture);
                let output = architecture.output(inputs.count as u32);
                let expected = sigmoid(forward.compute(weights, &inputs, output));
                let error = expected - sample.label(goal.scale, goal.score_weight);
                loss += f64::from(error * error);
                let slope = 2.0 * error * expected * (1.0 - expected);
                propagate(weights, &forward, &inputs, slope, (&mut gradient, &mut back));
            }
            (gradient, loss)
        })
        .collect();
    let mut parts = parts.into_iter();
    let (mut gradient, mut loss) = parts.next().expect("a batch has samples");
    for (other, part) in parts {
        add(&mut gradient, &other);
        loss += part;
    }
    let share = 1.0 / samples.len() as f32;
    gradient.iter_mut().for_each(|slope| *slope *= share);
    (gradient, loss)
}

/// Adds the gradient of one sample, whose log-odds have this slope.
fn propagate(
    weights: &Weights,
    forward: &Forward,
    inputs: &Inputs,
    slope: f32,
    (gradient, back): (&mut [f32], &mut [f32]),
) {
    let shape = weights.shape;
    gradient[shape.output_bias(forward.output)] += slope;
    for (side, (hidden, view)) in forward.hidden.iter().zip(&inputs.views).enumerate() {
        let at = shape.output(forward.output) + side * shape.hidden;
        let row = &weights.all[at..][..shape.hidden];
        let of_row = &mut gradient[at..][..shape.hidden];
        for (((value, weight), of_weight), back) in
            hidden.iter().zip(row).zip(of_row).zip(back.iter_mut())
        {
            let clipped = value.clamp(0.0, 1.0);
            *of_weight += slope * clipped * clipped;
            let open = if clipped == *value { 2.0 * clipped } else { 0.0 };
            *back = slope * weight * open;
        }
        add(&mut gradient[shape.biases()..][..shape.hidden], back);
        for &input in &view[..inputs.count] {
            add(&mut gradient[usize::from(input) * shape.hidden..][..shape.hidden], back);
        }
    }
}

pub(super) fn loss(
    architecture: &Architecture,
    weights: &Weights,
    samples: &[TrainingRow],
    goal: Target,
) -> f64 {
    let sum: f64 = samples
        .par_chunks(PIECE)
        .map(|samples| {
            let mut forward = Forward::new(weights.shape.hidden);
            let one = |sample: &TrainingRow| {
                let inputs = sample.inputs(architecture);
                let output = architecture.output(inputs.count as u32);
                let expected = sigmoid(forward.compute(weights, &inputs, output));
                f64::from(expected - sample.label(goal.scale, goal.score_weight)).powi(2)
            };
            samples.iter().map(one).sum::<f64>()
        })
        .sum();
    sum / samples.len() as f64
}

/// Returns the mean loss of a network of integers on samples. A row that is no legal position is
/// left out.
pub(super) fn rounded_loss(network: &Network, samples: &[TrainingRow], goal: Target) -> f64 {
    let losses: Vec<f64> = samples
        .par_iter()
        .filter_map(|sample| {
            let row = sample.row().unpack().ok()?;
            let value = network.evaluate(&row.position) as f32;
            let expected = sigmoid(value / goal.scale);
            Some(f64::from(expected - sample.label(goal.scale, goal.score_weight)).powi(2))
        })
        .collect();
    losses.iter().sum::<f64>() / losses.len().max(1) as f64
}
