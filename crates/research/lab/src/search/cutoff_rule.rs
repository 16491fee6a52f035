//! [`CutoffRule`]: rules by which a record ends a node, beside the engine's.

use search::score::is_decisive;
use search::{CutoffNode, Hit, table_key};
use tt_core::{Bound, Entry};

use super::lens::Lens;

/// The least depth at which the children are probed, in plies: nearer to the horizon the probes
/// cost more than the nodes that they save.
const LEAST_DEPTH: i32 = 2;

/// The demands on a record that ends a node outside of quiescence, beyond its draft, and other
/// records that may end it. A win or loss that is proved ends it without the demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CutoffRule {
    /// The plies by which the draft of a fail high must exceed the node's depth.
    pub(super) fail_high_plies: i32,
    /// The least depth at which a record may end a node that was expected to fail on the other
    /// side.
    pub(super) surprise_depth: i32,
    /// The least depth at which the record of the child after the table's move, if there is one,
    /// must lie on the same side of the window.
    pub(super) child_depth: i32,
    /// Enhanced transposition cutoffs (Schaeffer and Plaat, 1996), if there are any: the table is
    /// probed for each child, and one that proves a fail high ends the node.
    pub(super) enhanced: Option<Enhanced>,
}

/// The drafts of a child's record that may end its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enhanced {
    /// The child's depth, as in plain alpha-beta.
    Equal,
    /// The child's depth or more.
    AtLeast,
}

impl CutoffRule {
    /// No demand beyond the draft: the engine's rule.
    pub(super) const DRAFT: Self =
        Self { fail_high_plies: 0, surprise_depth: 0, child_depth: i32::MAX, enhanced: None };

    fn forbids(self, node: &CutoffNode<'_>, probe: &mut dyn FnMut(u64) -> Option<Entry>) -> bool {
        let Some(hit) = node.hit.filter(|hit| !is_decisive(hit.score)) else { return false };
        let fails_high = hit.score > node.alpha;
        fails_high && hit.draft < node.depth + self.fail_high_plies
            || node.depth < self.surprise_depth && node.cut_node != fails_high
            || node.depth >= self.child_depth && child_disagrees(node, hit, probe)
    }
}

impl Lens for CutoffRule {
    fn cutoff(
        &mut self,
        node: &CutoffNode<'_>,
        score: Option<i32>,
        probe: &mut dyn FnMut(u64) -> Option<Entry>,
    ) -> Option<i32> {
        if node.depth <= 0 {
            return score;
        }
        let score = score.filter(|_| !self.forbids(node, probe));
        score.or_else(|| enhanced_cutoff(node, self.enhanced?, probe))
    }
}

/// Returns whether the table has a score of the child after the entry's move on the other side of
/// the window.
fn child_disagrees(
    node: &CutoffNode<'_>,
    hit: &Hit,
    probe: &mut dyn FnMut(u64) -> Option<Entry>,
) -> bool {
    let Some(mv) = hit.mv.filter(|&mv| node.position.is_legal(mv)) else { return false };
    let child = node.position.make(mv);
    let Some(entry) = probe(table_key(&child)) else { return false };
    let next = node.read_child(&child, entry);
    next.bound != Bound::None && (-next.score > node.alpha) != (hit.score > node.alpha)
}

