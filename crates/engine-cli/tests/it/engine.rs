//! A running `palimpsest uci`.

use std::io::Write as _;
use std::process::Command;

use ::engine::bench_positions;

pub(crate) use crate::uci_process::UciProcess as Engine;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_palimpsest");

/// Says that a part of a test is skipped: past the capture, which keeps what a passing test prints.
pub(crate) fn skipped(what: &str, why: &str) {
    writeln!(std::io::stderr(), "SKIPPED {what}: {why}").expect("standard error is open");
}

impl Engine {
    /// Starts the engine and sends the lines of `set_up` at once.
    pub(crate) fn start(set_up: &[&str]) -> Self {
        Self::start_with(&[], set_up)
    }

    /// Starts the engine with arguments on its command line, and sends the lines of `set_up` at
    /// once.
    pub(crate) fn start_with(arguments: &[&str], set_up: &[&str]) -> Self {
        let mut engine = Self::spawn(Command::new(BINARY).args(arguments));
        for line in set_up {
            engine.send(line);
        }
        engine
    }

    /// Returns the number of nodes that the engine searches for `go`.
    pub(crate) fn nodes(&mut self, go: &str) -> u64 {
        let lines = self.search(go);
        let words = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("a report");
        let nodes = words.split(' ').skip_while(|word| *word != "nodes").nth(1).expect("a number");
        nodes.parse().expect("a number")
    }

    /// Returns the nodes that the engine needs for four searches. From a table that knows them it
    /// needs fewer, if not for each of them.
    pub(crate) fn nodes_of_searches(&mut self) -> u64 {
        bench_positions()
            .take(4)
            .map(|(position, _)| {
                self.nodes(&format!("position fen {}\ngo depth 9", position.to_fen()))
            })
            .sum()
    }

    /// Returns the first line that ends with `suffix`; those before it are dropped.
    #[cfg(feature = "tuning")]
    pub(crate) fn until_end(&mut self, suffix: &str) -> String {
        std::iter::repeat_with(|| self.line()).find(|line| line.ends_with(suffix)).expect("endless")
    }
}
