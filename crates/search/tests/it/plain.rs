//! Plain alpha-beta: its scores are those of negamax, and no table changes them.

use movegen::{Generate, MoveList, Position, SeeValues};
use search::score::{DRAW, MATE, mated_in};
use search::{AnyTable, Limits, NoTable, Search, Switches, TranspositionTable};
use tt_core::Bound;

use crate::support::{Lines, depth, evaluate, pool, position, table};

/// Positions of openings, middle games and endings.
fn positions() -> Vec<Position> {
    let lines = include_str!("data/positions.fen").lines();
    lines.filter(|line| !line.starts_with('#')).map(position).collect()
}

pub(crate) const PLAIN: Switches = Switches { plain: true, ..Switches::NONE };

/// The scores of the iterations up to a depth, and the nodes they took.
fn scores<T: TranspositionTable>(table: &T, root: &Position, limits: Limits) -> (Vec<i32>, u64) {
    let mut lines = Lines::default();
    let table = AnyTable::new(table);
    let search = Search::new(&table).position(root.clone()).limits(limits).switches(PLAIN);
    let outcome = search.reporter(&mut lines).run(&mut pool());
    let exact = lines.0.iter().filter(|line| line.score.bound == Bound::Exact);
    (exact.map(|line| line.score.value()).collect(), outcome.nodes)
}

/// The naive twin: every move, to the end of the depth.
fn negamax(position: &Position, ply: usize, depth: usize) -> i32 {
    if ply > 0 && position.is_insufficient_material() {
        return DRAW;
    }
    if depth == 0 {
        return quiescence(position, ply, -MATE, MATE);
    }
    let moves = position.legal_moves();
    let value = |&mv| -negamax(&position.make(mv), ply + 1, depth - 1);
    let lost = if position.in_check() { mated_in(ply) } else { DRAW };
    moves.iter().map(value).max().unwrap_or(lost)
}

/// Its quiescence, by the least that alpha-beta can be: without cutoffs it would not end.
fn quiescence(position: &Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
    if position.is_insufficient_material() {
        return DRAW;
    }
    let mut moves = MoveList::new();
    let kind = if position.in_check() { Generate::All } else { Generate::Tactical };
    position.generate(kind, &mut moves);
    let mut best = if position.in_check() { mated_in(ply) } else { evaluate(position) };
    let losing = |mv| !position.in_check() && !position.see_ge(mv, 0, &SeeValues::CLASSIC);
    for &mv in moves.iter().filter(|&&mv| !losing(mv)) {
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
        best = best.max(-quiescence(&position.make(mv), ply + 1, -beta, -alpha));
    }
    best
}

#[test]
fn the_positions_are_many_and_different() {
    let positions = positions();
    let mut keys: Vec<u64> = positions.iter().map(Position::key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() == positions.len() && keys.len() >= 200);
    let pieces = |range: std::ops::Range<u32>| {
        positions.iter().filter(|position| range.contains(&position.occupied().count())).count()
    };
    assert!(pieces(0..13) > 30 && pieces(13..26) > 50 && pieces(26..33) > 50);
}

#[test]
fn no_table_changes_a_score() {
    let mut nodes = [0; 3];
    for root in positions().into_iter().step_by(2) {
        let (without, a) = scores(&NoTable, &root, depth(4));
        let (with, b) = scores(&table(1 << 22), &root, depth(4));
        let tiny = table(256 * 16);
        assert_eq!(tiny.capacity(), 256);
        let (tiny, c) = scores(&tiny, &root, depth(4));
        assert_eq!(without.len(), 4);
        assert_eq!((&with, &tiny), (&without, &without), "{root:?}");
        nodes = [nodes[0] + a, nodes[1] + b, nodes[2] + c];
    }
    let [without, with, tiny] = nodes;
    assert!(with < tiny && tiny < without, "the tables are used: {nodes:?}");
}

#[test]
fn the_scores_are_those_of_negamax() {
    for (index, root) in positions().iter().enumerate() {
        let last = if root.occupied().count() <= 10 { 3 } else { 1 + usize::from(index % 4 == 0) };
        let expected: Vec<i32> = (1..=last).map(|depth| negamax(root, 0, depth)).collect();
        let (found, _) = scores(&table(1 << 20), root, depth(last as u32));
        assert_eq!(found, expected, "{root:?}");
    }
}
