//! Each pruning, where it alone decides.

use movegen::Position;
use tt_core::Entry;

use super::*;
use crate::hit::{CutoffNode, Hit};
use crate::node::harness::quiet_node;
use crate::params::Params;
use crate::score::{LEAST_TB_WIN, mate_in, mated_in};
use crate::table::{Hints, NO_EVAL, NoTable};
use crate::worker::harness::{Asked, Records, Script, with_worker};

#[test]
fn reverse_futility_spares_what_stood_on_a_principal_variation() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        let node = |on_pv: bool| Node { eval: 2_000, on_pv, ..quiet_node(3) };
        assert_eq!(worker.reverse_futility(&node(false)), Some(half_way(2_000, 1)));
        assert_eq!(worker.reverse_futility(&node(true)), None);
    });
}

/// An improving side makes the margin smaller than 0 at depth 1: below beta nothing is cut.
#[test]
fn reverse_futility_never_cuts_below_beta() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        for depth in 1..=worker.params.reverse_futility_depth {
            let cut = |eval: i32| {
                let window = Window::below(-40);
                let node = Node { eval, window, improving: true, ..quiet_node(depth) };
                worker.reverse_futility(&node)
            };
            assert_eq!((-160..-40).find_map(cut), None, "depth {depth}");
            assert!(cut(960).is_some_and(|score| score >= -40), "depth {depth}");
        }
    });
}

/// Returns a record that settles any node of a search.
fn exact(score: i32) -> Entry {
    let (bound, eval) = (Bound::Exact, NO_EVAL);
    Entry { mv: 0, score: score as i16, eval, draft: 60, bound, pv: false }
}

#[test]
fn a_win_behind_a_null_move_is_not_proved() {
    let root = Position::startpos();
    let mv = root.parse_san("e4").expect("a legal move");
    let passed = root.make(mv).make_null().expect("not in check");
    for (score, expected) in [(-40, 40), (mated_in(6), 1)] {
        let known = [(passed.key(), exact(score))].into();
        with_worker(Records { known, ..Records::default() }, &root, |worker| {
            worker.make(0, mv);
            let node = Node { eval: 500, static_eval: 500, ..quiet_node(5) };
            assert_eq!(worker.null_move(&node), Some(expected));
        });
    }
}

/// The reduction of the move before the node is no concern of the node's second search.
#[test]
fn a_verification_goes_to_the_depth_that_the_null_move_left() {
    let root = Position::startpos();
    let mv = root.parse_san("e4").expect("a legal move");
    let child = root.make(mv);
    let passed = child.make_null().expect("not in check");
    for reduction in [0, 9] {
        let known = [(passed.key(), exact(-40))].into();
        with_worker(Records { known, ..Records::default() }, &root, |worker| {
            worker.stack[0].static_eval = Some(-2_000);
            worker.make(0, mv);
            worker.stack[0].reduction = reduction;
            let depth = worker.params.null_verification_depth;
            let node = Node { eval: 500, static_eval: 500, ..quiet_node(depth) };
            worker.null_move(&node);
            let of_node = worker.table.stored.iter().filter(|(key, _)| *key == child.key());
            let deepest = of_node.map(|(_, entry)| i32::from(entry.draft)).max();
            let left = depth
                - worker.params.null_base
                - depth / worker.params.null_depth_divisor
                - (499 / worker.params.null_eval_divisor).min(NULL_EVAL_PLIES);
            assert_eq!(deepest, Some(left), "after a reduction of {reduction}");
        });
    }
}

#[test]
fn prob_cut_stores_the_depth_that_was_searched() {
    let root = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").expect("legal");
    let child = root.make(root.parse_san("exd5").expect("a legal move"));
    let known = [(child.key(), exact(-900))].into();
    with_worker(Records { known, ..Records::default() }, &root, |worker| {
        let node = Node { ply: 0, in_check: root.in_check(), ..quiet_node(8) };
        worker.stack[0].history = -700;
        assert!(worker.prob_cut(&node).is_some());
        assert_eq!(worker.stack[0].history, 0, "a capture has no history of quiet moves");
        let (key, entry) = worker.table.stored[0];
        assert_eq!((key, entry.bound), (root.key(), Bound::Lower));
        assert_eq!(i32::from(entry.draft), 8 - PROB_CUT_REDUCTION + 1);
        assert_eq!(worker.table.hints[0].move_number, 1);
    });
}

