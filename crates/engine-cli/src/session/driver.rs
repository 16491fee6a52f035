//! The thread that works while the session listens.
//!
//! Jobs are done in the order in which they were queued, each with the [`Engine`] to itself. So a
//! `setoption` during a search waits for its end while the session goes on, and a job that must not
//! run during a search cannot.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use engine::Engine;
use uci::Job;

/// The stack in bytes of a thread that may search: some systems give the main thread too little.
pub(crate) const SEARCH_STACK: usize = 16 << 20;

/// The session's end of the driver thread. Dropping it without [`Driver::finish`] leaves the jobs
/// to end with the process.
pub(crate) struct Driver {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Driver {
    /// Starts the thread, which creates its engine.
    pub(crate) fn new(engine: impl FnOnce() -> Engine + Send + 'static) -> Self {
        let (jobs, queue): (Sender<Job>, Receiver<Job>) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("driver".into())
            .stack_size(SEARCH_STACK)
            .spawn(move || {
                let mut engine = engine();
                // Other threads hear the user.
                queue.into_iter().for_each(|job| job(&mut engine, None));
            })
            .expect("the system can start a thread");
        Self { jobs, thread }
    }

    pub(crate) fn queue(&self, job: Job) {
        self.jobs.send(job).expect("the driver thread lives as long as its sender");
    }

    /// Waits until all queued jobs are done.
    pub(crate) fn settle(&self) {
        let (done, wait) = mpsc::channel();
        self.queue(Box::new(move |_, _| done.send(()).expect("the session waits")));
        wait.recv().expect("the driver thread does all jobs");
    }

    /// Waits until all queued jobs are done, and ends the thread.
    pub(crate) fn finish(self) {
        let Self { jobs, thread } = self;
        drop(jobs);
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use engine::Numbers;
    use uci::{Ending, Host, Reason, Session};

    use super::*;
    use crate::io::access::Access;
    use crate::io::output::Capture;
    use crate::session::Program;

    fn program(capture: &Capture) -> (Program, Session) {
        let engine = || Engine::builder().hash(1 << 10).build().expect("a small table");
        let (driver, output) = (Driver::new(engine), capture.output());
        (Program { output, driver, access: Access::All }, Session::new(Numbers::default().into()).0)
    }

    fn finish(program: Program, session: &Session, reason: Reason) {
        session.runs().stop_for(reason);
        program.driver.finish();
    }

    #[test]
    fn jobs_are_done_in_order_and_a_stopped_one_lets_the_next_run() {
        let capture = Capture::default();
        let (mut program, session) = program(&capture);
        assert!(!session.runs().is_busy());
        session.start(&mut program, Ending::Stop, |_, run, _| {
            while !run.control.is_stopped() {
                thread::yield_now();
            }
            "stopped".into()
        });
        let output = capture.output();
        let (done, wait) = channel();
        program.queue(move |_| {
            output.line("queued");
            done.send(()).unwrap();
        });
        assert!(session.runs().is_busy() && session.runs().waits_for_stop());
        assert_eq!(capture.text(), "");
        session.runs().stop();
        assert!(!session.runs().waits_for_stop());
        wait.recv().unwrap();
        assert!(!session.runs().is_busy());
        assert_eq!(capture.text(), "stopped\nqueued\n");
    }

    #[test]
    fn a_new_job_is_not_stopped_by_an_earlier_stop() {
        let capture = Capture::default();
        let (mut program, session) = program(&capture);
        session.runs().stop();
        let (done, wait) = channel();
        session.start(&mut program, Ending::Count, move |_, run, _| {
            done.send(run.control.is_stopped()).unwrap();
            String::new()
        });
        assert!(!wait.recv().unwrap());
    }

    /// Starts a job that answers `name` when it is stopped, or at once if it ends by itself.
    fn start((program, session): (&mut Program, &Session), ending: Ending, name: &'static str) {
        let at_once = matches!(ending, Ending::Limit | Ending::Count);
        session.start(program, ending, move |_, run, _| {
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
            let (mut program, session) = program(&capture);
            start((&mut program, &session), Ending::Limit, "limit");
            start((&mut program, &session), Ending::Count, "count");
            start((&mut program, &session), Ending::Ponder { limited: true }, "ponder");
            start((&mut program, &session), Ending::Stop, "stop");
            let output = capture.output();
            program.queue(move |_| output.line("queued"));
            finish(program, &session, reason);
            assert_eq!(capture.text(), "limit\ncount\nponder\nstop\nqueued\n");
        }
    }

    #[test]
    fn an_interrupt_stops_what_runs_what_waits_and_what_comes() {
        let capture = Capture::default();
        let (mut program, session) = program(&capture);
        start((&mut program, &session), Ending::Stop, "running");
        start((&mut program, &session), Ending::Stop, "queued");
        assert!(!session.runs().are_interrupted());
        session.runs().interrupt();
        start((&mut program, &session), Ending::Stop, "late");
        assert!(!session.runs().waits_for_stop() && session.runs().are_interrupted());
        finish(program, &session, Reason::NoMoreInput);
        assert_eq!(capture.text(), "running\nqueued\nlate\n");
    }

    #[test]
    fn an_abandoned_job_ends_in_silence() {
        let capture = Capture::default();
        let (mut program, session) = program(&capture);
        start((&mut program, &session), Ending::Ponder { limited: true }, "running");
        start((&mut program, &session), Ending::Ponder { limited: false }, "queued");
        assert!(session.runs().waits_for_stop() && session.runs().abandon_pondering());
        assert!(!session.runs().is_busy() && !session.runs().abandon_pondering());
        start((&mut program, &session), Ending::Limit, "answer");
        finish(program, &session, Reason::NoMoreInput);
        assert_eq!(capture.text(), "answer\n");
    }

    #[test]
    fn a_settled_driver_takes_more() {
        let capture = Capture::default();
        let (mut program, session) = program(&capture);
        start((&mut program, &session), Ending::Stop, "one");
        session.runs().stop_for(Reason::NoMoreInput);
        program.driver.settle();
        assert_eq!(capture.text(), "one\n");
        start((&mut program, &session), Ending::Limit, "two");
        finish(program, &session, Reason::NoMoreInput);
        assert_eq!(capture.text(), "one\ntwo\n");
    }
}
