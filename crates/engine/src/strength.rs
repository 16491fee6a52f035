//! A limited strength: fewer nodes for a move, and a draw among the best moves instead of the best
//! one.
//!
//! A level below the full one searches a number of nodes that grows by a constant factor from level
//! to level, for several lines. One of these is drawn, with a weight that falls exponentially with
//! its loss in expected points: the rule of choice of R. Duncan Luce (*Individual Choice Behavior*,
//! 1959) on exponential scales. The effect of a loss grows with the level, and with the distance of
//! the game from an even one: in a won position a level plays the best move that it sees, so it
//! makes progress, and a mate that it sees it plays. So a weak player sees little and is careless
//! while the game is open, makes small errors more often than large ones, and plays each game
//! differently. The first moves of a game are common ones, from a small book of lines.

mod candidates;
mod glance;
mod openings;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::RangeInclusive;

use movegen::Position;
use search::{Limits, Settings};
use zobrist_keys::SplitMix64;

use crate::book::{self, Choice};
pub(crate) use candidates::Candidates;
use glance::ReportedLine;

/// The levels of strength; the last one is the full strength.
pub const LEVELS: RangeInclusive<i64> = 0..=20;

/// Levels and their measured Elo; docs/strength.md describes the method. Up to 1400 the steps are
/// even in games between the levels, above by games against another engine. Between them Elo is
/// taken as linear.
const MEASURED: [(f64, f64); 9] = [
    (1.9, 600.0),
    (4.7, 800.0),
    (6.6, 1_000.0),
    (7.8, 1_200.0),
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

const NODES_FACTOR: f64 = 1.5;

/// The loss in expected points that divides a move's weight by e in an even position at level 0. It
/// falls to 0 at the full level, with the square of the levels between.
const CARELESSNESS: f64 = 0.2;

/// The centipawns that multiply the odds of a game by e, from loss to win: the network's scale.
const ODDS_SCALE: f64 = 250.0;

/// The carelessness below which there is no draw, in expected points.
const LEAST_CARELESSNESS: f64 = 1e-6;

/// The share of its moves that level 0 makes at a glance in an even position, without looking for
/// replies. It falls to 0 at [`LOOKS_FROM`], and like the carelessness near the end of the game.
const GLANCES: f64 = 0.3;

/// The level from which each move is searched: players of 1400 have bad plans, but hang few pieces.
const LOOKS_FROM: f64 = MEASURED[4].0;

/// The level from which each mate in sight is played; below it, one may be overlooked.
const MATES_FROM: f64 = MEASURED[1].0;

/// The chance that the lowest measured level, or one below it, overlooks the mates in its sight. It
/// falls to 0 at [`MATES_FROM`].
const MATES_OVERLOOKED: f64 = 0.2;

/// The lines of a search at level 0; their number falls to [`LEAST_LINES`] at the full level.
const MOST_LINES: f64 = 8.0;

/// The lines below which there is no choice.
const LEAST_LINES: f64 = 2.0;

/// The factor of a level's nodes against a bare king: there it searches one line, because mating
/// with a rook or a queen is technique, which players of 1000 know.
const TECHNIQUE: u64 = 6;

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

    /// Returns the measured Elo, interpolated between the measured levels; `None` below the lowest
    /// of them and above the highest.
    ///
    /// ```
    /// let elo = |level| engine::Strength::of_level(level, 0).and_then(|strength| strength.elo());
    /// assert_eq!([elo(0), elo(13), elo(20)], [None, Some(1_800), None]);
    /// ```
    #[must_use]
    pub fn elo(self) -> Option<i64> {
        let above = MEASURED.partition_point(|&(level, _)| level < self.level);
        let &(high, high_elo) = MEASURED.get(above)?;
        let &(low, low_elo) = MEASURED.get(above.checked_sub(1)?)?;
        let part = (self.level - low) / (high - low);
        Some((low_elo + (high_elo - low_elo) * part).round() as i64)
    }

    /// Returns the missing share of the way from level 0 to the full one.
    fn missing(self) -> f64 {
        1.0 - self.level / *LEVELS.end() as f64
    }

    fn nodes(self) -> u64 {
        (LEAST_NODES * NODES_FACTOR.powf(self.level)).round() as u64
    }

    fn lines(self) -> f64 {
        LEAST_LINES + (MOST_LINES - LEAST_LINES) * self.missing()
    }

    /// Returns the loss in expected points that divides a move's weight by e, where the best move
    /// has these expected points: all of [`CARELESSNESS`] in an even position, less and less the
    /// nearer the game is to its end.
    fn carelessness(self, best: f64) -> f64 {
        CARELESSNESS * (self.missing() * openness(best)).powi(2)
    }

    /// Returns whether the move of this position is chosen at a glance. A mate in sight is never
    /// passed over so, and nobody mates a bare king at a glance.
    fn glances(self, best: &ReportedLine, position: &Position) -> bool {
        let hasty = GLANCES * (1.0 - self.level / LOOKS_FROM).max(0.0);
        let chance = hasty * openness(expected_points(best.score.value()));
        !best.mates() && !against_bare_king(position) && self.fraction(position, 1) < chance
    }

    /// Returns the chance that this level overlooks the mates in its sight.
    fn mates_overlooked(self) -> f64 {
        let below = (MATES_FROM - self.level) / (MATES_FROM - MEASURED[0].0);
        MATES_OVERLOOKED * below.clamp(0.0, 1.0)
    }

    /// Limits the search of a position, and returns the number of lines for the draw: a whole
    /// number beside [`Self::lines`], the nearer one more often, so that no small step in the level
    /// is a large one in strength. Against a bare king there is one line, and more nodes.
    /// Tablebases stay closed, because with them the engine would play perfectly.
    pub(crate) fn limit(
        self,
        position: &Position,
        limits: &mut Limits,
        settings: &mut Settings,
    ) -> usize {
        let (nodes, lines) = if against_bare_king(position) {
            (TECHNIQUE * self.nodes(), 1)
        } else {
            let more = self.fraction(position, 0) < self.lines().fract();
            (self.nodes(), self.lines() as usize + usize::from(more))
        };
        limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
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

    /// Returns a number from 0 to, but not including, 1, for the decision of this number in a
    /// position.
    fn fraction(self, position: &Position, decision: usize) -> f64 {
        let mut random = self.random(position);
        for _ in 0..decision {
            random.next();
        }
        fraction(&mut random)
    }

    /// Draws one of a position's lines, best first, and returns its index.
    fn draw(self, lines: &[ReportedLine], position: &Position) -> usize {
        let overlooks = self.fraction(position, 2) < self.mates_overlooked();
        let plain = lines.iter().enumerate().filter(|&(number, line)| {
            let overlooked = overlooks && line.mates();
            !overlooked && (number == 0 || !line.promotes_below_a_queen())
        });
        let plain: Vec<(usize, f64)> =
            plain.map(|(number, line)| (number, expected_points(line.score.value()))).collect();
        let best = plain.iter().map(|&(_, points)| points).fold(0.0, f64::max);
        let carelessness = self.carelessness(best);
        let first = plain.first().map_or(0, |&(number, _)| number);
        if carelessness < LEAST_CARELESSNESS {
            return first;
        }
        let weight = |points: f64| ((points - best) / carelessness).exp();
        let sum: f64 = plain.iter().map(|&(_, points)| weight(points)).sum();
        let mut place = self.fraction(position, 3) * sum;
        for (number, points) in plain {
            place -= weight(points);
            if place < 0.0 {
                return number;
            }
        }
        first
    }
}

/// Returns a number from 0 to, but not including, 1.
fn fraction(random: &mut SplitMix64) -> f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS;
    (random.next() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

/// Returns the points that a player of this score may expect, from 0 for a loss to 1 for a win.
///
/// ```
/// assert_eq!(engine::expected_points(0), 0.5);
/// assert!((0.9..0.95).contains(&engine::expected_points(600)));
/// ```
#[must_use]
pub fn expected_points(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / ODDS_SCALE).exp())
}

