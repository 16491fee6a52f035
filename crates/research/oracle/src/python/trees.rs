//! Games in the shape of python-chess: below each position the moves that were played there.
//!
//! Its tree knows no variation of a variation's first move: both are beside the move that they
//! replace, in the order of the file. Comments of one move are one text, annotations a set. A
//! comment that contains a closing brace is written behind a semicolon, and python-chess skips it.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use movegen::pgn::{Game, Line, games};
use movegen::{Position, Variant};
use serde_json::{Map, Value, json};

/// Returns all games of a text; a fault is an error.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>> {
    games(bytes).collect::<Result<_, _>>().context("games that movegen does not read")
}

pub(super) fn tree(game: &Game) -> Value {
    let mut tree = Tree::default();
    tree.line(game.line(), game.start(), Tree::ROOT);
    let mut nodes = Vec::new();
    tree.list(Tree::ROOT, 1, &mut nodes);
    let tags = game.tags().iter().map(|tag| (tag.name().to_owned(), tag.value().into()));
    json!({
        "tags": tags.collect::<Map<String, Value>>(),
        "start": game.start().to_fen_as(Variant::Standard),
        "comment": joined(&game.line().comments),
        "nodes": nodes,
    })
}

/// The moves, numbered from 1 in the order of the file.
#[derive(Default)]
struct Tree {
    moves: Vec<Value>,
    /// Of each move, those that follow it; first those at the start of the game.
    children: Vec<Vec<usize>>,
}

impl Tree {
    const ROOT: usize = 0;

    /// Adds a line below the move that leads to `position`.
    fn line(&mut self, line: &Line, position: &Position, mut parent: usize) {
        self.children.resize(self.moves.len() + 1, Vec::new());
        let mut position = position.clone();
        // The comment at the start of the game belongs to the game.
        let is_main = self.moves.is_empty();
        let mut starting = if is_main { String::new() } else { joined(&line.comments) };
        for node in &line.moves {
            let nags: BTreeSet<u8> = node.nags.iter().copied().collect();
            let uci = position.uci_as(node.mv, Variant::Chess960);
            self.moves.push(json!([
                uci,
                nags,
                std::mem::take(&mut starting),
                joined(&node.comments)
            ]));
            let added = self.moves.len();
            self.children.resize(added + 1, Vec::new());
            self.children[parent].push(added);
            for variation in &node.variations {
                self.line(variation, &position, parent);
            }
            parent = added;
            position = position.make(node.mv);
        }
    }

    /// Lists what follows a move: the ply before each.
    fn list(&self, parent: usize, ply: usize, nodes: &mut Vec<Value>) {
        for &child in &self.children[parent] {
            let mut node = vec![Value::from(ply)];
            node.extend(self.moves[child - 1].as_array().into_iter().flatten().cloned());
            nodes.push(node.into());
            self.list(child, ply + 1, nodes);
        }
    }
}

/// Returns the comments that python-chess reads, as one.
fn joined(comments: &[String]) -> String {
    let read = comments.iter().filter(|comment| !comment.contains('}'));
    read.map(String::as_str).collect::<Vec<_>>().join(" ")
}
