//! A running player of the book.

use std::process::Command;

use movegen::{Move, Position};

pub(crate) use crate::uci_process::UciProcess as Player;

impl Player {
    pub(crate) fn start(program: &str) -> Self {
        Self::spawn(&mut Command::new(program))
    }

    pub(crate) fn move_in(&mut self, position: &Position, go: &str) -> Move {
        self.send(&format!("position fen {}", position.to_fen()));
        let lines = self.search(go);
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
        position.parse_uci(best.expect("a move")).expect("a legal move")
    }
}