/// Returns how open a game is in which the best move has these expected points: 1 if it is even,
/// and 0 if it is decided.
fn openness(best: f64) -> f64 {
    4.0 * best * (1.0 - best)
}

/// Returns whether the opponent of the side to move has nothing except a king.
fn against_bare_king(position: &Position) -> bool {
    position.color(!position.side_to_move()).count() == 1
}

#[cfg(test)]
mod tests {
    use movegen::{Move, PieceType, Square};
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn elo_is_between_its_levels_and_the_full_level_is_no_limit() {
        assert_eq!([20, 21].map(|level| Strength::of_level(level, 0)), [None; 2]);
        assert_eq!(Strength::of_level(-1, 7), Strength::of_level(0, 7));
        assert_eq!(Strength::of_level(0, 7), Some(Strength { level: 0.0, seed: 7 }));
        for (level, elo) in MEASURED {
            let found = Strength::of_elo(elo as i64, 0).level;
            assert!((found - level).abs() < 1e-9, "{elo}: {found}");
        }
        for pair in MEASURED.windows(2) {
            let ((low, low_elo), (high, high_elo)) = (pair[0], pair[1]);
            assert!(low < high && low_elo < high_elo);
            let middle = f64::midpoint(low_elo, high_elo).round() as i64;
            let level = Strength::of_elo(middle, 0).level;
            assert!((level - f64::midpoint(low, high)).abs() < 0.02, "{level}");
        }
        assert_eq!(Strength::of_elo(-1, 0).level, MEASURED[0].0);
    }

