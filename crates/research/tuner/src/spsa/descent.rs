//! Simultaneous perturbation stochastic approximation (James C. Spall, 1992).
//!
//! Each iteration moves all numbers at once by their perturbations, each up or down by a coin, and
//! plays the numbers on one side against those on the other: a pair of games. The winner shows in
//! which direction of that line to step, however many numbers there are.
//!
//! The iterations of a batch all begin at the same values, so that they can be played at the same
//! time. Their steps are taken in their order. So the run depends on the seed and the size of the
//! batches, not on threads.

use anyhow::Result;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};
use self_play::Random;
use zobrist_keys::mix;

use super::gains::Gains;
use super::parameter::Parameter;

/// Half points of a pair in which neither side was better.
const LEVEL: f64 = 2.0;
const FRACTIONS: usize = 1 << 32;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Progress {
    pub(super) pairs: u64,
    /// The pairs by the half points of the upper side, 0 to 4.
    pub(super) results: [u64; 5],
    /// The values, which are rounded only to be played with.
    pub(super) theta: Vec<f64>,
}

impl Progress {
    /// Returns the progress of a run of which nothing has been played.
    pub(super) fn start(parameters: &[Parameter]) -> Self {
        let theta = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { pairs: 0, results: [0; 5], theta }
    }

    pub(super) fn rounded(&self) -> Vec<i32> {
        self.theta.iter().map(|value| value.round() as i32).collect()
    }
}

/// A run: what it tunes, how, and how far it has come.
#[derive(Debug)]
pub(super) struct Descent {
    pub(super) parameters: Vec<Parameter>,
    pub(super) gains: Gains,
    pub(super) pairs: u64,
    /// Pairs that begin at the same values.
    pub(super) batch: u64,
    pub(super) seed: u64,
    pub(super) progress: Progress,
}

#[derive(Debug)]
pub(super) struct Iteration {
    /// The seed of everything random in the games.
    pub(super) seed: u64,
    pub(super) middle: Vec<i32>,
    /// The values of the two players.
    pub(super) sides: [Vec<i32>; 2],
    /// For each number the direction in which the first side has moved, 1 or -1.
    pub(super) directions: Vec<f64>,
}

impl Descent {
    pub(super) fn is_finished(&self) -> bool {
        self.progress.pairs >= self.pairs
    }

    /// Plays a batch and takes its steps. `play` returns the half points of an iteration's first
    /// side, 0 to 4.
    ///
    /// # Errors
    /// If `play` fails. Then no step of the batch is taken.
    pub(super) fn advance(
        &mut self,
        play: impl Fn(&Iteration) -> Result<usize> + Sync,
    ) -> Result<()> {
        let first = self.progress.pairs;
        let last = self.pairs.min(first + self.batch);
        let iterations: Vec<Iteration> = (first..last).map(|k| self.iteration(k)).collect();
        let played = iterations.into_par_iter().with_max_len(1).map(|it| {
            let half_points = play(&it)?;
            Ok((it, half_points))
        });
        for (iteration, half_points) in played.collect::<Result<Vec<_>>>()? {
            self.step(&iteration, half_points);
        }
        Ok(())
    }

    /// Returns iteration `k`, counted from 0, from the present values.
    fn iteration(&self, k: u64) -> Iteration {
        let seed = mix(mix(self.seed).wrapping_add(k));
        let mut random = Random::new(seed);
        let size = self.gains.perturbation(k);
        let (mut directions, mut sides) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (parameter, value) in self.parameters.iter().zip(&self.progress.theta) {
            let direction = [1.0, -1.0][random.below(2)];
            // A value between two whole numbers is rounded to either, by chance, so that on
            // average it is played as it is; both sides alike, so that their distance is too.
            let fraction = random.below(FRACTIONS) as f64 / FRACTIONS as f64;
            for (side, sign) in sides.iter_mut().zip([direction, -direction]) {
                let moved = (value + sign * size * parameter.c_end + fraction).floor() as i32;
                side.push(moved.clamp(parameter.min, parameter.max));
            }
            directions.push(direction);
        }
        Iteration { seed: mix(seed), middle: self.progress.rounded(), sides, directions }
    }

