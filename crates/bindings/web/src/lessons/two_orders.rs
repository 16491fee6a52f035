//! Lesson 1: two orders of moves lead to one position.

use std::collections::{HashMap, HashSet};

use movegen::{Move, Position, perft};
use serde::Serialize;

use crate::playground::{Config, Playground, Policy, TableUse};
use crate::{game, words};

/// The example of Rival's page on transposition tables: White's moves, then Black's.
const EXAMPLE: [&str; 4] = ["d2d4", "b1c3", "d7d5", "f7f5"];

/// The greatest depth of the counts: beyond it the lesson takes too long.
const MOST: u32 = 5;

/// The table of the counts: none of its records is evicted.
const TABLE: Config = Config {
    entries: 1 << 20,
    policy: Policy::Ageing,
    key_bits: 64,
    table_use: TableUse::All,
    plain: true,
};

/// Two orders of moves, the tree of all orders, and the counts of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TwoOrders {
    /// The orders; they lead to one position.
    pub orders: Vec<Order>,
    pub meet: String,
    /// The positions that some order of the four moves passes, by ply.
    pub tree: Vec<TreeNode>,
    pub rows: Vec<Row>,
}

/// An order of the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    pub moves: Vec<String>,
    pub uci: Vec<String>,
    /// The position before the first move, and the one after each.
    pub fens: Vec<String>,
    pub keys: Vec<String>,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeNode {
    pub id: usize,
    /// Plies from the root.
    pub ply: usize,
    pub fen: String,
    pub parents: Vec<usize>,
    pub moves: Vec<String>,
}

/// The counts to a depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The depth in plies.
    pub depth: u32,
    pub paths: u64,
    pub positions: u64,
    pub nodes_with: u64,
    pub nodes_without: u64,
}

/// Returns two orders of four moves from a position, the tree of all their orders, and the counts
/// of plain searches up to `depth`.
pub fn two_orders(fen: &str, depth: u32) -> Result<TwoOrders, String> {
    let root = game::position_of(fen)?;
    if !(1..=MOST).contains(&depth) {
        return Err(format!("expected a depth of 1 to {MOST} plies, found {depth}"));
    }
    let four = four_moves(&root).ok_or("expected four moves that can change places, found none")?;
    let [a, b, x, y] = four;
    let orders = [[a, x, b, y], [a, y, b, x]].map(|moves| order(&root, moves));
    let meet = orders[0].fens.last().cloned().unwrap_or_default();
    let rows = (1..=depth).map(|depth| row(&root, depth)).collect::<Result<_, _>>()?;
    Ok(TwoOrders { orders: orders.into(), meet, tree: tree(&root, four), rows })
}

/// Returns two moves of the side to move and two of the other that may be made in any order, those
/// of the example if they can be.
fn four_moves(root: &Position) -> Option<[Move; 4]> {
    let after = |moves: [Move; 4]| {
        moves.iter().try_fold(root.clone(), |position, &mv| {
            position.is_legal(mv).then(|| position.make(mv))
        })
    };
    let serves = |[a, b, x, y]: [Move; 4]| {
        let all = [[a, x, b, y], [a, y, b, x], [b, x, a, y], [b, y, a, x]].map(after);
        let first = all[0].as_ref().map(Position::key);
        first.is_some() && all.iter().all(|end| end.as_ref().map(Position::key) == first)
    };
    let example = || {
        let (black, parse) =
            (root.make_null()?, |on: &Position, at: usize| on.parse_uci(EXAMPLE[at]).ok());
        Some([parse(root, 0)?, parse(root, 1)?, parse(&black, 2)?, parse(&black, 3)?])
    };
    if let Some(four) = example().filter(|&four| serves(four)) {
        return Some(four);
    }
    let other = root.make_null()?;
    let (ours, theirs) = (root.legal_moves(), other.legal_moves());
    let pairs = |moves: &[Move]| -> Vec<[Move; 2]> {
        let pair = |(i, &one): (usize, &Move)| {
            moves[i + 1..]
                .iter()
                .filter(move |other| other.from() != one.from())
                .map(move |&other| [one, other])
                .collect::<Vec<_>>()
        };
        moves.iter().enumerate().flat_map(pair).collect()
    };
    let theirs = pairs(&theirs);
    let mut fours = pairs(&ours)
        .into_iter()
        .flat_map(|[a, b]| theirs.iter().map(move |&[x, y]| [a, b, x, y]).collect::<Vec<_>>());
    fours.find(|&four| serves(four))
}

fn order(root: &Position, moves: [Move; 4]) -> Order {
    let mut position = root.clone();
    let (mut san, mut uci) = (Vec::new(), Vec::new());
    let (mut fens, mut keys) = (vec![root.to_fen()], vec![words::key(root.key())]);
    for mv in moves {
        san.push(position.san(mv));
        uci.push(position.uci(mv));
        position = position.make(mv);
        fens.push(position.to_fen());
        keys.push(words::key(position.key()));
    }
    Order { moves: san, uci, fens, keys }
}

