//! The evaluation as a smooth function of the weights, its loss, and the loss's gradient.

use evaluation::{Score, Weights};
use rayon::prelude::*;

use super::curve::Curve;
use super::samples::{Count, Sample, Samples};

/// Positions that one task looks at. The sums of the tasks are added in order, so that a result
/// does not depend on the number of threads.
const CHUNK: usize = 2048;

/// The goal of the evaluation of a position.
///
/// Peter Österlund, *Texel's Tuning Method*, 2014: the expected points are a logistic function of
/// the evaluation, and the mean square error against the points of the game is the loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Goal {
    /// Steepness of the logistic function: centipawns of the evaluation to log-odds.
    pub(crate) steepness: f64,
    /// Steepness for the scores of the search, which stay fixed while the evaluation changes.
    pub(crate) label_steepness: f64,
    /// The weight of the game's result against the search's score, 0 to 1.
    pub(crate) result_weight: f64,
    /// The position's outlook counts in place of the game's result.
    pub(crate) outlook: bool,
}

impl Goal {
    /// Returns the goal at which nothing but the points of the game count.
    pub(crate) fn results(steepness: f64) -> Self {
        Self { steepness, label_steepness: steepness, result_weight: 1.0, outlook: false }
    }

    /// Returns the expected points of White at an evaluation.
    pub(crate) fn expected(self, value: f64) -> f64 {
        logistic(self.steepness * value)
    }

    /// Returns the points that the evaluation of a sample should predict.
    fn target(self, sample: &Sample<'_>) -> f64 {
        let predicted = logistic(self.label_steepness * sample.score);
        let points = if self.outlook { sample.outlook } else { sample.points };
        predicted + self.result_weight * (points - predicted)
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The evaluation, with weights that need not be whole: `parameters[2 · index]` is the middle-game
/// value of a weight, `parameters[2 · index + 1]` its end-game value.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) parameters: Vec<f64>,
    curves: [Curve; 2],
}

/// A middle-game and an end-game value.
pub(crate) type Pair = (i32, i32);

type PhasePair = [f64; 2];

/// The amount that one more unit adds to each half of the evaluation.
struct Slopes {
    /// Of the sum of the linear terms.
    terms: PhasePair,
    /// Of each king's danger.
    danger: [PhasePair; 2],
    /// Of the initiative, in the end game.
    initiative: f64,
}

fn sign_of(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

impl Model {
    pub(crate) fn new(weights: &Weights) -> Self {
        let flat = weights.as_flat();
        let pair = |weight: &Score| (weight.middle_game(), weight.end_game());
        Self::of_pairs(&flat.iter().map(pair).collect::<Vec<_>>())
    }

    /// Returns the model of values for (middle game, end game).
    pub(crate) fn of_pairs(weights: &[(i32, i32)]) -> Self {
        let values = weights.iter().flat_map(|&(mg, eg)| [mg, eg]);
        Self { parameters: values.map(f64::from).collect(), curves: Curve::pair() }
    }

    /// Returns the weights, rounded to whole numbers: (middle game, end game).
    pub(crate) fn rounded(&self) -> Vec<Pair> {
        let (pairs, _) = self.parameters.as_chunks();
        pairs.iter().map(|[mg, eg]| (mg.round() as i32, eg.round() as i32)).collect()
    }

    /// Returns the evaluation of a sample, in centipawns from White's view.
    pub(crate) fn value(&self, sample: &Sample<'_>) -> f64 {
        self.value_and_slopes(sample).0
    }

    /// Returns the evaluation, and how much it grows with what it is made of.
    fn value_and_slopes(&self, sample: &Sample<'_>) -> (f64, Slopes) {
        let mut score = self.sum(sample.linear);
        let mut slopes = Slopes { terms: [1.0; 2], danger: [[0.0; 2]; 2], initiative: 0.0 };
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let units = self.sum(sample.danger[side]);
            // Without counts the evaluation did not look for danger.
            if sample.danger[side].is_empty() {
                continue;
            }
            for phase in 0..2 {
                let (penalty, slope) = self.curves[phase].at(units[phase]);
                score[phase] += sign * penalty;
                slopes.danger[side][phase] = sign * slope;
            }
        }
        if !sample.initiative.is_empty() {
            // The end game alone.
            let (lead, units) = (score[1], self.sum(sample.initiative)[1]);
            score[1] += sign_of(lead) * units.max(-lead.abs());
            if units < -lead.abs() {
                slopes.terms[1] = 0.0;
            } else {
                slopes.initiative = sign_of(lead);
            }
        }
        for king in &mut slopes.danger {
            king[1] *= slopes.terms[1];
        }
        (score[0] * sample.share[0] + score[1] * sample.share[1], slopes)
    }

    fn sum(&self, counts: &[Count]) -> PhasePair {
        counts.iter().fold([0.0; 2], |[mg, eg], count| {
            let (index, times) = (2 * usize::from(count.weight), f64::from(count.times));
            [mg + times * self.parameters[index], eg + times * self.parameters[index + 1]]
        })
    }

    pub(crate) fn loss(&self, samples: &Samples, goal: Goal) -> f64 {
        let indices: Vec<_> = (0..samples.len()).collect();
        let sums: Vec<f64> = indices
            .par_chunks(CHUNK)
            .map(|chunk| chunk.iter().map(|&index| self.square_error(samples, index, goal)).sum())
            .collect();
        sums.iter().sum::<f64>() / samples.len() as f64
    }

    fn square_error(&self, samples: &Samples, index: usize, goal: Goal) -> f64 {
        let sample = samples.get(index);
        (goal.expected(self.value(&sample)) - goal.target(&sample)).powi(2)
    }

    pub(crate) fn gradient(&self, samples: &Samples, batch: &[usize], goal: Goal) -> Vec<f64> {
        let parts: Vec<Vec<f64>> = batch
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut gradient = vec![0.0; self.parameters.len()];
                for &index in chunk {
                    self.add_gradient(&samples.get(index), goal, &mut gradient);
                }
                gradient
            })
            .collect();
        let mut gradient = vec![0.0; self.parameters.len()];
        for part in parts {
            for (sum, slope) in gradient.iter_mut().zip(part) {
                *sum += slope / batch.len() as f64;
            }
        }
        gradient
    }

    fn add_gradient(&self, sample: &Sample<'_>, goal: Goal, gradient: &mut [f64]) {
        let (value, slopes) = self.value_and_slopes(sample);
        let expected = goal.expected(value);
        let error = expected - goal.target(sample);
        let outer = 2.0 * error * expected * (1.0 - expected) * goal.steepness;
        let by_phase = sample.share.map(|share| outer * share);
        let mut add = |counts: &[Count], [mg, eg]: PhasePair| {
            for count in counts {
                let (index, times) = (2 * usize::from(count.weight), f64::from(count.times));
                gradient[index] += mg * times;
                gradient[index + 1] += eg * times;
            }
        };
        let mut add_times = |counts: &[Count], slope: PhasePair| {
            add(counts, [by_phase[0] * slope[0], by_phase[1] * slope[1]]);
        };
        add_times(sample.linear, slopes.terms);
        for (counts, slope) in sample.danger.into_iter().zip(slopes.danger) {
            add_times(counts, slope);
        }
        add_times(sample.initiative, [0.0, slopes.initiative]);
    }
}