    fn step(&mut self, iteration: &Iteration, half_points: usize) {
        let progress = &mut self.progress;
        let gain = self.gains.step(progress.pairs) * (half_points as f64 - LEVEL);
        let numbers = self.parameters.iter().zip(&iteration.directions);
        for (theta, (parameter, direction)) in progress.theta.iter_mut().zip(numbers) {
            let Parameter { min, max, c_end, r_end, .. } = parameter;
            let moved = *theta + direction * gain * r_end * c_end;
            *theta = moved.clamp(f64::from(*min), f64::from(*max));
        }
        progress.results[half_points] += 1;
        progress.pairs += 1;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a run that tunes three numbers with room for 20 perturbations.
    pub(in crate::spsa) fn descent(pairs: u64, r_end: f64) -> Descent {
        let parameters: Vec<Parameter> = [("a", 100, 5.0), ("b", 30, 1.0), ("c", -500, 40.0)]
            .into_iter()
            .map(|(name, start, c_end)| {
                let reach = (20.0 * c_end) as i32;
                let [min, max] = [start - reach, start + reach];
                Parameter { name: name.to_owned(), start, min, max, c_end, r_end }
            })
            .collect();
        let progress = Progress::start(&parameters);
        let gains = Gains::new(pairs, 0.1);
        Descent { parameters, gains, pairs, batch: 8, seed: 5, progress }
    }

    /// Returns the Elo that a player of these values lacks, whose best ones are `best`: `LOSS` for
    /// each square of a perturbation's distance.
    fn loss(descent: &[Parameter], values: &[i32], best: &[f64]) -> f64 {
        const LOSS: f64 = 6.0;
        let distances = descent
            .iter()
            .zip(values)
            .zip(best)
            .map(|((parameter, &value), best)| (f64::from(value) - best) / parameter.c_end);
        distances.map(|distance| LOSS * distance * distance).sum()
    }

    /// Plays a made-up pair of games: half of the games are drawn, the others are won by the
    /// logistic function of the difference in Elo.
    pub(in crate::spsa) fn pair(
        parameters: &[Parameter],
        iteration: &Iteration,
        best: &[f64],
    ) -> usize {
        let [ours, theirs] = &iteration.sides;
        let elo = loss(parameters, theirs, best) - loss(parameters, ours, best);
        let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut random = Random::new(iteration.seed);
        let mut game = || {
            let won = (random.below(1_000_000) as f64) < expected * 1e6;
            if random.below(2) == 0 { 1 } else { 2 * usize::from(won) }
        };
        game() + game()
    }

    /// Plays the whole run against made-up players.
    fn run(mut descent: Descent, best: &[f64]) -> Descent {
        let parameters = descent.parameters.clone();
        while !descent.is_finished() {
            descent.advance(|iteration| Ok(pair(&parameters, iteration, best))).unwrap();
        }
        descent
    }

    #[test]
    fn the_best_values_are_found_through_the_noise() {
        let best = [100.0 + 4.0 * 5.0, 30.0 - 4.0, -500.0 + 5.0 * 40.0];
        let descent = run(descent(20_000, 0.005), &best);
        for ((parameter, theta), best) in
            descent.parameters.iter().zip(&descent.progress.theta).zip(best)
        {
            let distance = (theta - best).abs() / parameter.c_end;
            assert!(distance < 1.0, "{}: {theta} instead of {best}", parameter.name);
        }
        let before: Vec<i32> = descent.parameters.iter().map(|parameter| parameter.start).collect();
        let now = loss(&descent.parameters, &descent.progress.rounded(), &best);
        assert!(now < 0.02 * loss(&descent.parameters, &before, &best), "{now}");
        assert_eq!(descent.progress.results.iter().sum::<u64>(), 20_000);
    }

    #[test]
    fn values_stay_in_their_ranges() {
        // Ten perturbations beyond the ranges.
        let far = [100.0 + 30.0 * 5.0, 30.0 - 30.0, -500.0 + 30.0 * 40.0];
        let mut descent = descent(2_000, 0.2);
        let parameters = descent.parameters.clone();
        let allowed = |values: &[i32]| {
            let each = parameters.iter().zip(values);
            each.for_each(|(it, value)| assert!((it.min..=it.max).contains(value), "{it}"));
        };
        while !descent.is_finished() {
            let play = |iteration: &Iteration| {
                iteration.sides.iter().for_each(|side| allowed(side));
                Ok(pair(&parameters, iteration, &far))
            };
            descent.advance(play).unwrap();
            allowed(&descent.progress.rounded());
        }
        let ends = [parameters[0].max, parameters[1].min, parameters[2].max].map(f64::from);
        let ends = ends.into_iter().zip(&descent.progress.theta).zip(&parameters);
        ends.for_each(|((end, theta), it)| {
            assert!((theta - end).abs() <= 2.0 * it.c_end, "{it}: {theta}");
        });
    }

    #[test]
    fn both_sides_are_as_far_apart_as_the_gains_say() {
        let mut descent = descent(1_000, 0.01);
        descent.progress.theta = vec![100.25, 30.5, -499.75];
        let mut sums = [0.0; 3];
        for k in 0..1_000 {
            let Iteration { sides: [up, down], directions, middle, .. } = descent.iteration(k);
            assert_eq!(middle, descent.progress.rounded());
            let size = 2.0 * descent.gains.perturbation(k);
            for (at, parameter) in descent.parameters.iter().enumerate() {
                let apart = f64::from(up[at] - down[at]) * directions[at];
                assert!((apart - size * parameter.c_end).abs() < 1.0, "{apart} in iteration {k}");
                sums[at] += f64::from(up[at] + down[at]) / 2.0;
            }
        }
        for (sum, theta) in sums.iter().zip(&descent.progress.theta) {
            assert!((sum / 1e3 - theta).abs() < 0.05, "{} on average for {theta}", sum / 1e3);
        }
    }

    #[test]
    fn a_batch_that_fails_takes_no_step() {
        let mut descent = descent(100, 0.01);
        descent.advance(|_| Ok(4)).unwrap();
        let before = descent.progress.clone();
        assert_eq!((before.pairs, before.results), (8, [0, 0, 0, 0, 8]));
        let seed = descent.iteration(11).seed;
        let play = |it: &Iteration| if it.seed == seed { anyhow::bail!("x") } else { Ok(4) };
        assert!(descent.advance(play).is_err());
        assert_eq!(descent.progress, before);
    }

    #[test]
    fn threads_change_nothing() {
        let best = [110.0, 28.0, -400.0];
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(descent(200, 0.1), &best)).progress
        };
        assert_eq!(on(1), on(3));
    }
}