/// Returns the positions of all orders; one that several moves lead to stands once.
fn tree(root: &Position, [a, b, x, y]: [Move; 4]) -> Vec<TreeNode> {
    let node = |id, ply, position: &Position| {
        let (parents, moves) = (Vec::new(), Vec::new());
        TreeNode { id, ply, fen: position.to_fen(), parents, moves }
    };
    let mut nodes = vec![node(0, 0, root)];
    let mut level = vec![(0, root.clone())];
    for ply in 1..=4 {
        let candidates = if ply % 2 == 1 { [a, b] } else { [x, y] };
        let mut next: Vec<(usize, Position)> = Vec::new();
        for (parent, position) in &level {
            for mv in candidates.into_iter().filter(|&mv| position.is_legal(mv)) {
                let child = position.make(mv);
                let known = next.iter().find(|(_, other)| other.key() == child.key());
                let id = known.map_or(nodes.len(), |&(id, _)| id);
                if id == nodes.len() {
                    nodes.push(node(id, ply, &child));
                    next.push((id, child));
                }
                nodes[id].parents.push(*parent);
                nodes[id].moves.push(position.san(mv));
            }
        }
        level = next;
    }
    nodes
}

fn row(root: &Position, depth: u32) -> Result<Row, String> {
    let nodes = |table_use| {
        let table = Playground::new(Config { table_use, ..TABLE })?;
        table.set_position(&root.to_fen(), "")?;
        let mut visited = 0;
        table.search_quietly(depth, |_, nodes, _| {
            visited = nodes;
            true
        })?;
        Ok::<u64, String>(visited)
    };
    Ok(Row {
        depth,
        paths: perft(root, depth),
        positions: different(root, depth),
        nodes_with: nodes(TableUse::All)?,
        nodes_without: nodes(TableUse::Off)?,
    })
}

/// Returns the number of different positions after `depth` plies.
fn different(root: &Position, depth: u32) -> u64 {
    let mut level: HashMap<u64, Position> = HashMap::from([(root.key(), root.clone())]);
    for _ in 1..depth {
        let parents = std::mem::take(&mut level);
        for parent in parents.values() {
            for mv in parent.legal_moves() {
                level.entry(parent.key_after(mv)).or_insert_with(|| parent.make(mv));
            }
        }
    }
    let mut keys = HashSet::new();
    for parent in level.values() {
        keys.extend(parent.legal_moves().into_iter().map(|mv| parent.key_after(mv)));
    }
    keys.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of positions are those of OEIS A083276.
    #[test]
    fn the_example_meets_and_the_counts_are_the_published_ones() {
        let lesson = two_orders("startpos", 3).unwrap();
        assert_eq!(lesson.orders[0].moves, ["d4", "d5", "Nc3", "f5"]);
        assert_eq!(lesson.orders[1].moves, ["d4", "f5", "Nc3", "d5"]);
        assert_eq!(lesson.orders[0].uci, ["d2d4", "d7d5", "b1c3", "f7f5"]);
        let keys = |order: usize, ply: usize| &lesson.orders[order].keys[ply];
        assert_eq!((keys(0, 1), keys(0, 4)), (keys(1, 1), keys(1, 4)));
        assert!(keys(0, 2) != keys(1, 2) && keys(0, 3) != keys(1, 3));
        assert!(lesson.orders.iter().all(|order| order.fens.last() == Some(&lesson.meet)));
        let counts: Vec<_> = lesson.rows.iter().map(|row| (row.paths, row.positions)).collect();
        assert_eq!(counts, [(20, 20), (400, 400), (8_902, 5_362)]);
        assert!(lesson.rows[2].nodes_with < lesson.rows[2].nodes_without, "{:?}", lesson.rows);
    }

    #[test]
    fn paths_of_the_tree_meet() {
        let tree = two_orders("", 1).unwrap().tree;
        let plies: Vec<usize> = tree.iter().map(|node| node.ply).collect();
        assert_eq!(plies, [0, 1, 1, 2, 2, 2, 2, 3, 3, 4]);
        assert_eq!(tree[9].parents, [7, 8]);
        assert_eq!(
            (&tree[1].moves, &tree[9].moves),
            (&vec!["d4".into()], &vec!["f5".into(), "d5".into()])
        );
        assert!(tree[7..].iter().all(|node| node.parents.len() == 2));
    }

    #[test]
    fn other_positions_have_orders_too() {
        let lesson = two_orders("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", 2).unwrap();
        assert_eq!(lesson.tree.last().unwrap().parents.len(), 2);
        assert!(two_orders("startpos", 6).unwrap_err().ends_with("found 6"));
        assert!(two_orders("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 1).is_err(), "stalemate");
        let pawns = two_orders("6rk/8/8/2pnp3/2P1P3/7p/7P/7K w - - 0 1", 1);
        assert!(pawns.is_err(), "both moves of White take the knight");
    }
}
