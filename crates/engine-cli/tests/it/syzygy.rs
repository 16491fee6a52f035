//! `SyzygyPath` and its sisters, with tables that are written from retrograde analysis.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::engine::{BINARY, Engine};

/// A rook against a bare king, 31 plies from mate or less.
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

/// White can take the knight, and then has a rook against a bare king.
const TAKES: &str = "k7/8/8/3n4/8/8/3R4/3K4 w - - 0 1";

/// Returns the folder with the files of king and rook against king.
fn tables() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/examples/data"))
}

fn engine(path: &Path) -> Engine {
    Engine::start(&[&format!("setoption name SyzygyPath value {}", path.display())])
}

fn search(engine: &mut Engine, fen: &str, go: &str) -> Vec<String> {
    engine.send(&format!("position fen {fen}"));
    engine.search(go)
}

/// Returns the number after a word of the last line that has it.
fn number(lines: &[String], word: &str) -> i64 {
    let line = lines.iter().rev().find(|line| line.contains(word)).expect("a report");
    let number = line.split(' ').skip_while(|&other| other != word).nth(1);
    number.and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn the_root_is_ranked_and_its_moves_are_counted() {
    let mut engine = engine(tables());
    let lines = search(&mut engine, ROOK, "go depth 3");
    let told = "info string SyzygyPath: 1 WDL and 1 DTZ tables, up to 3 pieces";
    assert!(lines.iter().any(|line| line == told), "{lines:?}");
    // White has sixteen moves.
    assert_eq!((number(&lines, "cp"), number(&lines, "tbhits")), (31_753, 16), "{lines:?}");
    let lines = search(&mut engine, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go depth 3");
    assert_eq!(number(&lines, "mate"), 1, "{lines:?}");
}

#[test]
fn further_lines_are_those_of_the_next_results() {
    let mut engine = engine(tables());
    engine.send("setoption name MultiPV value 3");
    // The king can take the rook.
    let lines = search(&mut engine, "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1", "go depth 4");
    let last = &lines[lines.len() - 4..];
    for (line, words) in last.iter().zip(["score cp 0", "score cp -31753", "score cp -31753"]) {
        assert!(line.contains(words), "{lines:?}");
    }
    assert!(last[3].starts_with("bestmove b3b2"), "{lines:?}");
}

#[test]
fn a_win_of_the_tables_is_found_in_the_search_as_far_as_the_options_let_it() {
    let mut engine = engine(tables());
    let lines = search(&mut engine, TAKES, "go depth 4");
    assert_eq!(number(&lines, "cp"), 31_752, "{lines:?}");
    assert!(number(&lines, "tbhits") > 0 && lines.last().unwrap().contains("d2d5"), "{lines:?}");
    for (option, other, default) in [("ProbeLimit", "2", "7"), ("ProbeDepth", "100", "1")] {
        for (value, found) in [(other, false), (default, true)] {
            engine.send("setoption name Clear Hash");
            engine.send(&format!("setoption name Syzygy{option} value {value}"));
            let lines = search(&mut engine, TAKES, "go depth 4");
            assert_eq!(number(&lines, "tbhits") > 0, found, "{option} {value}: {lines:?}");
        }
    }
}

#[test]
fn a_win_that_takes_too_long_is_one_without_the_fifty_move_rule() {
    let mut engine = engine(tables());
    for (rule, score) in [("true", 2), ("false", 31_753)] {
        engine.send(&format!("setoption name Syzygy50MoveRule value {rule}"));
        let lines = search(&mut engine, "8/8/8/3k4/8/8/8/K6R w - - 90 99", "go depth 2");
        assert_eq!(number(&lines, "cp"), score, "{rule}: {lines:?}");
    }
}

/// Positions of the tables, and one where a capture leads to them.
#[test]
fn a_limited_strength_leaves_the_tables_closed() {
    let mut engine = engine(tables());
    let limits = ["Skill Level value 0", "Skill Level value 19", "UCI_LimitStrength value true"];
    for limit in limits {
        engine.send("setoption name Skill Level value 20");
        engine.send(&format!("setoption name {limit}"));
        for (fen, full) in [(ROOK, false), (TAKES, false), (ROOK, true), (TAKES, true)] {
            engine.send(&format!("setoption name UCI_AnalyseMode value {full}"));
            engine.send("setoption name Clear Hash");
            let lines = search(&mut engine, fen, "go depth 4");
            assert_eq!(number(&lines, "tbhits") > 0, full, "{limit}: {fen}: {lines:?}");
        }
    }
}

/// Only one line changes.
#[test]
fn a_path_that_holds_nothing_is_told_and_the_search_is_the_same() {
    let empty = tempfile::tempdir().expect("a folder");
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 5";
    let nodes = |engine: &mut Engine| number(&search(engine, fen, "go depth 7"), "nodes");
    let without = nodes(&mut Engine::start(&[]));
    for path in [empty.path(), Path::new("/nowhere/at/all")] {
        let mut engine = engine(path);
        let told = engine.ask("isready");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0]
                .starts_with("info string SyzygyPath: no tablebases found; searching without them")
        );
        assert_eq!(told[0].contains("cannot be read"), !path.exists(), "{told:?}");
        assert_eq!(nodes(&mut engine), without);
    }
    // The path changes to another one, and to none.
    let mut engine = engine(empty.path());
    engine.send(&format!("setoption name SyzygyPath value {}", tables().display()));
    assert!(number(&search(&mut engine, ROOK, "go depth 1"), "tbhits") > 0);
    engine.send("setoption name SyzygyPath value <empty>");
    assert_eq!(number(&search(&mut engine, ROOK, "go depth 1"), "tbhits"), 0);
    assert_eq!(nodes(&mut Engine::start(&[])), without);
}

