//! Reductions by one circumstance each, and the searches that a move goes through.

use movegen::Position;

use super::*;
use crate::node::harness::quiet_node;
use crate::table::NoTable;
use crate::worker::harness::{Asked, Script, with_worker};

#[test]
fn hindsight_goes_by_what_the_reduced_move_did_to_the_evaluation() {
    let plies = |reduction: i32, gain: i32, depth: i32| {
        with_worker(NoTable, &Position::startpos(), |worker| {
            worker.stack[0].static_eval = Some(-30);
            worker.stack[0].reduction = reduction;
            worker.hindsight(&Node { static_eval: 30 + gain, ..quiet_node(depth) })
        })
    };
    let (deep, margin) = with_worker(NoTable, &Position::startpos(), |worker| {
        (worker.params.hindsight_deeper, worker.params.hindsight_margin)
    });
    assert_eq!([plies(deep, 0, 5), plies(deep - 1, 0, 5), plies(deep, 1, 5)], [1, 0, 0]);
    let lost = margin + 1;
    assert_eq!([plies(2, lost, 5), plies(2, margin, 5), plies(1, lost, 5)], [-1, 0, 0]);
    assert_eq!(plies(2, lost, 1), 0, "there is nothing to take off");
}

#[test]
fn reductions_ask_for_the_opponents_history_and_whether_alpha_has_risen() {
    let root = Position::startpos();
    with_worker(NoTable, &root, |worker| {
        let context = worker.quiet_context(0);
        let mv = root.parse_san("a3").expect("a legal move");
        let candidate = worker.candidate(0, mv, 9, &context);
        let mut reduction = |history: i32, theirs: i32, raised: bool| {
            worker.stack[0].history = theirs;
            worker.reduction(&quiet_node(6), &Candidate { history, ..candidate }, raised)
        };
        let usual = [reduction(0, 0, false), reduction(-1, -1, false)];
        let (less, more) = (reduction(0, -1, false), reduction(-1, 0, false));
        assert_eq!(reduction(0, 0, true) - usual[0], Params::default().reduction_raised);
        let opponent = Params::default().reduction_opponent;
        assert_eq!([usual[0] - less, more - usual[1]], [opponent, opponent]);
    });
}

#[test]
fn each_circumstance_changes_a_reduction_by_its_number() {
    let (root, params) = (Position::startpos(), Params::default());
    with_worker(NoTable, &root, |worker| {
        let mv = root.parse_san("a3").expect("a legal move");
        let candidate = worker.candidate(0, mv, 9, &worker.quiet_context(0));
        let usual = worker.reduction(&quiet_node(6), &candidate, false);
        for (node, change) in [
            (Node { on_pv: true, ..quiet_node(6) }, -params.reduction_pv),
            (Node { cut_node: true, ..quiet_node(6) }, params.reduction_cut_node),
            (Node { improving: true, ..quiet_node(6) }, -params.reduction_worsening),
            (Node { hash_move_is_tactical: true, ..quiet_node(6) }, params.reduction_tactical),
        ] {
            assert_eq!(worker.reduction(&node, &candidate, false) - usual, change);
        }
        let check = Candidate { check: true, ..candidate };
        let checks = worker.reduction(&quiet_node(6), &check, false);
        assert_eq!(checks - usual, -params.reduction_check);
        worker.stack[2].fail_highs = MANY_FAIL_HIGHS;
        assert_eq!(worker.reduction(&quiet_node(6), &candidate, false), usual);
        worker.stack[2].fail_highs = MANY_FAIL_HIGHS + 1;
        let failing = worker.reduction(&quiet_node(6), &candidate, false);
        assert_eq!(failing - usual, params.reduction_fail_highs);
        worker.stack[1].killers[0] = Some(mv);
        let killer = worker.reduction(&quiet_node(6), &candidate, false);
        assert_eq!(killer - failing, -params.reduction_killer);
    });
}

