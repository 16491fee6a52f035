//! Enhanced transposition cutoffs (Schaeffer and Plaat, 1996).

use tt_core::Bound;

use crate::evaluate::Evaluate;
use crate::hit::Hit;
use crate::node::Node;
use crate::table::TableHandle;
use crate::table_access::NEAR_LIMIT;
use crate::worker::Worker;

/// The least depth at which the children are probed, in plies: nearer to the horizon the probes
/// cost more than the nodes that they save.
const LEAST_DEPTH: i32 = 2;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the score of a child that the table knows and that makes the node fail high.
    pub(crate) fn enhanced_cutoff(&mut self, node: &Node) -> Option<i32> {
        let position = &self.positions[node.ply];
        if node.depth < LEAST_DEPTH
            || node.excluded.is_some()
            || self.plies_left(node.ply) <= NEAR_LIMIT
        {
            return None;
        }
        for mv in position.legal_moves() {
            let child = position.make(mv);
            let key = self.table_key(&child);
            let Some(entry) = self.table.probe(key) else { continue };
            let hit = Hit::new(entry, node.ply + 1, self.plies_left_in(&child));
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

#[cfg(test)]
mod tests {
    use movegen::Position;
    use tt_core::{Bound, Entry};

    use crate::node::Node;
    use crate::node::harness::quiet_node;
    use crate::score::mated_in;
    use crate::table::NO_EVAL;
    use crate::table_key::table_key;
    use crate::worker::harness::{Records, with_worker};

    #[test]
    fn a_childs_mate_is_judged_by_the_childs_clock() {
        let cutoff = |fen: &str, mate: usize| {
            let root = Position::from_fen(fen).expect("a legal position");
            let child = root.make(root.parse_uci("a1a2").expect("a legal move"));
            let (score, bound) = (mated_in(mate) as i16, Bound::Upper);
            let entry = Entry { mv: 0, score, eval: NO_EVAL, draft: 60, bound, pv: false };
            let known = [(table_key(&child), entry)].into();
            with_worker(Records { known, ..Records::default() }, &root, |worker| {
                worker.enhanced_cutoff(&Node { ply: 0, ..quiet_node(5) }).is_some()
            })
        };
        let quiet = "4k3/8/8/8/8/8/8/R3K3 w - - 80 90";
        assert_eq!([18, 19, 20].map(|mate| cutoff(quiet, mate)), [true, true, false]);
        let capture = "4k3/8/8/8/8/8/p7/R3K3 w - - 80 90";
        assert_eq!([20, 99, 101].map(|mate| cutoff(capture, mate)), [true, true, false]);
    }
}
