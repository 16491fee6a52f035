//! The only output: whole lines to standard output, from any thread.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::regular_file;

/// The time between two tries to write where nothing can be written just now.
const PAUSE: Duration = Duration::from_millis(1);

/// The first line of every log: no other file is appended to.
const FIRST_LINE: &str = "palimpsest log: milliseconds, > to the engine, < from the engine";

/// A shared line writer. Lines of several threads never mix, and each is flushed as it is written.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<Box<dyn Write + Send>>>,
    /// Reports why the sink takes no more.
    report: fn(&str),
    /// The log of every line, if the user asked for one.
    log: Arc<Mutex<Option<Log>>>,
}

impl Output {
    /// Creates an output that writes to `sink`, which never fails.
    #[must_use]
    pub fn new(sink: Box<dyn Write + Send>) -> Self {
        Self { sink: Arc::new(Mutex::new(sink)), report: |_| (), log: Arc::default() }
    }

    /// Creates an output that writes to standard output. `report` receives the message when that
    /// takes no more; then the process ends with exit code 1.
    #[must_use]
    pub fn stdout(report: fn(&str)) -> Self {
        Self { report, ..Self::new(Box::new(io::stdout())) }
    }

    /// Writes `text` and a line end. `text` may hold several lines: they stay together.
    pub(crate) fn line(&self, text: impl Display) {
        self.raw(format!("{text}\n"));
    }

    /// Writes one `info string` line.
    pub fn info_string(&self, text: impl Display) {
        uci::Output::info_string(self, text);
    }

    /// Writes `text` as it is and flushes.
    pub(crate) fn raw(&self, text: impl Display) {
        self.bytes(text.to_string().as_bytes());
    }

    /// Writes `bytes` as they are and flushes.
    ///
    /// If that fails the process ends: quietly if the reader has closed the pipe, otherwise with a
    /// message and exit code 1.
    pub(crate) fn bytes(&self, bytes: &[u8]) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = self.note('<', bytes);
        self.check(write(&mut **sink, bytes));
        drop(sink);
        self.tell_of_log(noted);
    }

    /// Ends the process if `written` is an error, as [`bytes`](Self::bytes) does.
    pub(crate) fn check(&self, written: io::Result<()>) {
        match written {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
            Err(error) => {
                (self.report)(&format!("standard output: {error}"));
                process::exit(1)
            }
        }
    }

    /// Notes all lines in this log from now on, and the input lines by
    /// [`received`](Self::received). `None` ends that.
    pub(crate) fn log_to(&self, log: Option<Log>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    pub(crate) fn received(&self, line: &str) {
        self.tell_of_log(self.note('>', line.as_bytes()));
    }

    /// Adds to the log, if there is one. A log that cannot be written is closed.
    fn note(&self, mark: char, text: &[u8]) -> io::Result<()> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let noted =
            log.as_mut().map_or(Ok(()), |log| log.add(mark, &String::from_utf8_lossy(text)));
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

impl uci::Output for Output {
    fn write(&self, lines: &str) {
        self.bytes(lines.as_bytes());
    }
}

/// Writes all bytes and flushes. Where the other end of a pipe or a terminal does not let writers
/// wait, this waits until there is room.
fn write(sink: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    loop {
        let step = if bytes.is_empty() { sink.flush().map(|()| 0) } else { sink.write(bytes) };
        match step {
            Ok(0) if bytes.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
}

/// The file that the option `Debug Log File` names: rows `milliseconds > line` and `milliseconds <
/// line`, counted since it was opened.
pub(crate) struct Log {
    file: File,
    opened: Instant,
}

impl Log {
    /// Creates the file, or opens a log for appending: engines that share it lose nothing.
    pub(crate) fn open(path: &str) -> io::Result<Self> {
        let file = regular_file::append(path, FIRST_LINE)?;
        Ok(Self { file, opened: Instant::now() })
    }

    /// Adds a row for each line of `text`, written at once; `mark` is `>` for those to the engine.
    fn add(&mut self, mark: char, text: &str) -> io::Result<()> {
        let milliseconds = self.opened.elapsed().as_millis();
        let mut rows = String::new();
        for line in text.lines() {
            writeln!(rows, "{milliseconds:>8} {mark} {line}").expect("a text takes all");
        }
        self.file.write_all(rows.as_bytes())
    }
}

/// A sink whose text can be read.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct Capture(Arc<Mutex<Vec<u8>>>);

#[cfg(test)]
impl Capture {
    pub(crate) fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn output(&self) -> Output {
        Output::new(Box::new(self.clone()))
    }
}

#[cfg(test)]
impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_threads_do_not_mix() {
        let capture = Capture::default();
        let output = capture.output();
        thread::scope(|scope| {
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

    /// A sink that takes three bytes at a time, and between them none.
    struct Hesitant(Vec<u8>, bool);

    impl Write for Hesitant {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 = !self.1;
            let taken = &bytes[..bytes.len().min(3)];
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { self.0.write(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.1 = !self.1;
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn a_sink_that_is_full_for_a_while_is_waited_for() {
        let mut sink = Hesitant(Vec::new(), false);
        write(&mut sink, b"eight by").unwrap();
        assert_eq!(sink.0, b"eight by");
        let error = write(&mut &mut [0; 7][..], b"eight by").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WriteZero);
    }
}
