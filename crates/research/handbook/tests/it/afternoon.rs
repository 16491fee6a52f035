//! The engine that its chapter builds from parts.

use std::path::Path;

use movegen::Position;

use crate::player::Player;

const ENGINE: &str = env!("CARGO_BIN_EXE_afternoon");

/// Every `go` of a game or an analysis, and one with a number that is none.
const GOES: [&str; 12] = [
    "go depth 3",
    "go depth 0",
    "go nodes 500",
    "go nodes 0",
    "go movetime 20",
    "go movetime 0",
    "go wtime 200 btime 200",
    "go wtime 100 btime 100 winc 10 binc 10 movestogo 1",
    "go wtime -50 btime -50 movestogo 0",
    "go depth 2 infinite_is_no_word_here",
    "go depth",
    "go depth 99999999999999999999",
];

const ROOTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
    "7k/8/8/8/8/8/8/K6R b - - 99 80",
];

#[test]
fn the_engine_has_less_than_150_lines() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/afternoon.rs");
    let lines = std::fs::read_to_string(source).unwrap().lines().count();
    assert!(lines < 150, "{lines} lines");
}

#[test]
fn it_introduces_itself() {
    let mut engine = Player::start(ENGINE);
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "), "{lines:?}");
    for option in ["Hash", "Threads"] {
        let start = format!("option name {option} type spin default ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{lines:?}");
    }
}

#[test]
fn every_go_gets_one_legal_move() {
    let mut engine = Player::start(ENGINE);
    for root in ROOTS {
        let position = Position::from_fen(root).unwrap();
        for go in GOES {
            engine.move_in(&position, go);
            assert_eq!(engine.ask(""), [""; 0], "{go}");
        }
    }
}

#[test]
fn a_search_tells_its_score_line_nodes_and_time() {
    let mut engine = Player::start(ENGINE);
    let lines = engine.search("go depth 5");
    let (best, infos) = lines.split_last().unwrap();
    assert_eq!(infos.len(), 5, "{lines:?}");
    for (depth, info) in (1..).zip(infos) {
        let (head, pv) = info.split_once(" pv ").unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let names: Vec<&str> = words[1..].iter().step_by(2).copied().collect();
        assert_eq!(names[..2], ["depth", "score"], "{info}");
        assert_eq!(words[2].parse(), Ok(depth), "{info}");
        for name in ["nodes", "time"] {
            let at = words.iter().position(|word| *word == name).unwrap();
            words[at + 1].parse::<u64>().unwrap();
        }
        let mut position = Position::startpos();
        for mv in pv.split(' ') {
            position = position.make(position.parse_uci(mv).unwrap());
        }
    }
    let pv = infos[4].split_once(" pv ").unwrap().1;
    assert_eq!(best.strip_prefix("bestmove "), pv.split(' ').next());
}

#[test]
fn it_sees_material_and_mates() {
    let mut engine = Player::start(ENGINE);
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let lines = engine.search("go depth 4");
    assert_eq!(lines.last().unwrap(), "bestmove d1d8");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    engine.send("position fen 4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(engine.search("go depth 4").last().unwrap(), "bestmove e4d5");
}

/// Black has lost, except for his next move, with which a position occurs for the third time.
#[test]
fn the_game_so_far_counts() {
    let mut engine = Player::start(ENGINE);
    let mut score_of = |position: &str| {
        engine.send("ucinewgame");
        engine.send(position);
        let lines = engine.search("go depth 5");
        lines.iter().filter(|line| line.contains(" score cp 0 ")).count()
    };
    let fen = "position fen 7k/8/8/8/8/8/1R6/KR6 b - - 0 1";
    let round = "h8g8 b2c2 g8h8 c2b2";
    assert_eq!(score_of(fen), 0);
    assert_eq!(score_of(&format!("{fen} moves {round} {round}")), 5);
}

#[test]
fn stop_ends_a_search_and_isready_does_not_wait_for_it() {
    let mut engine = Player::start(ENGINE);
    for threads in [1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("position startpos moves e2e4");
        engine.send("go infinite");
        let before = engine.ask("");
        assert!(before.iter().all(|line| line.starts_with("info ")), "{before:?}");
        let position = Position::startpos();
        let position = position.make(position.parse_uci("e2e4").unwrap());
        let lines = engine.search("stop");
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(position.parse_uci(best).is_ok(), "{best}");
        assert_eq!(engine.ask("stop"), [""; 0], "a second stop stops nothing");
    }
}

/// A command that a careless interface sends in the middle of a search ends the search first.
#[test]
fn every_search_has_its_answer_whatever_follows() {
    let mut engine = Player::start(ENGINE);
    let next = ["go depth 2", "ucinewgame", "setoption name Hash value 1"];
    for next in next {
        engine.send("go infinite");
        engine.send(next);
        engine.until("bestmove");
    }
    engine.until("bestmove");
    assert_eq!(engine.ask(""), [""; 0]);
}

#[test]
fn without_a_legal_move_the_answer_is_the_null_move() {
    let mut engine = Player::start(ENGINE);
    for root in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        engine.send(&format!("position fen {root}"));
        assert_eq!(engine.search("go depth 3").last().unwrap(), "bestmove 0000");
    }
}

#[test]
fn bad_input_gets_one_line_and_changes_nothing() {
    let mut engine = Player::start(ENGINE);
    engine.send("position startpos moves e2e4");
    for bad in [
        &b"hello"[..],
        b"position",
        b"position fen",
        b"position fen 8/8/8 w - - 0 1",
        b"position startpos moves e2e4 e2e4",
        b"position startpos moves e2",
        b"setoption name Hash value 0",
        b"setoption name Hash value much",
        b"setoption name Hash value 99999999999",
        b"setoption name Threads value 257",
        b"setoption name Colour value 1",
        b"setoption name Hash",
        b"\xff\xfe",
    ] {
        let lines = engine.ask(bad);
        assert_eq!(lines.len(), 1, "{}: {lines:?}", bad.escape_ascii());
        assert!(lines[0].starts_with("info string "), "{lines:?}");
    }
    let best = engine.search("go depth 2");
    let position = Position::startpos();
    let position = position.make(position.parse_uci("e2e4").unwrap());
    let best = best.last().unwrap().strip_prefix("bestmove ").unwrap();
    assert!(position.parse_uci(best).is_ok(), "Black is to move: {best}");
    let lines = engine.search("go depth soon");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string ")).count(), 1);
    assert_eq!(lines.len(), 3, "one ply is searched: {lines:?}");
}

#[test]
fn a_new_game_is_searched_like_the_first() {
    let mut engine = Player::start(ENGINE);
    engine.send("setoption name Hash value 1");
    let nodes = |lines: Vec<String>| -> Vec<String> {
        let infos = lines.iter().filter(|line| line.starts_with("info depth"));
        infos.map(|line| line.split_once(" time ").unwrap().0.to_owned()).collect()
    };
    let first = nodes(engine.search("go depth 7"));
    let again = nodes(engine.search("go depth 7"));
    assert_ne!(first, again, "the table and the histories help");
    engine.send("ucinewgame");
    assert_eq!(first, nodes(engine.search("go depth 7")));
}

#[test]
fn it_ends_when_it_is_told_and_when_its_input_does() {
    for end in ["quit", ""] {
        let mut engine = Player::start(ENGINE);
        engine.send("go infinite");
        engine.ask("");
        engine.send(end);
        engine.close_input();
        let (status, lines) = engine.wait();
        assert!(status.success(), "{status}");
        let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{lines:?}");
    }
}
