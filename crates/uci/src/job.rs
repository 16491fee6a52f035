//! Jobs of the engine, and the user's way to end them.

use std::time::Duration;

use engine::Engine;
use search::{Clock, Control, MonotonicClock};

/// Asks the user for a wish while a job runs, and passes it on to the control.
pub type Ask<'a> = dyn Fn(&Control) + Sync + 'a;

/// Work with the engine. A host that hears no line before the work is done hands over the way to
/// ask for the user's wish.
pub type Job = Box<dyn FnOnce(&mut Engine, Option<&Ask<'_>>) + Send>;

/// The clock of a job, by which the job also asks for the user's wish.
pub struct JobClock<'a> {
    /// The time since the line was read, or the job began.
    pub time: MonotonicClock,
    /// The handle that stops the job.
    pub control: &'a Control,
    /// The way to ask the user, if no other thread hears the user.
    pub ask: Option<&'a Ask<'a>>,
}

impl<'a> JobClock<'a> {
    /// Creates a clock that starts now, for a job whose control somebody else may use.
    #[must_use]
    pub fn new(control: &'a Control) -> Self {
        Self { time: MonotonicClock::start(), control, ask: None }
    }
}

impl Clock for JobClock<'_> {
    fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    fn has_started(&self) -> bool {
        true
    }

    fn ask(&self, _: &dyn Fn() -> u64) -> bool {
        self.ask.map(|ask| ask(self.control)).is_some()
    }
}
