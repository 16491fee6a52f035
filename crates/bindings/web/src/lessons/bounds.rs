//! Lesson 3: alpha-beta on a small game, and the bounds that it leaves in a table.

use serde::Serialize;
use tt_core::{Bound, Entry, Table};
use zobrist_keys::{SplitMix64, mix};

const COINS: usize = 5;

const VALUES: usize = 10;

/// An open end of a window; coins shift it by far less than half of it below the root.
const INFINITY: i32 = 1_000;

/// The tree of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BoundsTree {
    pub game: String,
    /// The nodes in the order in which they were met; a parent comes before its children.
    pub nodes: Vec<BoundsNode>,
    pub visited: usize,
    /// The number of nodes that a bound cut off; what lies below them is not counted.
    pub pruned: usize,
    pub table_cuts: usize,
    pub value: i32,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoundsNode {
    pub id: usize,
    pub parent: Option<usize>,
    pub label: String,
    #[serde(rename = "move")]
    pub mv: String,
    /// Plies from the root.
    pub ply: usize,
    /// The window; `None` for no bound.
    pub alpha: Option<i32>,
    /// The window; `None` for no bound.
    pub beta: Option<i32>,
    /// The value for the player to move, by which its bound is meant.
    pub value: Option<i32>,
    pub kind: NodeKind,
    /// The record that was stored or found, in a sentence.
    pub note: String,
    /// The place in the order of visits, from 1; `None` of a pruned node.
    pub order: Option<usize>,
}

/// The result of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    Exact,
    /// Its value is a lower bound: it failed high.
    Lower,
    /// Its value is an upper bound: it failed low.
    Upper,
    CutByTable,
    MoveOnly,
    Pruned,
    Leaf,
}

struct Search {
    coins: [i32; COINS],
    table: Option<Table>,
    nodes: Vec<BoundsNode>,
    visited: usize,
}

/// Searches a game whose coins are drawn from `seed`, with a table or without.
pub fn bounds(seed: u64, use_table: bool) -> Result<BoundsTree, String> {
    let mut random = SplitMix64::new(mix(seed));
    let coins = [(); COINS].map(|()| 1 + random.below(VALUES - 1) as i32);
    let table = use_table.then(|| Table::new(1 << 12)).transpose();
    let table = table.map_err(|error| error.to_string())?;
    let mut search = Search { coins, table, nodes: Vec::new(), visited: 0 };
    search.meet(None, String::new(), (0, COINS), 0);
    let value = search.visit(0, (0, COINS), (-INFINITY, INFINITY));
    let count = |kind| search.nodes.iter().filter(|node| node.kind == kind).count();
    let game = format!(
        "A row of coins: {}. A player takes the coin at the left or the right end; the score is the \
         sum of one's own coins less the other's.",
        row(&coins)
    );
    let (pruned, table_cuts) = (count(NodeKind::Pruned), count(NodeKind::CutByTable));
    Ok(BoundsTree { game, visited: search.visited, pruned, table_cuts, value, nodes: search.nodes })
}