    #[test]
    fn the_elo_of_a_strength_is_the_one_it_was_made_from() {
        for elo in [601, 700, 1_000, 1_333, 2_080, 2_370] {
            assert_eq!(Strength::of_elo(elo, 0).elo(), Some(elo));
        }
        let elos: Vec<Option<i64>> =
            LEVELS.map(|level| Strength::of_level(level, 0)?.elo()).collect();
        assert_eq!(elos.iter().filter(|elo| elo.is_none()).count(), 3, "{elos:?}");
        assert!(elos[2..20].is_sorted_by(|low, high| low < high), "{elos:?}");
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

    fn lines(scores: &[i32]) -> Vec<ReportedLine> {
        let moves = Position::startpos().legal_moves();
        let line = |(&mv, &score): (&Move, &i32)| ReportedLine::of_move(mv, score);
        moves.iter().zip(scores).map(line).collect()
    }

    /// Returns how often each of the lines is drawn at a level, of 2,000 seeds.
    fn drawn(level: f64, lines: &[ReportedLine]) -> Vec<u32> {
        let mut counts = vec![0; lines.len()];
        for seed in 1..=2_000 {
            counts[Strength { level, seed }.draw(lines, &Position::startpos())] += 1;
        }
        counts
    }

    #[test]
    fn a_higher_level_searches_more_and_loses_less() {
        let scores = [40, 30, 0, -20, -90, -200, -400, mated_in(2)];
        let lines = lines(&scores);
        let mean_loss = |level| {
            let losses = scores.map(|score| expected_points(40) - expected_points(score));
            let counts = drawn(level, &lines);
            losses.iter().zip(counts).map(|(loss, count)| loss * f64::from(count)).sum::<f64>()
                / 2_000.0
        };
        let losses: Vec<f64> = [0.0, 5.0, 10.0, 15.0, 19.5].map(mean_loss).to_vec();
        assert!(losses.is_sorted_by(|more, less| more > less), "{losses:?}");
        assert!(losses[4] < 0.001 && losses[0] > 0.04, "{losses:?}");
        let strengths: Vec<Strength> =
            (0..20).filter_map(|level| Strength::of_level(level, 0)).collect();
        assert!(strengths.is_sorted_by(|low, high| low.nodes() < high.nodes()));
        assert!(strengths.is_sorted_by(|low, high| low.lines() >= high.lines()));
    }

    #[test]
    fn a_line_is_drawn_as_often_as_its_loss_says() {
        for score in [-100, -400, -800] {
            let weight = ((expected_points(score) - expected_points(0)) / CARELESSNESS).exp();
            let expected = 2_000.0 * weight / (1.0 + weight);
            let count = drawn(0.0, &lines(&[0, score]))[1];
            assert!((f64::from(count) - expected).abs() < 80.0, "{score}: {count}, {expected}");
        }
        let even = drawn(19.0, &lines(&[0, 0]));
        assert!(even.iter().all(|count| (900..1_100).contains(count)), "{even:?}");
    }

    #[test]
    fn a_level_plays_the_best_move_that_it_sees_once_the_game_is_decided() {
        let ahead = |score: i32| drawn(0.0, &lines(&[score, score - 50]))[1];
        let errors = [0, 300, 600, 1_000, 1_500].map(ahead);
        assert!(errors.is_sorted_by(|more, fewer| more > fewer || *fewer == 0), "{errors:?}");
        assert!(errors[0] > 600 && errors[3] < 100 && errors[4] == 0, "{errors:?}");
    }

    #[test]
    fn a_mate_in_sight_is_played_except_by_the_lowest_levels() {
        let mates = lines(&[mate_in(3), mate_in(5), 1_200, 900]);
        for level in [MATES_FROM, 6.6, 13.0, 19.0] {
            assert_eq!(drawn(level, &mates)[0], 2_000, "{level}");
        }
        let lowest = drawn(0.0, &mates);
        assert!((1_500..1_700).contains(&lowest[0]) && lowest[1] == 0, "{lowest:?}");
        let longest = lines(&[mated_in(6), mated_in(4), mated_in(2)]);
        assert_eq!(drawn(0.0, &longest)[0], 2_000, "the longest defence");
    }

    #[test]
    fn glances_become_rarer_with_the_level_and_with_a_decided_game() {
        let start = Position::startpos();
        let bare = Position::from_fen("8/8/8/4k3/8/8/8/R3K3 w - - 0 1").expect("legal");
        let glances = |level, score, position: &Position| {
            let best = ReportedLine::of_move(start.legal_moves()[0], score);
            let glances = |&seed: &u64| Strength { level, seed }.glances(&best, position);
            (1..=2_000).filter(glances).count()
        };
        let by_level = [0.0, 3.0, 5.7, 8.8, 13.0].map(|level| glances(level, 0, &start));
        assert!(by_level.is_sorted_by(|more, fewer| more > fewer || *more == 0), "{by_level:?}");
        assert!((540..660).contains(&by_level[0]) && by_level[3] == 0, "{by_level:?}");
        let by_score = [0, 300, 800, 2_000].map(|score| glances(0.0, score, &start));
        assert!(by_score.is_sorted_by(|more, fewer| more > fewer), "{by_score:?}");
        assert_eq!([glances(0.0, mate_in(3), &start), glances(0.0, 0, &bare)], [0; 2]);
    }

    #[test]
    fn a_promotion_is_to_a_queen_unless_the_search_holds_another_best() {
        let promotion = |kind| Move::promotion(Square::A7, Square::A8, kind);
        let mut promotions = lines(&[300, 290, 280]);
        promotions[0].pv = vec![promotion(PieceType::Queen)];
        promotions[1].pv = vec![promotion(PieceType::Rook)];
        let counts = drawn(0.0, &promotions);
        assert!(counts[1] == 0 && counts[2] > 0, "{counts:?}");
        promotions.swap(0, 1);
        assert!(drawn(0.0, &promotions)[0] > 0, "the best one");
        let king = promotions[2].pv[0];
        promotions[1].pv = vec![promotion(PieceType::Rook), king];
        promotions[2].pv = vec![king, promotion(PieceType::Rook)];
        let counts = drawn(0.0, &promotions);
        assert!(counts[1] == 0 && counts[2] > 0, "the first move alone counts: {counts:?}");
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
        let ends = [0.0, 20.0].map(|level| Strength { level, seed: 0 }.lines());
        assert_eq!(ends, [MOST_LINES, LEAST_LINES]);
    }

    #[test]
    fn against_a_bare_king_a_level_searches_one_line_with_six_times_the_nodes() {
        let bare = Position::from_fen("8/8/8/4k3/8/8/8/R3K3 w - - 0 1").expect("legal");
        for (level, asked) in [(0.0, None), (6.6, Some(1_000_000)), (19.0, None), (0.0, Some(50))] {
            let strength = Strength { level, seed: 3 };
            let mut limits = Limits { nodes: asked, ..Limits::default() };
            let lines = strength.limit(&bare, &mut limits, &mut Settings::default());
            let most = asked.unwrap_or(u64::MAX).min(6 * strength.nodes());
            assert_eq!((lines, limits.nodes), (1, Some(most)), "{level}");
        }
    }

    #[test]
    fn a_limited_strength_opens_no_tablebases() {
        let (mut limits, mut settings) = (Limits::default(), Settings::default());
        Strength { level: 3.0, seed: 5 }.limit(&Position::startpos(), &mut limits, &mut settings);
        assert_eq!(settings.tb_pieces, 0);
    }

    #[test]
    fn an_opening_is_of_a_game_that_has_come_to_it_from_the_start() {
        let (start, strength) = (Position::startpos(), Strength { level: 3.0, seed: 5 });
        let plies = [0, 1, 2].map(|plies| strength.opening(&start, plies).is_some());
        assert_eq!(plies, [true, false, false]);
    }

    #[test]
    fn draws_depend_on_seed_position_and_number_of_the_move_alone() {
        let (start, lines) = (Position::startpos(), lines(&[10, 5, 0, -5]));
        let draws = |position: &Position| -> Vec<usize> {
            let draw = |seed| Strength { level: 3.0, seed }.draw(&lines, position);
            (1..50).map(draw).collect()
        };
        assert_eq!(draws(&start), draws(&start));
        let after = start.make(start.parse_uci("e2e4").unwrap());
        assert_ne!(draws(&start), draws(&after));
        let later = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9");
        assert_ne!(draws(&start), draws(&later.expect("legal")));
        assert_eq!(Strength { level: 3.0, seed: 0 }.draw(&[], &start), 0, "nothing to draw");
        let number = |seed| Strength { level: 3.0, seed }.random(&start).next();
        assert_eq!(number(1), number(1));
        assert_ne!(number(0), number(0), "without a seed each draw is another");
    }
}
