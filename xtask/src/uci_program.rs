//! A program that speaks UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::process::wait;

/// A running program.
pub(crate) struct UciProgram {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Its lines `info string`, in order.
    pub(crate) told: Vec<String>,
}

impl UciProgram {
    /// Starts it.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = pipes.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let input = child.stdin.take().context("no pipe to it")?;
        let output = child.stdout.take().context("no pipe from it")?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines, told: Vec::new() })
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").with_context(|| format!("it does not take `{line}`"))
    }

    /// Waits for a line that begins with this.
    pub(crate) fn hear(&mut self, beginning: &str, limit: Duration) -> Result<String> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                bail!("no `{beginning}` in {limit:?}; it told {:?}", self.told);
            };
            if let Some(text) = line.strip_prefix("info string ") {
                self.told.push(text.to_owned());
            }
            if line.starts_with(beginning) {
                return Ok(line);
            }
        }
    }

    /// Returns the move that it plays after these moves; none if the game is over.
    pub(crate) fn play(&mut self, moves: &[String], go: &str) -> Result<Option<String>> {
        let game =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position startpos{game}"))?;
        self.say(go)?;
        let line = self.hear("bestmove ", Duration::from_secs(60))?;
        let mv = line.split(' ').nth(1).context("a bestmove has a move")?;
        Ok((mv != "(none)").then(|| mv.to_owned()))
    }

    /// Ends it.
    pub(crate) fn quit(mut self, limit: Duration) -> Result<()> {
        self.say("quit")?;
        let status = wait(limit, || self.child.try_wait())?;
        let status = status.with_context(|| format!("it has not ended {limit:?} after `quit`"))?;
        ensure!(status.success(), "it ended with {status}");
        Ok(())
    }
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
