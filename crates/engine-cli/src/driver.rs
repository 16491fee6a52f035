//! The thread that works while the session listens.
//!
//! Jobs are done in the order in which they were queued, each with the [`Engine`] to itself. So a
//! `setoption` during a search waits for its end without anybody waiting for it, and what must not
//! run during a search cannot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use search::Control;

use crate::engine::Engine;
use crate::output::Output;

/// The stack in bytes of a thread that may search: some systems give the main thread too little.
pub(crate) const SEARCH_STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce(&mut Engine) + Send>;

/// What ends a job that takes its time.
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

/// Why a session ends, or waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// `quit` by a person at a terminal.
    QuitByHand,
    /// `quit` through a pipe.
    QuitByPipe,
    /// The input has ended, or nothing more will be said before the answer is there.
    NoMoreInput,
}

/// A job that takes its time and can be stopped: a search, `bench`, `perft`.
struct Run {
    control: Control,
    ending: Ending,
    finished: AtomicBool,
}

impl Run {
    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    /// Whether the job ends if nobody says anything more.
    fn ends_by_itself(&self) -> bool {
        self.control.is_stopped()
            || match self.ending {
                Ending::Limit | Ending::Count => true,
                Ending::Stop => false,
                Ending::Ponder { limited } => limited && self.control.is_ponder_hit(),
            }
    }

    /// Whether the job is cut short when the session ends.
    fn is_stopped_by(&self, reason: Reason) -> bool {
        match reason {
            Reason::QuitByHand => true,
            Reason::QuitByPipe => self.ending != Ending::Count,
            Reason::NoMoreInput => !self.ends_by_itself(),
        }
    }
}

/// The session's end of the driver thread. Dropping it without [`Driver::finish`] leaves them
/// to end with the process.
pub(crate) struct Driver {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    /// The stoppable jobs that had not ended when the last one was started, oldest first.
    runs: Vec<Arc<Run>>,
    output: Output,
}

impl Driver {
    /// Starts the thread, with an engine of the default options.
    pub(crate) fn new(output: Output) -> Self {
        let (jobs, queue): (Sender<Job>, Receiver<Job>) = mpsc::channel();
        let engine_output = output.clone();
        let thread = thread::Builder::new()
            .name("driver".into())
            .stack_size(SEARCH_STACK)
            .spawn(move || {
                let mut engine = Engine::new(engine_output);
                queue.into_iter().for_each(|job| job(&mut engine));
            })
            .expect("the system can start a thread");
        Self { jobs, thread, runs: Vec::new(), output }
    }

    /// Queues a short job.
    pub(crate) fn queue(&self, job: impl FnOnce(&mut Engine) + Send + 'static) {
        self.jobs.send(Box::new(job)).expect("the driver thread lives as long as its sender");
    }

    /// Queues a job that can be stopped. The text that it returns is written when the driver no
    /// longer counts as busy: who reads `bestmove` may start the next search at once.
    pub(crate) fn start(
        &mut self,
        ending: Ending,
        job: impl FnOnce(&mut Engine, &Control) -> String + Send + 'static,
    ) {
        let run =
            Arc::new(Run { control: Control::new(), ending, finished: AtomicBool::new(false) });
        self.runs.retain(|run| !run.is_finished());
        self.runs.push(Arc::clone(&run));
        let output = self.output.clone();
        self.queue(move |engine| {
            let last_line = job(engine, &run.control);
            run.finished.store(true, Ordering::Release);
            output.line(last_line);
        });
    }

    /// Whether a started job has not ended yet.
    pub(crate) fn is_busy(&self) -> bool {
        self.unfinished().next().is_some()
    }

    /// Whether a started job goes on until it is told to stop.
    pub(crate) fn waits_for_stop(&self) -> bool {
        self.unfinished().any(|run| !run.ends_by_itself())
    }

    /// Tells the started jobs to stop, the queued ones too. Nothing happens to those that have
    /// ended.
    pub(crate) fn stop(&self) {
        self.unfinished().for_each(|run| run.control.stop());
    }

