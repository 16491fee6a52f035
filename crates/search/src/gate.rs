//! The gate that lets in the helpers of a search, a few at a time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of helpers that prepare themselves at once. They ask the allocator for memory, which
/// has locks. Where a thousand threads take turns on a few processors, a queue of all of them there
/// keeps every other thread waiting that needs memory, too: even the one that reads the command to
/// stop.
const AT_ONCE: usize = 4;

/// Helpers wait here until the leader has finished its first iteration, and then until it is their
/// turn to prepare themselves.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    inside: usize,
    /// The most that may be inside: none before the gate is opened.
    most: usize,
}

impl Gate {
    /// Lets a few in at a time, from now on.
    pub(crate) fn open(&self) {
        let mut state = self.state();
        if state.most == 0 {
            state.most = AT_ONCE;
            self.changed.notify_all();
        }
    }

    /// Lets all in at once: there is nothing left to prepare for.
    pub(crate) fn open_wide(&self) {
        self.state().most = usize::MAX;
        self.changed.notify_all();
    }

    /// Waits for a turn, which lasts as long as the value.
    pub(crate) fn enter(&self) -> Turn<'_> {
        let closed = |state: &mut State| state.inside >= state.most;
        let state = self.changed.wait_while(self.state(), closed);
        state.unwrap_or_else(PoisonError::into_inner).inside += 1;
        Turn(self)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A helper's turn to prepare itself.
pub(crate) struct Turn<'a>(&'a Gate);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state().inside -= 1;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const HELPERS: usize = 5 * AT_ONCE;

    #[test]
    fn a_few_at_a_time_and_all_in_the_end() {
        let (gate, inside, most) = (Gate::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..HELPERS {
                scope.spawn(|| {
                    let turn = gate.enter();
                    most.fetch_max(inside.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    thread::yield_now();
                    inside.fetch_sub(1, Ordering::Relaxed);
                    drop(turn);
                    done.fetch_add(1, Ordering::Relaxed);
                });
            }
            assert_eq!(most.load(Ordering::Relaxed), 0, "nobody goes through a closed gate");
            gate.open();
        });
        let most = most.load(Ordering::Relaxed);
        assert!((1..=AT_ONCE).contains(&most), "{most} at once");
        assert_eq!(done.load(Ordering::Relaxed), HELPERS);
    }

    #[test]
    fn a_gate_that_is_wide_open_holds_nobody_back() {
        let gate = Gate::default();
        gate.open_wide();
        gate.open();
        let turns: Vec<Turn<'_>> = (0..HELPERS).map(|_| gate.enter()).collect();
        assert_eq!(turns.len(), HELPERS);
    }
}
