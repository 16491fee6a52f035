//! The clock that a search is handed. A library cannot assume one: some targets have none.

use std::time::{Duration, Instant};

/// Tells how long ago the search was asked for.
pub trait Clock: Send + Sync {
    /// Time since the command to search was received.
    fn elapsed(&self) -> Duration;
}

/// The system's monotonic clock, started when it is made.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock(Instant);

impl MonotonicClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// A clock that started then.
    #[must_use]
    pub fn since(start: Instant) -> Self {
        Self(start)
    }
}

impl Clock for MonotonicClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
