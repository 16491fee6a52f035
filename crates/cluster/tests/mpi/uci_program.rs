//! A program that speaks UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// All that ends, ends within this.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
pub(crate) struct UciProgram {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Its lines `info string`, in order.
    pub(crate) told: Vec<String>,
}

impl UciProgram {
    pub(crate) fn start(command: &mut Command) -> Self {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = pipes.spawn().expect("it starts");
        let input = child.stdin.take().expect("a pipe was asked for");
        let output = child.stdout.take().expect("a pipe was asked for");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.for_each(|line| sender.send(line).unwrap_or_default());
        });
        Self { child, input, lines, told: Vec::new() }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it takes the line");
    }

    /// Waits for a line that begins with this.
    pub(crate) fn hear(&mut self, beginning: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no `{beginning}` after {:?}", self.told));
            self.told.extend(line.strip_prefix("info string ").map(str::to_owned));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Returns the move that it plays after these moves; none if the game is over.
    pub(crate) fn play(&mut self, moves: &[String], go: &str) -> Option<String> {
        let game =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position startpos{game}\n{go}"));
        let line = self.hear("bestmove ");
        let mv = line.split(' ').nth(1).expect("a bestmove has a move");
        (mv != "(none)").then(|| mv.to_owned())
    }

    /// Ends it, and returns its `info string` lines.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.say("quit");
        assert!(self.child.wait().expect("it ends").success());
        std::mem::take(&mut self.told)
    }
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