#[test]
fn a_search_after_a_reduced_one_is_deeper_or_shallower_by_the_gain() {
    let mut params = Params { deeper_slope: 128, shallower_slope: 64, ..Params::default() };
    let deepest = params.deeper_margin + 2 * 10;
    assert_eq!([9, 10, deepest, deepest + 1].map(|gain| params.again_by(gain, 10)), [-1, 0, 0, 1]);
    (params.deeper_slope, params.shallower_slope) = (0, 640);
    let margin = params.deeper_margin;
    assert_eq!([99, 100].map(|gain| params.again_by(gain, 10)), [0, 1]);
    assert_eq!([margin, margin + 1].map(|gain| params.again_by(gain, 0)), [0, 1]);
}

#[test]
fn reductions_are_rounded_down_on_both_sides_of_zero() {
    assert_eq!([-PLY - 1, -PLY, -1, 0, PLY - 1, PLY].map(plies), [-2, -1, -1, 0, 0, 1]);
}

#[test]
fn the_integer_logarithm_is_the_logarithm() {
    for (x, &log) in LOG2.iter().enumerate().skip(1) {
        let exact = (x as f64).log2() * 1024.0;
        assert!((f64::from(log) - exact).abs() <= 1.001, "{x}: {log} {exact}");
    }
    assert_eq!(log2(1 << 20), 20 * 1024);
}
#[test]
fn a_deep_node_without_a_hash_move_is_searched_less_deep() {
    let mv = Position::startpos().legal_moves().first().copied();
    let node = |depth: i32| Node { cut_node: true, ..quiet_node(depth) };
    assert_eq!([3, 4].map(|depth| node(depth).missing_hash_move::<NonPv>()), [0, 1]);
    assert_eq!(quiet_node(4).missing_hash_move::<NonPv>(), 0);
    assert_eq!(quiet_node(4).missing_hash_move::<Pv>(), 1);
    assert_eq!(Node { hash_move: mv, ..node(4) }.missing_hash_move::<NonPv>(), 0);
}

#[test]
fn the_base_of_a_reduction_grows_with_the_logarithms() {
    let params = Params::default();
    with_worker(NoTable, &Position::startpos(), |worker| {
        let mv = worker.positions[0].legal_moves()[0];
        let candidate = worker.candidate(0, mv, 1, &worker.quiet_context(0));
        let base = |depth: i32, number: u32, tactical: bool| {
            worker.base_reduction(depth, &Candidate { number, tactical, ..candidate })
        };
        let (quiet, slope) = (params.reduction_quiet_base, params.reduction_quiet_slope);
        for (depth, number, product) in [(1, 8, 0), (8, 1, 0), (8, 4, 6), (4, 8, 6), (16, 2, 4)] {
            assert_eq!(base(depth, number, false), quiet + product * slope);
            let capture = product * params.reduction_capture_slope;
            assert_eq!(base(depth, number, true), params.reduction_capture_base + capture);
        }
    });
}

#[test]
fn a_good_history_reduces_less() {
    let root = Position::startpos();
    with_worker(NoTable, &root, |worker| {
        let context = worker.quiet_context(0);
        let candidate = worker.candidate(0, root.legal_moves()[0], 9, &context);
        let reduction = |history: i32| {
            worker.reduction(&quiet_node(6), &Candidate { history, ..candidate }, false)
        };
        let ply = Params::default().reduction_history;
        assert_eq!(
            [reduction(ply), reduction(2 * ply)].map(|it| reduction(0) - it),
            [PLY, 2 * PLY]
        );
    });
}

/// A move of the start position, one of many in its order, and the searches of it.
struct Late {
    depth: i32,
    number: u32,
    history: i32,
    alpha: i32,
    best: i32,
    node: Node,
}

impl Late {
    fn of(depth: i32, number: u32) -> Self {
        let node = Node { ply: 0, improving: true, ..quiet_node(depth) };
        Self { depth: depth - 1, number, history: 0, alpha: 0, best: -20, node }
    }

