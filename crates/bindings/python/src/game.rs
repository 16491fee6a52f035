//! [`Game`]: a game of PGN as a tree of nodes.

mod methods;
mod node;
mod path;

use movegen::pgn;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

pub(crate) use self::methods::Headers;
pub(crate) use self::node::{GameNode, Mainline};
use self::path::Path;
use crate::chess_move::Move;
use crate::error::value_error;

/// A game with its variations, comments and annotations: the root of a tree.
#[pyclass(module = "palimpsest")]
pub(crate) struct Game(pub(crate) Box<pgn::Game>);

/// A text that is added to a node, with its annotations.
struct Said {
    comment: String,
    starting_comment: String,
    nags: Vec<u8>,
}

impl Said {
    fn new(comment: &str, starting_comment: &str, nags: Vec<u8>) -> Self {
        Self { comment: comment.to_owned(), starting_comment: starting_comment.to_owned(), nags }
    }
}

/// Returns the comments as one text.
fn joined(comments: &[String]) -> String {
    comments.join(" ")
}

/// Returns a text as the comments of a node.
fn comments(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { vec![text.to_owned()] }
}

fn frozen<'py>(py: Python<'py>, nags: &[u8]) -> PyResult<Bound<'py, PyFrozenSet>> {
    PyFrozenSet::new(py, nags)
}

/// Adds a move behind a node: as its main continuation if it has none, else as a variation.
fn add(game: &mut pgn::Game, path: &Path, mv: Move, said: Said) -> PyResult<Path> {
    let position = path.position(game);
    let legal = mv.legal_in(&position)?;
    if legal.is_null() && position.in_check() {
        return Err(value_error("expected a move that ends the check, found the null move"));
    }
    let node =
        pgn::Node { nags: said.nags, comments: comments(&said.comment), ..pgn::Node::new(legal) };
    Ok(path.add(game, node, comments(&said.starting_comment)))
}