#[test]
fn a_bound_far_above_beta_settles_a_node_without_the_whole_depth() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        let margin = worker.params.table_cut_margin;
        let cut = |score: i32, draft: i32, bound: Bound| {
            let hit = Hit { mv: None, score, eval: None, draft, bound, pv: false };
            worker.table_cut(&Node { hit: Some(hit), ..quiet_node(9) })
        };
        let (bar, least) = (1 + margin, 9 - PROB_CUT_REDUCTION);
        assert_eq!(cut(bar, least, Bound::Lower), Some(bar));
        assert_eq!(cut(bar + 50, least, Bound::Exact), Some(bar));
        assert_eq!(cut(bar - 1, least, Bound::Lower), None);
        assert_eq!(cut(bar, least - 1, Bound::Lower), None);
        assert_eq!(cut(bar, least, Bound::Upper), None);
        assert_eq!(cut(mate_in(9), least, Bound::Lower), None);
    });
}

/// However far above beta the node is: a mate is nothing that the evaluation sees.
#[test]
fn reverse_futility_spares_a_lost_side_but_near_the_horizon() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        let node = |beta: i32, depth: i32| Node {
            window: Window::below(beta),
            eval: beta + 2_000,
            ..quiet_node(depth)
        };
        let lost = -worker.params.reverse_futility_lost - 1;
        let least = REVERSE_FUTILITY_LOST_DEPTH + 1;
        let prunes = |beta, depth| worker.reverse_futility(&node(beta, depth)).is_some();
        assert_eq!([prunes(lost, least - 1), prunes(lost, least)], [true, false]);
        assert!(prunes(lost + 1, least));
    });
}
#[test]
fn each_pruning_has_its_turn_but_not_in_check_nor_without_a_move() {
    let root = Position::startpos();
    with_worker(NoTable, &root, |worker| {
        let bound = Bound::Lower;
        let hit = Hit { mv: None, score: 900, eval: None, draft: 9, bound, pv: false };
        let bar = 1 + worker.params.table_cut_margin;
        let cut = worker.prune_node(&Node { hit: Some(hit), ..quiet_node(9) });
        assert_eq!(cut, Some(bar), "by the table");
        let high = || Node { eval: 2_000, ..quiet_node(3) };
        assert_eq!(worker.prune_node(&high()), Some(half_way(2_000, 1)), "reverse futility");
        let excluded = root.parse_san("e4").ok();
        assert_eq!(worker.prune_node(&Node { excluded, ..high() }), None);
        assert_eq!(worker.prune_node(&Node { in_check: true, ..high() }), None);
    });
}

/// Quiescence finds the 20 of the evaluation.
#[test]
fn razoring_is_for_nodes_far_below_alpha_near_the_horizon_and_quiescence_decides() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        let (base, slope) = (worker.params.razor_base, worker.params.razor_slope);
        let mut razor = |eval: i32, alpha: i32, depth: i32| {
            let node = Node { eval, window: Window::above(alpha), ..quiet_node(depth) };
            worker.razor(&node)
        };
        for (depth, margin) in [(1, base + slope), (2, base + 4 * slope)] {
            assert_eq!(razor(0, margin, depth), None, "depth {depth}");
            assert_eq!(razor(0, margin + 1, depth), Some(20), "depth {depth}");
        }
        assert_eq!(
            [razor(0, 9_000, RAZOR_DEPTH), razor(0, 9_000, RAZOR_DEPTH + 1)],
            [Some(20), None]
        );
        assert_eq!(razor(-5_000, 0, 1), None, "it is above alpha");
    });
}

#[test]
fn reverse_futility_has_a_margin_for_each_ply_and_a_greatest_depth() {
    with_worker(NoTable, &Position::startpos(), |worker| {
        let (slope, less, deepest) = (
            worker.params.reverse_futility_slope,
            worker.params.reverse_futility_improving,
            worker.params.reverse_futility_depth,
        );
        let prunes = |eval: i32, depth: i32, improving: bool| {
            worker.reverse_futility(&Node { eval, improving, ..quiet_node(depth) }).is_some()
        };
        for (margin, improving) in [(3 * slope, false), (3 * slope - less, true)] {
            assert!(prunes(1 + margin, 3, improving) && !prunes(margin, 3, improving));
        }
        assert!(prunes(5_000, deepest, false) && !prunes(5_000, deepest + 1, false));
        assert!(!prunes(mate_in(9), 1, false), "a mate is no evaluation");
        let window = Window::below(mated_in(20));
        let lost = Node { window, eval: 2_000, ..quiet_node(1) };
        assert_eq!(worker.reverse_futility(&lost), None, "a mate may threaten");
    });
}