    /// Returns the move's score, the searches with null windows, and the plies of the first
    /// one's reduction.
    fn search<N: NodeType>(&self, script: Script) -> (i32, Vec<Asked>, i32) {
        let root = Position::startpos();
        let mv = root.parse_san("a3").expect("a legal move");
        with_worker(script, &root, |worker| {
            let candidate = worker.candidate(0, mv, self.number, &worker.quiet_context(0));
            let candidate = Candidate { history: self.history, ..candidate };
            worker.make(0, mv);
            let window = Window { alpha: self.alpha, ..self.node.window };
            let raised = self.alpha > self.node.window.alpha;
            let reduction = worker.reduction(&self.node, &candidate, raised);
            let (node, depth) = (&self.node, self.depth);
            let score = worker.search_move::<N>(node, &candidate, depth, window, self.best);
            assert_eq!(worker.stack[0].reduction, 0);
            (score, std::mem::take(&mut worker.table.asked), plies(reduction))
        })
    }
}

fn asked(depth: i32, alpha: i32, cut_node: bool) -> Asked {
    Asked { ply: 1, depth, alpha: -alpha - 1, cut_node }
}

#[test]
fn a_late_move_is_searched_less_deep_and_again_only_if_it_beats_alpha() {
    let late = Late::of(6, 12);
    let (score, searches, reduction) = late.search::<NonPv>(Script::of([0]));
    assert!(reduction > 1, "{reduction}");
    assert_eq!((score, searches), (0, vec![asked(5 - reduction, 0, true)]));
    // It gains 40 centipawns on the best score: neither much nor little.
    let (score, searches, _) = late.search::<NonPv>(Script::of([-20, 7]));
    assert_eq!((score, searches.len()), (-7, 2));
    assert_eq!(searches[1], asked(5, 0, true), "a node that is no cut node has a child that is");
    let cut = Late { node: Node { cut_node: true, ..late.node }, ..late };
    let (_, searches, reduction) = cut.search::<NonPv>(Script::of([-20, 7]));
    assert_eq!(searches, [asked(5 - reduction, 0, true), asked(5, 0, false)]);
    let much = 1 - Params::default().deeper_margin - 400;
    let (_, searches, _) = cut.search::<NonPv>(Script::of([much, 0]));
    assert_eq!(searches[1].depth, 6, "one ply deeper");
}

#[test]
fn a_raised_alpha_reduces_more() {
    let plies = |alpha: i32, number: u32| {
        let late = Late { alpha, ..Late::of(9, number) };
        let (_, searches, reduction) = late.search::<Pv>(Script::of([-alpha]));
        assert_eq!(searches, [asked(8 - reduction, alpha, true)]);
        reduction
    };
    assert!((2..40).any(|number| plies(5, number) > plies(0, number)));
}

#[test]
fn the_first_move_and_moves_at_the_horizon_are_not_reduced() {
    let (_, searches, _) = Late::of(6, 1).search::<NonPv>(Script::of([0]));
    assert_eq!(searches, [asked(5, 0, true)]);
    let (_, searches, _) = Late { depth: 3, ..Late::of(1, 30) }.search::<NonPv>(Script::of([0]));
    assert_eq!(searches, [asked(3, 0, true)], "too little depth");
    let second = Late { depth: 9, ..Late::of(2, 2) };
    let (_, searches, reduction) = second.search::<NonPv>(Script::of([0]));
    assert_eq!(searches, [asked(9 - reduction.max(0), 0, true)]);
    let (_, searches, reduction) = Late::of(4, 60).search::<NonPv>(Script::of([0]));
    assert!(reduction >= 3);
    assert_eq!(searches, [asked(1, 0, true)], "a ply is left");
}

#[test]
fn a_move_with_a_good_history_gains_a_ply_on_the_principal_variation_alone() {
    let good = Late { history: 200_000, ..Late::of(6, 2) };
    assert_eq!(good.search::<NonPv>(Script::of([0])).1, [asked(5, 0, true)]);
    assert_eq!(good.search::<Pv>(Script::of([0])).1, [asked(6, 0, true)]);
    // Without a reduction there is nothing to search again, however good it is.
    assert_eq!(good.search::<NonPv>(Script::of([-500])).1.len(), 1);
}

