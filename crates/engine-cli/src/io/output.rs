//! The only output: whole lines to standard output, from any thread.

use std::fmt::Display;
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use crate::io::log::{Direction, Log};

/// The longest text of an `info string`, in characters; the rest is cut.
const LONGEST_INFO: usize = 400;

/// A shared line writer. Lines of several threads never mix, and each is flushed as it is written.
#[derive(Clone)]
pub(crate) struct Output {
    sink: Arc<Mutex<Box<dyn Write + Send>>>,
    /// The log of every line, if the user asked for one.
    log: Arc<Mutex<Option<Log>>>,
}

impl Output {
    /// Creates an output that writes to `sink`.
    pub(crate) fn new(sink: Box<dyn Write + Send>) -> Self {
        Self { sink: Arc::new(Mutex::new(sink)), log: Arc::default() }
    }

    /// Creates an output that writes to standard output.
    pub(crate) fn stdout() -> Self {
        Self::new(Box::new(io::stdout()))
    }

    /// Writes `text` and a line end. `text` may hold several lines: they stay together.
    pub(crate) fn line(&self, text: impl Display) {
        self.raw(format!("{text}\n"));
    }

    /// Writes one `info string` line. Control characters are replaced and a long text is cut, so
    /// that one readable line goes out, whatever the text.
    pub(crate) fn info_string(&self, text: impl Display) {
        let text = text.to_string();
        let mut shown: String = text
            .chars()
            .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
            .take(LONGEST_INFO)
            .collect();
        if text.chars().nth(LONGEST_INFO).is_some() {
            shown.push_str("...");
        }
        self.line(format_args!("info string {shown}"));
    }

    /// Writes `text` as it is and flushes.
    ///
    /// If the reader has closed the pipe, the process ends quietly.
    pub(crate) fn raw(&self, text: impl Display) {
        let text = text.to_string();
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = self.note(Direction::Out, &text);
        if sink.write_all(text.as_bytes()).and_then(|()| sink.flush()).is_err() {
            process::exit(0);
        }
        drop(sink);
        self.tell_of_log(noted);
    }

    /// Notes all lines in this log from now on, and the input lines by
    /// [`received`](Self::received). `None` ends that.
    pub(crate) fn log_to(&self, log: Option<Log>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Notes a line that came in.
    pub(crate) fn received(&self, line: &str) {
        self.tell_of_log(self.note(Direction::In, line));
    }

    /// Adds to the log, if there is one. A log that cannot be written is closed.
    fn note(&self, direction: Direction, text: &str) -> io::Result<()> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = log.as_mut().map_or(Ok(()), |log| log.add(direction, text));
        if noted.is_err() {
            *log = None;
        }
        noted
    }

    fn tell_of_log(&self, noted: io::Result<()>) {
        if let Err(error) = noted {
            self.info_string(format_args!("Debug Log File: closed after a failed write: {error}"));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A sink whose text a test can read.
    #[derive(Clone, Default)]
    pub(crate) struct Capture(Arc<Mutex<Vec<u8>>>);

    impl Capture {
        /// Returns the output so far.
        pub(crate) fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }

        /// Creates an output that writes here.
        pub(crate) fn output(&self) -> Output {
            Output::new(Box::new(self.clone()))
        }
    }

    impl Write for Capture {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn info_string_is_one_short_line() {
        let capture = Capture::default();
        capture.output().info_string(format_args!("a\nb\0c{}", "x".repeat(1000)));
        let text = capture.text();
        assert_eq!(text.matches('\n').count(), 1);
        assert!(text.starts_with("info string a\u{fffd}b\u{fffd}cxxx"), "{text}");
        assert!(text.ends_with("...\n") && text.chars().count() < 450, "{text}");
    }

    #[test]
    fn lines_of_threads_do_not_mix() {
        let capture = Capture::default();
        let output = capture.output();
        std::thread::scope(|scope| {
            for letter in ["a", "b", "c"] {
                let output = &output;
                scope.spawn(move || {
                    for _ in 0..100 {
                        output.line(letter.repeat(50));
                    }
                });
            }
        });
        let text = capture.text();
        assert_eq!(text.lines().count(), 300);
        assert!(text.lines().all(|line| line == line[..1].repeat(50)));
    }
}
