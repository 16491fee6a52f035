//! Searches on a thread of their own, while Python waits without its lock or does other things.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::search::Control;
use engine::{Answer, Engine, Event, Request};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::info::{Analysis, Info};

/// The stack of a search in bytes: as that of the program `palimpsest`.
const STACK: usize = 16 << 20;

/// The time after which signals such as Ctrl-C are looked for again.
const WAIT: Duration = Duration::from_millis(50);

enum Message {
    Line(Box<Info>),
    Failed(String),
    Done(Box<Answer>),
}

/// A search that runs, or has run.
pub(crate) struct Running {
    board: Board,
    control: Arc<Control>,
    messages: Mutex<Receiver<Message>>,
    seen: Mutex<Seen>,
    interrupted: AtomicBool,
}

/// The messages that came so far.
#[derive(Default)]
struct Seen {
    lines: Vec<Info>,
    answer: Option<Answer>,
    failure: Option<String>,
}

impl Running {
    /// Starts a search; it begins when the engine has done those before.
    pub(crate) fn start(
        engine: Arc<Mutex<Engine>>,
        board: &Board,
        request: Request<'static>,
        plays: bool,
    ) -> PyResult<Self> {
        let (sender, messages) = channel();
        let control = Arc::new(Control::new());
        let (stop, root) = (Arc::clone(&control), board.clone());
        let game = engine::Game::with_history((*board.position).clone(), board.history.clone());
        let work = move || {
            // A receiver that is gone has stopped the search.
            let send = |message| drop(sender.send(message));
            let mut report = |event: Event<'_>| match event {
                Event::Line(info) => send(Message::Line(Box::new(Info::of(&root, info)))),
                Event::Book(fault) => send(Message::Failed(format!("the book: {fault}"))),
                Event::Hash(error) => send(Message::Failed(error.to_string())),
                Event::Failed(panic) => send(Message::Failed(format!("a search failed: {panic}"))),
                _ => {}
            };
            let request = Request { control: Some(&*stop), ..request };
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let answer = match plays {
                true => engine.play(&game, &request, &mut report),
                false => {
                    Answer { outcome: engine.analyse(&game, &request, &mut report), book: None }
                }
            };
            drop(engine);
            send(Message::Done(Box::new(answer)));
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        let (messages, interrupted) = (Mutex::new(messages), AtomicBool::new(false));
        Ok(Self { board: board.clone(), control, messages, seen: Mutex::default(), interrupted })
    }

    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    /// Waits for the next line; `None` at the end. Ctrl-C stops the search.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        loop {
            if self.seen().answer.is_some() {
                return Ok(None);
            }
            let received = py.detach(|| {
                self.messages.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(WAIT)
            });
            match received {
                Ok(Message::Line(info)) => {
                    let mut seen = self.seen();
                    seen.lines.truncate(info.multipv - 1);
                    seen.lines.push((*info).clone());
                    return Ok(Some(*info));
                }
                Ok(Message::Failed(why)) => self.seen().failure = Some(why),
                Ok(Message::Done(answer)) => self.seen().answer = Some(*answer),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = py.check_signals() {
                self.stop();
                if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    return Err(error);
                }
                self.interrupted.store(true, Ordering::Relaxed);
            }
        }
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the end, and returns the answer.
    pub(crate) fn answer(&self, py: Python<'_>) -> PyResult<Answer> {
        while self.next(py)?.is_some() {}
        let mut seen = self.seen();
        match seen.failure.take() {
            Some(why) => Err(PyRuntimeError::new_err(why)),
            None => Ok(seen.answer.clone().unwrap_or_default()),
        }
    }

    /// Waits for the end, and returns the result.
    pub(crate) fn analysis(&self, py: Python<'_>) -> PyResult<Analysis> {
        let outcome = self.answer(py)?.outcome;
        let lines = self.seen().lines.clone();
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        Ok(Analysis { board: self.board.clone(), lines, outcome, interrupted })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The lines of a search as it finds them. `stop`, the end of a `with` block or of the object ends
/// the search; Ctrl-C ends it, and the lines too.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct AnalysisStream(pub(crate) Running);

#[pymethods]
impl AnalysisStream {
    /// Stops the search, whose last line may still come.
    fn stop(&self) {
        self.0.stop();
    }

    /// Waits for the end, and returns the result.
    fn wait(&self, py: Python<'_>) -> PyResult<Analysis> {
        self.0.analysis(py)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.0.next(py)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.0.stop();
        self.0.answer(py).map(drop)
    }
}
