//! A limited strength: fewer nodes for a move, and a draw among the best moves instead of the best
//! one.
//!
//! A level below the full one searches a number of nodes that grows by a constant factor from level
//! to level, for several lines. One of these is drawn, with a weight that falls exponentially with
//! its loss: the rule of choice of R. Duncan Luce (*Individual Choice Behavior*, 1959) on
//! exponential scales. The effect of a loss grows with the level. So a weak player sees little and
//! is careless, makes small errors more often than large ones, and plays each game differently. The
//! first moves of a game are common ones, from a small book of lines.

mod openings;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::RangeInclusive;
use std::time::Duration;

use movegen::{Move, Position};
use search::{Info, Limits, Outcome, Reporter, RootScore, Settings};
use zobrist_keys::SplitMix64;

use crate::book::{self, Choice};

/// The levels of strength; the last one is the full strength.
pub const LEVELS: RangeInclusive<i64> = 0..=20;

/// Levels and their measured Elo; docs/strength.md describes the method. Up to 1400 the steps are
/// even in games between the levels, above by games against another engine. Between them Elo is
/// taken as linear.
const MEASURED: [(f64, f64); 9] = [
    (0.0, 600.0),
    (3.0, 800.0),
    (5.7, 1_000.0),
    (7.5, 1_200.0),
    (8.8, 1_400.0),
    (13.0, 1_800.0),
    (15.0, 2_080.0),
    (17.0, 2_210.0),
    (19.0, 2_370.0),
];

/// The Elo that a user can ask for: that of the lowest and of the highest measured level.
pub const ELO_RANGE: RangeInclusive<i64> =
    MEASURED[0].1 as i64..=MEASURED[MEASURED.len() - 1].1 as i64;

/// The nodes of a move at level 0.
const LEAST_NODES: f64 = 40.0;

/// The factor of the nodes from a level to the next.
const NODES_FACTOR: f64 = 1.5;

/// The loss in centipawns that divides a move's weight by e at level 0. It falls to 0 at the full
/// level, with the square of the levels between.
const CARELESSNESS: f64 = 210.0;

/// The lines of a search at level 0; their number falls to [`LEAST_LINES`] at the full level.
const MOST_LINES: f64 = 8.0;

/// The lines below which there is no choice.
const LEAST_LINES: f64 = 2.0;

/// The score beyond which all are equally won, or lost, in centipawns.
const DECIDED: i32 = 1_500;

/// The worth of a mate above [`DECIDED`], in centipawns; each move to the mate subtracts one.
const MATE_BONUS: i32 = 300;

/// A strength below the full one, by level or by Elo.
///
/// ```
/// use engine::{ELO_RANGE, Engine, Game, LEVELS, Request, Strength};
///
/// assert_eq!(Strength::of_level(*LEVELS.end(), 0), None, "the full strength");
/// assert_eq!(Strength::of_elo(9_999, 7), Strength::of_elo(*ELO_RANGE.end(), 7));
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// let strength = Some(Strength::of_elo(1_000, 7));
/// let request = Request { strength, ..Request::default() };
/// let answer = engine.play(&Game::default(), &request, &mut |_| ());
/// assert!(answer.outcome.best.is_some() && answer.outcome.nodes < 10_000);
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The level, from 0 to, but not including, the full level.
    level: f64,
    /// The seed of the draws; 0 gives each draw a random one.
    seed: u64,
}

impl Strength {
    /// Returns the strength of a level; `None` for the last of [`LEVELS`] and above it. A level
    /// below the first counts as the first. With a `seed` other than 0 the draws of a game can be
    /// repeated; 0 makes them random.
    #[must_use]
    pub fn of_level(level: i64, seed: u64) -> Option<Self> {
        let level = level.max(*LEVELS.start());
        (level < *LEVELS.end()).then_some(Self { level: level as f64, seed })
    }

