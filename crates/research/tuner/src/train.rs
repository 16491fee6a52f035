//! Verb `train`: trains a small network on positions of games.
//!
//! The weights are moved by Adam (Kingma and Ba, 2015) with decay of the weights (Loshchilov and
//! Hutter, 2019), at a rate that warms up and then falls by half a cosine (Loshchilov and Hutter,
//! 2017). A position's label mixes the result of its game with the search's score.

mod batch;
mod checkpoint;
mod rows;
mod weights;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use network::{Architecture, Network};
use self_play::Random;
use zobrist_keys::SplitMix64;

use crate::texel::descent::Losses;
use crate::texel::loss_curve;
use batch::{Target, gradient, loss};
use checkpoint::Checkpoint;
use rows::{Rows, TrainingRow};
use weights::{Shape, Weights};

/// The unit of weights: 1/64 keeps output weights to ±2, of which the trainer uses ±1.98.
const WEIGHT_UNIT: i16 = 64;

/// Samples of the validation that are looked at while training.
const LOOK: usize = 400_000;

#[derive(Args)]
pub(crate) struct TrainArguments {
    /// Data sets that verb `datagen` wrote
    #[arg(value_name = "FILE", required_unless_present = "distilled")]
    data: Vec<PathBuf>,
    /// Data sets of verb `distil`: their scores are the only label
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    distilled: Vec<PathBuf>,
    /// File that gets the network
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// File that keeps the state after each pass; if it is there, the training goes on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// State of another training, or a network, whose weights are the first ones; a network may
    /// have fewer hidden neurons, or one king bucket
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// File that gets the drawing of the losses by pass, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Hidden neurons of each view, a multiple of 32
    #[arg(long, default_value_t = 128)]
    hidden: usize,
    /// Outputs, by the number of pieces
    #[arg(long, default_value_t = 8)]
    outputs: usize,
    /// King buckets of the own king's squares a1, b1, c1, d1, a2 to d8, 32 numbers from 0: a king
    /// on the files e to h is reflected; one bucket by default
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    king_buckets: Vec<u8>,
    /// Passes over all positions
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions for each step; fewer, if a pass would otherwise have fewer than 200 steps
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Size of the first steps
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Decay of the weights in each step, as a share of the rate
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// How much the search's score counts, against the game's result
    #[arg(long, default_value_t = 0.75)]
    score_weight: f32,
    /// Centipawns at which the chance of a win is e times that of a loss; fitted to the results by
    /// default
    #[arg(long)]
    scale: Option<f32>,
    /// Games in a hundred that are kept for validation
    #[arg(long, default_value_t = 5)]
    validation: u64,
    /// Data sets of verb `label`, by whose scores each pass is judged, in place of games kept for
    /// validation
    #[arg(long, value_name = "FILE", value_delimiter = ',', conflicts_with = "validation")]
    held_out: Vec<PathBuf>,
    /// Only the first games, as long as they have at most this many positions
    #[arg(long)]
    rows: Option<usize>,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Trains the network, writes it, and reports the losses of each pass.
pub(crate) fn run(arguments: &TrainArguments, mut report: impl FnMut(String)) -> Result<()> {
    let percent = if arguments.held_out.is_empty() { arguments.validation } else { 0 };
    let mut split = Rows::read(&arguments.data, &arguments.distilled, percent)?;
    split.validation.extend(Rows::read(&[], &arguments.held_out, 0)?.training);
    split.training.truncate(arguments.rows.unwrap_or(usize::MAX));
    let (training, validation) = (split.training.len(), split.validation.len());
    report(format!("{training} positions for training, {validation} for validation"));
    ensure!(training > 0 && validation > 0, "no positions on one side of the split");
    let scale = arguments.scale.unwrap_or_else(|| rows::fit_scale(&split.training));
    report(format!("scale: {scale:.1} centipawns"));
    let architecture = Architecture {
        outputs: arguments.outputs,
        king_buckets: king_buckets(&arguments.king_buckets)?,
        weight_unit: WEIGHT_UNIT,
        scale: scale.round() as i16,
        ..Architecture::new(arguments.hidden)
    };
    architecture.check()?;
    let goal = Target { scale, score_weight: arguments.score_weight };
    let mut state = first_state(arguments, &architecture)?;
    let batch = batch_of(training, arguments.batch);
    if batch < arguments.batch {
        report(format!("{batch} positions for each step, for 200 steps a pass"));
    }
    let trainer = Trainer { arguments, architecture: &architecture, goal, batch };
    let part = validation.min(LOOK);
    if arguments.start.is_some() && state.epoch == 0 {
        let before = loss(&architecture, &state.weights, &split.validation[..part], goal);
        report(format!("epoch   0: validation loss {before:.6}"));
    }
    (0..state.epoch).for_each(|epoch| trainer.shuffle(&mut split.training, epoch));
    while state.epoch < arguments.epochs {
        let begin = Instant::now();
        trainer.pass(&mut state, &mut split.training);
        let found = loss(&architecture, &state.weights, &split.validation[..part], goal);
        let last = state.losses.last_mut().expect("a pass ended");
        last.validation = found;
        let Losses { training: learnt, validation: other } = *last;
        let speed = training as f64 / begin.elapsed().as_secs_f64();
        report(format!(
            "epoch {:>3}: training loss {learnt:.6}, validation loss {other:.6}, {speed:.0} rows a second",
            state.epoch
        ));
        if let Some(path) = &arguments.state {
            state.write(path)?;
        }
    }
    finish(&trainer, &state, &split.validation, report)
}

/// Returns the positions for each step of a pass over `rows`: those asked for, or so few that there
/// are 200 steps. A network of which few steps are taken learns nothing.
fn batch_of(rows: usize, asked: usize) -> usize {
    asked.min(rows / 200).max(1)
}

/// Returns the king bucket of each square, of those of the files a to d; one bucket if there are
/// none.
fn king_buckets(half: &[u8]) -> Result<[u8; 64]> {
    let found = half.len();
    ensure!(matches!(found, 0 | 32), "expected 32 king buckets, of a1 to d8, found {found}");
    Ok(std::array::from_fn(|square| {
        let (rank, file) = (square / 8, square % 8);
        half.get(4 * rank + file.min(7 - file)).copied().unwrap_or(0)
    }))
}

/// Writes what the arguments ask for, and reports what rounding costs.
fn finish(
    trainer: &Trainer<'_>,
    state: &Checkpoint,
    validation: &[TrainingRow],
    mut report: impl FnMut(String),
) -> Result<()> {
    let Trainer { arguments, architecture, goal, .. } = trainer;
    let network = state.weights.quantise(architecture)?;
    let part = &validation[..validation.len().min(LOOK)];
    let (exact, rounded) = (
        loss(architecture, &state.weights, part, *goal),
        batch::rounded_loss(&network, part, *goal),
    );
    report(format!("validation loss {exact:.6}, rounded {rounded:.6}"));
    let write = |path: &PathBuf, bytes: &[u8]| {
        fs::write(path, bytes).with_context(|| path.display().to_string())
    };
    write(&arguments.output, &network.to_bytes())?;
    match &arguments.plot {
        Some(path) => write(path, loss_curve::svg(&state.losses)?.as_bytes()),
        None => Ok(()),
    }
}

fn first_state(arguments: &TrainArguments, architecture: &Architecture) -> Result<Checkpoint> {
    let shape = Shape::of(architecture);
    if let Some(path) = arguments.state.as_ref().filter(|path| path.exists()) {
        return Checkpoint::read(path, shape);
    }
    let weights = match &arguments.start {
        Some(path) => {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            start(&bytes, architecture, arguments.seed)
                .with_context(|| path.display().to_string())?
        }
        None => Weights::random(shape, &mut SplitMix64::new(arguments.seed)),
    };
    Ok(Checkpoint::new(weights))
}

/// Returns the weights in the state of a training, or in the file of a network, which may have
/// fewer hidden neurons, or one king bucket instead of several.
fn start(bytes: &[u8], architecture: &Architecture, seed: u64) -> Result<Weights> {
    let shape = Shape::of(architecture);
    if !bytes.starts_with(&network::format::MAGIC) {
        return Ok(Checkpoint::parse(bytes, shape)?.weights);
    }
    let network = Network::from_bytes(bytes)?;
    let found = network.architecture();
    ensure!(
        found.mirrored && (found.buckets() == 1 || found.king_buckets == architecture.king_buckets),
        "expected a network with mirrored views, and one king bucket or those of the training"
    );
    let weights = Weights::of(&network).bucketed(architecture.buckets() / found.buckets());
    let found = weights.shape;
    let fits = Shape { hidden: shape.hidden, ..found } == shape && found.hidden <= shape.hidden;
    ensure!(fits, "expected {shape:?} or fewer hidden neurons, found {found:?}");
    Ok(weights.widened(shape.hidden, &mut SplitMix64::new(seed)))
}

/// The numbers of a training that do not change.
struct Trainer<'a> {
    arguments: &'a TrainArguments,
    architecture: &'a Architecture,
    goal: Target,
    batch: usize,
}

