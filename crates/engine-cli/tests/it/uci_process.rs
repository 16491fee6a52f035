//! A running program that speaks UCI, and the requests of the tests. The tests of this crate, of
//! the handbook and of cluster include this file; requests of one crate alone are in its own files.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The time without a line after which a program counts as hung, far beyond what any test needs.
const HUNG: Duration = Duration::from_secs(120);

pub(crate) struct UciProcess {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl UciProcess {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.expect("the program writes UTF-8")).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines }
    }

    pub(crate) fn send<T: AsRef<[u8]> + ?Sized>(&mut self, line: &T) {
        self.send_bytes(&[line.as_ref(), b"\n"].concat());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the program reads");
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(HUNG).expect("the program answers")
    }

    /// Reads the lines up to and including the first one that begins with `prefix`.
    pub(crate) fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Sends a line and `isready`; returns the lines before `readyok`.
    pub(crate) fn ask<T: AsRef<[u8]> + ?Sized>(&mut self, line: &T) -> Vec<String> {
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

    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the process to end; returns its status and the rest of its lines.
    pub(crate) fn wait(&mut self) -> (ExitStatus, Vec<String>) {
        let mut lines = Vec::new();
        // The reader ends, and disconnects, when the process does.
        while let Ok(line) = self.lines.recv_timeout(HUNG) {
            lines.push(line);
        }
        let status = self.child.try_wait().expect("the process can be asked");
        (status.unwrap_or_else(|| self.child.wait().expect("the process ends")), lines)
    }
}

impl Drop for UciProcess {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