#[cfg(test)]
mod tests {
    use evaluation::{Evaluator, coefficients};
    use movegen::{Color, Position};

    use super::*;

    /// An opening, attacks on both kings, an end game with few pawns, and a bare king; end games
    /// whose lead the lack of initiative takes, one with danger, and a drawish one with pieces.
    const FENS: [&str; 9] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/ppp2p1p/3b2p1/3Pn2q/4p1b1/2N1B1PP/PPPQBP2/R4RK1 b - - 0 16",
        "2r3k1/5pp1/4pn1p/1Q6/3P4/4PN2/5PPP/1q3RK1 w - - 0 30",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "8/8/4k3/8/8/3RK3/8/8 w - - 0 1",
        "8/6bR/P1k5/8/5b2/8/5K2/8 b - - 6 107",
        "8/2k5/8/1P1P1N1r/4N2B/2p5/3nK3/8 w - - 13 104",
        "8/1n6/8/3k4/8/2R5/r1K5/1N1B4 w - - 5 91",
    ];
    const GOAL: Goal =
        Goal { steepness: 0.005, label_steepness: 0.004, result_weight: 0.7, outlook: false };

    fn samples() -> Samples {
        let mut samples = Samples::default();
        for (index, fen) in FENS.into_iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            let found = coefficients(&position, &Weights::default());
            samples.push(&found, (index % 3) as f64 / 2.0, 40.0 * index as f64 - 90.0);
        }
        samples
    }

    #[test]
    fn value_is_the_evaluation() {
        let (model, samples) = (Model::new(&Weights::default()), samples());
        for (index, fen) in FENS.into_iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            let value = Evaluator::new().evaluate(&position);
            let exact = if position.side_to_move() == Color::White { value } else { -value };
            let smooth = model.value(&samples.get(index));
            assert!((smooth - f64::from(exact)).abs() < 4.0, "{fen}: {smooth} and {exact}");
        }
    }

    #[test]
    fn danger_counts_in_the_samples() {
        let samples = samples();
        let dangers = (0..samples.len()).map(|index| samples.get(index).danger);
        assert!(dangers.flatten().filter(|counts| !counts.is_empty()).count() >= 4);
    }

    #[test]
    fn gradient_equals_finite_differences() {
        const STEP: f64 = 1e-4;
        let (mut model, samples) = (Model::new(&Weights::default()), samples());
        // Away from whole numbers, where the danger curves have corners.
        for (index, parameter) in model.parameters.iter_mut().enumerate() {
            *parameter += 0.3 + 0.01 * (index % 7) as f64;
        }
        let batch: Vec<_> = (0..samples.len()).collect();
        let gradient = model.gradient(&samples, &batch, GOAL);
        for (index, slope) in gradient.iter().enumerate() {
            let parameter = model.parameters[index];
            let mut loss_at = |value| {
                model.parameters[index] = value;
                model.loss(&samples, GOAL)
            };
            let difference = (loss_at(parameter + STEP) - loss_at(parameter - STEP)) / (2.0 * STEP);
            loss_at(parameter);
            assert!((slope - difference).abs() < 1e-8, "{index}: {slope} and {difference}");
        }
        assert!(gradient.iter().filter(|slope| slope.abs() > 1e-7).count() > 100);
    }

    #[test]
    fn target_blends_result_and_score() {
        let samples = samples();
        let won = samples.get(2);
        let with = |result_weight| Goal { result_weight, ..GOAL }.target(&won);
        let predicted = Goal::results(GOAL.label_steepness).expected(won.score);
        assert_eq!(with(1.0), 1.0);
        assert_eq!(with(0.0), predicted);
        assert!((with(0.5) - f64::midpoint(1.0, predicted)).abs() < 1e-12);
    }
}
