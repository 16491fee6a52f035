//! The thread that works while the session listens.
//!
//! Jobs are done in the order in which they were queued, each with the [`Engine`] to itself. So a
//! `setoption` during a search waits for its end while the session goes on, and a job that must not
//! run during a search cannot.

mod runs;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use engine::Engine;

pub(crate) use self::runs::{Ending, Reason, Run, Runs};
use crate::io::output::Output;

/// The stack in bytes of a thread that may search: some systems give the main thread too little.
pub(crate) const SEARCH_STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce(&mut Engine) + Send>;

/// The session's end of the driver thread. Dropping it without [`Driver::finish`] leaves the jobs
/// to end with the process.
pub(crate) struct Driver {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    runs: Arc<Runs>,
    output: Output,
}

impl Driver {
    /// Starts the thread, which creates its engine. The jobs that can be stopped are entered in
    /// `runs`.
    pub(crate) fn new(
        engine: impl FnOnce() -> Engine + Send + 'static,
        output: Output,
        runs: Arc<Runs>,
    ) -> Self {
        let (jobs, queue): (Sender<Job>, Receiver<Job>) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("driver".into())
            .stack_size(SEARCH_STACK)
            .spawn(move || {
                let mut engine = engine();
                queue.into_iter().for_each(|job| job(&mut engine));
            })
            .expect("the system can start a thread");
        Self { jobs, thread, runs, output }
    }

    /// Queues a short job.
    pub(crate) fn queue(&self, job: impl FnOnce(&mut Engine) + Send + 'static) {
        self.jobs.send(Box::new(job)).expect("the driver thread lives as long as its sender");
    }

    /// Returns the jobs that can be stopped, for a queued one that waits.
    pub(crate) fn runs(&self) -> Arc<Runs> {
        Arc::clone(&self.runs)
    }

    /// Queues a job that can be stopped. The text that it returns is written once the driver no
    /// longer counts as busy, so a client that reads `bestmove` may start the next search at once.
    /// The text of an abandoned job is dropped.
    pub(crate) fn start(
        &self,
        ending: Ending,
        job: impl FnOnce(&mut Engine, &Run) -> String + Send + 'static,
    ) {
        let run = Arc::new(Run::new(ending));
        self.runs.enter(Arc::clone(&run));
        let output = self.output.clone();
        self.queue(move |engine| {
            let last_line = job(engine, &run);
            if run.finish() {
                output.line(last_line);
            }
        });
    }

    /// Returns whether a started job has not ended yet, abandoned ones excepted.
    pub(crate) fn is_busy(&self) -> bool {
        !self.runs.unfinished().is_empty()
    }

    /// Returns whether a started job goes on until it is stopped.
    pub(crate) fn waits_for_stop(&self) -> bool {
        self.runs.unfinished().iter().any(|run| !run.ends_by_itself())
    }

    /// Stops the started jobs, the queued ones too. Nothing happens to those that have ended.
    pub(crate) fn stop(&self) {
        self.runs.unfinished().iter().for_each(|run| run.control.stop());
    }

    /// Abandons the searches that ponder on a move that was not played: they end without an answer.
    /// Returns whether there were any.
    pub(crate) fn abandon_pondering(&self) -> bool {
        self.runs.unfinished().iter().filter(|run| run.abandon_pondering()).count() > 0
    }

    /// Informs the searches that the move they ponder on was played.
    pub(crate) fn ponder_hit(&self) {
        self.runs.unfinished().iter().for_each(|run| run.control.ponder_hit());
    }

    /// Waits until all queued jobs are done. Jobs that would not end are stopped.
    pub(crate) fn settle(&self) {
        self.stop_for(Reason::NoMoreInput);
        let (done, wait) = mpsc::channel();
        self.queue(move |_| done.send(()).expect("the session waits"));
        wait.recv().expect("the driver thread does all jobs");
    }

    /// Waits until all queued jobs are done, and ends the thread. Jobs that `reason` does not let
    /// finish are stopped, and still give their answers.
    pub(crate) fn finish(self, reason: Reason) {
        self.stop_for(reason);
        let Self { jobs, thread, .. } = self;
        drop(jobs);
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    }

