//! The judge of moves: what a move costs its side, and how bad that is.
//!
//! A centipawn score is turned into winning chances from -1, lost, to 1, won, by the curve that
//! lichess.org fitted to games of its players; a forced mate is certain. A move that lowers the
//! chances of its side by 0.1 is an inaccuracy, by 0.2 a mistake, by 0.3 a blunder: in points of
//! the expected result 5, 10 and 15 per cent. The average loss in centipawns looks at scores up to
//! ten pawns only, and takes a mate for ten pawns.
//!
//! The accuracy of a move, in per cent, follows from the winning chances in per cent, which are
//! `50 + 50 c` for the chances `c` above: with `w` of them lost it is
//! `103.1668 exp(-0.04354 w) - 3.1669`, and never below 0. That of a player is the mean of the
//! moves; lichess.org has another mean for a game, which weighs moves in unsettled positions more.
//!
//! Source: lichess.org, "Lichess Accuracy metric" (page `accuracy`), and the module `Advice` of its
//! server (Thibault Duplessis and others, 2023), whose rules for mates are others.
//!
//! ```
//! use engine::judge::{Cost, Judgement};
//!
//! let cost = Cost::new(20, -100); // of a move after which the opponent is a pawn ahead
//! assert_eq!(cost.centipawns, 120);
//! assert_eq!(cost.judgement.map(Judgement::glyph), Some("?"));
//! ```

use search::score::is_mate;

/// The steepness of the curve of chances, per centipawn.
const STEEPNESS: f64 = 0.003_682_08;

/// The curve of accuracy by lost winning chances in per cent: its height, its decay, and its
/// subtrahend.
const ACCURACY: (f64, f64, f64) = (103.166_8, 0.043_54, 3.166_9);

/// The per cent for each unit of winning chances from -1 to 1.
const PER_CENT: f64 = 50.0;

/// The largest score in the average loss, in centipawns; scores beyond it count as this one.
const CEILING: i32 = 1_000;

/// The severity of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the judgement of a move that lowers the winning chances, which are from -1 to 1, by
    /// `lost`; `None` if it is not bad.
    #[must_use]
    pub fn of(lost: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| lost >= judgement.threshold())
    }

    /// Returns whether the move was a mistake or a blunder.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        self != Self::Inaccuracy
    }

    /// Returns the least loss of expected points, from 0 to 1, for this judgement.
    #[must_use]
    pub fn points(self) -> f64 {
        self.threshold() / 2.0
    }

    /// Returns the least loss of winning chances for this judgement.
    const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.1,
            Self::Mistake => 0.2,
            Self::Blunder => 0.3,
        }
    }

    /// Returns the numeric annotation glyph of PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the sign behind the move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the word for the judgement.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Returns the winning chances of the side to move, from -1 to 1.
fn chances(score: i32) -> f64 {
    if is_mate(score) {
        return f64::from(score.signum());
    }
    2.0 / (1.0 + (-STEEPNESS * f64::from(score)).exp()) - 1.0
}

/// Returns the points that the side to move may expect by the curve of the judge, from 0 to 1.
#[must_use]
pub fn points(score: i32) -> f64 {
    0.5 + 0.5 * chances(score)
}

/// Returns a score as it counts in the average loss: a mate is the greatest.
fn bounded(score: i32) -> i32 {
    score.clamp(-CEILING, CEILING)
}

/// Returns the accuracy of a move that lowers the winning chances by `lost`: from 100, in per cent,
/// to 0.
fn accuracy(lost: f64) -> f64 {
    if lost <= 0.0 {
        return 100.0; // the published numbers are rounded, and give 99.9999
    }
    let (height, decay, less) = ACCURACY;
    (height * (-decay * PER_CENT * lost).exp() - less).max(0.0)
}

/// The cost of a move to its side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The lost winning chances, which are from -1 to 1: from 0 to 2.
    pub chances: f64,
    /// The loss in centipawns, from 0 to 2,000.
    pub centipawns: u32,
    /// The accuracy of the move in per cent, from 0 to 100.
    pub accuracy: f64,
    /// The judgement of the move; `None` unless it is bad.
    pub judgement: Option<Judgement>,
}

impl Cost {
    /// The cost of the best move: scores before and after it differ only by the depth at which each
    /// was found.
    pub const NONE: Self = Self { chances: 0.0, centipawns: 0, accuracy: 100.0, judgement: None };