    /// Tells the searches that the move they ponder on was played.
    pub(crate) fn ponder_hit(&self) {
        self.unfinished().for_each(|run| run.control.ponder_hit());
    }

    /// Waits until all that was queued is done. Jobs that would not end are stopped.
    pub(crate) fn settle(&self) {
        self.stop_for(Reason::NoMoreInput);
        let (done, wait) = mpsc::channel();
        self.queue(move |_| done.send(()).expect("the session waits"));
        wait.recv().expect("the driver thread does all jobs");
    }

    /// Waits until all that was queued is done, and ends the thread. Jobs that `reason` does not
    /// let finish are stopped, and still give their answers.
    pub(crate) fn finish(self, reason: Reason) {
        self.stop_for(reason);
        let Self { jobs, thread, .. } = self;
        drop(jobs);
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    }

    fn unfinished(&self) -> impl Iterator<Item = &Arc<Run>> {
        self.runs.iter().filter(|run| !run.is_finished())
    }

    fn stop_for(&self, reason: Reason) {
        let stopped = self.unfinished().filter(|run| run.is_stopped_by(reason));
        stopped.for_each(|run| run.control.stop());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::output::tests::Capture;

    #[test]
    fn jobs_are_done_in_order_and_a_stopped_one_lets_the_next_run() {
        let capture = Capture::default();
        let mut driver = Driver::new(capture.output());
        assert!(!driver.is_busy());
        driver.start(Ending::Stop, |_, control| {
            while !control.is_stopped() {
                thread::yield_now();
            }
            "stopped".into()
        });
        let output = capture.output();
        let (done, wait) = channel();
        driver.queue(move |_| {
            output.line("queued");
            done.send(()).unwrap();
        });
        assert!(driver.is_busy() && driver.waits_for_stop());
        assert_eq!(capture.text(), "");
        driver.stop();
        assert!(!driver.waits_for_stop());
        wait.recv().unwrap();
        assert!(!driver.is_busy());
        assert_eq!(capture.text(), "stopped\nqueued\n");
    }

    #[test]
    fn a_new_job_is_not_stopped_by_an_earlier_stop() {
        let capture = Capture::default();
        let mut driver = Driver::new(capture.output());
        driver.stop();
        let (done, wait) = channel();
        driver.start(Ending::Count, move |_, control| {
            done.send(control.is_stopped()).unwrap();
            String::new()
        });
        assert!(!wait.recv().unwrap());
    }

    /// A job that answers `name` when it is stopped, or at once if it ends by itself.
    fn start(driver: &mut Driver, ending: Ending, name: &'static str) {
        let at_once = matches!(ending, Ending::Limit | Ending::Count);
        driver.start(ending, move |_, control| {
            while !at_once && !control.is_stopped() && !control.is_ponder_hit() {
                thread::yield_now();
            }
            name.into()
        });
    }

    #[test]
    fn every_job_has_answered_when_the_driver_is_finished() {
        for reason in [Reason::QuitByHand, Reason::QuitByPipe, Reason::NoMoreInput] {
            let capture = Capture::default();
            let mut driver = Driver::new(capture.output());
            start(&mut driver, Ending::Limit, "limit");
            start(&mut driver, Ending::Count, "count");
            start(&mut driver, Ending::Ponder { limited: true }, "ponder");
            start(&mut driver, Ending::Stop, "stop");
            let output = capture.output();
            driver.queue(move |_| output.line("queued"));
            driver.finish(reason);
            assert_eq!(capture.text(), "limit\ncount\nponder\nstop\nqueued\n");
        }
    }

    #[test]
    fn the_reason_decides_which_jobs_are_cut_short() {
        let stopped = |ending, reason, hit: bool| {
            let run = Run { control: Control::new(), ending, finished: AtomicBool::new(false) };
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
    fn a_settled_driver_takes_more() {
        let capture = Capture::default();
        let mut driver = Driver::new(capture.output());
        start(&mut driver, Ending::Stop, "one");
        driver.settle();
        assert_eq!(capture.text(), "one\n");
        start(&mut driver, Ending::Limit, "two");
        driver.finish(Reason::NoMoreInput);
        assert_eq!(capture.text(), "one\ntwo\n");
    }
}
