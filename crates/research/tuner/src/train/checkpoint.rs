//! [`Checkpoint`]: what a training needs to go on, in a file.
//!
//! ```text
//! bytes 0..8  "PALTRAIN"
//!       8..   32-bit numbers, little-endian: inputs, hidden neurons, outputs, passes, steps
//!      28..   the losses of each pass: training, validation, 64-bit floats
//!       ..    weights, means of the gradients, means of their squares: 32-bit floats
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::weights::{Shape, Weights};
use crate::adam::Adam;
use crate::texel::descent::Losses;

/// Keeps Adam's steps finite where no gradient was yet.
const EPSILON: f32 = 1e-8;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"PALTRAIN";

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) weights: Weights,
    pub(super) adam: Adam<f32>,
    pub(super) epoch: u32,
    pub(super) losses: Vec<Losses>,
}

impl Checkpoint {
    pub(super) fn new(weights: Weights) -> Self {
        let adam = Adam::new(weights.all.len(), EPSILON);
        Self { weights, adam, epoch: 0, losses: Vec::new() }
    }

    /// Writes the state, under another name first, so that an interrupted write loses nothing.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let Shape { inputs, hidden, outputs } = self.weights.shape;
        let mut bytes = MAGIC.to_vec();
        for number in [inputs as u32, hidden as u32, outputs as u32, self.epoch, self.adam.steps] {
            bytes.extend(number.to_le_bytes());
        }
        for losses in &self.losses {
            bytes.extend(
                [losses.training, losses.validation].into_iter().flat_map(f64::to_le_bytes),
            );
        }
        for weights in [&self.weights.all, &self.adam.mean, &self.adam.square] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, bytes).with_context(|| unfinished.display().to_string())?;
        fs::rename(&unfinished, path).with_context(|| path.display().to_string())
    }

    pub(super) fn read(path: &Path, shape: Shape) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        Self::parse(&bytes, shape).with_context(|| path.display().to_string())
    }

    /// Reads a state of this shape from the bytes of its file.
    pub(super) fn parse(bytes: &[u8], shape: Shape) -> Result<Self> {
        let body = bytes.strip_prefix(&MAGIC).context("expected the state of a training")?;
        let (head, rest) = body.split_at_checked(20).context("the file is cut")?;
        let mut numbers = head.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word));
        let mut next = || numbers.next().expect("there are five numbers");
        let [inputs, hidden, outputs] = [next(), next(), next()].map(|number| number as usize);
        let found = Shape { inputs, hidden, outputs };
        ensure!(found == shape, "expected a state of {shape:?}, found one of {found:?}");
        let (epoch, steps) = (next(), next());
        let count = shape.count();
        let length = (epoch as usize).saturating_mul(16).saturating_add(12 * count);
        ensure!(rest.len() == length, "expected {length} bytes of weights, found {}", rest.len());
        let (losses, rest) = rest.split_at(16 * epoch as usize);
        let float = |bytes: &[u8]| f64::from_le_bytes(*bytes.first_chunk().expect("eight bytes"));
        let losses = losses
            .chunks(16)
            .map(|pair| Losses { training: float(pair), validation: float(&pair[8..]) });
        let floats = rest.as_chunks::<4>().0;
        let part = |number: usize| {
            let part = &floats[number * count..][..count];
            part.iter().map(|&word| f32::from_le_bytes(word)).collect::<Vec<_>>()
        };
        let adam = Adam::resumed(part(1), part(2), steps, EPSILON);
        Ok(Self { weights: Weights { shape, all: part(0) }, adam, epoch, losses: losses.collect() })
    }
}
