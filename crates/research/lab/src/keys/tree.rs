//! A plain alpha-beta search over positions with any keys. It looks at no key, so that every choice
//! of keys sees the same positions.

use std::collections::HashSet;

use movegen::keys::{ChessKeys, FEATURES, KeyTables, MATERIAL_FEATURES, SCHEMA};
use movegen::keys::{PAWN_FEATURES, PAWN_SCHEMA};
use movegen::{Color, KeyedPosition, Move, PieceType};
use zobrist_keys::{Bch, Xor64};

/// Plies above quiescence.
const DEPTH: u32 = 4;

/// No score is as large.
const INFINITE: i32 = 30_000;

/// Points of a piece; the oldest scale, for order and quiescence only.
const VALUES: [(PieceType, i32); 5] = [
    (PieceType::Pawn, 1),
    (PieceType::Knight, 3),
    (PieceType::Bishop, 3),
    (PieceType::Rook, 5),
    (PieceType::Queen, 9),
];

/// BCH keys in the nested order, as a partial lock would use them.
#[derive(Clone, Copy, Debug)]
pub(super) struct NestedKeys;

impl ChessKeys for NestedKeys {
    type Key = Xor64;
    const TABLES: &'static KeyTables<Xor64> = {
        type Full = Bch<{ SCHEMA.polynomial() }, { SCHEMA.t() }, FEATURES>;
        type Pawn = Bch<{ PAWN_SCHEMA.polynomial() }, { PAWN_SCHEMA.t() }, PAWN_FEATURES>;
        static TABLES: KeyTables<Xor64> =
            KeyTables::new(&Full::NESTED, &Pawn::NESTED, &[Xor64(0); MATERIAL_FEATURES]);
        &TABLES
    };
}

/// The keys of positions met so far.
pub(super) struct Tree<K> {
    keys: HashSet<u64>,
    most: usize,
    choice: std::marker::PhantomData<K>,
}

impl<K: ChessKeys> Tree<K> {
    /// Creates a tree that will hold `most` different keys.
    pub(super) fn new(most: usize) -> Self {
        Self { keys: HashSet::with_capacity(most), most, choice: std::marker::PhantomData }
    }

    pub(super) fn is_full(&self) -> bool {
        self.keys.len() == self.most
    }

    pub(super) fn into_keys(self) -> HashSet<u64> {
        self.keys
    }

    /// Searches below a root, and keeps the keys of all its nodes until the tree is full.
    pub(super) fn grow(&mut self, root: &KeyedPosition<K>) {
        walk(root, &mut |position| {
            if self.is_full() {
                return false;
            }
            self.keys.insert(position.key());
            true
        });
    }
}

/// Searches below a root and shows `visit` each node, until it wants no more.
pub(super) fn walk<K: ChessKeys>(
    root: &KeyedPosition<K>,
    visit: &mut impl FnMut(&KeyedPosition<K>) -> bool,
) {
    node(root, DEPTH, (-INFINITE, INFINITE), visit);
}

/// Returns the score of a node; none if the walk has ended.
fn node<K: ChessKeys>(
    position: &KeyedPosition<K>,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    visit: &mut impl FnMut(&KeyedPosition<K>) -> bool,
) -> Option<i32> {
    if !visit(position) {
        return None;
    }
    let quiet = depth == 0 && !position.in_check();
    let mut best = -INFINITE;
    if quiet {
        best = material(position);
        alpha = alpha.max(best);
    }
    for mv in moves(position, quiet) {
        if alpha >= beta {
            break;
        }
        let child = position.make(mv);
        let score = -node(&child, depth.saturating_sub(1), (-beta, -alpha), visit)?;
        best = best.max(score);
        alpha = alpha.max(best);
    }
    Some(best)
}

/// Returns the legal moves, captures of much first; captures alone in a quiet leaf.
fn moves<K: ChessKeys>(position: &KeyedPosition<K>, captures_alone: bool) -> Vec<Move> {
    let mut moves: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| !captures_alone || position.is_capture(mv))
        .collect();
    moves.sort_by_key(|&mv| std::cmp::Reverse(position.captured(mv).map_or(0, value)));
    moves
}

fn value(kind: PieceType) -> i32 {
    VALUES.iter().find(|(valued, _)| *valued == kind).map_or(0, |(_, value)| *value)
}

/// Returns the balance of the pieces, from the side to move's view.
fn material<K: ChessKeys>(position: &KeyedPosition<K>) -> i32 {
    let count = |color: Color, kind| position.colored(color, kind).count() as i32;
    let us = position.side_to_move();
    VALUES.iter().map(|&(kind, value)| value * (count(us, kind) - count(!us, kind))).sum()
}
