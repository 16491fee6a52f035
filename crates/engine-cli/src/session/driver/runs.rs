//! The jobs that can be stopped, and the reasons to stop them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use search::Control;

/// The event that ends a long job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A search with a limit of its own.
    Limit,
    /// A search that only `stop` ends.
    Stop,
    /// A search that ponders; after the ponder hit it ends by itself if it has a limit.
    Ponder { limited: bool },
    /// A count or a measurement, which ends by itself.
    Count,
}

/// The reason why a session ends, or waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// `quit` by a person at a terminal.
    QuitByHand,
    /// `quit` through a pipe.
    QuitByPipe,
    /// The input has ended, or nothing more will come before the answer.
    NoMoreInput,
}

/// A long job that can be stopped: a search, `bench`, `perft`.
pub(super) struct Run {
    pub(super) control: Control,
    ending: Ending,
    finished: AtomicBool,
}

impl Run {
    /// Creates a run that has not begun.
    pub(super) fn new(ending: Ending) -> Self {
        Self { control: Control::new(), ending, finished: AtomicBool::new(false) }
    }

    /// Notes that the job has ended.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    /// Returns whether the job ends if no more input comes.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.control.is_stopped()
            || match self.ending {
                Ending::Limit | Ending::Count => true,
                Ending::Stop => false,
                Ending::Ponder { limited } => limited && self.control.is_ponder_hit(),
            }
    }

    /// Returns whether the job is cut short when the session ends.
    pub(super) fn is_stopped_by(&self, reason: Reason) -> bool {
        match reason {
            Reason::QuitByHand => true,
            Reason::QuitByPipe => self.ending != Ending::Count,
            Reason::NoMoreInput => !self.ends_by_itself(),
        }
    }
}

/// The stoppable jobs of a driver: the running one, and those queued after it. Any thread that
/// shares them can interrupt the driver.
#[derive(Default)]
pub(crate) struct Runs {
    /// The runs that had not ended when the last one was entered, oldest first.
    list: Mutex<Vec<Arc<Run>>>,
    interrupted: AtomicBool,
}

impl Runs {
    /// Adds a job; it is stopped at once if the driver has been interrupted.
    pub(super) fn enter(&self, run: Arc<Run>) {
        let mut list = self.list();
        list.retain(|run| !run.is_finished());
        if self.are_interrupted() {
            run.control.stop();
        }
        list.push(run);
    }

    /// Returns the jobs that have not ended yet.
    pub(super) fn unfinished(&self) -> Vec<Arc<Run>> {
        self.list().iter().filter(|run| !run.is_finished()).cloned().collect()
    }

    /// Stops all jobs, also those that are entered later; each still gives its answer.
    pub(crate) fn interrupt(&self) {
        // With the list locked, no job is entered between the mark and the stop.
        let list = self.list();
        self.interrupted.store(true, Ordering::Release);
        list.iter().for_each(|run| run.control.stop());
    }

    /// Returns whether [`interrupt`](Self::interrupt) has been called.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Run>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_decides_which_jobs_are_cut_short() {
        let stopped = |ending, reason, hit: bool| {
            let run = Run::new(ending);
            if hit {
                run.control.ponder_hit();
            }
            run.is_stopped_by(reason)
        };
        use Ending::{Count, Limit, Ponder, Stop};
        for (ending, hit, by_pipe, no_more_input) in [
            (Limit, false, true, false),
            (Stop, false, true, true),
            (Count, false, false, false),
            (Ponder { limited: true }, false, true, true),
            (Ponder { limited: true }, true, true, false),
            (Ponder { limited: false }, true, true, true),
        ] {
            assert!(stopped(ending, Reason::QuitByHand, hit), "{ending:?}");
            assert_eq!(stopped(ending, Reason::QuitByPipe, hit), by_pipe, "{ending:?}");
            assert_eq!(stopped(ending, Reason::NoMoreInput, hit), no_more_input, "{ending:?}");
        }
    }
}
