//! [`UciEngine`]: any engine that speaks UCI, run as a process that answers one request at a time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use movegen::Position;

use crate::uci_line::{UciAnswer, UciLine};

/// The time without a line after which an engine counts as hung. It is long, because a user who
/// measures may stop the engine for a while.
const HUNG: Duration = Duration::from_secs(1_800);

/// A running engine. It is killed when it is dropped.
#[derive(Debug)]
pub struct UciEngine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
}

impl UciEngine {
    /// Starts a program, waits for `uciok` and sets `options`, pairs of name and value.
    ///
    /// # Errors
    /// If the program does not start, or does not answer as UCI prescribes.
    pub fn start(program: &Path, options: &[(&str, &str)]) -> Result<Self> {
        let mut command = Command::new(program);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("a pipe was asked for")?;
        let output = BufReader::new(child.stdout.take().context("a pipe was asked for")?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self { child, input, lines, name: program.display().to_string() };
        engine.greet(options).with_context(|| program.display().to_string())?;
        Ok(engine)
    }

    fn greet(&mut self, options: &[(&str, &str)]) -> Result<()> {
        let greeting = self.ask("uci", "uciok")?;
        if let Some(name) = greeting.iter().find_map(|line| line.strip_prefix("id name ")) {
            self.name = name.trim().to_owned();
        }
        options.iter().try_for_each(|(name, value)| self.set_option(name, value))?;
        self.ready()
    }

    /// Returns the name that the engine gives itself, or the program's path if it gives none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option. An engine does not answer, so a refused value goes unnoticed.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Sends `ucinewgame`, by which an engine forgets its last game, and waits until it is ready.
    ///
    /// # Errors
    /// If the engine has ended or does not answer.
    pub fn new_game(&mut self) -> Result<()> {
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Searches a position within the limits that follow `go` (`nodes 1000`).
    ///
    /// # Errors
    /// If the engine has ended or does not answer.
    pub fn search(&mut self, position: &Position, limits: &str) -> Result<UciAnswer> {
        self.search_after(position, &[], limits)
    }

    /// Searches the position after `moves`, in UCI's notation, from `start`. An engine recognises
    /// repetitions by these moves.
    ///
    /// # Errors
    /// If the engine has ended or does not answer.
    pub fn search_after(
        &mut self,
        start: &Position,
        moves: &[String],
        limits: &str,
    ) -> Result<UciAnswer> {
        let mut set_up = format!("position fen {}", start.to_fen());
        if !moves.is_empty() {
            set_up += " moves ";
            set_up += &moves.join(" ");
        }
        self.send(&set_up)?;
        let said = self.ask(&format!("go {limits}"), "bestmove")?;
        let best = said.last().and_then(|line| line.split_whitespace().nth(1));
        Ok(UciAnswer {
            best: best.context("a move stands after bestmove")?.to_owned(),
            lines: said.iter().filter_map(|line| UciLine::parse(line)).collect(),
        })
    }

    /// Sends a line and returns those that come back, up to and including the first that begins
    /// with `answer`.
    ///
    /// # Errors
    /// If the engine has ended or does not answer.
    pub fn ask(&mut self, line: &str, answer: &str) -> Result<Vec<String>> {
        self.send(line)?;
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(HUNG);
            let line = line.with_context(|| format!("{} did not say {answer}", self.name))?;
            let is_last = line.starts_with(answer);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn ready(&mut self) -> Result<()> {
        self.ask("isready", "readyok").map(drop)
    }

    fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").with_context(|| format!("{} has ended", self.name))
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // The process may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;
    use crate::uci_line::UciScore;

    /// Writes a shell script that answers as `cases` prescribe, and returns its folder and path.
    fn program(cases: &str) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.sh");
        let script =
            format!("#!/bin/sh\nwhile read -r line; do case \"$line\" in {cases} esac; done\n");
        // A shell writes it: a file that this process had open for writing could not be run while
        // another test's child, just forked, still has it open.
        let write = "printf %s \"$1\" > \"$0\" && chmod +x \"$0\"";
        let written = Command::new("sh").args(["-c", write]).arg(&path).arg(script).status();
        assert!(written.unwrap().success());
        (folder, path)
    }

    #[test]
    fn an_engine_is_greeted_set_up_and_asked() {
        let (_folder, path) = program(
            "uci) echo 'id name Parrot 1'; echo uciok;; isready) echo readyok;; \
             setoption*) set=\"$line\";; position*) at=\"$line\";; \
             go*) echo \"info depth 1 score cp 7 nodes 9 pv $set $at $line\"; \
             echo 'bestmove e2e4 ponder e7e5';;",
        );
        let mut engine = UciEngine::start(&path, &[("Hash", "16")]).unwrap();
        assert_eq!(engine.name(), "Parrot 1");
        engine.new_game().unwrap();
        let start = Position::startpos();
        let moves = ["g1f3".to_owned(), "g8f6".to_owned()];
        let answer = engine.search_after(&start, &moves, "nodes 9").unwrap();
        assert_eq!(answer.best, "e2e4");
        let line = answer.last(1).unwrap();
        assert_eq!(line.score, UciScore::Centipawns(7));
        let heard = format!(
            "setoption name Hash value 16 position fen {} moves g1f3 g8f6 go nodes 9",
            start.to_fen()
        );
        assert_eq!(line.moves.join(" "), heard);
    }

    #[test]
    fn an_engine_that_ends_or_is_not_there_is_an_error() {
        let (_folder, path) = program("uci) echo uciok;; isready) echo readyok;; go*) exit;;");
        let mut engine = UciEngine::start(&path, &[]).unwrap();
        assert_eq!(engine.name(), path.display().to_string());
        let error = engine.search(&Position::startpos(), "depth 1").unwrap_err();
        assert!(error.to_string().contains("did not say bestmove"), "{error}");
        let error = UciEngine::start(Path::new("no-such-engine"), &[]).unwrap_err();
        assert!(error.to_string().contains("no-such-engine"), "{error}");
    }
}
