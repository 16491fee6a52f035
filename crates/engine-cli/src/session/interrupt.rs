//! Signals that ask the process to end: interrupt (Ctrl-C) and termination, and a hang-up of the
//! terminal.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::io::input::{self, Line};
use uci::Runs;

/// The exit code after a second signal, and of work that the first one cut short: the code that a
/// shell gives to a program ended by an interrupt.
pub(crate) const INTERRUPTED: i32 = 128 + 2;

/// The time after the first signal within which others count as one with it. `timeout` sends its
/// signal to the process and then to the group of the process, so that it arrives twice.
const BURST: Duration = Duration::from_millis(300);

/// The largest number of lines that are read ahead of the session.
const LINES_AHEAD: usize = 16;

/// Returns the jobs of a session, which the first signal interrupts. A second ends the process at
/// once.
pub(crate) fn runs() -> Arc<Runs> {
    interrupting(|| {})
}

/// Returns the lines of standard input until it ends or a signal comes, and the jobs of their
/// session, which the first signal interrupts. A second ends the process at once.
pub(crate) fn stdin() -> (impl Iterator<Item = Line>, Arc<Runs>) {
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    let reader = sender.clone();
    // The thread reads on when the session has ended, and ends with the process.
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

/// Hands over the lines, and `None` at the end of the input.
fn read(sender: &SyncSender<Option<Line>>) {
    for line in input::lines(io::stdin().lock()) {
        if sender.send(Some(line)).is_err() {
            return;
        }
    }
    // Nobody takes it if the session has ended.
    let _ = sender.send(None);
}

/// Creates runs that the first signal interrupts before it calls `also`.
fn interrupting(also: impl FnOnce() + Send + 'static) -> Arc<Runs> {
    let runs = Arc::new(Runs::default());
    let interrupted = Arc::clone(&runs);
    // If the system accepts no handler, a signal ends the process by default.
    let _ = at_first_signal(move || {
        interrupted.interrupt();
        also();
    });
    runs
}

/// Makes the first signal call `stop`. A later one ends the process at once, unless it belongs to
/// the same burst.
pub(crate) fn at_first_signal(stop: impl FnOnce() + Send + 'static) -> Result<(), ctrlc::Error> {
    let mut stop = Some(stop);
    let mut signals = Signals::default();
    ctrlc::set_handler(move || match signals.take(Instant::now()) {
        Meaning::Stop => stop.take().into_iter().for_each(|stop| stop()),
        Meaning::Nothing => {}
        Meaning::End => process::exit(INTERRUPTED),
    })
}

/// Returns a mark that is set each time the process goes on after a stop, for example by Ctrl-Z. On
/// a system without such a signal it is never set.
pub(crate) fn continued() -> Arc<AtomicBool> {
    let mark = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        // Without the signal the screen behaves as on other systems.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&mark));
    }
    mark
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// Stop the work, which still gives its answer.
    Stop,
    /// Nothing that was not requested already.
    Nothing,
    /// End the process at once.
    End,
}

#[derive(Default)]
struct Signals {
    first: Option<Instant>,
}

impl Signals {
    /// Takes in a signal that came at `now`.
    fn take(&mut self, now: Instant) -> Meaning {
        match self.first {
            None => {
                self.first = Some(now);
                Meaning::Stop
            }
            Some(first) if now.duration_since(first) < BURST => Meaning::Nothing,
            Some(_) => Meaning::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_that_come_at_once_are_one() {
        let start = Instant::now();
        let mut signals = Signals::default();
        for (millis, meaning) in [
            (0, Meaning::Stop),
            (1, Meaning::Nothing),
            (299, Meaning::Nothing),
            (300, Meaning::End),
            (9_000, Meaning::End),
        ] {
            assert_eq!(signals.take(start + Duration::from_millis(millis)), meaning, "{millis}");
        }
    }
}