    /// Returns the strength of this Elo, clamped to [`ELO_RANGE`], interpolated between the
    /// measured levels. The `seed` is that of [`of_level`](Self::of_level).
    #[must_use]
    pub fn of_elo(elo: i64, seed: u64) -> Self {
        let elo = (elo as f64).clamp(MEASURED[0].1, MEASURED[MEASURED.len() - 1].1);
        let above = MEASURED.partition_point(|&(_, of_level)| of_level < elo).max(1);
        let ((low, low_elo), (high, high_elo)) = (MEASURED[above - 1], MEASURED[above]);
        Self { level: low + (high - low) * (elo - low_elo) / (high_elo - low_elo), seed }
    }

    /// Returns the missing share of the way from level 0 to the full one.
    fn missing(self) -> f64 {
        1.0 - self.level / *LEVELS.end() as f64
    }

    /// Returns the nodes of a move.
    fn nodes(self) -> u64 {
        (LEAST_NODES * NODES_FACTOR.powf(self.level)).round() as u64
    }

    /// Returns the number of lines of a draw, on average.
    fn lines(self) -> f64 {
        LEAST_LINES + (MOST_LINES - LEAST_LINES) * self.missing()
    }

    /// Returns the loss in centipawns that divides a move's weight by e.
    fn carelessness(self) -> f64 {
        CARELESSNESS * self.missing().powi(2)
    }

    /// Limits the search of a position, and returns the number of lines for the draw: a whole
    /// number beside [`Self::lines`], the nearer one more often, so that no small step in the level
    /// is a large one in strength. Tablebases stay closed, because with them the engine would
    /// play perfectly.
    pub(crate) fn limit(
        self,
        position: &Position,
        limits: &mut Limits,
        settings: &mut Settings,
    ) -> usize {
        let nodes = self.nodes();
        limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
        let more = fraction(&mut self.random(position)) < self.lines().fract();
        let lines = self.lines() as usize + usize::from(more);
        settings.multi_pv = settings.multi_pv.max(lines);
        settings.tb_pieces = 0;
        lines
    }

    /// Draws a move of the built-in openings, if the game began at the start position and has come
    /// to one of theirs after `plies` plies.
    pub(crate) fn opening(self, position: &Position, plies: usize) -> Option<Choice> {
        if plies != openings::plies(position) {
            return None;
        }
        book::draw(&openings::moves(position), self.random(position).next())
    }

    /// Returns the source of a draw in a position. With a seed it depends on the seed, the
    /// position's key and the number of the move: if all are the same, so is the draw.
    fn random(self, position: &Position) -> SplitMix64 {
        match self.seed {
            0 => SplitMix64::new(RandomState::new().hash_one(0)),
            seed => {
                let moves = u64::from(position.fullmove_number());
                SplitMix64::new(seed.rotate_left(32) ^ position.key() ^ moves)
            }
        }
    }

    /// Draws one of the scores of a position's lines, best first, and returns its index.
    fn draw(self, scores: &[i32], position: &Position) -> usize {
        let mut random = self.random(position);
        // The first number has decided how many lines there are.
        random.next();
        let best = scores.iter().copied().max().map_or(0, worth);
        let weight = |score: i32| (f64::from(worth(score) - best) / self.carelessness()).exp();
        let sum: f64 = scores.iter().map(|&score| weight(score)).sum();
        let mut place = fraction(&mut random) * sum;
        for (number, &score) in scores.iter().enumerate() {
            place -= weight(score);
            if place < 0.0 {
                return number;
            }
        }
        0
    }
}

/// Returns a number from 0 to, but not including, 1.
fn fraction(random: &mut SplitMix64) -> f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS;
    (random.next() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

/// Returns a score for the draw: differences beyond a decided game do not matter, but a mate is
/// better than a won game, and a near mate better than a far one.
fn worth(score: i32) -> i32 {
    match search::score::mate_distance_moves(score) {
        Some(moves) if moves > 0 => DECIDED + (MATE_BONUS - moves).max(0),
        Some(moves) => -DECIDED - (MATE_BONUS + moves).max(0),
        None => score.clamp(-DECIDED, DECIDED),
    }
}

/// A reporter that passes on the requested lines, and keeps those of the last report: for the draw
/// if strength is limited, and for an answer if the search fails.
pub(crate) struct Candidates<'a, R> {
    /// The strength, if it is limited, and the number of lines for its draw.
    strength: Option<(Strength, usize)>,
    pub(crate) reporter: &'a mut R,
    /// The number of requested lines.
    shown: usize,
    /// The lines of the last report.
    lines: Vec<ReportedLine>,
}

