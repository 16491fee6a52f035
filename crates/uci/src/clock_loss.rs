//! The time that a player's clock loses beyond what its engine used: pipes, a slow GUI, a loaded
//! machine that wakes the engine late.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use search::{Clock, MonotonicClock, TimeControl};

/// The largest loss: beyond it a clock was set by hand, or the game is another one.
const MOST: Duration = Duration::from_secs(1);

/// The share of a loss that still counts one move later, as numerator and denominator.
const FADING: (u32, u32) = (7, 8);

/// The factor from the expected loss to the overhead of a move. With 80 ms a move between the
/// engine and the clock, at 5+0.05, a factor of one lost 34 of 40 games by the clock, a factor of
/// four lost 2; a fixed overhead of 10 ms lost 25 of 30.
const RESERVE: u32 = 4;

/// The losses of one game, computed from the clocks that come with each `go`.
#[derive(Debug, Default)]
pub(crate) struct ClockLoss {
    last: Option<Turn>,
    expected: Duration,
}

#[derive(Debug)]
struct Turn {
    clock: TimeControl,
    /// The plies of the game before the move.
    plies: usize,
    used: Used,
}

/// The time that a move took, known once it is answered.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    started: MonotonicClock,
    time: Arc<OnceLock<Duration>>,
}

impl Used {
    /// Notes that the move is answered now.
    pub(crate) fn answered(&self) {
        self.time.get_or_init(|| self.started.elapsed());
    }
}

impl ClockLoss {
    /// Returns the overhead to expect of the next move. It compares `clock`, at the head of a move
    /// after `plies` plies, with the time that the move before left. A position of another game, or
    /// a new time control, has nothing to compare.
    pub(crate) fn expect(&mut self, clock: TimeControl, plies: usize) -> Duration {
        self.expected = self.expected * FADING.0 / FADING.1;
        if let Some(Turn { clock: before, plies: then, used }) = self.last.take()
            && plies == then + 2
            && clock.moves_to_go.is_none_or(|moves| Some(moves) < before.moves_to_go)
            && let Some(&used) = used.time.get()
        {
            let left = before.remaining.saturating_add(before.increment).saturating_sub(used);
            let loss = left.saturating_sub(clock.remaining);
            if loss <= MOST {
                self.expected = self.expected.max(loss);
            }
        }
        self.expected * RESERVE
    }

    /// Notes that the move with this clock, after `plies` plies, began to be thought about.
    pub(crate) fn begin(
        &mut self,
        clock: TimeControl,
        plies: usize,
        started: MonotonicClock,
    ) -> Used {
        let used = Used { started, time: Arc::default() };
        self.last = Some(Turn { clock, plies, used: used.clone() });
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(remaining: u64) -> TimeControl {
        TimeControl { remaining: ms(remaining), increment: ms(100), moves_to_go: None }
    }

    /// Plays a move of 50 ms with a second on the clock; `later` is the clock of the next `go`.
    fn after_a_move(losses: &mut ClockLoss, later: TimeControl, plies: usize) -> Duration {
        let used = losses.begin(clock(1_000), 10, MonotonicClock::start());
        used.time.set(ms(50)).expect("not answered yet");
        losses.expect(later, plies)
    }

    #[test]
    fn a_loss_is_what_the_clock_lacks_and_fades() {
        let mut losses = ClockLoss::default();
        assert_eq!(losses.expect(clock(1_000), 10), ms(0));
        assert_eq!(after_a_move(&mut losses, clock(1_050), 12), ms(0));
        assert_eq!(after_a_move(&mut losses, clock(970), 12), ms(80) * RESERVE);
        assert_eq!(after_a_move(&mut losses, clock(1_040), 12), ms(70) * RESERVE);
        assert_eq!(after_a_move(&mut losses, clock(850), 12), ms(200) * RESERVE);
        // No move was made in between.
        assert_eq!(losses.expect(clock(500), 14), ms(175) * RESERVE);
    }

    #[test]
    fn another_game_a_clock_set_anew_and_a_new_period_say_nothing() {
        let mut losses = ClockLoss::default();
        assert_eq!(after_a_move(&mut losses, clock(970), 13), ms(0));
        let before = TimeControl { remaining: ms(5_000), ..clock(0) };
        losses.begin(before, 10, MonotonicClock::start()).answered();
        assert_eq!(losses.expect(clock(10), 12), ms(0), "more than a second");
        let (mut exact, used) = (ClockLoss::default(), ms(100));
        exact.begin(before, 10, MonotonicClock::start()).time.set(used).expect("not answered yet");
        assert_eq!(exact.expect(clock(4_000), 12), ms(1_000) * RESERVE, "a second counts");
        assert_eq!(after_a_move(&mut losses, clock(5_000), 12), ms(0));
        let period = TimeControl { moves_to_go: Some(40), ..clock(970) };
        assert_eq!(after_a_move(&mut losses, period, 12), ms(0));
        losses.begin(clock(1_000), 10, MonotonicClock::start());
        assert_eq!(losses.expect(clock(900), 12), ms(0), "nothing was answered");
    }

    #[test]
    fn the_longest_clocks_lose_nothing() {
        let mut losses = ClockLoss::default();
        for longest in [ms(i64::MAX as u64), ms(u64::MAX), Duration::MAX] {
            let clock =
                TimeControl { remaining: longest, increment: longest, ..TimeControl::default() };
            losses.begin(clock, 10, MonotonicClock::start()).answered();
            assert_eq!(losses.expect(clock, 12), ms(0), "{longest:?}");
        }
    }

    #[test]
    fn the_time_of_a_move_ends_with_its_answer() {
        let used = ClockLoss::default().begin(clock(1_000), 0, MonotonicClock::start());
        assert_eq!(used.time.get(), None);
        used.answered();
        let time = used.time.get().copied();
        used.answered();
        assert!(time.is_some() && used.time.get().copied() == time);
    }
}