/// A line of the start position whose last position is the node, and the node, whose null move
/// is worth 40.
fn null_move(change: impl FnOnce(&mut Node)) -> (Option<i32>, Option<Asked>) {
    let root = Position::startpos();
    let mv = root.parse_san("e4").expect("a legal move");
    with_worker(Script::of([-40]), &root, |worker| {
        worker.make(0, mv);
        let mut node = Node { eval: 1, static_eval: 500, ..quiet_node(12) };
        change(&mut node);
        (worker.null_move(&node), worker.table.asked.first().copied())
    })
}

#[test]
fn a_null_move_is_searched_less_deep_by_the_depth_and_the_evaluation() {
    let params = Params::default();
    let plain = 12 - params.null_base - 12 / params.null_depth_divisor;
    for (steps, less) in [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)] {
        let eval = 1 + steps * params.null_eval_divisor;
        for cut_node in [false, true] {
            let change = |node: &mut Node| (node.eval, node.cut_node) = (eval, cut_node);
            let asked = Asked { ply: 2, depth: plain - less, alpha: -1, cut_node: !cut_node };
            assert_eq!(null_move(change), (Some(40), Some(asked)));
        }
    }
    let depth = |depth: i32| null_move(|node| node.depth = depth).1.map(|asked| asked.depth);
    assert_eq!(depth(11), Some(11 - params.null_base - 11 / params.null_depth_divisor));
}

#[test]
fn a_null_move_needs_every_condition() {
    let params = Params::default();
    let least = 1 + params.null_margin - 12 * params.null_slope;
    assert_eq!(null_move(|node| node.static_eval = least).0, Some(40));
    let none = (None, None);
    assert_eq!(null_move(|node| node.static_eval = least - 1), none);
    assert_eq!(null_move(|node| node.eval = 0), none);
    assert_eq!(null_move(|node| node.window = Window::below(mated_in(20))), none);
    for (beta, expected) in [(40, Some(40)), (41, None)] {
        let change = |node: &mut Node| (node.eval, node.window) = (beta, Window::below(beta));
        assert_eq!(null_move(change).0, expected);
    }
    let after = |fen: &str, ready: fn(&mut Tested<'_>)| {
        let root = Position::from_fen(fen).expect("legal");
        with_worker(Script::of([-40]), &root, |worker| {
            worker.make(0, root.parse_san("Kg2").expect("a legal move"));
            ready(worker);
            worker.null_move(&Node { eval: 90, static_eval: 500, ..quiet_node(5) })
        })
    };
    let pieces = "4k1n1/p7/8/8/8/8/P7/6K1 w - - 0 1";
    assert_eq!(after(pieces, |_| ()), Some(40));
    assert_eq!(after(pieces, |worker| worker.null_floor = 2), None);
    assert_eq!(after(pieces, |worker| worker.null_floor = 1), Some(40));
    assert_eq!(after(pieces, |worker| worker.stack[0].mv = None), None, "not twice");
    assert_eq!(after("4k3/p7/8/8/8/8/P7/4B1K1 w - - 0 1", |_| ()), None, "pawns alone");
}

type Tested<'a> = Worker<'a, Script, fn(&Position) -> i32>;

#[test]
fn a_null_move_of_a_deep_node_is_verified_but_not_within_a_verification() {
    let least = Params::default().null_verification_depth;
    let verified = |depth: i32, answer: i32, floor: usize| {
        let root = Position::startpos();
        with_worker(Script::of([-40, answer]), &root, |worker| {
            worker.make(0, root.parse_san("e4").expect("a legal move"));
            worker.null_floor = floor;
            let node = Node { eval: 1, static_eval: 500, cut_node: true, ..quiet_node(depth) };
            let score = worker.null_move(&node);
            assert_eq!((worker.null_floor, worker.stack[1].anew), (floor, false));
            (score, std::mem::take(&mut worker.table.asked))
        })
    };
    for (depth, floor) in [(least - 1, 0), (least, 1)] {
        let (score, asked) = verified(depth, 0, floor);
        assert_eq!((score, asked.len()), (Some(40), 1));
    }
    for (answer, expected) in [(1, Some(40)), (0, None)] {
        let (score, asked) = verified(least, answer, 0);
        assert_eq!((score, asked.len()), (expected, 2));
        let again = Asked { ply: 1, depth: asked[0].depth, alpha: 0, cut_node: false };
        assert_eq!(asked[1], again);
    }
}

/// Notes the plies of null moves since the node at ply 1 is searched for the second time.
#[derive(Default)]
struct Nulls {
    line: Vec<Option<Position>>,
    searches: u32,
    plies: Vec<usize>,
}

