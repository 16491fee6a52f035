//! `tt`: the transposition table in words.

use crate::engine::Engine;

/// Returns the row of an answer to `tt` that begins with `name`.
fn row<'a>(rows: &'a [String], name: &str) -> &'a str {
    rows.iter().find(|row| row.starts_with(name)).unwrap_or_else(|| panic!("{name}: {rows:?}"))
}

#[test]
fn an_empty_table_has_nothing_and_a_search_fills_it() {
    let mut engine = Engine::start(&["setoption name Hash value 1"]);
    let rows = engine.ask("tt");
    assert!(row(&rows, "Table:").ends_with("1 MB, 16384 buckets of 4 slots"), "{rows:?}");
    assert!(row(&rows, "Filled:").contains(" 0 of 65536 slots"), "{rows:?}");
    let best = engine.search("go depth 6").pop().expect("bestmove");
    let best = best.split(' ').nth(1).expect("a move").to_owned();
    let rows = engine.ask("tt");
    assert!(!row(&rows, "Filled:").contains(" 0 of"), "{rows:?}");
    let numbers: Vec<u64> =
        row(&rows, "Hits:").split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 3 && numbers.is_sorted_by(|a, b| a > b), "{rows:?}");
    let known = row(&rows, "Moves:");
    assert!(known.ends_with("of the 20 positions after a move from here, 20 are in the table"));
    let root =
        rows.iter().find(|row| row.contains(": this position:")).expect("the root is stored");
    assert!(root.contains(&format!("move {best}, score ")), "{root}");
    assert!(root.contains("of this search"), "{root}");
    engine.send("ucinewgame");
    let rows = engine.ask("tt");
    assert!(row(&rows, "Filled:").contains(" 0 of 65536 slots"), "{rows:?}");
    assert!(row(&rows, "Hits:").ends_with("no search yet"), "{rows:?}");
}

#[test]
fn tt_waits_for_a_search_that_ends_and_is_refused_during_another() {
    let mut engine = Engine::start(&["setoption name Hash value 1", "go depth 8", "tt"]);
    let lines = engine.until("  slot 4");
    let place = |prefix: &str| lines.iter().position(|line| line.starts_with(prefix));
    assert!(place("bestmove") < place("Table:") && place("bestmove").is_some(), "{lines:?}");
    engine.send("go infinite");
    engine.send("tt");
    let refused = engine.until("info string tt: refused while a search runs").pop();
    assert!(refused.is_some_and(|line| line.contains("(stop it first)")));
    engine.send("stop");
    engine.until("bestmove");
    engine.send("position fen x");
    assert!(engine.ask("tt").iter().any(|line| line.contains("tt: there is no position")));
}
