//! A running `palimpsest uci`.

use std::process::Command;

pub(crate) use crate::uci_process::UciProcess as Engine;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_palimpsest");

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
        let positions = [
            "startpos",
            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "fen r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
        ];
        positions
            .iter()
            .map(|position| self.nodes(&format!("position {position}\ngo depth 8")))
            .sum()
    }

    /// Returns the first line that ends with `suffix`; those before it are dropped.
    #[cfg(feature = "tuning")]
    pub(crate) fn until_end(&mut self, suffix: &str) -> String {
        std::iter::repeat_with(|| self.line()).find(|line| line.ends_with(suffix)).expect("endless")
    }
}