impl TableHandle for Nulls {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}

    fn cutoff(&mut self, node: &CutoffNode<'_>, _: Option<i32>) -> Option<i32> {
        self.searches += u32::from(node.ply == 1);
        if self.searches == 0 {
            return Some(-40);
        }
        self.line.resize(node.ply, None);
        let before = self.line[node.ply - 1].as_ref().and_then(|parent| parent.make_null());
        if before.is_some_and(|passed| passed.key() == node.position.key()) {
            self.plies.push(node.ply - 1);
        }
        self.line.push(Some(node.position.clone()));
        None
    }
}

type Passing<'a> = Worker<'a, Nulls, fn(&Position) -> i32>;

#[test]
fn a_verification_passes_no_turn_but_near_its_horizon() {
    let root = Position::startpos();
    let window = Window::below(-300);
    let nulls = |searches: u32, search: fn(&mut Passing<'_>, Node)| {
        with_worker(Nulls { searches, ..Nulls::default() }, &root, |worker| {
            worker.make(0, root.parse_san("e4").expect("a legal move"));
            let depth = worker.params.null_verification_depth;
            search(worker, Node { eval: -300, static_eval: 500, window, ..quiet_node(depth) });
            std::mem::take(&mut worker.table.plies)
        })
    };
    let verified = nulls(0, |worker, node| {
        worker.null_move(&node);
    });
    let free = nulls(1, |worker, node| {
        worker.alpha_beta::<NonPv>(1, node.depth / 2, node.window, false);
    });
    let floor = 1 + 7 * NULL_FLOOR_SHARE.0 / NULL_FLOOR_SHARE.1;
    assert!(verified.iter().all(|&ply| ply >= floor), "{verified:?}");
    assert!(free.iter().any(|&ply| ply < floor), "{free:?}");
}

/// A pawn may take a queen: the score by ProbCut, and the searches that were asked for.
fn prob_cut(answers: [i32; 2], change: impl FnOnce(&mut Node)) -> (Option<i32>, Vec<Asked>) {
    let root = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").expect("legal");
    with_worker(Script::of(answers), &root, |worker| {
        let mut node = Node { ply: 0, ..quiet_node(8) };
        change(&mut node);
        (worker.prob_cut(&node), std::mem::take(&mut worker.table.asked))
    })
}

#[test]
fn prob_cut_asks_quiescence_and_then_a_shallow_search_whether_a_raised_beta_is_beaten() {
    let Params { prob_cut_margin, prob_cut_improving, .. } = Params::default();
    for (margin, improving) in
        [(prob_cut_margin, false), (prob_cut_margin - prob_cut_improving, true)]
    {
        let bar = 1 + margin;
        let cut = |answers| prob_cut(answers, |node| node.improving = improving);
        let (score, asked) = cut([-bar, -bar - 7]);
        assert_eq!(score, Some(8), "less by what beta was raised");
        assert_eq!([asked[0].alpha, asked[1].alpha], [-bar; 2]);
        assert_eq!((asked[1].depth, asked[1].cut_node), (8 - PROB_CUT_REDUCTION, true));
        assert_eq!(cut([-bar, 1 - bar]).0, None, "the shallow search is below");
        let (score, asked) = cut([1 - bar, -bar]);
        assert_eq!((score, asked.len()), (None, 1), "quiescence is below");
    }
}

#[test]
fn prob_cut_needs_every_condition() {
    let bar = 1 + Params::default().prob_cut_margin;
    let tries = |change: &dyn Fn(&mut Node)| {
        let (score, asked) = prob_cut([-900; 2], change);
        assert_eq!(score.is_some(), !asked.is_empty());
        score.is_some()
    };
    assert!(tries(&|node| node.depth = PROB_CUT_DEPTH));
    assert!(!tries(&|node| node.depth = PROB_CUT_DEPTH - 1));
    assert!(!tries(&|node| node.window = Window::below(mate_in(9))));
    assert!(!tries(&|node| node.window = Window::below(-LEAST_TB_WIN)));
    assert!(tries(&|node| node.static_eval = bar - 900));
    assert!(!tries(&|node| node.static_eval = bar - 901), "a queen is too little");
    let known = |draft: i32, score: i32| {
        let bound = Bound::Upper;
        let hit = Hit { mv: None, score, eval: None, draft, bound, pv: false };
        tries(&|node| node.hit = Some(hit))
    };
    let shallow = 8 - PROB_CUT_REDUCTION;
    assert!(known(shallow + 1, bar) && known(shallow, bar - 1));
    assert!(!known(shallow + 1, bar - 1), "the table says that it is below");
}
