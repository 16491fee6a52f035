//! The thread that works while the session listens.
//!
//! Jobs are done in the order in which they were queued, each with the [`Engine`] to itself. So a
//! `setoption` during a search waits for its end without anybody waiting for it, and what must not
//! run during a search cannot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use search::Control;

use crate::engine::Engine;
use crate::output::Output;

/// The stack in bytes of a thread that may search: some systems give the main thread too little.
pub(crate) const SEARCH_STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce(&mut Engine) + Send>;

/// A job that takes its time and can be stopped: a search, `bench`, `perft`.
#[derive(Default)]
struct Run {
    control: Control,
    finished: AtomicBool,
}

/// The session's end of the driver thread. Dropping it stops a job that runs.
pub(crate) struct Driver {
    jobs: Sender<Job>,
    run: Arc<Run>,
    output: Output,
}

impl Driver {
    /// Starts the thread, with an engine of the default options.
    pub(crate) fn new(output: Output) -> Self {
        let (jobs, queue): (Sender<Job>, Receiver<Job>) = mpsc::channel();
        let engine_output = output.clone();
        thread::Builder::new()
            .name("driver".into())
            .stack_size(SEARCH_STACK)
            .spawn(move || {
                let mut engine = Engine::new(engine_output);
                queue.into_iter().for_each(|job| job(&mut engine));
            })
            .expect("the system can start a thread");
        let idle = Run { finished: AtomicBool::new(true), ..Run::default() };
        Self { jobs, run: Arc::new(idle), output }
    }

    /// Queues a short job.
    pub(crate) fn queue(&self, job: impl FnOnce(&mut Engine) + Send + 'static) {
        self.jobs.send(Box::new(job)).expect("the driver thread lives as long as its sender");
    }

    /// Queues a job that can be stopped. The text that it returns is written when the driver no
    /// longer counts as busy: who reads `bestmove` may start the next search at once.
    pub(crate) fn start(
        &mut self,
        job: impl FnOnce(&mut Engine, &Control) -> String + Send + 'static,
    ) {
        let run = Arc::new(Run::default());
        self.run = Arc::clone(&run);
        let output = self.output.clone();
        self.queue(move |engine| {
            let last_line = job(engine, &run.control);
            run.finished.store(true, Ordering::Release);
            output.line(last_line);
        });
    }

    /// Whether a started job has not ended yet.
    pub(crate) fn is_busy(&self) -> bool {
        !self.run.finished.load(Ordering::Acquire)
    }

    /// Whether a started job goes on, and was not yet told to stop.
    pub(crate) fn is_occupied(&self) -> bool {
        self.is_busy() && !self.run.control.is_stopped()
    }

    /// Tells the job that was started last to stop. Nothing happens if it has ended.
    pub(crate) fn stop(&self) {
        self.run.control.stop();
    }

    /// Tells the search that was started last that the move it ponders on was played.
    pub(crate) fn ponder_hit(&self) {
        self.run.control.ponder_hit();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.stop();
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
        driver.start(|_, control| {
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
        assert!(driver.is_busy() && driver.is_occupied());
        assert_eq!(capture.text(), "");
        driver.stop();
        assert!(!driver.is_occupied());
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
        driver.start(move |_, control| {
            done.send(control.is_stopped()).unwrap();
            String::new()
        });
        assert!(!wait.recv().unwrap());
    }
}
