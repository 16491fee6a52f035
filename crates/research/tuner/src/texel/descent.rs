//! The descent: epochs of minibatches, and what they led to.

use evaluation::Weights;
use self_play::Random;

use super::TexelArguments;
use super::model::{Goal, Model, Pair};
use super::pull::Pull;
use super::samples::{Samples, Split};
use super::stretch;
use crate::adam::Adam;

/// Keeps Adam's division finite: mean gradients of rare weights are below a thousandth of a
/// millionth.
pub(super) const EPSILON: f64 = 1e-12;

/// Loss for each square centipawn, of an anchor of 1.
const ANCHOR_UNIT: f64 = 1e-9;

/// The mean losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Losses {
    /// On the games that were learnt from.
    pub(crate) training: f64,
    /// On other games.
    pub(crate) validation: f64,
}

impl Losses {
    fn of(model: &Model, split: &Split, goal: Goal) -> Self {
        let loss = |samples: &Samples| model.loss(samples, goal);
        Self { training: loss(&split.training), validation: loss(&split.validation) }
    }
}

pub(crate) struct Fit {
    /// The losses before the first epoch and after each.
    pub(crate) losses: Vec<Losses>,
    /// The epoch with the least validation loss.
    pub(crate) epoch: usize,
    pub(crate) weights: Vec<Pair>,
    pub(crate) steepness: f64,
}

impl Fit {
    /// Returns the least validation loss.
    pub(crate) fn loss(&self) -> f64 {
        self.losses[self.epoch].validation
    }
}

/// Descends from the weights of a build and keeps the best on the way. `report` gets the losses
/// after each epoch.
///
/// In the end the weights are multiplied so that a centipawn stays a centipawn in open games. What
/// the games say of the evaluation's scale goes into the steepness of the logistic function
/// instead, which leaves the loss as it was.
pub(crate) fn descend(
    split: &Split,
    goal: Goal,
    arguments: &TexelArguments,
    mut report: impl FnMut(usize, Losses),
) -> Fit {
    let start = Model::new(&Weights::default());
    let mut model = start.clone();
    let moves = moves(&split.training, &arguments.hold);
    let strength = arguments.anchor * ANCHOR_UNIT;
    let pull = Pull::new(&start.parameters, &moves, strength, arguments.smoothness);
    let mut adam = Adam::new(model.parameters.len(), EPSILON);
    let mut random = Random::new(arguments.seed);
    let mut order: Vec<usize> = (0..split.training.len()).collect();
    let batch = if arguments.batch == 0 { order.len() } else { arguments.batch };
    let mut rate = arguments.rate;

    let mut losses = vec![Losses::of(&model, split, goal)];
    report(0, losses[0]);
    let mut least = losses[0].validation;
    let mut epoch_of_least = 0;
    let mut best = model.clone();
    for epoch in 1..=arguments.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(batch) {
            let mut gradient = model.gradient(&split.training, batch, goal);
            for (slopes, _) in
                gradient.chunks_exact_mut(2).zip(&moves).filter(|(_, moves)| !**moves)
            {
                slopes.fill(0.0);
            }
            let references = pull.references(&model.parameters);
            adam.step(&mut model.parameters, &gradient, rate, 0.0);
            pull.apply(&mut model.parameters, &references, adam.sizes(rate));
        }
        rate *= arguments.decay;

        let after = Losses::of(&model, split, goal);
        report(epoch, after);
        if after.validation < least {
            least = after.validation;
            epoch_of_least = epoch;
            best = model.clone();
        }
        losses.push(after);
    }
    let stretch = stretch::stretch(&start, &best, &split.validation);
    stretch::rescale(&mut best, &moves, stretch.recip());
    let steepness = goal.steepness * stretch;
    Fit { losses, epoch: epoch_of_least, weights: best.rounded(), steepness }
}

/// Returns which weights move: those that a position counts and whose names begin with none of
/// `held`.
fn moves(samples: &Samples, held: &[String]) -> Vec<bool> {
    let is_held = |name: &String| held.iter().any(|start| name.starts_with(start));
    let names = Weights::names();
    samples.mentioned().iter().zip(&names).map(|(&is, name)| is && !is_held(name)).collect()
}
