//! The causes outside a search that may end it: the caller's wish and the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Clock;
use crate::control::Control;
use crate::limits::Limits;

/// The caller's handle and the clock, which every thread looks at: where there are more threads
/// than processors, the leader may not run when its time is up.
pub(crate) struct Watch<'a> {
    control: &'a Control,
    clock: &'a dyn Clock,
    /// The readings of the clock from which its time counts: that for reports and that for limits.
    start: [Duration; 2],
    /// The time after which the search stops wherever it is.
    hard: Option<Duration>,
    /// The soft limit of time has passed, maybe while pondering.
    time_is_up: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(control: &'a Control, clock: &'a dyn Clock, hard: Option<Duration>) -> Self {
        let start = match clock.has_started() {
            true => [Duration::ZERO; 2],
            false => [clock.elapsed(), clock.elapsed_at(&|| 0)],
        };
        Self { control, clock, start, hard, time_is_up: AtomicBool::new(false) }
    }

    /// Returns the time since the command to search was received.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.start[0])
    }

    /// Returns the time that limits go by.
    fn elapsed_at(&self, nodes: &dyn Fn() -> u64) -> Duration {
        self.clock.elapsed_at(nodes).saturating_sub(self.start[1])
    }

    /// Notes whether the time that the last iteration may end at has passed.
    pub(crate) fn set_soft(&self, soft: Option<Duration>, nodes: &dyn Fn() -> u64) {
        let up = soft.is_some_and(|soft| self.elapsed_at(nodes) >= soft);
        self.time_is_up.store(up, Ordering::Relaxed);
    }

    /// Returns whether the caller or the clock has called the search off, which has visited
    /// `nodes`.
    pub(crate) fn is_called_off(&self, limits: &Limits, nodes: &dyn Fn() -> u64) -> bool {
        let late = || self.hard.is_some_and(|hard| self.elapsed_at(nodes) >= hard);
        let up = || self.time_is_up.load(Ordering::Relaxed);
        let is_stopped = || self.control.is_stopped();
        is_stopped()
            || self.clock.ask(nodes) && is_stopped()
            || self.is_timed(limits) && (up() || late())
    }

    /// Returns whether the clock binds at all now.
    fn is_timed(&self, limits: &Limits) -> bool {
        !limits.infinite && (!limits.ponder || self.control.is_ponder_hit())
    }

    /// Holds the answer back for as long as the limits say.
    pub(crate) fn wait(&self, limits: &Limits, nodes: &dyn Fn() -> u64) {
        let may_answer = |control: &Control| control.is_stopped() || self.is_timed(limits);
        while !may_answer(self.control) && self.clock.ask(nodes) {}
        self.control.wait_until(may_answer);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;
    use crate::pool::Pool;
    use crate::search::Search;
    use crate::table::NoTable;

    /// A clock whose caller does something when it is asked for the fifth time.
    struct FifthTime<'a>(&'a Control, fn(&Control), AtomicU32);

    impl Clock for FifthTime<'_> {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn ask(&self, _: &dyn Fn() -> u64) -> bool {
            if self.2.fetch_add(1, Ordering::Relaxed) == 4 {
                (self.1)(self.0);
            }
            true
        }
    }

    #[test]
    fn a_search_in_the_only_thread_asks_until_it_may_answer() {
        let asked = |limits, wish| {
            let control = Control::new();
            let clock = FifthTime(&control, wish, AtomicU32::new(0));
            let search = Search::new(&NoTable).limits(limits).control(&control).clock(&clock);
            assert!(search.run(&mut Pool::new(|| |_: &_| 0)).best.is_some());
            clock.2.into_inner()
        };
        let limits = Limits { depth: Some(1), ..Limits::default() };
        assert_eq!(asked(Limits { infinite: true, ..limits.clone() }, Control::stop), 5);
        assert_eq!(asked(Limits { ponder: true, ..limits }, Control::ponder_hit), 5);
        assert_eq!(asked(Limits::default(), Control::stop), 5);
    }

    /// A clock that has stood at a second since the command, or for ever.
    struct Second(bool);

    impl Clock for Second {
        fn elapsed(&self) -> Duration {
            Duration::from_secs(1)
        }

        fn has_started(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn the_time_of_a_clock_that_has_not_started_counts_from_the_search() {
        let control = Control::new();
        for (started, seconds) in [(true, 1), (false, 0)] {
            let clock = Second(started);
            let watch = Watch::new(&control, &clock, Some(Duration::from_secs(1)));
            assert_eq!(watch.elapsed(), Duration::from_secs(seconds));
            assert_eq!(watch.is_called_off(&Limits::default(), &|| 0), started);
        }
    }

    /// The time counts from the command on, also while the search ponders: it binds from the hit.
    #[test]
    fn a_search_is_called_off_by_the_stop_and_by_a_clock_that_binds() {
        let called_off = |limits: &Limits, soft: u64, hard: u64, wish: fn(&Control)| {
            let (control, seconds) = (Control::new(), Duration::from_secs);
            wish(&control);
            let watch = Watch::new(&control, &Second(true), Some(seconds(hard)));
            watch.set_soft(Some(seconds(soft)), &|| 0);
            watch.is_called_off(limits, &|| 0)
        };
        let plain = Limits::default();
        let infinite = Limits { infinite: true, ..Limits::default() };
        let ponder = Limits { ponder: true, ..Limits::default() };
        for (soft, hard, up) in [(2, 2, false), (2, 1, true), (1, 2, true)] {
            assert_eq!(called_off(&plain, soft, hard, |_| ()), up, "{soft} and {hard} seconds");
            assert!(!called_off(&infinite, soft, hard, Control::ponder_hit));
            assert!(!called_off(&ponder, soft, hard, |_| ()), "{soft} and {hard} seconds");
            assert_eq!(called_off(&ponder, soft, hard, Control::ponder_hit), up);
            for limits in [&plain, &infinite, &ponder] {
                assert!(called_off(limits, soft, hard, Control::stop));
            }
        }
    }
}
