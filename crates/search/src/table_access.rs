//! A node and the transposition table: look-ups, the score that settles the node, and its entry.

use movegen::{Move, Position};
use tt_core::{Bound, Entry};

use crate::evaluate::Evaluate;
use crate::hit::{CutoffNode, Hit};
use crate::node::{Finding, Node, NodeType};
use crate::score::{DRAW, to_table};
use crate::table::{NO_EVAL, StoreHints, TableHandle, WITHOUT_CHECKS_DRAFT};
use crate::window::Window;
use crate::worker::Worker;

/// So near to the no-progress limit scores from other lines say little, in plies.
const NEAR_LIMIT: u32 = 10;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    #[inline]
    pub(crate) fn look_up(&mut self, ply: usize) -> Option<Hit> {
        let entry = self.table.probe(self.key_of(ply))?;
        self.read(ply, entry)
    }

    #[inline]
    pub(crate) fn look_up_quiescence(&mut self, ply: usize) -> Option<Hit> {
        let entry = self.table.probe_quiescence(self.key_of(ply))?;
        self.read(ply, entry)
    }

    #[inline]
    pub(crate) fn key_of(&self, ply: usize) -> u64 {
        self.table_key(&self.positions[ply])
    }

    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        self.clock_buckets.key_of(position)
    }

    #[inline]
    fn read(&self, ply: usize, entry: Entry) -> Option<Hit> {
        let position = &self.positions[ply];
        let discards = self.team.switches.discard_illegal;
        let hit = Hit::new(entry, ply, self.plies_left(ply));
        let foreign = discards && hit.mv.is_some_and(|mv| !position.is_legal(mv));
        (!foreign).then_some(hit)
    }

    /// Returns the plies before the no-progress rule ends the game, as the table's entries are
    /// judged by them.
    #[inline]
    fn plies_left(&self, ply: usize) -> u32 {
        self.no_progress_limit().saturating_sub(self.positions[ply].halfmove_clock())
    }

    /// Returns the no-progress limit as the table's entries are judged by it: without end where the
    /// clock does not count.
    #[inline]
    fn no_progress_limit(&self) -> u32 {
        let ignored = self.plain || self.team.switches.table_ignores_clock;
        if ignored { u32::MAX } else { self.team.settings.no_progress_limit }
    }

    /// Settles a node of `depth` for this window by the table, if it can: tells the table so, and
    /// returns the score. Never on the principal variation, whose line would be cut short; nor
    /// where a move is left out; nor so near to the no-progress limit that scores from other lines
    /// say little.
    #[inline]
    pub(crate) fn settle<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
        hit: Option<&Hit>,
    ) -> Option<i32> {
        let limit = self.no_progress_limit();
        let position: &Position = &self.positions[ply];
        let near = limit.saturating_sub(position.halfmove_clock()) <= NEAR_LIMIT;
        if N::PV || near || self.stack[ply].excluded.is_some() {
            return None;
        }
        let deep = |hit: &&Hit| !self.plain || hit.draft == depth;
        let score = hit.filter(deep).and_then(|hit| hit.cutoff(depth, window));
        let node = CutoffNode { position, ply, depth, alpha: window.alpha, cut_node, hit, limit };
        let score = self.table.cutoff(&node, score)?;
        self.saved += self.table.settled();
        Some(score)
    }

    /// Keeps a static evaluation that has just been computed, before the node's moves are searched:
    /// many a node is left before that, and met again. The root is not left early.
    pub(crate) fn keep_evaluation(&mut self, node: &Node) {
        let new = node.hit.is_none() && node.raw_eval.is_some();
        if new && node.excluded.is_none() && node.ply > 0 && !self.plain {
            let (bound, draft) = (Bound::None, WITHOUT_CHECKS_DRAFT);
            self.store(node, &Finding { best: None, score: DRAW, bound, draft, number: 0 });
        }
    }

    pub(crate) fn store(&mut self, node: &Node, finding: &Finding) {
        let hit = node.hit.filter(|_| !self.plain);
        let entry = Entry {
            mv: finding.best.map_or(0, Move::to_bits),
            score: to_table(finding.score, node.ply),
            eval: node.raw_eval.map_or(NO_EVAL, |eval| eval as i16),
            draft: finding.table_draft(hit.as_ref()) as i16,
            bound: finding.bound,
            pv: node.on_pv,
        };
        let (nodes, saved) = (self.nodes, self.saved);
        let hints = || StoreHints {
            subtree_nodes: nodes - node.nodes_before,
            saved_nodes: saved - node.saved_before,
            move_number: finding.number,
        };
        self.table.store(self.key_of(node.ply), entry, &hints);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock_buckets::table_key;
    use crate::node::harness::quiet_node;
    use crate::node::{NonPv, Pv};
    use crate::score::mate_in;
    use crate::table::{Hints, NoTable};
    use crate::worker::harness::{Records, with_worker};

    fn hit(draft: i32) -> Hit {
        Hit { mv: None, score: 50, eval: None, draft, bound: Bound::Exact, pv: false }
    }

    #[test]
    fn a_position_is_kept_and_found_by_its_key_in_the_table() {
        let root = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 30 60").expect("a position");
        assert_ne!(table_key(&root), root.key());
        let mv = root.parse_uci("a1a5").ok();
        with_worker(Records::default(), &root, |worker| {
            let node = Node { ply: 0, ..quiet_node(8) };
            let finding =
                Finding { best: mv, score: 300, bound: Bound::Lower, draft: 8, number: 1 };
            worker.store(&node, &finding);
            let (key, entry) = worker.table.stored[0];
            assert_eq!(key, table_key(&root));
            assert!(worker.look_up(0).is_none());
            worker.table.known.insert(key, entry);
            assert_eq!(worker.look_up(0).and_then(|hit| hit.mv), mv);
            assert_eq!(worker.look_up_quiescence(0).map(|hit| hit.score), Some(300));
        });
    }

    #[test]
    fn the_table_settles_no_principal_variation_and_no_search_without_a_move() {
        let root = Position::startpos();
        with_worker(NoTable, &root, |worker| {
            let (hit, window) = (hit(20), Window::above(0));
            assert_eq!(worker.settle::<NonPv>(1, 8, window, true, Some(&hit)), Some(50));
            assert_eq!(worker.settle::<Pv>(1, 8, window, true, Some(&hit)), None);
            worker.stack[1].excluded = root.parse_uci("e2e4").ok();
            assert_eq!(worker.settle::<NonPv>(1, 8, window, true, Some(&hit)), None);
        });
    }
    #[test]
    fn near_the_no_progress_limit_the_table_settles_nothing() {
        let settles = |clock: u32| {
            let fen = format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 90");
            let root = Position::from_fen(&fen).expect("a position");
            with_worker(NoTable, &root, |worker| {
                worker.settle::<NonPv>(1, 8, Window::above(0), true, Some(&hit(20))).is_some()
            })
        };
        assert_eq!([99 - NEAR_LIMIT, 100 - NEAR_LIMIT].map(settles), [true, false]);
    }

    #[test]
    fn plain_search_takes_entries_of_its_own_depth_alone() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            worker.plain = true;
            let settles = [7, 8, 9].map(|draft| {
                worker.settle::<NonPv>(1, 8, Window::above(0), true, Some(&hit(draft))).is_some()
            });
            assert_eq!(settles, [false, true, false]);
        });
    }

    /// Keeps the last entry with its hints; an entry that settles a node saves nodes.
    #[derive(Default)]
    struct Kept(Option<(Entry, StoreHints)>);

    impl TableHandle for Kept {
        fn probe(&mut self, _: u64) -> Option<Entry> {
            None
        }

        fn store(&mut self, _: u64, entry: Entry, hints: Hints<'_>) {
            self.0 = Some((entry, hints()));
        }

        fn settled(&mut self) -> u64 {
            700
        }
    }

    #[test]
    fn an_entry_has_the_findings_of_its_node_and_the_effort_below_it() {
        with_worker(Kept::default(), &Position::startpos(), |worker| {
            let raw_eval = Some(31);
            let node = || Node { ply: 3, on_pv: true, raw_eval, static_eval: -9, ..quiet_node(8) };
            let node = || Node { nodes_before: 1_000, saved_before: 200, ..node() };
            worker.saved = 200;
            worker.settle::<NonPv>(1, 8, Window::above(0), true, Some(&hit(20)));
            worker.nodes = 1_064;
            let best = worker.positions[0].legal_moves().first().copied();
            let (score, bound) = (mate_in(8), Bound::Lower);
            let finding = Finding { best, score, bound, draft: 6, number: 4 };
            worker.store(&node(), &finding);
            let (entry, hints) = worker.table.0.expect("stored");
            let expected = StoreHints { subtree_nodes: 64, saved_nodes: 700, move_number: 4 };
            assert_eq!(hints, expected);
            let mv = best.map_or(0, Move::to_bits);
            let score = mate_in(5) as i16;
            assert_eq!(entry, Entry { mv, score, eval: 31, draft: 6, bound, pv: true });
            let check = Node { raw_eval: None, ..node() };
            worker.store(&check, &finding);
            assert_eq!(worker.table.0.map(|(entry, _)| entry.eval), Some(NO_EVAL));
        });
    }

    #[test]
    fn a_new_evaluation_is_kept_at_once_but_not_twice_nor_at_the_root() {
        let kept = |change: fn(&mut Node)| {
            with_worker(Kept::default(), &Position::startpos(), |worker| {
                let mut node = quiet_node(8);
                change(&mut node);
                worker.keep_evaluation(&node);
                worker.table.0.map(|(entry, _)| (entry.bound, entry.eval, entry.draft))
            })
        };
        assert_eq!(kept(|_| ()), Some((Bound::None, 0, WITHOUT_CHECKS_DRAFT as i16)));
        assert_eq!(kept(|node| node.hit = Some(Hit { bound: Bound::None, ..hit(0) })), None);
        assert_eq!(kept(|node| node.raw_eval = None), None);
        assert_eq!(kept(|node| node.ply = 0), None);
    }
}
