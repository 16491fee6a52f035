//! The clock that a search is handed. A library cannot assume one: some targets have none.

use std::time::Duration;
// The standard library's panics on wasm32-unknown-unknown.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use web_time::Instant;

/// The clock of a search. Its time counts from the start of each search, so that one clock serves
/// several, unless it [has started before](Self::has_started).
///
/// Where the system has no clock, the host's replaces it; a test hands in one that it turns itself:
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// use search::{Clock, Limits, NoTable, Pool, Search};
///
/// /// A millisecond passes whenever it is asked.
/// #[derive(Default)]
/// struct Ticks(AtomicU64);
///
/// impl Clock for Ticks {
///     fn elapsed(&self) -> Duration {
///         Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
///     }
/// }
///
/// let clock = Ticks::default();
/// let nodes = || {
///     let limits = Limits { movetime: Some(Duration::from_millis(25)), ..Limits::default() };
///     let search = Search::new(&NoTable).limits(limits).clock(&clock);
///     search.run(&mut Pool::new(|| |_: &_| 0)).nodes
/// };
/// assert_eq!(nodes(), nodes(), "a search by time that can be repeated");
/// ```
pub trait Clock: Send + Sync {
    /// Returns the time since some moment, which does not change during a search.
    fn elapsed(&self) -> Duration;

    /// Returns the time that limits go by: that of the clock, unless time is to pass with the nodes
    /// of the search, which `nodes` counts when it is called. Then a game by the clock can be
    /// repeated on a busy machine.
    fn elapsed_at(&self, nodes: &dyn Fn() -> u64) -> Duration {
        let _ = nodes;
        self.elapsed()
    }

    /// Returns whether the clock runs for the search already: its time then counts from that
    /// moment, not from the start of the search. So it is with a [`MonotonicClock`], which may
    /// start when the command is read, and serves one search.
    fn has_started(&self) -> bool {
        false
    }

    /// Asks for the caller's wish where no other thread can call [`Control`](crate::Control)'s
    /// methods, and returns whether there is somebody to ask. A search of so many nodes calls it
    /// once in 256 nodes, and again and again while it holds its answer back. By default nobody
    /// is asked.
    fn ask(&self, nodes: &dyn Fn() -> u64) -> bool {
        let _ = nodes;
        false
    }
}

/// The system's monotonic clock, started when it is made. In WebAssembly on the web
/// (`wasm32-unknown-unknown`) it is that of the browser, by the crate `web-time`.
///
/// A program that reads its command before it is ready to search starts the clock first, so that
/// the delay counts:
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use search::{Clock, MonotonicClock};
///
/// let command_read = Instant::now();
/// // ... the table is allocated, the position set up ...
/// let clock = MonotonicClock::since(command_read);
/// assert!(clock.elapsed() >= MonotonicClock::start().elapsed());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock(Instant);

impl MonotonicClock {
    /// Creates a clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Creates a clock that started then.
    #[must_use]
    pub fn since(start: Instant) -> Self {
        Self(start)
    }
}

impl Clock for MonotonicClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn has_started(&self) -> bool {
        true
    }
}