/// A reported line.
struct ReportedLine {
    pv: Vec<Move>,
    score: RootScore,
    /// Depth and greatest depth, in plies.
    depths: [u32; 2],
    nodes: u64,
    elapsed: Duration,
    hashfull: u32,
}

impl<'a, R: Reporter> Candidates<'a, R> {
    /// Creates a reporter that passes on the first `shown` lines.
    pub(crate) fn new(
        strength: Option<(Strength, usize)>,
        reporter: &'a mut R,
        shown: usize,
    ) -> Self {
        Self { strength, reporter, shown, lines: Vec::new() }
    }

    /// Returns the answer of a search that has failed: the best line of the last report, or any
    /// legal move of the position.
    pub(crate) fn fallback(&self, position: &Position) -> Outcome {
        let mut outcome = Outcome::default();
        match self.lines.first() {
            Some(line) if !line.pv.is_empty() => {
                (outcome.best, outcome.ponder) = (Some(line.pv[0]), line.pv.get(1).copied());
                (outcome.score, outcome.depth) = (line.score.value, line.depths[0]);
                (outcome.nodes, outcome.pv) = (line.nodes, line.pv.clone());
            }
            _ => outcome.best = position.legal_moves().first().copied(),
        }
        outcome
    }

    /// Draws a line if strength is limited, makes it the answer, and reports it last if it is not
    /// the best one.
    pub(crate) fn answer(self, position: &Position, outcome: &mut Outcome) {
        let Some((strength, lines)) = self.strength else { return };
        let candidates = self.lines.iter().take(lines);
        let scores: Vec<i32> = candidates.map(|line| line.score.value).collect();
        let drawn = strength.draw(&scores, position);
        let Some(line) = self.lines.get(drawn).filter(|_| drawn > 0) else { return };
        (outcome.best, outcome.ponder) = (line.pv.first().copied(), line.pv.get(1).copied());
        outcome.score = line.score.value;
        outcome.pv.clone_from(&line.pv);
        let mut info = Info::new(line.score, &line.pv);
        [info.depth, info.sel_depth] = line.depths;
        (info.nodes, info.elapsed, info.hashfull) = (line.nodes, line.elapsed, line.hashfull);
        self.reporter.iteration(&info);
    }
}

impl<R: Reporter> Reporter for Candidates<'_, R> {
    fn iteration(&mut self, info: &Info<'_>) {
        // The lines of a depth are reported together, the best first.
        self.lines.truncate(info.multi_pv - 1);
        self.lines.push(ReportedLine {
            pv: info.pv.to_vec(),
            score: info.score,
            depths: [info.depth, info.sel_depth],
            nodes: info.nodes,
            elapsed: info.elapsed,
            hashfull: info.hashfull,
        });
        if self.strength.is_none() || info.multi_pv <= self.shown {
            self.reporter.iteration(info);
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        self.reporter.current_move(depth, mv, number);
    }
}

#[cfg(test)]
mod tests {
    use search::Silent;
    use search::score::{mate_in, mated_in};
    use tt_core::Bound;

    use super::*;

    #[test]
    fn elo_is_between_its_levels_and_the_full_level_is_no_limit() {
        assert_eq!([20, 21].map(|level| Strength::of_level(level, 0)), [None; 2]);
        assert_eq!(Strength::of_level(-1, 7), Strength::of_level(0, 7));
        assert_eq!(Strength::of_level(0, 7), Some(Strength { level: 0.0, seed: 7 }));
        for (level, elo) in MEASURED {
            assert_eq!(Strength::of_elo(elo as i64, 0).level, level);
        }
        for pair in MEASURED.windows(2) {
            let ((low, low_elo), (high, high_elo)) = (pair[0], pair[1]);
            assert!(low < high && low_elo < high_elo);
            let middle = f64::midpoint(low_elo, high_elo).round() as i64;
            let level = Strength::of_elo(middle, 0).level;
            assert!((level - f64::midpoint(low, high)).abs() < 0.02, "{level}");
        }
        assert_eq!(Strength::of_elo(-1, 0).level, 0.0);
    }

