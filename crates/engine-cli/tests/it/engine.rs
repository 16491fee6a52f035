//! A running `palimpsest uci`, and what a test may ask of it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_palimpsest");

/// After so long without a line the engine counts as hung. Far beyond what any test needs.
const HUNG: Duration = Duration::from_secs(120);

/// An engine process. It is killed when it is dropped.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the engine; `set_up` lines are sent at once.
    pub(crate) fn start(set_up: &[&str]) -> Self {
        Self::start_with(&[], set_up)
    }

    /// The same, with arguments on its command line.
    pub(crate) fn start_with(arguments: &[&str], set_up: &[&str]) -> Self {
        let mut child = Command::new(BINARY)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.expect("the engine writes UTF-8")).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        let mut engine = Self { child, stdin, lines };
        for line in set_up {
            engine.send(line);
        }
        engine
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
        self.send_bytes(b"\n");
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(HUNG).expect("the engine answers")
    }

    /// The lines up to the first one that begins with `prefix`, that one included.
    pub(crate) fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// The first line that ends with `suffix`; those before it are dropped.
    #[cfg(feature = "tuning")]
    pub(crate) fn until_end(&mut self, suffix: &str) -> String {
        std::iter::repeat_with(|| self.line()).find(|line| line.ends_with(suffix)).expect("endless")
    }

    /// Sends a line and `isready`: what came before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns the lines up to `bestmove`.
    pub(crate) fn search(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove")
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the process to end, with whatever it still writes.
    pub(crate) fn wait(&mut self) -> (ExitStatus, Vec<String>) {
        let mut lines = Vec::new();
        // The reader ends, and hangs up, when the process does.
        while let Ok(line) = self.lines.recv_timeout(HUNG) {
            lines.push(line);
        }
        let status = self.child.try_wait().expect("the process can be asked");
        (status.unwrap_or_else(|| self.child.wait().expect("the process ends")), lines)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