impl Trainer<'_> {
    /// Puts the samples, which are in the order of the pass before, into that of a pass.
    fn shuffle(&self, samples: &mut [TrainingRow], epoch: u32) {
        Random::new(self.arguments.seed ^ u64::from(epoch + 1) << 32).shuffle(samples);
    }

    /// Looks at all samples once, in an order of this pass.
    fn pass(&self, state: &mut Checkpoint, samples: &mut [TrainingRow]) {
        let arguments = self.arguments;
        self.shuffle(samples, state.epoch);
        let steps = samples.len().div_ceil(self.batch);
        let all = f32::from(u16::try_from(arguments.epochs).unwrap_or(u16::MAX)) * steps as f32;
        let mut sum = 0.0;
        for batch in samples.chunks(self.batch) {
            let (gradient, loss) = gradient(self.architecture, &state.weights, batch, self.goal);
            sum += loss;
            let done = state.adam.steps as f32 / all;
            let rate = arguments.rate * schedule(done, state.adam.steps);
            state.adam.step(&mut state.weights.all, &gradient, rate, arguments.decay);
            state.weights.clip();
        }
        state.epoch += 1;
        let training = sum / samples.len() as f64;
        state.losses.push(Losses { training, validation: f64::NAN });
    }
}

/// Returns the share of the rate: a warm-up of a hundred steps, then half a cosine down to a
/// hundredth, by the part of the training that is `done`.
fn schedule(done: f32, steps: u32) -> f32 {
    let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
    (0.01 + 0.99 * cosine) * ((steps + 1) as f32 / 100.0).min(1.0)
}

#[cfg(test)]
mod tests;
