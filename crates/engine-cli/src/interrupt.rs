//! Signals that ask the process to end: interrupt (Ctrl-C) and termination, and a hang-up of the
//! terminal.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use crate::driver::Runs;
use crate::input::{self, Line};

/// The exit code after a second signal: that of a shell for a program that an interrupt has ended.
const INTERRUPTED: i32 = 128 + 2;

/// Lines that are read ahead of the session at most.
const LINES_AHEAD: usize = 16;

/// The jobs of a session that the first signal interrupts. The second ends the process at once.
pub(crate) fn runs() -> Arc<Runs> {
    interrupting(|| {})
}

/// The lines of standard input until it ends or a signal comes, and the jobs of their session,
/// which the first signal interrupts. The second ends the process at once.
pub(crate) fn stdin() -> (impl Iterator<Item = Line>, Arc<Runs>) {
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    let reader = sender.clone();
    // It reads on when the session has ended, and ends with the process.
    thread::spawn(move || read(&reader));
    let runs = interrupting(move || {
        // A session that does not wait for a line sees the mark of the runs before it takes one.
        let _ = sender.try_send(None);
    });
    let interrupted = Arc::clone(&runs);
    let until_then = std::iter::from_fn(move || {
        let next = lines.recv().ok().flatten();
        next.filter(|_| !interrupted.are_interrupted())
    });
    (until_then, runs)
}

/// Hands over the lines, and nothing at the end of the input.
fn read(sender: &SyncSender<Option<Line>>) {
    for line in input::lines(io::stdin().lock()) {
        if sender.send(Some(line)).is_err() {
            return;
        }
    }
    // Nobody takes it if the session has ended.
    let _ = sender.send(None);
}

/// Runs that the first signal interrupts, before `also` is called.
fn interrupting(mut also: impl FnMut() + Send + 'static) -> Arc<Runs> {
    let runs = Arc::new(Runs::default());
    let interrupted = Arc::clone(&runs);
    let handler = move || {
        if !interrupted.interrupt() {
            process::exit(INTERRUPTED);
        }
        also();
    };
    // A system that takes no handler ends the process itself.
    let _ = ctrlc::set_handler(handler);
    runs
}
