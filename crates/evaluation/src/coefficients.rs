//! [`Coefficients`]: an evaluation as a function of the weights, for a tuner.

use movegen::{Color, Position};

use crate::hand_crafted::evaluate_afresh;
use crate::score::Score;
use crate::term::Term;
use crate::terms::{initiative, king_safety};
use crate::tracer::Tracer;
use crate::verdict::{Scales, Verdict};
use crate::weights::Weights;

/// The counts of each weight in the evaluation of one position.
///
/// With `w` the weights by index, the evaluation from White's side is exactly
///
/// ```text
/// terms = Σ linear · w  −  penalty(Σ danger[White] · w)  +  penalty(Σ danger[Black] · w)
/// score = terms  +  change(terms, Σ initiative · w)
/// mg    = score.mg · middle_game_scale / FULL_SCALE
/// eg    = score.eg · scale / FULL_SCALE
/// value = (mg · phase  +  eg · (FULL_PHASE − phase)) / FULL_PHASE
/// ```
///
/// in exact fractions until the last division, which truncates. [`danger_penalty`] and
/// [`initiative_change`] are the only parts that are not linear.
///
/// [`danger_penalty`]: crate::danger_penalty
/// [`initiative_change`]: crate::initiative_change
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coefficients {
    /// Index of a weight, and White's count less Black's; only counts other than 0.
    pub linear: Vec<(usize, i32)>,
    /// Index of a weight, and its count in the danger units of White's and of Black's king.
    pub danger: [Vec<(usize, i32)>; 2],
    /// Index of a weight, and its count in the units of initiative.
    pub initiative: Vec<(usize, i32)>,
    /// The phase of the game, 0 to [`FULL_PHASE`](crate::FULL_PHASE).
    pub phase: i32,
    /// The part of the end game that counts, 0 to [`FULL_SCALE`](crate::FULL_SCALE).
    pub scale: i32,
    /// The part of the middle game that counts, 0 to [`FULL_SCALE`](crate::FULL_SCALE): all,
    /// except in endings that pawns no longer decide.
    pub middle_game_scale: i32,
}

impl Coefficients {
    /// Returns the value under other weights, given in the order of [`Weights::as_flat`], in
    /// centipawns from White's side. The scales stay those of the recorded evaluation.
    ///
    /// # Panics
    /// If `flat` is shorter than [`Weights::COUNT`].
    pub fn value(&self, flat: &[Score]) -> i32 {
        let sum = |counts: &[(usize, i32)]| -> Score {
            counts.iter().map(|&(index, count)| flat[index] * count).sum()
        };
        let [white, black] = [0, 1].map(|side| king_safety::penalty(sum(&self.danger[side])));
        let terms = sum(&self.linear) - white + black;
        let score = terms + initiative::change(terms, sum(&self.initiative));
        let scales = Scales { middle_game: self.middle_game_scale, end_game: self.scale };
        Verdict { score, phase: self.phase, scales }.value()
    }
}

/// Records how often each weight counts in the evaluation of `position` under `weights`.
///
/// The counts depend on the position alone; the scales depend also on which side leads. So a tuner
/// evaluates each position of its data once, and works on the counts from then on:
///
/// ```
/// use evaluation::movegen::Position;
/// use evaluation::{Score, Weights, coefficients};
///
/// // White has the pair of bishops and, as each side once, castling on both wings.
/// let fen = "r3k2r/pppppppp/2nnb3/8/8/2BBN3/PPPPPPPP/R3K2R w KQkq - 0 1";
/// let counted = coefficients(&Position::from_fen(fen)?, &Weights::default());
/// let named = |name: &str| Weights::names().iter().position(|other| other == name).unwrap();
/// let count = |name| counted.linear.iter().find(|&&(index, _)| index == named(name));
/// assert_eq!(count("bishop_pair").unwrap().1, 1);
/// assert_eq!(count("castling_right"), None, "what both sides have cancels");
///
/// // What the evaluation would be if the pair of bishops were worth 12 centipawns more.
/// let mut flat = Weights::default().as_flat();
/// let before = counted.value(&flat);
/// flat[named("bishop_pair")] += Score::new(12, 12);
/// assert_eq!(counted.value(&flat), before + 12);
/// # Ok::<(), evaluation::movegen::FenError>(())
/// ```
pub fn coefficients(position: &Position, weights: &Weights) -> Coefficients {
    let mut recorder = Recorder::new(weights);
    let verdict = evaluate_afresh(position, weights, &mut recorder);
    recorder.finish(&verdict)
}

/// A tracer that counts by the index of the weight.
struct Recorder<'w> {
    weights: &'w Weights,
    linear: Vec<i32>,
    danger: [Vec<i32>; 2],
    initiative: Vec<i32>,
}

impl<'w> Recorder<'w> {
    fn new(weights: &'w Weights) -> Self {
        let zeros = || vec![0; Weights::COUNT];
        Self { weights, linear: zeros(), danger: [zeros(), zeros()], initiative: zeros() }
    }

    fn finish(self, verdict: &Verdict) -> Coefficients {
        let sparse = |counts: Vec<i32>| -> Vec<(usize, i32)> {
            counts.into_iter().enumerate().filter(|&(_, count)| count != 0).collect()
        };
        let danger = self.danger.map(sparse);
        let Scales { middle_game, end_game } = verdict.scales;
        Coefficients {
            linear: sparse(self.linear),
            danger,
            initiative: sparse(self.initiative),
            phase: verdict.phase,
            scale: end_game,
            middle_game_scale: middle_game,
        }
    }
}

impl Tracer for Recorder<'_> {
    fn weight(&mut self, _: Term, color: Color, weight: &Score, count: i32) {
        let count = if color == Color::White { count } else { -count };
        self.linear[self.weights.index_of(weight)] += count;
    }

    fn danger_unit(&mut self, color: Color, weight: &Score, count: i32) {
        self.danger[color.index()][self.weights.index_of(weight)] += count;
    }

    fn danger_total(&mut self, _: Color, _: Score) {}

    fn initiative_unit(&mut self, weight: &Score, count: i32) {
        self.initiative[self.weights.index_of(weight)] += count;
    }

    fn initiative_total(&mut self, _: Score) {}
}
