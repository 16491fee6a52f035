//! Two settings beside each other on the same position.

use serde::Serialize;

use crate::playground::{Config, Playground};
use crate::words;

/// Nodes and scores of two searches to a depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompareRow {
    /// The depth in plies.
    pub depth: u32,
    /// The nodes to it, over the first table.
    pub nodes_a: u64,
    /// The nodes to it, over the second table.
    pub nodes_b: u64,
    /// The score of the first search in words.
    pub score_a: String,
    /// The score of the second search in words.
    pub score_b: String,
}

/// The result of one side at a depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Half {
    /// `A` or `B`.
    pub side: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The nodes to it.
    pub nodes: u64,
}

/// Searches a position to each depth up to `depth` over two tables that are empty in the beginning.
/// After each search it calls `tick`, which returns whether to go on. Rows that both sides finished
/// are returned.
///
/// # Errors
/// If a configuration or the FEN is refused.
pub fn compare(
    configs: [Config; 2],
    fen: &str,
    depth: u32,
    mut tick: impl FnMut(&Half) -> bool,
) -> Result<Vec<CompareRow>, String> {
    let tables = [Playground::new(configs[0])?, Playground::new(configs[1])?];
    for table in &tables {
        table.set_position(fen, "")?;
    }
    let mut sums = [0; 2];
    let mut rows = Vec::new();
    for depth in 1..=depth {
        let mut scores = [String::new(), String::new()];
        for (i, table) in tables.iter().enumerate() {
            let (nodes, score) = table.search_quietly(depth)?;
            sums[i] += nodes;
            scores[i] = words::score(score);
            if !tick(&Half { side: ["A", "B"][i], depth, nodes: sums[i] }) {
                return Ok(rows);
            }
        }
        let ([nodes_a, nodes_b], [score_a, score_b]) = (sums, scores);
        rows.push(CompareRow { depth, nodes_a, nodes_b, score_a, score_b });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use crate::playground::{Policy, TableUse};

    use super::*;

    const CONFIG: Config = Config {
        entries: 1 << 14,
        policy: Policy::Ageing,
        key_bits: 64,
        table_use: TableUse::All,
        plain: true,
    };

    #[test]
    fn a_table_saves_nodes_and_equal_settings_have_equal_curves() {
        let off = Config { table_use: TableUse::Off, ..CONFIG };
        let rows = compare([CONFIG, off], "startpos", 5, |_| true).unwrap();
        assert_eq!(rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert!(rows[4].nodes_a < rows[4].nodes_b, "{rows:?}");
        assert_eq!(rows[4].score_a, rows[4].score_b);
        let same = compare([CONFIG; 2], "startpos", 4, |_| true).unwrap();
        assert!(same.iter().all(|row| row.nodes_a == row.nodes_b && row.score_a == row.score_b));
    }

    #[test]
    fn the_caller_can_stop() {
        let mut calls = 0;
        let rows = compare([CONFIG; 2], "startpos", 9, |_| {
            calls += 1;
            calls < 5
        });
        assert_eq!(rows.unwrap().len(), 2);
    }
}
