//! How long to think: a soft limit, looked at between iterations, and a hard one.

use std::ops::RangeInclusive;
use std::time::Duration;

use movegen::Move;

use crate::limits::Limits;

/// The whole of a share. Shares of time are in per mille of something.
pub(crate) const WHOLE: u32 = 1_000;

/// Moves that a game is thought to last when no number is given.
const HORIZON: u32 = 26;

/// The share of its increment that a move may use if the rest of the game has no other time: part
/// of the increments of later moves, too, so that little is left unused at the end.
const GAME_INCREMENT_SHARE: u32 = 1_700;

/// The greatest share of the time left for the game that is the soft limit.
const SOFT_SHARE: u32 = 200;

/// The most moves to the next time control that time is saved for.
const MOST_MOVES_TO_GO: u32 = 40;

/// The share of its increment that a move may use before the next time control.
const INCREMENT_SHARE: u32 = 750;

/// The greatest share of the time left for the game that a move may use.
const MOST_OF_GAME: u32 = 600;

/// The greatest share of the time left for several moves that one move may use.
const MOST_OF_SEVERAL: u32 = 700;

/// The share of the time left that a move may use even if the overhead takes more.
const LEAST_SHARE: u32 = 125;

/// The share of its time that the only legal move uses.
const FORCED_SHARE: u32 = 100;

const HARD_FACTOR: u32 = 5;

/// Overheads of coming moves that the clock keeps in reserve: with less, one slow answer loses the
/// game.
const OVERHEADS: u32 = 5;

/// The shares of its time that a move uses after 0, 1, 2 … iterations in a row with the same best
/// move.
const STABILITY: [u32; 9] = [1_600, 1_500, 1_400, 1_300, 1_200, 1_100, 1_000, 900, 800];

/// The growth of a move's time, as a share, for each change of the best move; a change counts half
/// as much after each later iteration.
const CHANGE_SLOPE: u32 = 1_200;

/// The share of its time that a move would use while the score neither falls nor rises. It is below
/// [`TREND_RANGE`], so that a fall of a few centipawns counts nothing.
const TREND_BASE: i32 = 110;

/// The growth of that share for each centipawn that the score fell since the last move.
const MOVE_SLOPE: i32 = 45;

/// The growth of that share for each centipawn that the score fell since the last iteration.
const ITERATION_SLOPE: i32 = 22;

/// The ends of that share.
const TREND_RANGE: RangeInclusive<i32> = 500..=1_500;

/// The scores, in centipawns, between which a fall counts.
const OPEN_SCORES: RangeInclusive<i32> = -600..=600;

/// The share of its time that a move uses if the best move took none of the nodes.
const EFFORT_BASE: u32 = 2_190;

/// The amount by which that share is less if the best move took all of the nodes.
const EFFORT_SLOPE: u32 = 1_375;

/// Returns a share of a time. Like all arithmetic of clocks it saturates: a caller may pass any
/// clock.
fn share(time: Duration, share: u32) -> Duration {
    time.saturating_mul(share) / WHOLE
}

/// The findings of an iteration that matter for the time to spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IterationFinding {
    pub(crate) best: Move,
    pub(crate) score: i32,
    /// The share of the nodes that went to the best move, of [`WHOLE`].
    pub(crate) effort: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct TimeManager {
    soft: Option<Duration>,
    hard: Option<Duration>,
    last_score: Option<i32>,
    previous: Option<IterationFinding>,
    /// Iterations in a row with the same best move.
    stability: usize,
    /// Changes of the best move, in per mille, each halved by every later iteration.
    changes: u32,
}

impl TimeManager {
    /// Shares out the time of `limits`. A `forced` move needs hardly any. The score of the search
    /// for the last move tells whether the game has become worse.
    pub(crate) fn new(limits: &Limits, forced: bool, last_score: Option<i32>) -> Self {
        // However late it is, some of the time is used, and never more than there is.
        let usable = |time: Duration, losses: u32| {
            let lost = limits.move_overhead.saturating_mul(losses);
            time.saturating_sub(lost).max(share(time, LEAST_SHARE))
        };
        let mut manager = Self { hard: limits.movetime, last_score, ..Self::default() };
        if let Some(clock) = limits.time {
            let remaining = usable(clock.remaining, OVERHEADS);
            let increment = |part: u32| share(clock.increment, part);
            let (soft, most) = match clock.moves_to_go {
                Some(0 | 1) => (remaining, WHOLE),
                Some(moves) => {
                    let each = remaining / moves.min(MOST_MOVES_TO_GO);
                    (each.saturating_add(increment(INCREMENT_SHARE)), MOST_OF_SEVERAL)
                }
                None => {
                    let each = remaining / HORIZON;
                    let soft = each.saturating_add(increment(GAME_INCREMENT_SHARE));
                    (soft.min(share(remaining, SOFT_SHARE)), MOST_OF_GAME)
                }
            };
            let most = share(remaining, most);
            let soft = soft.min(most);
            let hard = soft.saturating_mul(HARD_FACTOR).min(most);
            manager.soft = Some(if forced { share(soft, FORCED_SHARE) } else { soft });
            manager.hard = Some(manager.hard.map_or(hard, |movetime| movetime.min(hard)));
        }
        manager
    }

