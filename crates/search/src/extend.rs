//! Extensions: how much deeper, or less deep, the hash move is searched than the others.

use movegen::Move;
use tt_core::Bound;

use crate::node::Node;
use crate::node::{NodeType, NonPv};
use crate::score::is_mate;
use crate::table::TranspositionTable;
use crate::worker::Worker;

/// The hash move's entry may be so much shallower than the node, in plies.
const DRAFT_SLACK: i32 = 3;

/// What comes of a look at the alternatives to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// Search the move so many plies deeper.
    Plies(i32),
    /// Several moves fail high, so the node's score is at least this; or the search is over.
    Cut(i32),
}

impl Node {
    /// The hash move's score, if it is worth a look whether the move is singular: the entry must be
    /// deep enough, a lower bound and no mate, and the node deep and no exclusion search itself.
    fn singular_score(&self, mv: Move, least_depth: i32) -> Option<i32> {
        let hit = self.hit?;
        let fires = self.hash_move == Some(mv)
            && self.excluded.is_none()
            && self.depth >= least_depth + i32::from(self.on_pv)
            && hit.draft >= self.depth - DRAFT_SLACK
            && hit.bound.covers(Bound::Lower)
            && !is_mate(hit.score);
        fires.then_some(hit.score)
    }
}

impl<T: TranspositionTable> Worker<'_, T> {
    /// The extension of a move. Singular extensions (Anantharaman, Campbell and Hsu, 1988) in their
    /// modern form: if a shallower search without the hash move fails low by a margin, the hash move is
    /// the only good one.
    pub(crate) fn extension<N: NodeType>(&mut self, node: &Node, mv: Move) -> Extension {
        let too_deep = node.ply >= 2 * self.root_depth as usize;
        if N::ROOT || too_deep {
            return Extension::Plies(0);
        }
        let Some(hash_score) = node.singular_score(mv, self.params.singular_depth) else {
            return Extension::Plies(0);
        };
        let bar = hash_score - node.depth * self.params.singular_slope / 64;
        let depth = (node.depth - 1) / 2;
        self.stack[node.ply].excluded = Some(mv);
        let score = self.alpha_beta::<NonPv>(node.ply, depth, (bar - 1, bar), node.cut_node);
        self.stack[node.ply].excluded = None;
        if self.stopped {
            return Extension::Cut(score);
        }
        if score < bar {
            let doubled = !N::PV
                && score < bar - self.params.double_extension
                && self.stack.before(node.ply, 1).double_extensions
                    < self.params.double_extensions as u32;
            Extension::Plies(1 + i32::from(doubled))
        } else if !N::PV && bar >= node.beta && !is_mate(bar) {
            // Multi-cut (Björnsson and Marsland, 1999): the hash move and another one fail high.
            Extension::Cut(bar)
        } else if hash_score >= node.beta {
            Extension::Plies(-2)
        } else if node.cut_node {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }
}
