//! [`Uci`]: a session of the Universal Chess Interface, line by line, for pages that have a GUI of
//! their own.
//!
//! It is the session of the program `palimpsest`, without the options that need files, threads and
//! other processes.

use std::sync::{Arc, Mutex, PoisonError};

use engine::{Engine, Numbers};
use search::{Control, MonotonicClock};
use uci::{Host, Job, Offer, Output, Session, Start, UciError};

use crate::player::{CALLS_A_POLL, HASH_MIB};

/// A module has one thread: more need a standard library with atomics. Nothing interrupts the count
/// of one root move by `perft`.
const OFFER: Offer =
    Offer { machine: false, hash_mb: *HASH_MIB.end() as i64, threads: 1, perft: 7 };

/// The caller's wish during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    None,
    Stop,
    PonderHit,
}

/// The caller's function.
pub type Poll<'a> = &'a mut (dyn FnMut() -> Wish + Send);

/// A session. A line is obeyed before the next one is read: a search ends by its limit, or because
/// the caller's function says so.
pub struct Uci {
    session: Session,
    engine: Engine,
    out: Lines,
}

impl Uci {
    /// Creates a session that writes its lines to `out`.
    pub fn new(out: impl FnMut(&str) + Send + 'static) -> Result<Self, String> {
        let (session, builder) = Session::new(Start { offer: OFFER, ..Numbers::default().into() });
        let engine = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { session, engine, out: Lines(Arc::new(Mutex::new(out))) })
    }

    /// Obeys a line; a line that is refused gets an answer and changes nothing. During a search
    /// `poll` is called about once in 1,024 nodes for the caller's wish. Returns false after
    /// `quit`.
    pub fn command(&mut self, line: &str, poll: Poll<'_>) -> bool {
        let Self { session, engine, out } = self;
        let mut page = Page { engine, out, poll: Mutex::new((0, poll)) };
        session.obey(&mut page, line, MonotonicClock::start()).is_continue()
    }
}

type Out = dyn FnMut(&str) + Send;

/// The receiver of the lines.
#[derive(Clone)]
struct Lines(Arc<Mutex<Out>>);

impl Output for Lines {
    fn write(&self, lines: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.lines().filter(|line| !line.is_empty()).for_each(&mut *out);
    }
}

/// The page around a session: each job is done at once.
struct Page<'a> {
    engine: &'a mut Engine,
    out: &'a Lines,
    /// The times that a job has asked, and the caller's function.
    poll: Mutex<(u32, Poll<'a>)>,
}

impl Host for Page<'_> {
    type Output = Lines;

    fn output(&self) -> &Lines {
        self.out
    }

    fn name(&self) -> String {
        crate::version()
    }

    fn work(&mut self, job: Job) {
        let poll = &self.poll;
        job(
            self.engine,
            Some(&|control: &Control| {
                let mut poll = poll.lock().unwrap_or_else(PoisonError::into_inner);
                let (calls, ask) = &mut *poll;
                *calls += 1;
                match calls.is_multiple_of(CALLS_A_POLL).then(ask) {
                    Some(Wish::Stop) => control.stop(),
                    Some(Wish::PonderHit) => control.ponder_hit(),
                    Some(Wish::None) | None => {}
                }
            }),
        );
    }

    fn obey(&mut self, _: &mut Session, line: &str) -> Result<(), UciError> {
        let word = line.split_whitespace().next().unwrap_or_default();
        let problem = format_args!("'{word}' is no command of the engine in a page");
        Err(UciError::new("unknown command", problem))
    }
}

#[cfg(test)]
mod tests;