    /// Returns the time after which the search stops wherever it is.
    pub(crate) fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Takes note of a finished iteration; the time after which no other one should begin. It
    /// shrinks while the same move stays best and takes most of the nodes, and grows when the best
    /// move changes and when the score falls. Few moves need much time, and most need little.
    pub(crate) fn after_iteration(&mut self, finding: IterationFinding) -> Option<Duration> {
        let open = |score: i32| score.clamp(*OPEN_SCORES.start(), *OPEN_SCORES.end());
        let fall =
            |before: Option<i32>| before.map_or(0, |before| open(before) - open(finding.score));
        self.changes /= 2;
        match self.previous {
            Some(previous) if previous.best == finding.best => self.stability += 1,
            Some(_) => (self.stability, self.changes) = (0, self.changes + WHOLE),
            None => (),
        }
        let stability = STABILITY[self.stability.min(STABILITY.len() - 1)];
        let changes = WHOLE + self.changes * CHANGE_SLOPE / WHOLE;
        let trend = TREND_BASE
            + MOVE_SLOPE * fall(self.last_score)
            + ITERATION_SLOPE * fall(self.previous.map(|previous| previous.score));
        let trend = trend.clamp(*TREND_RANGE.start(), *TREND_RANGE.end()) as u32;
        let effort = EFFORT_BASE - finding.effort.min(WHOLE) * EFFORT_SLOPE / WHOLE;
        self.previous = Some(finding);
        let scaled = [stability, changes, trend, effort].into_iter().fold(self.soft?, share);
        Some(self.hard.map_or(scaled, |hard| scaled.min(hard)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::TimeControl;
    use movegen::Square;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let time = TimeControl { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        Limits { time: Some(time), move_overhead: ms(10), ..Limits::default() }
    }

    fn finding(score: i32, effort: u32) -> IterationFinding {
        IterationFinding { best: Move::new(Square::E2, Square::E4), score, effort }
    }

    #[test]
    fn the_limits_fit_the_clock() {
        let cases = [
            // (remaining, increment, moves to go, soft, hard), all in milliseconds
            (2_050, 20, None, 110, 554),
            (60_050, 0, None, 2_307, 11_538),
            (10_050, 0, Some(10), 1_000, 5_000),
            (10_050, 0, Some(1), 10_000, 10_000),
            (10_050, 0, Some(2), 5_000, 7_000),
            (150, 10_000, None, 20, 60),
            (10_050, 1_000, Some(10), 1_750, 7_000),
            (98, 0, None, 1, 9),
            (48, 0, Some(1), 6, 6),
            (16, 0, None, 0, 0),
            (0, 0, None, 0, 0),
        ];
        for (remaining, increment, moves, soft, hard) in cases {
            let manager = TimeManager::new(&clock(remaining, increment, moves), false, None);
            let found = [manager.soft, manager.hard].map(|time| time.expect("a limit").as_millis());
            assert_eq!(found, [soft, hard], "{remaining} + {increment} / {moves:?}");
            assert!(manager.hard <= Some(ms(remaining)));
        }
    }

    /// Each field is as small as it can be, as large as `go` can make it, or larger.
    #[test]
    fn extreme_clocks_give_ordered_limits() {
        let times = [Duration::ZERO, ms(1), ms(i64::MAX as u64), ms(u64::MAX), Duration::MAX];
        let numbers = [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)];
        let scores = [None, Some(0), Some(i32::MIN), Some(i32::MAX)];
        let worst = |score| [finding(score, 0), finding(score, u32::MAX)];
        for (remaining, increment) in times.iter().flat_map(|t| times.map(|other| (*t, other))) {
            for (move_overhead, moves_to_go) in
                times.iter().flat_map(|t| numbers.map(|number| (*t, number)))
            {
                let time = Some(TimeControl { remaining, increment, moves_to_go });
                let limits = Limits { time, move_overhead, ..Limits::default() };
                for last_score in scores {
                    let mut manager = TimeManager::new(&limits, false, last_score);
                    assert!(manager.soft <= manager.hard, "{limits:?}");
                    assert!(manager.hard <= Some(remaining), "{limits:?}");
                    for finding in worst(i32::MIN).into_iter().chain(worst(i32::MAX)) {
                        assert!(manager.after_iteration(finding) <= manager.hard, "{limits:?}");
                    }
                }
            }
        }
        let long = TimeManager::new(&clock(i64::MAX as u64, 0, Some(1)), false, None);
        assert!(long.hard > Some(ms(u64::MAX >> 8)), "all of a long time may be used");
    }

    #[test]
    fn no_clock_is_no_limit_and_movetime_is_a_hard_one() {
        let free = TimeManager::new(&Limits::default(), false, None);
        assert_eq!((free.soft, free.hard), (None, None));
        let limits = Limits { movetime: Some(ms(100)), move_overhead: ms(10), ..Limits::default() };
        let fixed = TimeManager::new(&limits, false, None);
        assert_eq!((fixed.soft, fixed.hard), (None, Some(ms(100))), "no overhead is taken off");
        let limits = Limits { movetime: Some(ms(100)), ..clock(1_000, 0, None) };
        assert_eq!(TimeManager::new(&limits, false, None).hard(), Some(ms(100)));
    }

    #[test]
    fn a_settled_move_takes_less_time_and_a_falling_score_more() {
        let manager = TimeManager::new(&clock(60_010, 0, None), false, None);
        let mut steady = manager.clone();
        let mut last = steady.after_iteration(finding(10, 500));
        for _ in 0..6 {
            let next = steady.after_iteration(finding(10, 500));
            assert!(next < last);
            last = next;
        }
        let mut falling = steady.clone();
        assert!(
            falling.after_iteration(finding(-60, 500)) > steady.after_iteration(finding(10, 500))
        );
        // The score of the last move counts, too, but not beyond a win or a loss.
        let worse = |last_score| {
            let limits = clock(60_010, 0, None);
            TimeManager::new(&limits, false, last_score).after_iteration(finding(10, 500))
        };
        assert!(worse(Some(40)) > worse(Some(20)) && worse(Some(20)) > worse(None));
        assert_eq!(worse(Some(10)), worse(None));
        let lost = |last_score, score| {
            let limits = clock(60_010, 0, None);
            TimeManager::new(&limits, false, Some(last_score)).after_iteration(finding(score, 500))
        };
        assert_eq!(lost(3_000, 700), lost(700, 700));
        let mut sure = manager.clone();
        let mut unsure = manager.clone();
        assert!(sure.after_iteration(finding(0, 950)) < unsure.after_iteration(finding(0, 300)));
        let changed =
            IterationFinding { best: Move::new(Square::D2, Square::D4), ..finding(10, 500) };
        assert!(steady.clone().after_iteration(changed) > steady.after_iteration(finding(10, 500)));
        let mut restless = steady.clone();
        restless.after_iteration(changed);
        let again = restless.after_iteration(finding(10, 500));
        assert!(again > steady.clone().after_iteration(changed), "it has changed twice");
        assert!(TimeManager::new(&clock(60_010, 0, None), true, None).soft < manager.soft);
    }

    #[test]
    fn a_change_of_the_best_move_counts_half_as_much_after_each_iteration() {
        let manager = TimeManager::new(&clock(60_010, 0, None), false, None);
        let other =
            IterationFinding { best: Move::new(Square::D2, Square::D4), ..finding(10, 500) };
        let mut changed = manager.clone();
        changed.after_iteration(other);
        let mut steady = manager;
        // The change itself, and one, two, three iterations later.
        for changes in [1_000, 500, 250, 125] {
            let plain = steady.after_iteration(finding(10, 500)).expect("a clock");
            let more = changed.after_iteration(finding(10, 500)).expect("a clock");
            let expected = plain * (WHOLE + changes * CHANGE_SLOPE / WHOLE) / WHOLE;
            assert!(more.abs_diff(expected) < ms(1), "{changes}: {more:?}, expected {expected:?}");
        }
    }
    #[test]
    fn a_new_best_move_has_yet_to_prove_stable() {
        let manager = TimeManager::new(&clock(60_010, 0, None), false, None);
        let other = Move::new(Square::D2, Square::D4);
        let (mut changed, mut steady) = (manager.clone(), manager);
        for _ in 0..9 {
            changed.after_iteration(finding(10, 500));
        }
        for _ in 0..5 {
            let found = IterationFinding { best: other, ..finding(10, 500) };
            assert!(changed.after_iteration(found) >= steady.after_iteration(finding(10, 500)));
        }
    }
}
