//! `analyse` of one position: the words that name it, and the output for other programs.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use movegen::Position;
use roxmltree::{Document, Node};
use serde_json::Value;

use crate::engine::BINARY;

const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(BINARY)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it is read");
    child.wait_with_output().expect("the engine ends")
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&text(arguments, input)).expect("one JSON document")
}

/// Plays the moves of a list from `root`, each legal after those before it, read by `read`, and
/// returns the last position.
fn line(root: &Position, list: &Value, read: impl Fn(&Position, &str) -> Position) -> Position {
    let moves = list.as_array().expect("a list").iter().map(|text| text.as_str().expect("text"));
    moves.fold(root.clone(), |position, text| read(&position, text))
}

#[test]
fn a_position_is_named_in_each_way_on_every_verb() {
    let words: Vec<&str> = ENDING.split(' ').collect();
    let plain = [&["perft", "3"][..], &words].concat();
    let by_flag = [&["perft", "--fen"][..], &words, &["3"]].concat();
    for arguments in [
        &["perft", "3", ENDING][..],
        &["perft", "3", "--fen", ENDING],
        &["perft", "--fen", ENDING, "3"],
        &plain,
        &by_flag,
    ] {
        assert_eq!(text(arguments, ""), "2812\n", "{arguments:?}");
    }
    assert_eq!(text(&["perft", "3", "-"], &format!("\u{feff}\n{ENDING}\n")), "2812\n");
    assert_eq!(text(&["perft", "3", "--fen", "-"], ENDING), "2812\n");
    let analyse = ["analyse", "--depth", "2", "--json"];
    for position in [&[ENDING][..], &["--fen", ENDING], &words] {
        let arguments = [&analyse[..], position].concat();
        assert_eq!(json(&arguments, "")["fen"], ENDING, "{arguments:?}");
    }
}

#[test]
fn moves_follow_the_position() {
    let after = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let json_of = |words: &[&str], input: &str| {
        json(&[&["analyse", "--depth", "2", "--json"][..], words].concat(), input)
    };
    let moves = ["moves", "e2e4", "e5", "Nf3", "g8f6"];
    assert_eq!(json_of(&moves, "")["fen"], after);
    assert_eq!(json_of(&["startpos moves e4 e5 Nf3 Nf6"], "")["fen"], after);
    assert_eq!(json_of(&["-", "moves", "Nf3", "Nf6"], "startpos moves e4 e5\n")["fen"], after);
}

#[test]
fn json_has_lines_that_are_legal_in_both_notations() {
    let arguments = ["analyse", ENDING, "--nodes", "20000", "--multipv", "3", "--json"];
    let document = json(&arguments, "");
    let root = Position::from_fen(ENDING).expect("a position");
    let lines = document["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    for (rank, record) in lines.iter().enumerate() {
        assert_eq!(record["multipv"], rank + 1);
        let uci = line(&root, &record["pv_uci"], |position, text| {
            position.make(position.parse_uci(text).expect("legal"))
        });
        let san = line(&root, &record["pv_san"], |position, text| {
            position.make(position.parse_san(text).expect("legal"))
        });
        assert_eq!(uci.to_fen(), san.to_fen());
        let wdl = &record["wdl"];
        let sum: u64 = ["win", "draw", "loss"].iter().filter_map(|key| wdl[key].as_u64()).sum();
        assert_eq!(sum, 1000);
        assert!(record["score"]["cp"].is_i64(), "{record}");
        let bound = record["score"]["bound"].as_str().expect("a word");
        assert!(["exact", "lower", "upper"].contains(&bound), "{record}");
    }
    assert_eq!(document["best"]["uci"], lines[0]["pv_uci"][0]);
    assert_eq!(document["best"]["san"], lines[0]["pv_san"][0]);
    assert_eq!(document["ponder"]["uci"], lines[0]["pv_uci"][1]);
    assert_eq!((&document["side_to_move"], &document["ended"]), (&"white".into(), &Value::Null));
    let nodes = document["nodes"].as_u64().expect("a count");
    assert!((19_000..=21_000).contains(&nodes), "{nodes}");
}

#[test]
fn json_of_an_ended_game_says_how_it_ended() {
    for (fen, ended) in [
        ("1R4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    ] {
        let document = json(&["analyse", fen, "--json", "--depth", "3"], "");
        assert_eq!((&document["ended"], &document["best"]), (&ended.into(), &Value::Null));
        assert_eq!(document["lines"], Value::Array(Vec::new()));
    }
}

fn with_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|own| own == class))
    };
    document.descendants().filter(has).collect()
}