fn row(coins: &[i32]) -> String {
    coins.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The coins from the first to before the second number.
type Rest = (usize, usize);

impl Search {
    /// Adds a node that is not visited yet.
    fn meet(&mut self, parent: Option<usize>, mv: String, rest: Rest, ply: usize) -> usize {
        let id = self.nodes.len();
        self.nodes.push(BoundsNode {
            id,
            parent,
            label: row(&self.coins[rest.0..rest.1]),
            mv,
            ply,
            alpha: None,
            beta: None,
            value: None,
            kind: NodeKind::Pruned,
            note: "The bound of an earlier move makes this one superfluous.".into(),
            order: None,
        });
        id
    }

    /// Searches a node with a window, and returns its value: exact within the window, else a bound
    /// (fail soft).
    fn visit(&mut self, id: usize, rest: Rest, (mut alpha, beta): (i32, i32)) -> i32 {
        let asked = alpha;
        self.visited += 1;
        let finite = |bound: i32| (bound.abs() < INFINITY / 2).then_some(bound);
        let node = &mut self.nodes[id];
        (node.order, node.alpha, node.beta) = (Some(self.visited), finite(alpha), finite(beta));
        if rest.0 == rest.1 {
            return self.end(id, 0, NodeKind::Leaf, "The game has ended.".into());
        }
        let found = self.table.as_ref().and_then(|table| table.probe(key(rest)));
        let mut moves = [Side::Left, Side::Right];
        let mut given = None;
        if let Some(entry) = found {
            let value = i32::from(entry.score);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            };
            let record = words(entry.bound, value);
            if settles {
                let note = format!("A record says {record}: the node ends.");
                return self.end(id, value, NodeKind::CutByTable, note);
            }
            if entry.mv == Side::Right as u16 {
                moves.reverse();
            }
            given =
                Some(format!("A record says {record}, which only gives the move to try first. "));
        }
        let ply = self.nodes[id].ply + 1;
        let children = moves.map(|side| {
            let (coin, rest) = self.take(rest, side);
            let id = self.meet(Some(id), format!("{} {coin}", side.word()), rest, ply);
            (id, side, coin, rest)
        });
        let (mut best, mut best_side) = (-INFINITY, moves[0]);
        for (child, side, coin, rest) in children {
            let window = (coin - beta, coin - alpha);
            let value = coin - self.visit(child, rest, window);
            if value > best {
                (best, best_side) = (value, side);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best <= asked => Bound::Upper,
            () => Bound::Exact,
        };
        self.store(rest, best, bound, best_side);
        let stored = if self.table.is_some() { "It stores" } else { "It finds" };
        let note = format!("{}{stored} {}.", given.clone().unwrap_or_default(), words(bound, best));
        let kind = match bound {
            _ if given.is_some() => NodeKind::MoveOnly,
            Bound::Lower => NodeKind::Lower,
            Bound::Upper => NodeKind::Upper,
            Bound::Exact | Bound::None => NodeKind::Exact,
        };
        self.end(id, best, kind, note)
    }

    fn store(&self, rest: Rest, value: i32, bound: Bound, side: Side) {
        let Some(table) = &self.table else { return };
        let draft = (rest.1 - rest.0) as i16;
        let entry =
            Entry { mv: side as u16, score: value as i16, draft, bound, ..Entry::default() };
        table.store(key(rest), entry);
    }

    fn end(&mut self, id: usize, value: i32, kind: NodeKind, note: String) -> i32 {
        let node = &mut self.nodes[id];
        (node.value, node.kind, node.note) = (Some(value), kind, note);
        value
    }

    fn take(&self, (first, end): Rest, side: Side) -> (i32, Rest) {
        match side {
            Side::Left => (self.coins[first], (first + 1, end)),
            Side::Right => (self.coins[end - 1], (first, end - 1)),
        }
    }
}

/// The end of the row that a move takes from; the number is the move in a record.
#[derive(Clone, Copy)]
enum Side {
    Left = 1,
    Right = 2,
}

impl Side {
    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// Returns the key of a position: the player to move does not matter, for scores are his.
fn key((first, end): Rest) -> u64 {
    mix((first * (COINS + 1) + end) as u64)
}

fn words(bound: Bound, value: i32) -> String {
    match bound {
        Bound::Lower => format!("at least {value}"),
        Bound::Upper => format!("at most {value}"),
        Bound::Exact | Bound::None => format!("exactly {value}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The slow twin: every move of every position.
    fn minimax(coins: &[i32]) -> i32 {
        let [first, .., last] = coins else { return coins.iter().sum() };
        let left = first - minimax(&coins[1..]);
        left.max(last - minimax(&coins[..coins.len() - 1]))
    }

    fn coins(tree: &BoundsTree) -> Vec<i32> {
        tree.nodes[0].label.split(' ').map(|coin| coin.parse().unwrap()).collect()
    }

    #[test]
    fn the_value_is_that_of_minimax_and_bounds_hold() {
        for seed in 0..200 {
            let [with, without] = [true, false].map(|table| bounds(seed, table).unwrap());
            assert_eq!((with.value, without.value), (minimax(&coins(&with)), with.value));
            assert!(with.visited <= without.visited, "{seed}");
            assert_eq!(without.table_cuts, 0);
            for tree in [&with, &without] {
                let root = &tree.nodes[0];
                assert_eq!((root.ply, root.alpha, root.beta), (0, None, None), "an open window");
            }
            for node in with.nodes.iter().chain(&without.nodes).filter(|node| node.order.is_some())
            {
                let rest: Vec<i32> =
                    node.label.split_whitespace().map(|coin| coin.parse().unwrap()).collect();
                assert_eq!(node.ply + rest.len(), COINS, "a ply takes a coin: {node:?}");
                let bounds = [node.alpha, node.beta].into_iter().flatten();
                let most = 9 * COINS as i32;
                bounds.for_each(|bound| assert!(bound.abs() <= most, "an open end: {node:?}"));
                let (truth, value) = (minimax(&rest), node.value.unwrap());
                match node.kind {
                    NodeKind::Exact | NodeKind::Leaf => assert_eq!(value, truth, "{node:?}"),
                    NodeKind::Lower => assert!(value <= truth, "{node:?}"),
                    NodeKind::Upper => assert!(value >= truth, "{node:?}"),
                    NodeKind::MoveOnly => {
                        let was_exact = node.note.starts_with("A record says exactly");
                        assert!(!was_exact, "an exact record ends its node: {node:?}");
                    }
                    NodeKind::CutByTable | NodeKind::Pruned => {}
                }
            }
        }
    }

    #[test]
    fn coins_are_of_1_to_9() {
        let all = (0..200).flat_map(|seed| coins(&bounds(seed, false).unwrap()));
        assert_eq!(all.collect::<BTreeSet<i32>>(), (1..=9).collect());
    }

    #[test]
    fn every_kind_of_node_occurs() {
        let all: Vec<NodeKind> = (0..200)
            .flat_map(|seed| bounds(seed, true).unwrap().nodes)
            .map(|node| node.kind)
            .collect();
        use NodeKind::{CutByTable, Exact, Leaf, Lower, MoveOnly, Pruned, Upper};
        for kind in [Exact, Lower, Upper, CutByTable, MoveOnly, Pruned, Leaf] {
            assert!(all.contains(&kind), "{kind:?}");
        }
    }

    /// A record that does not end its node is a bound within the window, and its move comes first.
    #[test]
    fn a_record_that_settles_nothing_gives_the_first_move() {
        for seed in 0..200 {
            let tree = bounds(seed, true).unwrap();
            let visited = |node: &&BoundsNode| node.order.is_some();
            let children = |of: usize| tree.nodes.iter().filter(move |it| it.parent == Some(of));
            for node in tree.nodes.iter().filter(|node| node.kind == NodeKind::MoveOnly) {
                let record = node.note.strip_prefix("A record says at ").unwrap();
                let words: Vec<&str> = record.split([' ', ',']).collect();
                let value: i32 = words[1].parse().unwrap();
                let (alpha, beta) =
                    (node.alpha.unwrap_or(-INFINITY), node.beta.unwrap_or(INFINITY));
                let settles = if words[0] == "most" { value <= alpha } else { value >= beta };
                assert!(!settles, "{node:?}");
                let earlier = tree.nodes.iter().filter(|it| {
                    it.label == node.label
                        && it.order < node.order
                        && children(it.id).next().is_some()
                });
                let earlier = earlier.filter(visited).max_by_key(|it| it.order).unwrap();
                let mut best = (-INFINITY, "");
                for child in children(earlier.id).filter(visited) {
                    let coin: i32 = child.mv.split(' ').next_back().unwrap().parse().unwrap();
                    let value = coin - child.value.unwrap();
                    best = if value > best.0 { (value, &child.mv) } else { best };
                }
                assert_eq!(children(node.id).next().unwrap().mv, best.1, "{node:?}");
            }
            let stores = |tree: &BoundsTree| tree.nodes[0].note.starts_with("It stores");
            assert!(stores(&tree) && !stores(&bounds(seed, false).unwrap()));
        }
    }
}
