//! [`Path`]: the place of a node in the tree.

use movegen::pgn::{Game, Line, Node};
use movegen::{Move, Position};

/// The place of a node: the variations that lead to its line, and the moves of the line up to it.
/// A path stays valid, because nothing is taken out of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Path {
    /// The index of the move that each variation replaces, and that of the variation.
    into: Vec<(usize, usize)>,
    /// The moves of the line up to the node; 0 is the root of the tree.
    moves: usize,
}

impl Path {
    pub(super) fn is_root(&self) -> bool {
        self.moves == 0
    }

    /// Whether the node is the first one of a variation.
    pub(super) fn starts_variation(&self) -> bool {
        self.moves == 1 && !self.into.is_empty()
    }

    pub(super) fn is_mainline(&self) -> bool {
        self.into.is_empty()
    }

    /// Returns the line in which the node is.
    pub(super) fn line<'g>(&self, game: &'g Game) -> &'g Line {
        let variation =
            |line: &'g Line, &(at, number): &(usize, usize)| &line.moves[at].variations[number];
        self.into.iter().fold(game.line(), variation)
    }

    pub(super) fn line_mut<'g>(&self, game: &'g mut Game) -> &'g mut Line {
        let variation = |line: &'g mut Line, &(at, number): &(usize, usize)| {
            &mut line.moves[at].variations[number]
        };
        self.into.iter().fold(game.line_mut(), variation)
    }

    /// Returns the node; `None` for the root.
    pub(super) fn node<'g>(&self, game: &'g Game) -> Option<&'g Node> {
        self.line(game).moves.get(self.moves.checked_sub(1)?)
    }

    pub(super) fn node_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut Node> {
        let index = self.moves.checked_sub(1)?;
        self.line_mut(game).moves.get_mut(index)
    }

    /// Returns the node before this one; `None` for the root.
    pub(super) fn parent(&self) -> Option<Self> {
        let mut path = Self { moves: self.moves.checked_sub(1)?, into: self.into.clone() };
        // The first move of a variation stands beside the move that it replaces.
        while path.moves == 0
            && let Some((at, _)) = path.into.pop()
        {
            path.moves = at;
        }
        Some(path)
    }

    /// Returns the main continuation.
    pub(super) fn next(&self, game: &Game) -> Option<Self> {
        let is_there = self.moves < self.line(game).moves.len();
        is_there.then(|| Self { into: self.into.clone(), moves: self.moves + 1 })
    }

    /// Returns the continuations, the main one first.
    pub(super) fn children(&self, game: &Game) -> Vec<Self> {
        let mut found = Vec::new();
        self.collect(self.line(game), &mut found);
        found
    }

    /// Collects the next move of a line, and the first moves of what may replace it.
    fn collect(&self, line: &Line, found: &mut Vec<Self>) {
        let Some(next) = line.moves.get(self.moves) else { return };
        found.push(Self { into: self.into.clone(), moves: self.moves + 1 });
        for (number, variation) in next.variations.iter().enumerate() {
            let mut first = Self { into: self.into.clone(), moves: 0 };
            first.into.push((self.moves, number));
            first.collect(variation, found);
        }
    }

    /// Adds a node behind this one, and returns its place.
    pub(super) fn add(&self, game: &mut Game, node: Node, before: Vec<String>) -> Self {
        let moves = self.moves;
        let line = self.line_mut(game);
        let mut into = self.into.clone();
        let Some(next) = line.moves.get_mut(moves) else {
            line.moves.push(node);
            return Self { into, moves: moves + 1 };
        };
        into.push((moves, next.variations.len()));
        next.variations.push(Line { comments: before, moves: vec![node], ..Line::default() });
        Self { into, moves: 1 }
    }

    /// Returns the moves from the root to the node.
    pub(super) fn moves(&self, game: &Game) -> Vec<Move> {
        let (mut line, mut moves) = (game.line(), Vec::new());
        for &(at, number) in &self.into {
            moves.extend(line.moves[..at].iter().map(|node| node.mv));
            line = &line.moves[at].variations[number];
        }
        moves.extend(line.moves[..self.moves].iter().map(|node| node.mv));
        moves
    }

    /// Returns the number of moves from the root to the node.
    pub(super) fn plies(&self) -> usize {
        self.into.iter().map(|&(at, _)| at).sum::<usize>() + self.moves
    }

    /// Returns the position behind the node.
    pub(super) fn position(&self, game: &Game) -> Position {
        self.moves(game).into_iter().fold(game.start().clone(), |position, mv| after(&position, mv))
    }
}

/// Returns the position after a move of a tree, all of which are legal or null.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let passed = if mv.is_null() { position.make_null() } else { None };
    passed.unwrap_or_else(|| position.make(mv))
}