    #[test]
    fn fractions_fill_the_interval_below_one() {
        let mut random = SplitMix64::new(1);
        let mut tenths = [0; 10];
        for _ in 0..10_000 {
            tenths[(10.0 * fraction(&mut random)) as usize] += 1;
        }
        assert!(tenths.iter().all(|count| (850..1_150).contains(count)), "{tenths:?}");
    }

    #[test]
    fn a_higher_level_searches_more_and_loses_less() {
        let position = Position::startpos();
        let scores = [40, 30, 0, -20, -90, -200, -400, mated_in(2)];
        let mean_loss = |level| {
            let loss = |seed| {
                let strength = Strength { level, seed };
                40 - worth(scores[strength.draw(&scores, &position)])
            };
            (1..=2_000).map(loss).sum::<i32>() / 2_000
        };
        let losses: Vec<i32> = [0.0, 5.0, 10.0, 15.0, 19.5].map(mean_loss).to_vec();
        assert!(losses.is_sorted_by(|more, less| more > less), "{losses:?}");
        assert_eq!(losses[4], 0);
        assert!(losses[0] > 40, "{losses:?}");
        let strengths: Vec<Strength> =
            (0..20).filter_map(|level| Strength::of_level(level, 0)).collect();
        assert!(strengths.is_sorted_by(|low, high| low.nodes() < high.nodes()));
        assert!(strengths.is_sorted_by(|low, high| low.lines() >= high.lines()));
    }

    #[test]
    fn a_small_step_in_the_level_is_a_small_one_in_the_lines() {
        let position = Position::startpos();
        let mean = |level| {
            let lines = |seed| {
                let (mut limits, mut settings) = (Limits::default(), Settings::default());
                Strength { level, seed }.limit(&position, &mut limits, &mut settings) as f64
            };
            (1..=4_000).map(lines).sum::<f64>() / 4_000.0
        };
        for level in [0.0, 5.0, 8.3, 8.4, 12.1, 19.9] {
            let expected = Strength { level, seed: 0 }.lines();
            assert!((mean(level) - expected).abs() < 0.05, "{level}: {expected}");
        }
    }

    #[test]
    fn draws_depend_on_seed_and_position_alone() {
        let (start, scores) = (Position::startpos(), [10, 5, 0, -5]);
        let draws = |position: &Position| -> Vec<usize> {
            let draw = |seed| Strength { level: 3.0, seed }.draw(&scores, position);
            (1..50).map(draw).collect()
        };
        assert_eq!(draws(&start), draws(&start));
        let after = start.make(start.parse_uci("e2e4").unwrap());
        assert_ne!(draws(&start), draws(&after));
        assert_eq!(Strength { level: 3.0, seed: 0 }.draw(&[], &start), 0, "nothing to draw");
    }

    #[test]
    fn a_search_that_failed_is_answered_by_the_last_report_or_any_move() {
        let start = Position::startpos();
        let mv = start.parse_uci("e2e4").expect("a legal move");
        let reply = start.make(mv).parse_uci("c7c5").expect("a legal move");
        let mut silent = Silent;
        let mut candidates = Candidates::new(None, &mut silent, 1);
        let any = candidates.fallback(&start);
        assert!(any.best.is_some_and(|mv| start.is_legal(mv)));
        candidates.iteration(&Info::new(RootScore::new(30, Bound::Exact), &[mv, reply]));
        let last = candidates.fallback(&start);
        assert_eq!((last.best, last.ponder, last.score), (Some(mv), Some(reply), 30));
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("legal");
        assert_eq!(Candidates::new(None, &mut Silent, 1).fallback(&mated).best, None);
    }

    #[test]
    fn a_mate_is_worth_more_than_any_game_and_a_near_one_most() {
        let ordered =
            [mated_in(2), mated_in(8), -9_000, -20, 0, 1_400, 9_000, mate_in(9), mate_in(3)];
        let worths = ordered.map(worth);
        assert!(worths.is_sorted(), "{worths:?}");
        assert!(worths[0] < worths[1] && worths[7] < worths[8]);
    }
}