#[test]
fn the_picture_is_one_document_with_board_arrow_and_lines() {
    let limits = ["--nodes", "20000", "--multipv", "2"];
    let arguments = [&["analyse", ENDING, "--svg", "-"][..], &limits].concat();
    let picture = text(&arguments, "");
    assert_eq!(text(&arguments, ""), picture, "no times, so the same picture again");
    let document = Document::parse(&picture).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let uses: Vec<&str> =
        document.descendants().filter_map(|node| node.attribute("href")).collect();
    for (side, pieces) in [("#w", 5), ("#b", 5)] {
        let piece = |id: &&&str| id.starts_with(side) && **id != "#board";
        assert_eq!(uses.iter().filter(piece).count(), pieces, "{side}: {uses:?}");
    }
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert!(uses.iter().all(|id| ids.contains(&&id[1..])), "{uses:?}: {ids:?}");
    assert_eq!(with_class(&document, "arrow").len(), 1);
    let bar = ["whites", "blacks"].map(|class| {
        let height = with_class(&document, class)[0].attribute("height").expect("a height");
        height.parse::<u32>().expect("a number")
    });
    assert_eq!(bar[0] + bar[1], 384, "the bar is as high as the board");
    let words: Vec<&str> = with_class(&document, "text").iter().filter_map(Node::text).collect();
    let json = json(&[&["analyse", ENDING, "--json"][..], &limits].concat(), "");
    let best = json["best"]["san"].as_str().expect("a move");
    assert!(words.contains(&format!("White to move: {best}").as_str()), "{words:?}");
    for (record, rank) in json["lines"].as_array().expect("lines").iter().zip(["1", "2"]) {
        let first = format!("  1. {}", record["pv_san"][0].as_str().expect("a move"));
        let line = |word: &&str| word.trim_start().starts_with(rank) && word.contains(&first);
        assert!(words.iter().any(line), "{first}: {words:?}");
    }
    assert!(words.concat().contains("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8"), "{words:?}");
    // The picture fetches nothing, and a dark page gets colours of its own.
    assert!(!picture.contains("url(") && !picture.contains("@import"));
    assert!(picture.contains("prefers-color-scheme:dark") && picture.contains("Alexis Luengas"));
}

#[test]
fn a_picture_goes_into_a_file_beside_the_view() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mate.svg");
    let path = path.to_str().expect("a name in UTF-8");
    let mated = "1R4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    let view = text(&["analyse", mated, "--depth", "1", "--svg", path], "");
    assert!(view.ends_with("No legal move: checkmate\n"), "{view}");
    let picture = fs::read_to_string(path).expect("a picture");
    let document = Document::parse(&picture).expect("well-formed XML");
    assert!(with_class(&document, "arrow").is_empty());
    let title = document.descendants().find(|node| node.has_tag_name("title"));
    assert!(title.and_then(|node| node.text()).expect("a title").contains("Black is checkmated"));
    let nowhere = folder.path().join("none/mate.svg");
    let nowhere = nowhere.to_str().expect("a name in UTF-8");
    // The run is refused before the search, which would never end.
    let output = run(&["analyse", "--infinite", "--svg", nowhere], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(nowhere), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let both = run(&["analyse", "--depth", "1", "--svg", "-", "--json"], "");
    assert_eq!((both.status.code(), both.stdout.is_empty()), (Some(2), true));
}

#[test]
fn the_picture_of_the_readme_is_one_that_analyse_draws() {
    let picture = include_str!("../../../../docs/analyse.svg");
    let document = Document::parse(picture).expect("well-formed XML");
    let drawn = text(&["analyse", "--depth", "1", "--svg", "-"], "");
    let drawn = Document::parse(&drawn).expect("well-formed XML");
    let style = |document: &Document<'_>| {
        let style = document.descendants().find(|node| node.has_tag_name("style"));
        style.and_then(|node| node.text().map(str::to_owned)).expect("a style")
    };
    assert_eq!(style(&document), style(&drawn), "draw it anew: the README has the command");
    assert_eq!(with_class(&document, "arrow").len(), 1);
}

#[test]
fn a_dash_on_standard_input_is_no_position() {
    let output = run(&["analyse", "-", "--depth", "1"], "\n - \n8/8/8/8/8/8/8/8 w - -\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("expected a FEN, found \"-\""), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_opening_is_named() {
    let words = ["analyse", "moves", "e4", "e5", "Nf3", "d6", "--depth", "2"];
    let said = text(&words, "");
    assert_eq!(said.lines().nth(1), Some("C41 Philidor Defense"), "{said}");
    assert_eq!(json(&[&words[..], &["--json"]].concat(), "")["opening"], "C41 Philidor Defense");
    assert_eq!(json(&["analyse", ENDING, "--depth", "2", "--json"], "")["opening"], Value::Null);
}