/// Returns the score of a child that the table knows and that makes the node fail high.
fn enhanced_cutoff(
    node: &CutoffNode<'_>,
    enhanced: Enhanced,
    probe: &mut dyn FnMut(u64) -> Option<Entry>,
) -> Option<i32> {
    if node.depth < LEAST_DEPTH {
        return None;
    }
    node.position.legal_moves().iter().find_map(|&mv| {
        let child = node.position.make(mv);
        let hit = node.read_child(&child, probe(table_key(&child))?);
        let deep = match enhanced {
            Enhanced::Equal => hit.draft == node.depth - 1,
            Enhanced::AtLeast => hit.draft >= node.depth - 1,
        };
        (deep && hit.bound.covers(Bound::Upper) && -hit.score > node.alpha).then_some(-hit.score)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use movegen::Position;
    use search::score::{mate_in, mated_in};
    use search::{NO_EVAL, Switches};
    use tt_core::Table;

    use super::*;
    use crate::search::lens::Seen;
    use crate::search::line::{PLAIN, Task, search_line};
    use crate::search::roots;

    /// Returns the score of a node above 0 under a rule, which has `hit` and a table that knows one
    /// child.
    fn settled(rule: CutoffRule, node: &CutoffNode<'_>, child: &Position, entry: Entry) -> bool {
        let known: HashMap<u64, Entry> = [(table_key(child), entry)].into();
        let score = node.hit.map(|hit| hit.score);
        let mut rule = rule;
        rule.cutoff(node, score, &mut |key| known.get(&key).copied()).is_some()
    }

    /// Returns whether a node of depth 6 with the window above 0 is ended by a record; the child
    /// after its move has a score of -70 for its side to move, which is 70 for the node's.
    fn ended(rule: CutoffRule, cut_node: bool, score: i32, draft: i32) -> bool {
        let position = &Position::startpos();
        let mv = position.parse_uci("e2e4").expect("a legal move");
        let bound = Bound::Exact;
        let entry = Entry { mv: 0, score: -70, eval: NO_EVAL, draft: 1, bound, pv: false };
        let hit = Some(&Hit { mv: Some(mv), score, eval: None, draft, bound, pv: false });
        let node = CutoffNode { position, ply: 0, depth: 6, alpha: 0, cut_node, hit, limit: 100 };
        settled(rule, &node, &position.make(mv), entry)
    }

    #[test]
    fn each_demand_forbids_what_it_says_and_no_more() {
        const DRAFT: CutoffRule = CutoffRule::DRAFT;
        let high = |rule| [6, 7].map(|draft| ended(rule, true, 50, draft));
        let low = |rule| [6, 7].map(|draft| ended(rule, false, -50, draft));
        assert_eq!([high(DRAFT), low(DRAFT)], [[true; 2]; 2]);
        let ply = CutoffRule { fail_high_plies: 1, ..DRAFT };
        assert_eq!([high(ply), low(ply)], [[false, true], [true; 2]]);
        for (surprise_depth, expected) in [(6, true), (7, false)] {
            let rule = CutoffRule { surprise_depth, ..DRAFT };
            assert_eq!([high(rule), low(rule)], [[true; 2]; 2]);
            assert_eq!(ended(rule, false, 50, 9), expected);
            assert_eq!(ended(rule, true, -50, 9), expected);
            assert!(ended(rule, false, mate_in(5), 9));
        }
        for (child_depth, expected) in [(6, false), (7, true)] {
            let rule = CutoffRule { child_depth, ..DRAFT };
            assert_eq!([high(rule), low(rule)], [[true; 2], [expected; 2]]);
        }
    }

    #[test]
    fn a_childs_mate_is_judged_by_the_childs_clock() {
        let rule = CutoffRule { enhanced: Some(Enhanced::AtLeast), ..CutoffRule::DRAFT };
        let cutoff = |fen: &str, mate: usize| {
            let position = &Position::from_fen(fen).expect("a legal position");
            let child = position.make(position.parse_uci("a1a2").expect("a legal move"));
            let (score, bound) = (mated_in(mate) as i16, Bound::Upper);
            let entry = Entry { mv: 0, score, eval: NO_EVAL, draft: 60, bound, pv: false };
            let node = CutoffNode {
                position,
                ply: 0,
                depth: 5,
                alpha: 0,
                cut_node: true,
                hit: None,
                limit: 100,
            };
            settled(rule, &node, &child, entry)
        };
        let quiet = "4k3/8/8/8/8/8/8/R3K3 w - - 80 90";
        assert_eq!([18, 19, 20].map(|mate| cutoff(quiet, mate)), [true, true, false]);
        let capture = "4k3/8/8/8/8/8/p7/R3K3 w - - 80 90";
        assert_eq!([20, 99, 101].map(|mate| cutoff(capture, mate)), [true, true, false]);
    }

    #[test]
    fn enhanced_cutoffs_save_nodes_and_change_no_score_of_plain_search() {
        let with = |enhanced, switches: Switches, depth| {
            let rule = CutoffRule { enhanced, ..CutoffRule::DRAFT };
            let outcomes = roots::draw(4, 1, 1).unwrap().into_iter().map(|line| {
                let table: Table = Table::new(1 << 22).unwrap();
                let seen = Seen { table: &table, make: || rule };
                let task = Task { line: &line, bytes: 1 << 22, depth, switches };
                let outcome = &search_line(&seen, &task)[0];
                (outcome.nodes, outcome.score.value())
            });
            let (nodes, scores): (Vec<u64>, Vec<i32>) = outcomes.unzip();
            (nodes.iter().sum::<u64>(), scores)
        };
        let (without, scores) = with(None, PLAIN, 4);
        let (nodes, same) = with(Some(Enhanced::Equal), PLAIN, 4);
        assert_eq!(scores, same);
        assert!(nodes < without, "{nodes} and {without} nodes");
        let pruned = with(Some(Enhanced::AtLeast), Switches::NONE, 8);
        assert_ne!(pruned.0, with(None, Switches::NONE, 8).0);
    }
}
