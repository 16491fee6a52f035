//! A plain alpha-beta search over positions with any keys, and the positions that it meets. It
//! looks at no key, so that every choice of keys sees the same positions.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use movegen::keys::{ChessKeys, FEATURES, KeyTables, MATERIAL_FEATURES, SCHEMA};
use movegen::keys::{PAWN_FEATURES, PAWN_SCHEMA};
use movegen::{Color, KeyedPosition, Move, PieceType};
use self_play::{Openings, Random};
use zobrist_keys::{Bch, Xor64};

use super::features::FeatureSet;

/// Random plies before a root: the trees of different openings share few positions.
pub(super) const OPENING_PLIES: RangeInclusive<u32> = 8..=12;

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

/// Positions that no two trees share, in the order in which their searches meet them first.
///
/// There are `trees` trees of `size` positions each. They depend on the seed alone.
pub(super) fn gather(trees: usize, size: usize, seed: u64) -> Vec<Vec<FeatureSet>> {
    let (openings, mut random) = (Openings::from_startpos(OPENING_PLIES), Random::new(seed));
    let mut known = HashSet::with_capacity(trees * size);
    let mut gathered = Vec::with_capacity(trees);
    while gathered.len() < trees {
        let mut met = Vec::with_capacity(size);
        walk(&openings.draw(&mut random), &mut |position| {
            let features = FeatureSet::of(position);
            if met.len() < size && known.insert(features) {
                met.push(features);
            }
            met.len() < size
        });
        if met.len() == size {
            gathered.push(met);
        }
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_comes_twice() {
        let trees = gather(3, 500, 7);
        assert_eq!(trees.iter().map(Vec::len).collect::<Vec<_>>(), [500; 3]);
        let distinct: HashSet<FeatureSet> = trees.iter().flatten().copied().collect();
        assert_eq!(distinct.len(), 1500);
        assert_eq!(trees, gather(3, 500, 7));
    }
}
