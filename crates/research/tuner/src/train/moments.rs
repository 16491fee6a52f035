//! Adam: steps of the size of the mean gradient by the root of its mean square.

use rayon::prelude::*;

use super::weights::{Shape, Weights};

/// Decay of the mean and of the mean square (Kingma and Ba, 2015).
const DECAYS: [f32; 2] = [0.9, 0.999];

/// Keeps steps finite where no gradient was yet.
const EPSILON: f32 = 1e-8;

/// Weights that a thread moves at a time.
const CHUNK: usize = 1 << 14;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Moments {
    pub(super) mean: Weights,
    pub(super) square: Weights,
    pub(super) steps: u32,
}

impl Moments {
    pub(super) fn new(shape: Shape) -> Self {
        Self { mean: Weights::zero(shape), square: Weights::zero(shape), steps: 0 }
    }

    /// Returns the number of steps that were made.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    pub(super) fn step(&mut self, weights: &mut Weights, gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let [first, second] = DECAYS;
        let exponent = self.steps.min(100_000) as i32;
        let corrections = [1.0 - first.powi(exponent), 1.0 - second.powi(exponent)];
        let chunks = weights.all.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK));
        let means = self.mean.all.par_chunks_mut(CHUNK).zip(self.square.all.par_chunks_mut(CHUNK));
        chunks.zip(means).for_each(|((weights, gradient), (means, squares))| {
            let moments = means.iter_mut().zip(squares);
            for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments)
            {
                *mean = first * *mean + (1.0 - first) * slope;
                *square = second * *square + (1.0 - second) * slope * slope;
                let size = (*square / corrections[1]).sqrt() + EPSILON;
                *weight -= rate * (*mean / corrections[0] / size + decay * *weight);
            }
        });
        weights.clip();
    }
}
