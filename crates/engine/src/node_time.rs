//! Time that passes with the nodes of the search, so that a game by the clock is the same on a busy
//! machine.
//!
//! As in Stockfish, the first clock of a game, in milliseconds, becomes a budget of nodes. Each
//! move subtracts the nodes of its search, and adds its increment. Later clocks do not count.

use std::num::NonZero;
use std::time::Duration;

use search::{Clock, Limits};

/// A clock that passes by nodes for limits, and by another clock for reports.
pub(crate) struct NodeClock<'a> {
    pub(crate) reports: &'a dyn Clock,
    /// The nodes of a millisecond; 0 if limits use the system's clock, too.
    pub(crate) rate: u64,
}

impl Clock for NodeClock<'_> {
    fn elapsed(&self) -> Duration {
        self.reports.elapsed()
    }

    fn elapsed_at(&self, nodes: &dyn Fn() -> u64) -> Duration {
        match NonZero::new(self.rate) {
            Some(rate) => Duration::from_millis(nodes() / rate),
            None => self.reports.elapsed_at(nodes),
        }
    }

    fn has_started(&self) -> bool {
        self.reports.has_started()
    }

    fn ask(&self, nodes: &dyn Fn() -> u64) -> bool {
        self.reports.ask(nodes)
    }
}

/// The nodes that a game has left.
#[derive(Debug, Default)]
pub(crate) struct NodeBudget(Option<u64>);

impl NodeBudget {
    /// Replaces the clock of a move by the rest of the budget; sets the budget if the game has none
    /// yet.
    pub(crate) fn bind(&mut self, limits: &mut Limits, rate: u64) {
        if let Some(time) = limits.time.as_mut().filter(|_| rate > 0) {
            let nodes = *self.0.get_or_insert_with(|| of_milliseconds(time.remaining, rate));
            time.remaining = Duration::from_millis(nodes / rate);
        }
    }

    /// Subtracts the nodes of a move from the budget, and adds its increment.
    pub(crate) fn spend(&mut self, limits: &Limits, rate: u64, nodes: u64) {
        if let (Some(left), Some(time)) = (&mut self.0, limits.time) {
            *left =
                left.saturating_add(of_milliseconds(time.increment, rate)).saturating_sub(nodes);
        }
    }
}

fn of_milliseconds(time: Duration, rate: u64) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(rate)
}

#[cfg(test)]
mod tests {
    use search::{MonotonicClock, TimeControl};

    use super::*;

    fn limits(remaining: u64, increment: u64) -> Limits {
        let milliseconds = Duration::from_millis;
        let (remaining, increment) = (milliseconds(remaining), milliseconds(increment));
        let time = Some(TimeControl { remaining, increment, moves_to_go: None });
        Limits { time, ..Limits::default() }
    }

    #[test]
    fn a_game_has_the_nodes_of_its_first_clock_and_the_increments() {
        let mut budget = NodeBudget::default();
        let remaining = |budget: &mut NodeBudget, milliseconds| {
            let mut limits = limits(milliseconds, 10);
            budget.bind(&mut limits, 600);
            limits.time.unwrap().remaining.as_millis()
        };
        assert_eq!(remaining(&mut budget, 1_000), 1_000);
        budget.spend(&limits(0, 10), 600, 120_000);
        assert_eq!(remaining(&mut budget, 999_999), 1_000 - 200 + 10);
        budget.spend(&limits(0, 0), 600, u64::MAX);
        assert_eq!(remaining(&mut budget, 5), 0);
    }

    /// A clock that has started and asks for the user's wish, or neither.
    struct Plain(bool);

    impl Clock for Plain {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn has_started(&self) -> bool {
            self.0
        }

        fn ask(&self, _: &dyn Fn() -> u64) -> bool {
            self.0
        }
    }

    #[test]
    fn a_clock_has_started_and_asks_as_the_one_of_its_reports() {
        for (rate, both) in [(0, true), (0, false), (100, true), (100, false)] {
            let clock = NodeClock { reports: &Plain(both), rate };
            assert_eq!((clock.has_started(), clock.ask(&|| 0)), (both, both), "{rate}");
        }
    }

    #[test]
    fn the_longest_clock_is_the_largest_budget() {
        for (milliseconds, rate) in [(i64::MAX as u64, 10_000), (u64::MAX, 1), (u64::MAX, 10_000)] {
            let mut budget = NodeBudget::default();
            let mut longest = limits(milliseconds, milliseconds);
            budget.bind(&mut longest, rate);
            budget.spend(&longest, rate, 1);
            assert_eq!(budget.0, Some(u64::MAX - 1), "{milliseconds} at {rate}");
        }
    }

    #[test]
    fn limits_go_by_nodes_and_reports_by_the_clock() {
        let reports = &MonotonicClock::start();
        let clock = NodeClock { reports, rate: 100 };
        assert_eq!(clock.elapsed_at(&|| 250_000), Duration::from_millis(2_500));
        assert!(clock.elapsed() < Duration::from_secs(2_500));
        let off = NodeClock { reports, rate: 0 };
        assert!(off.elapsed_at(&|| u64::MAX) < Duration::from_secs(2_500));
        let mut unbound = limits(77, 0);
        NodeBudget::default().bind(&mut unbound, 0);
        assert_eq!(unbound, limits(77, 0));
    }
}