#[test]
fn a_damaged_file_is_told_after_the_search_that_met_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("KRvK.rtbw");
    let good = fs::read(tables().join("KRvK.rtbw")).expect("a table");
    fs::write(&path, &good[..80]).expect("written");
    let mut engine = engine(folder.path());
    for met in [1, 0] {
        let lines = search(&mut engine, TAKES, "go depth 5");
        let told = lines.iter().filter(|line| line.contains("KRvK.rtbw: expected a whole table"));
        assert_eq!(told.count(), met, "{lines:?}");
        assert_eq!(number(&lines, "tbhits"), 0, "{lines:?}");
    }
}

/// Parts that were read before the cut still serve, so several positions are searched after it.
#[test]
fn a_file_that_is_cut_in_a_session_is_told_once_and_the_engine_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        fs::copy(tables().join(name), folder.path().join(name)).expect("copied");
    }
    let mut engine = engine(folder.path());
    assert!(number(&search(&mut engine, ROOK, "go depth 1"), "tbhits") > 0);
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        let file = fs::OpenOptions::new().write(true).open(folder.path().join(name));
        file.and_then(|file| file.set_len(0)).expect("cut");
    }
    let mut told = Vec::new();
    for (rook, king) in (0..8).flat_map(|rook| (0..6).map(move |king| (rook, king))) {
        let mut rows = vec!["8".to_owned(); 8];
        rows[king] = format!("{}k{}", 6 - rook / 2, 1 + rook / 2);
        rows[6] = format!("{rook}R{}", 7 - rook).replace('0', "");
        rows[7] = "K7".into();
        let lines = search(&mut engine, &format!("{} w - - 0 1", rows.join("/")), "go depth 1");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        told.extend(lines.into_iter().filter(|line| line.contains("found 0 bytes")));
    }
    told.sort();
    let count = told.len();
    told.dedup();
    assert!(count > 0 && count == told.len(), "{told:?}");
}

fn analyse(arguments: &[&str]) -> Output {
    Command::new(BINARY).arg("analyse").args(arguments).output().expect("the engine runs")
}

#[test]
fn positions_and_files_are_analysed_with_the_tables_that_are_named() {
    let folder = tables().display().to_string();
    let tables = ["--syzygy", &folder, "--depth", "3"];
    let text = |arguments: &[&str]| {
        let output = analyse(&[arguments, &tables].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let found: Value = serde_json::from_str(&text(&[ROOK, "--json"])).expect("JSON");
    assert_eq!(found["lines"][0]["score"]["cp"], 31_753, "{found}");
    let shown = text(&[ROOK]);
    assert!(shown.contains(" score TB win ") && !shown.contains("317."), "{shown}");
    let shown = text(&["3k3r/8/8/8/8/8/8/K7 b - - 0 1"]);
    assert!(shown.contains(" score TB loss "), "from White's view: {shown}");
    let picture = text(&[ROOK, "--svg", "-"]);
    assert!(picture.contains("score   TB win"), "{picture}");
    let suite = tempfile::NamedTempFile::new().expect("a file");
    fs::write(suite.path(), format!("{ROOK}\n")).expect("written");
    let record = text(&["--epd", &suite.path().display().to_string()]);
    assert!(record.contains("ce 31753;"), "{record}");
}

#[test]
fn folders_without_tables_are_refused_by_analyse() {
    let empty = tempfile::tempdir().expect("a folder");
    for path in [empty.path(), Path::new("/nowhere/at/all")] {
        let path = path.display().to_string();
        let output = analyse(&[ROOK, "--depth", "1", "--syzygy", &path]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(told.contains("expected endgame tables") && told.contains(&path), "{told}");
        assert!(output.stdout.is_empty());
    }
}
