//! The clock of a search in a page: it asks the caller for a wish, and stands still while the
//! engine ponders.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use search::{Clock, Control, MonotonicClock};

/// The calls of the clock, one in 256 nodes, between two polls.
const CALLS_A_POLL: u32 = 4;

/// The caller's wish during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on.
    None,
    /// End the search and answer.
    Stop,
    /// The expected reply was played: the time counts from now.
    PonderHit,
}

/// The caller's function.
pub(super) type Poll<'a> = &'a mut (dyn FnMut() -> Wish + Send);

pub(super) struct AskingClock<'a> {
    /// Since the search began.
    whole: MonotonicClock,
    control: &'a Control,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    /// Since the time counts; `None` while the engine ponders.
    counted: Option<MonotonicClock>,
    calls: u32,
    poll: Poll<'a>,
}

impl<'a> AskingClock<'a> {
    /// Creates the clock of a search that `control` stops and that ponders, or not.
    pub(super) fn new(control: &'a Control, ponders: bool, poll: Poll<'a>) -> Self {
        let whole = MonotonicClock::start();
        let counted = (!ponders).then_some(whole);
        Self { whole, control, state: Mutex::new(State { counted, calls: 0, poll }) }
    }

    /// Returns the time since the search began.
    pub(super) fn since_start(&self) -> Duration {
        self.whole.elapsed()
    }

    /// Asks until the search may answer: after the stop, and if it ponders after the hit.
    pub(super) fn wait(&self, infinite: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.control.is_stopped() && (infinite || state.counted.is_none()) {
            self.ask(&mut state);
        }
    }

    fn ask(&self, state: &mut State<'_>) {
        match (state.poll)() {
            Wish::Stop => self.control.stop(),
            Wish::PonderHit if state.counted.is_none() => {
                state.counted = Some(MonotonicClock::start());
            }
            Wish::PonderHit | Wish::None => {}
        }
    }
}

impl Clock for AskingClock<'_> {
    fn elapsed(&self) -> Duration {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.counted.map_or(Duration::ZERO, |clock| clock.elapsed())
    }

    fn elapsed_at(&self, _: &dyn Fn() -> u64) -> Duration {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.calls += 1;
        if state.calls.is_multiple_of(CALLS_A_POLL) && !self.control.is_stopped() {
            self.ask(&mut state);
        }
        state.counted.map_or(Duration::ZERO, |clock| clock.elapsed())
    }
}
