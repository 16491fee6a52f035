//! [`Control`]: the caller's handle to a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The handle by which another thread stops one search, or reports that the expected move was
/// played. It serves a single search; both calls may come at any time, in any order, any number of
/// times.
///
/// ```
/// use std::thread;
///
/// use search::{Control, Limits, NoTable, Pool, Search};
///
/// let control = Control::new();
/// let outcome = thread::scope(|scope| {
///     // No answer before the stop, as a graphical board analyses until the user has seen enough.
///     let analysis = scope.spawn(|| {
///         let limits = Limits { infinite: true, ..Limits::default() };
///         let mut pool = Pool::new(|| |_: &_| 0);
///         Search::new(&NoTable).limits(limits).control(&control).run(&mut pool)
///     });
///     control.stop();
///     analysis.join().expect("a search does not panic")
/// });
/// assert!(outcome.best.is_some(), "there is an answer however early the stop comes");
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    /// Guards nothing but the moment between a waiter's look at the flags and its sleep.
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// Creates a handle for a search that is yet to begin.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search. It finishes the first iteration if it has not, then answers.
    pub fn stop(&self) {
        self.raise(&self.stopped);
    }

    /// Reports that the opponent has played the move that was pondered on: the clock binds from
    /// now.
    pub fn ponder_hit(&self) {
        self.raise(&self.ponder_hit);
    }

    /// Returns whether [`stop`](Self::stop) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns whether [`ponder_hit`](Self::ponder_hit) was called.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    fn raise(&self, flag: &AtomicBool) {
        let guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    /// Sleeps until `released` holds; it is looked at after each call from outside.
    pub(crate) fn wait_until(&self, released: impl Fn(&Self) -> bool) {
        let mut guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !released(self) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Control;

    #[test]
    fn a_waiter_wakes_when_the_flag_it_waits_for_is_raised() {
        let control = Control::new();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| control.wait_until(Control::is_ponder_hit));
            control.stop();
            control.ponder_hit();
            waiter.join().expect("the waiter ends");
        });
        assert!(control.is_stopped());
        control.wait_until(Control::is_stopped);
    }
}
