//! Jobs of the engine: the user's way to end them, and the reasons to stop them.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Engine;
use search::{Clock, Control, MonotonicClock};

/// The event that ends a long job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A search with a limit of its own.
    Limit,
    /// A search that only `stop` ends.
    Stop,
    /// A search that ponders; after the ponder hit it ends by itself if it has a limit.
    Ponder {
        /// Whether it has.
        limited: bool,
    },
    /// A count or a measurement, which ends by itself.
    Count,
}

/// The reason why a session ends, or waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `quit` by a person at a terminal.
    QuitByHand,
    /// `quit` through a pipe.
    QuitByPipe,
    /// The input has ended, or nothing more will come before the answer.
    NoMoreInput,
}

/// The states of a run: the answer is awaited, nobody waits for it, it has come.
const AWAITED: u8 = 0;
const ABANDONED: u8 = 1;
const FINISHED: u8 = 2;

/// A long job that can be stopped: a search, `bench`, `perft`.
#[derive(Debug)]
pub struct Run {
    /// The handle that stops it.
    pub control: Control,
    ending: Ending,
    state: AtomicU8,
}

impl Run {
    /// Creates a run that has not begun.
    pub(crate) fn new(ending: Ending) -> Self {
        Self { control: Control::new(), ending, state: AtomicU8::new(AWAITED) }
    }

    /// Notes that the job has ended. Returns whether its answer is awaited.
    pub(crate) fn finish(&self) -> bool {
        self.state.swap(FINISHED, Ordering::AcqRel) == AWAITED
    }

    /// Returns whether somebody waits for the answer of the job, which has not ended.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.state.load(Ordering::Acquire) == AWAITED
    }

    /// Stops the job if it ponders on a move that was not played. Returns whether it was: its
    /// answer will not be written.
    pub(crate) fn abandon_pondering(&self) -> bool {
        let ponders = matches!(self.ending, Ending::Ponder { .. })
            && !self.control.is_ponder_hit()
            && !self.control.is_stopped();
        let (order, failed) = (Ordering::AcqRel, Ordering::Acquire);
        let abandoned =
            ponders && self.state.compare_exchange(AWAITED, ABANDONED, order, failed).is_ok();
        if abandoned {
            self.control.stop();
        }
        abandoned
    }

    /// Returns whether the job ends if no more input comes.
    pub(crate) fn ends_by_itself(&self) -> bool {
        self.control.is_stopped()
            || match self.ending {
                Ending::Limit | Ending::Count => true,
                Ending::Stop => false,
                Ending::Ponder { limited } => limited && self.control.is_ponder_hit(),
            }
    }

    /// Returns whether the job is cut short when the session ends.
    pub(crate) fn is_stopped_by(&self, reason: Reason) -> bool {
        match reason {
            Reason::QuitByHand => true,
            Reason::QuitByPipe => self.ending != Ending::Count,
            Reason::NoMoreInput => !self.ends_by_itself(),
        }
    }
}

/// The stoppable jobs of a session: the running one, and those queued after it. Any thread that
/// shares them can interrupt the session.
#[derive(Debug, Default)]
pub struct Runs {
    /// The runs that had not ended when the last one was entered, oldest first.
    list: Mutex<Vec<Arc<Run>>>,
    interrupted: AtomicBool,
}

impl Runs {
    /// Adds a job; it is stopped at once if the session has been interrupted.
    pub(crate) fn enter(&self, run: Arc<Run>) {
        let mut list = self.list();
        list.retain(|run| run.is_awaited());
        if self.are_interrupted() {
            run.control.stop();
        }
        list.push(run);
    }

    /// Returns the jobs whose answers are awaited.
    fn unfinished(&self) -> Vec<Arc<Run>> {
        self.list().iter().filter(|run| run.is_awaited()).cloned().collect()
    }

    /// Returns whether a started job has not ended yet, abandoned ones excepted.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.unfinished().is_empty()
    }

    /// Returns whether a started job goes on until it is stopped.
    #[must_use]
    pub fn waits_for_stop(&self) -> bool {
        self.unfinished().iter().any(|run| !run.ends_by_itself())
    }

    /// Stops the started jobs, the queued ones too. Nothing happens to those that have ended.
    pub fn stop(&self) {
        self.unfinished().iter().for_each(|run| run.control.stop());
    }

    /// Stops the started jobs that `reason` does not let finish; they still give their answers.
    pub fn stop_for(&self, reason: Reason) {
        let unfinished = self.unfinished();
        let stopped = unfinished.iter().filter(|run| run.is_stopped_by(reason));
        stopped.for_each(|run| run.control.stop());
    }

    /// Abandons the searches that ponder on a move that was not played: they end without an answer.
    /// Returns whether there were any.
    #[must_use]
    pub fn abandon_pondering(&self) -> bool {
        self.unfinished().iter().filter(|run| run.abandon_pondering()).count() > 0
    }

    /// Informs the searches that the move they ponder on was played.
    pub(crate) fn ponder_hit(&self) {
        self.unfinished().iter().for_each(|run| run.control.ponder_hit());
    }

    /// Stops all jobs, also those that are entered later; each still gives its answer.
    pub fn interrupt(&self) {
        // With the list locked, no job is entered between the mark and the stop.
        let list = self.list();
        self.interrupted.store(true, Ordering::Release);
        list.iter().for_each(|run| run.control.stop());
    }

    /// Returns whether [`interrupt`](Self::interrupt) has been called.
    #[must_use]
    pub fn are_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Run>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pondering_alone_is_abandoned_and_only_before_the_hit_the_stop_and_the_end() {
        use Ending::{Count, Limit, Ponder, Stop};
        for ending in [Limit, Stop, Count] {
            assert!(!Run::new(ending).abandon_pondering(), "{ending:?}");
        }
        for limited in [false, true] {
            let ended_by = |event: fn(&Run)| {
                let run = Run::new(Ponder { limited });
                event(&run);
                (run.abandon_pondering(), run.control.is_stopped(), run.finish())
            };
            assert_eq!(ended_by(|_| ()), (true, true, false));
            assert_eq!(ended_by(|run| run.control.ponder_hit()), (false, false, true));
            assert_eq!(ended_by(|run| run.control.stop()), (false, true, true));
            assert!(!ended_by(|run| assert!(run.finish())).0);
        }
    }

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
    #[test]
    fn a_job_of_an_interrupted_session_is_stopped_when_it_is_entered() {
        let runs = Runs::default();
        let [before, after] = [Ending::Stop; 2].map(|ending| Arc::new(Run::new(ending)));
        runs.enter(Arc::clone(&before));
        assert!(!before.control.is_stopped() && runs.waits_for_stop());
        runs.interrupt();
        runs.enter(Arc::clone(&after));
        assert!(before.control.is_stopped() && after.control.is_stopped());
    }

    #[test]
    fn the_clock_of_a_job_asks_whoever_can_be_asked() {
        let control = Control::new();
        let mut clock = JobClock::new(&control);
        assert!(!clock.ask(&|| 0), "nobody is asked");
        clock.ask = Some(&|control| control.stop());
        assert!(!control.is_stopped() && clock.ask(&|| 0) && control.is_stopped());
    }

    #[test]
    fn the_one_search_that_ponders_is_abandoned_among_others() {
        let runs = Runs::default();
        runs.enter(Arc::new(Run::new(Ending::Count)));
        assert!(!runs.abandon_pondering());
        runs.enter(Arc::new(Run::new(Ending::Ponder { limited: false })));
        assert!(runs.abandon_pondering() && runs.is_busy());
        assert!(!runs.abandon_pondering(), "it is abandoned already");
    }
}
