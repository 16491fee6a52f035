//! A running player, and what a test may ask of it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use movegen::{Move, Position};

/// After so long without a line a player counts as hung. Far beyond what any test needs.
const HUNG: Duration = Duration::from_secs(120);

/// A player's process. It is killed when it is dropped.
pub(crate) struct Player {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Player {
    /// Starts a program.
    pub(crate) fn start(program: &str) -> Self {
        let mut command = Command::new(program);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.expect("a player writes UTF-8")).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines }
    }

    /// Sends bytes and the end of a line.
    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(&[line.as_ref(), b"\n"].concat()).expect("the player reads");
        stdin.flush().expect("the player reads");
    }

    /// The lines up to the first one that begins with `prefix`, that one included.
    pub(crate) fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.lines.recv_timeout(HUNG).expect("the player answers"));
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Sends a line and `isready`: what came before `readyok`.
    pub(crate) fn ask(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
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

    /// Has the player move in a position; the move is legal there.
    pub(crate) fn move_in(&mut self, position: &Position, go: &str) -> Move {
        self.send(format!("position fen {}", position.to_fen(false)));
        let lines = self.search(go);
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
        position.parse_uci(best.expect("a move")).expect("a legal move")
    }

    /// Closes the player's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the process to end, with whatever it still writes.
    pub(crate) fn wait(mut self) -> (bool, Vec<String>) {
        let mut lines = Vec::new();
        // The reader ends, and hangs up, when the process does.
        while let Ok(line) = self.lines.recv_timeout(HUNG) {
            lines.push(line);
        }
        (self.child.wait().expect("the process ends").success(), lines)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
