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
    pub score_a: String,
    pub score_b: String,
}

/// The result of one side at a depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Half {
    /// `A` or `B`.
    pub side: &'static str,
    /// The depth in plies.
    pub depth: u32,
    pub nodes: u64,
    pub score: String,
}

/// Searches a position to a depth over two tables that are empty in the beginning, first over the
/// one, then over the other. After each iteration it calls `tick`, which returns whether to go on.
/// Rows that both sides finished are returned.
pub fn compare(
    configs: [Config; 2],
    fen: &str,
    depth: u32,
    mut tick: impl FnMut(&Half) -> bool,
) -> Result<Vec<CompareRow>, String> {
    let tables = [Playground::new(configs[0])?, Playground::new(configs[1])?];
    let mut found: [Vec<(u32, u64, i32)>; 2] = Default::default();
    let mut goes_on = true;
    for ((table, found), side) in tables.iter().zip(&mut found).zip(["A", "B"]) {
        table.set_position(fen, "")?;
        if !goes_on {
            break;
        }
        table.search_quietly(depth, |depth, nodes, score| {
            found.push((depth, nodes, score));
            goes_on = tick(&Half { side, depth, nodes, score: words::score(score) });
            goes_on
        })?;
    }
    let [first, second] = found;
    let rows = first.into_iter().zip(second).map(|(a, b)| CompareRow {
        depth: a.0,
        nodes_a: a.1,
        nodes_b: b.1,
        score_a: words::score(a.2),
        score_b: words::score(b.2),
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use crate::playground::{Line, Policy, SearchLimits, TableUse};

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

        // The nodes are those of one search.
        let alone = Playground::new(CONFIG).unwrap();
        let mut last = 0;
        alone
            .search_quietly(4, |_, nodes, _| {
                last = nodes;
                true
            })
            .unwrap();
        assert_eq!(same.last().unwrap().nodes_a, last);
    }

    /// A search reports a window that failed once it is long, here because the caller waits.
    #[test]
    fn a_depth_is_told_once_when_it_is_finished() {
        let config = Config { plain: false, ..CONFIG };
        let mut halves = Vec::new();
        let tick = |half: &Half| {
            if halves.is_empty() {
                std::thread::sleep(search::LONG_SEARCH);
            }
            halves.push((half.depth, half.nodes));
            true
        };
        let rows = compare([config; 2], "startpos", 9, tick).unwrap();
        assert!(rows.iter().map(|row| row.depth).eq(1..=9), "{rows:?}");
        assert!(rows.iter().all(|row| row.nodes_a == row.nodes_b), "{rows:?}");
        let [a, b] = [|row: &CompareRow| row.nodes_a, |row: &CompareRow| row.nodes_b]
            .map(|nodes| rows.iter().map(|row| (row.depth, nodes(row))).collect::<Vec<_>>());
        assert_eq!([a, b].concat(), halves);
        let loud = Playground::new(config).unwrap();
        let mut lines = 0;
        let line = |_: &Line| {
            if lines == 0 {
                std::thread::sleep(search::LONG_SEARCH);
            }
            lines += 1;
        };
        let limits = SearchLimits { depth: Some(9), ..SearchLimits::default() };
        loud.search(limits, |_| 10_000, line).unwrap();
        assert!(lines > 9, "no window failed");
    }

    #[test]
    fn the_caller_can_stop() {
        let until = |last: u32, side: &'static str| {
            let rows =
                compare([CONFIG; 2], "startpos", 5, |half| half.side < side || half.depth < last);
            rows.unwrap().len()
        };
        assert_eq!([until(2, "A"), until(2, "B"), until(9, "B")], [0, 2, 5]);
    }

    #[test]
    fn a_row_has_the_scores_of_both_sides() {
        let configs = [CONFIG, Config { plain: false, ..CONFIG }];
        let mut scores = Vec::new();
        let rows = compare(configs, "startpos", 4, |half| {
            scores.push((half.side, half.score.clone()));
            true
        });
        let rows = rows.unwrap();
        let a = rows.iter().map(|row| ("A", row.score_a.clone()));
        let b = rows.iter().map(|row| ("B", row.score_b.clone()));
        assert!(a.chain(b).eq(scores), "{rows:?}");
        assert!(rows.iter().any(|row| row.score_a != row.score_b), "{rows:?}");
        let won = compare([CONFIG; 2], "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, |half| {
            assert!(!half.score.starts_with('-'), "{half:?}");
            true
        });
        assert_eq!(won.unwrap().len(), 1);
    }
}
