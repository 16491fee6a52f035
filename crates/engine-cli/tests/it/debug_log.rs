//! `Debug Log File` and `Minimal`: more than a GUI sees, and less.

use std::fs;

use crate::engine::Engine;

const FIRST_LINE: &str = "palimpsest log: milliseconds, > to the engine, < from the engine\n";

#[test]
fn the_log_has_every_line_its_direction_and_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a log.txt");
    let option = format!("setoption name Debug Log File value {}", path.display());
    let mut engine = Engine::start(&[&option]);
    let mut lines = engine.ask("uci");
    lines.extend(engine.search("go depth 3"));
    engine.send("setoption name Debug Log File value <empty>");
    engine.ask("d");
    let log = fs::read_to_string(&path).expect("the log");
    assert!(log.starts_with(FIRST_LINE), "{log}");
    let rows: Vec<(u64, &str, &str)> = log
        .lines()
        .skip(1)
        .map(|row| {
            let (time, rest) = row.trim_start().split_once(' ').expect("a time");
            let (mark, line) = rest.split_once(' ').expect("a mark");
            (time.parse().expect("milliseconds"), mark, line)
        })
        .collect();
    assert!(rows.is_sorted_by_key(|row| row.0), "{log}");
    let went = |mark: &'static str| rows.iter().filter(move |row| row.1 == mark).map(|row| row.2);
    let closing = "setoption name Debug Log File value <empty>";
    assert_eq!(went(">").collect::<Vec<_>>(), ["uci", "isready", "go depth 3", closing]);
    let out: Vec<&str> = went("<").filter(|line| *line != "readyok").collect();
    assert_eq!(out, lines.iter().map(String::as_str).collect::<Vec<_>>());

    // A second run appends to the log, which begins once.
    drop(engine);
    let mut engine = Engine::start(&[&option]);
    engine.ask("uci");
    let longer = fs::read_to_string(&path).expect("the log");
    assert!(longer.starts_with(&log) && longer.matches(FIRST_LINE).count() == 1, "{longer}");
}

#[test]
fn a_file_that_is_no_log_is_not_appended_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let option = format!("setoption name Debug Log File value {}", path.display());
    let mut engine = Engine::start(&[]);
    // The last one is a log of an earlier version.
    for foreign in ["export PATH\n", "palimpsest log", "\n", "       0 > isready\n"] {
        fs::write(&path, foreign).expect("the folder is ours");
        let said = engine.ask(&option);
        assert_eq!(said.len(), 1, "{said:?}");
        let words = "cannot be opened: expected a file that begins 'palimpsest log: ";
        assert!(said[0].contains(words), "{foreign:?}: {said:?}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
    }
    fs::write(&path, "").expect("the folder is ours");
    assert!(engine.ask(&option).is_empty());
    assert!(fs::read_to_string(&path).expect("the log").starts_with(FIRST_LINE));
}

#[test]
fn a_log_that_cannot_be_opened_is_one_info_string_and_the_old_one_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let mut engine = Engine::start(&[]);
    engine.ask(&format!("setoption name Debug Log File value {}", path.display()));
    let bad = format!("setoption name Debug Log File value {}", folder.path().display());
    let said = engine.ask(&bad);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("info string setoption Debug Log File: '"), "{said:?}");
    engine.ask("d");
    assert!(fs::read_to_string(&path).expect("the log").contains(" > d\n"));
}

#[test]
fn a_log_asked_for_during_a_search_begins_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let mut engine = Engine::start(&["go infinite"]);
    engine.until("info depth 1 ");
    engine.ask(&format!("setoption name Debug Log File value {}", path.display()));
    let log = fs::read_to_string(&path).expect("the log");
    assert!(log.contains(" > isready\n") && log.contains(" < readyok\n"), "{log}");
    engine.ask("setoption name Debug Log File value <empty>");
    let log = fs::read_to_string(&path).expect("the log");
    engine.search("stop");
    assert_eq!(fs::read_to_string(&path).expect("the log"), log, "it ends at once, too");
}

#[test]
fn minimal_leaves_the_last_lines_of_a_search() {
    let mut engine = Engine::start(&["setoption name Hash value 1"]);
    let full = engine.search("go depth 5");
    engine.send("ucinewgame");
    engine.send("setoption name Minimal value true");
    let last = engine.search("go depth 5");
    assert!(full.len() > last.len() && last.len() == 2, "{last:?}");
    let words = |line: &str| {
        // Time and speed differ from run to run.
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let place = words.iter().position(|word| word == "nps").expect("a speed");
        (words[..place].to_vec(), words[place + 2..place + 6].to_vec())
    };
    assert_eq!(words(&last[0]).0, words(&full[full.len() - 2]).0);
    assert_eq!(last.last(), full.last());
    engine.send("setoption name MultiPV value 3");
    let three = engine.search("go depth 4");
    let ranks: Vec<&str> =
        three.iter().filter_map(|line| line.split_once(" multipv ")?.1.split(' ').next()).collect();
    assert_eq!((ranks, three.len()), (vec!["1", "2", "3"], 4), "{three:?}");
}
