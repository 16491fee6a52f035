//! Circles among the edges of a graph of modules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::imports::Edge;

/// Returns a shortest circle for each set of modules that reach each other, each as the edges along
/// it.
pub(super) fn circles(edges: &[Edge]) -> Vec<Vec<&Edge>> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    let modules: BTreeSet<&str> = edges.iter().map(|edge| edge.from.as_str()).collect();
    for start in modules {
        if known.contains(start) {
            continue;
        }
        if let Some(circle) = shortest(edges, start) {
            let reached = reach(edges, start);
            known.extend(reached.into_iter().filter(|other| reach(edges, other).contains(start)));
            found.push(circle);
        }
    }
    found
}

/// Returns every module that a path of edges leads to.
fn reach<'a>(edges: &'a [Edge], start: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(module) = open.pop() {
        for edge in edges.iter().filter(|edge| edge.from == module) {
            if reached.insert(edge.to.as_str()) {
                open.push(&edge.to);
            }
        }
    }
    reached
}

/// Returns a shortest way from `start` back to itself, breadth first.
fn shortest<'a>(edges: &'a [Edge], start: &str) -> Option<Vec<&'a Edge>> {
    let mut came_by: BTreeMap<&str, &Edge> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(module) = open.pop_front() {
        for edge in edges.iter().filter(|edge| edge.from == module) {
            if !came_by.contains_key(edge.to.as_str()) {
                came_by.insert(&edge.to, edge);
                open.push_back(&edge.to);
            }
        }
    }
    let mut circle = vec![*came_by.get(start)?];
    while circle[circle.len() - 1].from != start {
        circle.push(came_by[circle[circle.len() - 1].from.as_str()]);
    }
    circle.reverse();
    Some(circle)
}

/// Returns a circle in words: `a -> b -> a: src/a.rs:1 names b, src/b.rs:2 names a`.
pub(super) fn describe(circle: &[&Edge]) -> String {
    let around = circle.iter().map(|edge| edge.from.as_str()).chain([circle[0].from.as_str()]);
    let places = circle.iter().map(|edge| format!("{} names {}", edge.place, edge.to));
    format!(
        "{}: {}",
        around.collect::<Vec<_>>().join(" -> "),
        places.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arrows: &[(&str, &str)]) -> Vec<Edge> {
        let edge = |&(from, to): &(&str, &str)| Edge {
            folder: String::new(),
            from: from.to_owned(),
            to: to.to_owned(),
            place: format!("{from}.rs:1"),
        };
        arrows.iter().map(edge).collect()
    }

    fn described(arrows: &[(&str, &str)]) -> Vec<String> {
        let edges = graph(arrows);
        circles(&edges).iter().map(|circle| describe(circle)).collect()
    }

    #[test]
    fn arrows_without_a_circle() {
        assert!(described(&[("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")]).is_empty());
    }

    #[test]
    fn a_planted_circle_names_each_place() {
        assert_eq!(
            described(&[("x", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "y")]),
            ["a -> b -> c -> a: a.rs:1 names b, b.rs:1 names c, c.rs:1 names a"]
        );
    }

    #[test]
    fn the_shortest_of_several_is_shown_and_each_group_once() {
        let arrows =
            [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a"), ("c", "d"), ("d", "e"), ("e", "d")];
        assert_eq!(
            described(&arrows),
            [
                "a -> b -> a: a.rs:1 names b, b.rs:1 names a",
                "d -> e -> d: d.rs:1 names e, e.rs:1 names d",
            ]
        );
    }
}
