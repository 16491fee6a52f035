//! Enhanced transposition cutoffs (Schaeffer and Plaat, 1996).

use tt_core::Bound;

use crate::evaluate::Evaluate;
use crate::hit::Hit;
use crate::node::Node;
use crate::table::TableHandle;
use crate::visit::NEAR_LIMIT;
use crate::worker::Worker;

/// The least depth at which the children are asked for, in plies: nearer to the horizon the probes
/// cost more than the nodes that they save.
const LEAST_DEPTH: i32 = 2;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// The score of a child that the table knows and that makes the node fail high.
    pub(crate) fn enhanced_cutoff(&mut self, node: &Node) -> Option<i32> {
        let position = &self.positions[node.ply];
        let left = self.plies_left(node.ply);
        if node.depth < LEAST_DEPTH || node.excluded.is_some() || left <= NEAR_LIMIT {
            return None;
        }
        for mv in position.legal_moves() {
            let Some(entry) = self.table.probe(position.make(mv).key()) else { continue };
            let hit = Hit::new(entry, node.ply + 1, left);
            let depth = node.depth - 1;
            let deep = if self.plain { hit.draft == depth } else { hit.draft >= depth };
            if deep && hit.bound.covers(Bound::Upper) && node.window.fails_high(-hit.score) {
                self.saved += self.table.last_effort();
                return Some(-hit.score);
            }
        }
        None
    }
}
