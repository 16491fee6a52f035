//! The texts of movegen's `tests/data/files` through the program: games, positions and lines of
//! suites as people and programs write them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use encoding_rs::WINDOWS_1252;
use movegen::pgn::games;
use movegen::{Position, Variant};
use serde_json::Value;

use crate::engine::{BINARY, Engine};

#[path = "../../../movegen/tests/it/pgn/main_line.rs"]
mod main_line;

use self::main_line::main_line;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../movegen/tests/data/files");

/// Returns the cases of a file, each with the text of its `key` in a file's bytes.
fn cases(name: &str, key: &str) -> Vec<(Value, Vec<u8>)> {
    let text = fs::read_to_string(Path::new(FILES).join(name)).expect("a file of cases");
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect(line);
        let text = case[key].as_str().expect(key);
        let bytes = match case["windows_1252"].as_bool() {
            Some(true) => WINDOWS_1252.encode(text).0.into_owned(),
            _ => text.as_bytes().to_vec(),
        };
        (case, bytes)
    };
    text.lines().map(case).collect()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

fn analyse(words: &[&str]) -> Output {
    let command = ["analyse", "--depth", "1", "--threads", "1", "--hash", "1"];
    Command::new(BINARY).args(command).args(words).output().expect("the engine runs")
}

#[test]
fn games_are_read_around_what_is_odd() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (case, bytes)) in cases("pgn.jsonl", "pgn").into_iter().enumerate() {
        let path = |name: &str| folder.path().join(format!("{number}-{name}.pgn"));
        let (file, out) = (path("in"), path("out"));
        fs::write(&file, bytes).expect("written");
        let words = ["--pgn", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--verbose"];
        let output = analyse(&words);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        let written = fs::read(&out).expect("annotated games");
        let read: Vec<String> = games(&written).map(|game| main_line(&game.unwrap())).collect();
        let expected = case["games"].as_array().expect("games");
        assert!(expected.iter().eq(&read), "{case}: {read:?}\n{told}");
        for (name, value) in case["tags"].as_object().into_iter().flatten() {
            let game = games(&written).next().unwrap().unwrap();
            assert_eq!(game.tag(name), value.as_str(), "{case}");
        }
        let remarks = case["remarks"].as_array().map_or(0, Vec::len);
        let places = told.lines().filter(|line| line.contains(": PGN, line ")).count();
        let refused = usize::from(expected.is_empty());
        assert_eq!(places, remarks + refused, "{case}: {told}");
        let is_cut = refused > 0 || case["remarks"].to_string().contains(" cut");
        assert_eq!(output.status.code(), Some(i32::from(is_cut)), "{case}: {told}");
    }
}

#[test]
fn positions_are_mended_or_refused() {
    for (case, _) in cases("fen.jsonl", "fen") {
        let chess960 = case["chess960"].as_bool().unwrap_or_default();
        let option = format!("setoption name UCI_Chess960 value {chess960}");
        let mut engine = Engine::start(&[&option]);
        let fen = text(&case, "fen");
        let said = engine.ask(&format!("position fen {fen}")).join("\n");
        let shown = engine.ask("d").join("\n");
        let Some(read) = case["read"].as_str() else {
            assert!(said.starts_with("info string ") && !shown.contains("FEN: "), "{said}");
            continue;
        };
        let repairs = text(&case, "repairs");
        assert_eq!(said.strip_prefix("info string position fen: ").unwrap_or(&said), repairs);
        let variant = if chess960 { Variant::Chess960 } else { Variant::Standard };
        let position = Position::read_fen(read, variant).expect(read).value;
        let fen_shown = format!("FEN: {}\n", position.to_fen());
        assert!(shown.contains(&fen_shown), "{case}: {shown}");

        let rules: &[&str] = if chess960 { &["--chess960"] } else { &[] };
        let output = analyse(&[&["--json", fen][..], rules].concat());
        assert!(output.status.success(), "{case}: {output:?}");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(told.trim_end().trim_start_matches("FEN: "), repairs);
        let strict = analyse(&[&["--json", "--strict", fen][..], rules].concat());
        assert_eq!(strict.status.code(), Some(if repairs.is_empty() { 0 } else { 2 }), "{case}");
    }
}

#[test]
fn lines_of_suites_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.epd");
    for (case, bytes) in cases("epd.jsonl", "epd") {
        fs::write(&path, bytes).expect("written");
        let output = analyse(&["--epd", path.to_str().unwrap()]);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.success(), "{case}: {told}");
        let written = String::from_utf8(output.stdout).expect("UTF-8");
        // The search's findings follow the operations that the line had.
        assert!(written.starts_with(text(&case, "written")), "{case}: {written}");
        assert!(told.contains(text(&case, "repairs")), "{case}: {told}");
        if !text(&case, "best").is_empty() {
            assert!(written.contains(" solved "), "{case}: {written}");
        }
    }
}

#[test]
fn pasted_moves_are_those_of_the_command_line_and_of_uci() {
    let mut engine = Engine::start(&[]);
    for (case, _) in cases("moves.jsonl", "moves") {
        let moves = text(&case, "moves");
        let words: Vec<&str> = ["--json", "moves"].into_iter().chain(moves.split(' ')).collect();
        let output = analyse(&words);
        let shown = engine.ask(&format!("position startpos moves {moves}\nd"));
        if case["read"].is_null() {
            assert_eq!(output.status.code(), Some(2), "{case}: {output:?}");
            let (number, fault) = (&case["number"], text(&case, "fault"));
            let told = String::from_utf8(output.stderr).expect("UTF-8");
            assert!(told.contains(&format!("{fault} (move {number} of the list)")), "{told}");
            let told = format!("info string position moves, move {number}: {fault}");
            assert!(shown.contains(&told), "{case}: {shown:?}");
            continue;
        }
        let told: Value = serde_json::from_slice(&output.stdout).expect(moves);
        let read: Vec<&str> = text(&case, "read").split_whitespace().collect();
        let position = read.iter().fold(Position::startpos(), |position, san| {
            position.make(position.parse_san(san).expect("a legal move"))
        });
        assert_eq!(text(&told, "fen"), position.to_fen(), "{case}");
        assert!(shown.iter().any(|line| line.contains(&position.to_fen())), "{case}: {shown:?}");
    }
}