    fn stop_for(&self, reason: Reason) {
        let unfinished = self.runs.unfinished();
        let stopped = unfinished.iter().filter(|run| run.is_stopped_by(reason));
        stopped.for_each(|run| run.control.stop());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::io::output::tests::Capture;

    fn driver(capture: &Capture) -> Driver {
        interruptible(capture, Arc::default())
    }

    fn interruptible(capture: &Capture, runs: Arc<Runs>) -> Driver {
        let engine = || Engine::builder().hash(1 << 10).build().expect("a small table");
        Driver::new(engine, capture.output(), runs)
    }

    #[test]
    fn jobs_are_done_in_order_and_a_stopped_one_lets_the_next_run() {
        let capture = Capture::default();
        let driver = driver(&capture);
        assert!(!driver.is_busy());
        driver.start(Ending::Stop, |_, run| {
            while !run.control.is_stopped() {
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
        let driver = driver(&capture);
        driver.stop();
        let (done, wait) = channel();
        driver.start(Ending::Count, move |_, run| {
            done.send(run.control.is_stopped()).unwrap();
            String::new()
        });
        assert!(!wait.recv().unwrap());
    }

    /// Starts a job that answers `name` when it is stopped, or at once if it ends by itself.
    fn start(driver: &Driver, ending: Ending, name: &'static str) {
        let at_once = matches!(ending, Ending::Limit | Ending::Count);
        driver.start(ending, move |_, run| {
            while !at_once && !run.control.is_stopped() && !run.control.is_ponder_hit() {
                thread::yield_now();
            }
            name.into()
        });
    }

    #[test]
    fn every_job_has_answered_when_the_driver_is_finished() {
        for reason in [Reason::QuitByHand, Reason::QuitByPipe, Reason::NoMoreInput] {
            let capture = Capture::default();
            let driver = driver(&capture);
            start(&driver, Ending::Limit, "limit");
            start(&driver, Ending::Count, "count");
            start(&driver, Ending::Ponder { limited: true }, "ponder");
            start(&driver, Ending::Stop, "stop");
            let output = capture.output();
            driver.queue(move |_| output.line("queued"));
            driver.finish(reason);
            assert_eq!(capture.text(), "limit\ncount\nponder\nstop\nqueued\n");
        }
    }

    #[test]
    fn an_interrupt_stops_what_runs_what_waits_and_what_comes() {
        let (capture, runs) = (Capture::default(), Arc::new(Runs::default()));
        let driver = interruptible(&capture, Arc::clone(&runs));
        start(&driver, Ending::Stop, "running");
        start(&driver, Ending::Stop, "queued");
        assert!(!runs.are_interrupted());
        runs.interrupt();
        start(&driver, Ending::Stop, "late");
        assert!(!driver.waits_for_stop() && runs.are_interrupted());
        driver.finish(Reason::NoMoreInput);
        assert_eq!(capture.text(), "running\nqueued\nlate\n");
    }

    #[test]
    fn an_abandoned_job_ends_in_silence() {
        let capture = Capture::default();
        let driver = driver(&capture);
        start(&driver, Ending::Ponder { limited: true }, "running");
        start(&driver, Ending::Ponder { limited: false }, "queued");
        assert!(driver.waits_for_stop() && driver.abandon_pondering());
        assert!(!driver.is_busy() && !driver.abandon_pondering());
        start(&driver, Ending::Limit, "answer");
        driver.finish(Reason::NoMoreInput);
        assert_eq!(capture.text(), "answer\n");
    }

    #[test]
    fn a_settled_driver_takes_more() {
        let capture = Capture::default();
        let driver = driver(&capture);
        start(&driver, Ending::Stop, "one");
        driver.settle();
        assert_eq!(capture.text(), "one\n");
        start(&driver, Ending::Limit, "two");
        driver.finish(Reason::NoMoreInput);
        assert_eq!(capture.text(), "one\ntwo\n");
    }
}