#[test]
fn the_open_window_is_for_first_moves_and_those_that_beat_alpha() {
    let open = |number: u32, answers: [i32; 2]| {
        let script = Script { last_word: Some(50), ..Script::of(answers) };
        let (_, searches, _) = Late::of(3, number).search::<Pv>(script);
        let null = searches.iter().filter(|asked| asked.ply == 1).count();
        (null, searches.len() > null)
    };
    assert_eq!(open(1, [0; 2]), (0, true));
    assert_eq!(open(9, [0; 2]), (1, false), "it equals alpha");
    assert_eq!(open(9, [-1, -1]), (2, true));
}
#[test]
fn a_search_that_would_be_no_deeper_than_the_reduced_one_is_not_made() {
    // It gains one centipawn, so the deeper search would be a ply shallower.
    let late = Late { best: 0, ..Late::of(6, 2) };
    let (score, searches, reduction) = late.search::<NonPv>(Script::of([-1]));
    assert_eq!((score, searches.len(), reduction), (1, 1, 1));
}

/// The child of a much reduced move that lost nothing is searched a ply deeper.
#[test]
fn a_node_knows_by_how_much_its_move_was_reduced() {
    let root = Position::startpos();
    let mv = root.parse_san("a3").expect("a legal move");
    let deepest = |number: u32| {
        with_worker(Script { from: 2, last_word: Some(0), ..Script::default() }, &root, |worker| {
            let candidate = worker.candidate(0, mv, number, &worker.quiet_context(0));
            worker.stack[0].static_eval = Some(-2_000);
            worker.make(0, mv);
            let node = Node { ply: 0, improving: true, ..quiet_node(6) };
            let window = Window::above(-300);
            worker.search_move::<NonPv>(&node, &candidate, 5, window, 0);
            let at = |ply| worker.table.asked.iter().find(|asked| asked.ply == ply).copied();
            [1, 2].map(|ply| at(ply).map(|asked| asked.depth))
        })
    };
    assert_eq!(deepest(12), [Some(2), Some(2)], "a reduction of three plies");
}

#[test]
fn a_reduced_move_is_judged_by_the_search_after_it() {
    let root = Position::startpos();
    let first = root.parse_san("Nf3").expect("a legal move");
    let mv = root.make(first).parse_san("Nf6").expect("a legal move");
    let learnt = |second: i32| {
        with_worker(Script::of([-40, second]), &root, |worker| {
            worker.make(0, first);
            worker.stack[1].context = worker.quiet_context(1);
            let candidate = worker.candidate(1, mv, 12, &worker.quiet_context(1));
            worker.make(1, mv);
            let node = Node { ply: 1, ..quiet_node(6) };
            worker.search_move::<NonPv>(&node, &candidate, 5, Window::above(0), 0);
            let context = worker.stack[1].context;
            worker.histories.quiets(&context).sum(candidate.piece, mv)
        })
    };
    assert!(learnt(-7) > 0 && learnt(7) < 0);
}

/// The reduced move lost nothing, but a ply more would make it a great reduction.
#[test]
fn a_reduced_node_knows_by_how_much() {
    let (root, params) = (Position::startpos(), Params::default());
    let mv = root.parse_san("a3").expect("a legal move");
    let script = Script { from: 2, last_word: Some(500), ..Script::default() };
    with_worker(script, &root, |worker| {
        let plies = params.hindsight_deeper - 1;
        let node = Node { ply: 0, window: Window::above(-300), ..quiet_node(5) };
        let candidate = worker.candidate(0, mv, 9, &worker.quiet_context(0));
        let usual = worker.reduction(&node, &candidate, false);
        let history = (usual - plies * PLY - PLY / 2) * params.reduction_history / PLY;
        worker.make(0, mv);
        worker.stack[0].static_eval = Some(-2_000);
        let candidate = Candidate { history, ..candidate };
        worker.search_move::<NonPv>(&node, &candidate, 4, node.window, -20);
        let depths = worker.table.asked.iter().map(|asked| asked.depth).collect::<Vec<_>>();
        assert_eq!(depths[..2], [4 - plies, 3 - plies]);
    });
}