    /// Returns the cost of a move. `best` is the score of the best move and `played` that of the
    /// move that was played, in the numbers of [`search::score`], both from the mover's view. A
    /// move that turned out better than the best one cost nothing.
    #[must_use]
    pub fn new(best: i32, played: i32) -> Self {
        let lost = (chances(best) - chances(played)).max(0.0);
        let centipawns = (bounded(best) - bounded(played)).try_into().unwrap_or(0);
        let (accuracy, judgement) = (accuracy(lost), Judgement::of(lost));
        Self { chances: lost, centipawns, accuracy, judgement }
    }
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn points_of_a_score_are_those_that_the_other_side_has_not() {
        assert_eq!([mated_in(3), 0, mate_in(1)].map(points), [0.0, 0.5, 1.0]);
        assert!((0.58..0.60).contains(&points(100)), "{}", points(100));
        assert!((points(100) + points(-100) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_loss_weighs_more_in_a_level_game() {
        let judged = |before, after| Cost::new(before, after).judgement;
        assert_eq!(judged(20, 0), None);
        assert_eq!(judged(20, -50), Some(Judgement::Inaccuracy));
        assert_eq!(judged(20, -100), Some(Judgement::Mistake));
        assert_eq!(judged(20, -200), Some(Judgement::Blunder));
        assert_eq!(judged(1_020, 800), None);
        assert_eq!(judged(-800, -1_020), None);
        assert_eq!(judged(0, 100), None, "better than the best move");
    }

    #[test]
    fn each_threshold_is_the_least_loss_of_its_judgement() {
        let signs = [(0.1, "", "?!"), (0.2, "?!", "?"), (0.3, "?", "??")];
        let sign = |lost| Judgement::of(lost).map_or("", Judgement::glyph);
        for ((threshold, below, at), judgement) in signs.into_iter().zip(Judgement::ALL) {
            assert_eq!((sign(threshold - 1e-9), sign(threshold)), (below, at));
            assert_eq!((judgement.glyph(), judgement.points()), (at, threshold / 2.0));
        }
        // The losses from a level game: 0.1 lies at 54.5 centipawns, 0.2 at 110.1, 0.3 at 168.1.
        let judged = |lost: i32| Cost::new(0, -lost).judgement.map_or("", Judgement::glyph);
        let signs = [54, 55, 110, 111, 168, 169].map(judged);
        assert_eq!(signs, ["", "?!", "?!", "?", "?", "??"]);
    }

    #[test]
    fn each_judgement_has_its_glyph_of_pgn_and_its_word() {
        let words = Judgement::ALL.map(|one| (one.nag(), one.name(), one.is_mistake()));
        assert_eq!(words, [(6, "inaccuracy", false), (2, "mistake", true), (4, "blunder", true)]);
    }

    #[test]
    fn the_best_move_costs_as_much_as_one_of_its_score() {
        assert_eq!(Cost::new(35, 35), Cost::NONE);
        assert_eq!(Cost::new(-800, 35), Cost::NONE, "better than the best move");
    }

    #[test]
    fn mates_are_certain() {
        let judged = |before, after| Cost::new(before, after).judgement;
        assert_eq!(judged(mate_in(1), mate_in(9)), None);
        assert_eq!(judged(mate_in(3), 200), Some(Judgement::Blunder));
        assert_eq!(judged(0, mated_in(4)), Some(Judgement::Blunder));
        assert_eq!(judged(-1_200, mated_in(4)), None);
        assert_eq!(Cost::new(mate_in(3), 400).centipawns, 600);
        assert_eq!(Cost::new(1_500, 1_100).centipawns, 0);
    }

    /// By a pocket calculator: 0 centipawns are 50 %, -100 are 40.897 %; the loss of 9.103 makes
    /// 103.1668 * 0.67279 - 3.1669. And so on.
    #[test]
    fn accuracy_is_that_of_the_published_formula() {
        let after = |before, after| Cost::new(before, after).accuracy;
        let expected = [
            ((0, -100), 66.2424),
            ((20, -50), 74.8083),
            ((300, 100), 48.2144),
            ((50, 40), 95.9741),
            ((mate_in(1), 0), 8.5303),
        ];
        for ((before, then), value) in expected {
            let found = after(before, then);
            assert!((found - value).abs() < 0.001, "{before}, then {then}: {found}");
        }
        assert_eq!(after(100, 100), 100.0);
        assert_eq!(after(0, 50), 100.0, "better than the best move");
        assert_eq!(after(mate_in(3), mated_in(4)), 0.0);
    }

    #[test]
    fn chances_mirror_and_rise() {
        for score in -2_000..2_000 {
            assert!((chances(score) + chances(-score)).abs() < 1e-12);
            assert!(chances(score) < chances(score + 1));
        }
    }
}
