//! The texts of movegen's `tests/data/files` through the program: games, positions and lines of
//! suites as people and programs write them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use movegen::pgn::games;
use movegen::{Epd, Position, Variant};
use serde_json::Value;

use crate::engine::{BINARY, Engine};

#[path = "../../../movegen/tests/it/files/encoded.rs"]
pub(crate) mod encoded;
#[path = "../../../movegen/tests/it/pgn/main_line.rs"]
mod main_line;

use self::encoded::encoded;
use self::main_line::main_line;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../movegen/tests/data/files");

/// Returns the cases of a file, each with the text of its `key` in a file's bytes.
fn cases(name: &str, key: &str) -> Vec<(Value, Vec<u8>)> {
    let text = fs::read_to_string(Path::new(FILES).join(name)).expect("a file of cases");
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect(line);
        let text = case[key].as_str().expect(key);
        let windows_1252 = case["windows_1252"].as_bool().unwrap_or_default();
        let bytes = encoded(text, windows_1252, case["utf_16"].as_str());
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
        let rules: &[&str] = if case["chess960"] == true { &["--chess960"] } else { &[] };
        let output = analyse(&[&words[..], rules].concat());
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
        let output = analyse(&["--epd", path.to_str().unwrap(), "--verbose"]);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.success(), "{case}: {told}");
        let written = String::from_utf8(output.stdout).expect("UTF-8");
        // The search's findings take the place of those that the line had.
        let [mut expected, mut found] =
            [text(&case, "written"), &written].map(|line| Epd::parse(line.trim_end()).expect(line));
        for opcode in ["acd", "acn", "ce", "pm", "pv", "solved"] {
            expected.remove(opcode);
            found.remove(opcode);
        }
        assert_eq!(found, expected, "{case}");
        assert!(told.contains(text(&case, "repairs")), "{case}: {told}");
        let remarks = case["remarks"].as_array().map_or(&[][..], Vec::as_slice);
        for remark in remarks {
            let (column, _) = remark.as_str().and_then(|it| it.split_once(' ')).expect("column");
            assert!(told.contains(&format!("line 1: EPD, column {column}: ")), "{case}: {told}");
        }
        assert_eq!(told.matches("EPD, column").count(), remarks.len(), "{case}: {told}");
        let strict = analyse(&["--epd", path.to_str().unwrap(), "--strict"]);
        let is_odd = !(remarks.is_empty() && text(&case, "repairs").is_empty());
        assert_eq!(strict.status.code(), Some(i32::from(is_odd)), "{case}");
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

#[test]
fn a_file_that_is_no_text_is_one_message_that_names_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for (bytes, found) in [
        (&b"\xff\xfe\0\0[\0\0\0"[..], "UTF-32, little endian"),
        (b"\x28\xb5\x2f\xfd\x04\x88\n\n", "a file compressed by zstd"),
        (b"PK\x03\x04\n\0[\0]\n\n", "a zip archive"),
    ] {
        fs::write(&path, bytes).expect("written");
        for option in ["--pgn", "--epd", "--params", "--weights"] {
            let output = analyse(&[option, path.to_str().unwrap()]);
            let told = String::from_utf8(output.stderr).expect("UTF-8");
            let expected =
                format!("expected a text in UTF-8, UTF-16 or Windows-1252, found {found}");
            assert_eq!(told.matches(&expected).count(), 1, "{option}: {told}");
            assert_eq!(told.matches("error: ").count(), 1, "{option}: {told}");
            assert!(output.stdout.is_empty(), "{option}");
            let code = if option.ends_with('s') { 2 } else { 1 };
            assert_eq!(output.status.code(), Some(code), "{option}");
        }
    }
}

/// Standard input is a pipe, whose first piece may be one byte.
#[test]
fn standard_input_has_any_encoding() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for utf_16 in ["little", "big"] {
        for (words, text) in [
            (&["analyse", "--depth", "1", "-"][..], format!("\u{feff}\r\n{fen}\r\n")),
            (&["analyse", "--depth", "1", "--epd", "-"], format!("{fen}\r\n")),
            (&["analyse", "--depth", "1", "--pgn", "-"], format!("[FEN \"{fen}\"]\n\n1. O-O *")),
        ] {
            let mut child = Command::new(BINARY)
                .args(words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the engine runs");
            let mut stdin = child.stdin.take().expect("a pipe");
            for byte in encoded(&text, false, Some(utf_16)) {
                stdin.write_all(&[byte]).expect("it reads");
            }
            drop(stdin);
            let output = child.wait_with_output().expect("it ends");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{words:?}: {told}");
            let found = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(found.contains("O-O") || found.contains("4K2R w K"), "{words:?}: {found}");
        }
    }
}
