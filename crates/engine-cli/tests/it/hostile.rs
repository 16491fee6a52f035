//! Input that engines have died of. After each the engine must still answer.

use std::fmt::Write as _;

use crate::engine::Engine;

/// The engine answers `line` with exactly one `info string`, which holds `words`.
fn refused(engine: &mut Engine, line: &str, words: &str) {
    let answer = engine.ask(line);
    assert_eq!(answer.len(), 1, "{line:?} got {answer:?}");
    assert!(answer[0].starts_with("info string "), "{line:?} got {answer:?}");
    assert!(answer[0].contains(words), "{line:?} got {answer:?}, not {words:?}");
}

/// The engine still searches: its answer is a legal move of the start position.
fn plays_on(engine: &mut Engine) {
    engine.send("position startpos");
    let answer = engine.search("go depth 1").pop().expect("a line");
    let best = answer.split(' ').nth(1).expect("a move");
    assert!(movegen::Position::startpos().parse_uci(best).is_ok(), "{answer}");
}

#[test]
fn illegal_positions_keep_the_old_one() {
    let mut engine = Engine::start(&["position startpos moves e2e4"]);
    let before = engine.ask("d");
    for fen in [
        "garbage",
        "",
        "///////",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "KK6/8/8/8/8/8/8/k7 w - - 0 1",
        "k7/8/8/8/8/8/8/KP6 w - - 0 1",
        "P6k/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a9",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
    ] {
        refused(&mut engine, &format!("position fen {fen}"), "position");
        assert_eq!(engine.ask("d"), before, "{fen}");
    }
    plays_on(&mut engine);
}

#[test]
fn doubtful_castling_rights_and_missing_counters_are_survived() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "4k3/8/8/8/8/8/8/R3K3 w - - 32000 99999",
    ] {
        let mut engine = Engine::start(&[]);
        engine.ask(&format!("position fen {fen}"));
        engine.search("go depth 2");
        plays_on(&mut engine);
    }
}

#[test]
fn illegal_moves_keep_the_old_position() {
    let mut engine = Engine::start(&["position startpos moves d2d4"]);
    let before = engine.ask("d");
    for moves in ["e2e5", "E2E4", "e2e4 e2e4", "e2", "e2e4e5", "0000", "e7e8q", "\u{fffd}"] {
        refused(&mut engine, &format!("position startpos moves {moves}"), "position moves, move ");
        assert_eq!(engine.ask("d"), before);
    }
    plays_on(&mut engine);
}

#[test]
fn bad_options_are_refused_one_by_one() {
    let mut engine = Engine::start(&[]);
    for (line, words) in [
        ("setoption name Hash value abc", "setoption Hash: 'abc'"),
        ("setoption name Hash value -1", "setoption Hash: '-1'"),
        ("setoption name Hash value 33554433", "setoption Hash: '33554433'"),
        ("setoption name Hash value 99999999999999999999", "setoption Hash: '9999"),
        ("setoption name Hash", "setoption Hash: a whole number"),
        ("setoption name Threads value 0", "setoption Threads: '0'"),
        ("setoption name Threads value 1.5", "setoption Threads: '1.5'"),
        ("setoption name UCI_Chess960 value maybe", "setoption UCI_Chess960: 'maybe'"),
        ("setoption name NoSuchThing value 3", "no option 'NoSuchThing'"),
        ("setoption name SyzygyPath value /nowhere", "no option 'SyzygyPath'"),
        ("setoption", "setoption: the word 'name' is missing"),
        ("setoption name", "setoption name: the option's name is missing"),
    ] {
        refused(&mut engine, line, words);
    }
    plays_on(&mut engine);
}

#[test]
fn a_table_that_no_machine_has_leaves_the_old_one() {
    let mut engine = Engine::start(&["setoption name Hash value 8", "isready"]);
    engine.until("readyok");
    refused(&mut engine, "setoption name Hash value 33554432", "the table keeps its 8 MB");
    assert!(engine.ask("setoption name HashKB value 8000").is_empty());
    refused(&mut engine, "setoption name HashKB value 34359738368", "the table keeps its 8000 KB");
    plays_on(&mut engine);
}

#[test]
fn bad_numbers_and_words_of_go_start_nothing() {
    let mut engine = Engine::start(&[]);
    for (line, words) in [
        ("go depth", "go depth: a whole number"),
        ("go depth x", "go depth: 'x'"),
        ("go depth -3", "go depth: '-3'"),
        ("go nodes 1e6", "go nodes: '1e6'"),
        ("go wtime ten", "go wtime: 'ten'"),
        ("go perft", "go perft: a whole number"),
        ("go perft 99", "go perft: '99'"),
        ("go faster", "go: unknown word 'faster'"),
        ("perft -1", "perft: '-1'"),
        ("bench x", "bench hash: 'x'"),
    ] {
        refused(&mut engine, line, words);
    }
    plays_on(&mut engine);
}

#[test]
fn extreme_limits_end_with_a_move() {
    let mut engine = Engine::start(&["position startpos"]);
    for go in [
        "go depth 0",
        "go nodes 0",
        "go nodes 1",
        "go movetime 0",
        "go movetime -100",
        "go wtime 0 btime 0",
        "go wtime -1000 btime -1000 winc -5 binc -5",
        "go wtime 1 btime 1 movestogo 0",
        "go btime 50",
        "go winc 1",
        "go depth 1 movetime 9223372036854775807",
        "go depth 1 wtime 9223372036854775807 winc 9223372036854775807",
        "go depth 1 nodes 18446744073709551615 mate 0",
        "go depth 2 searchmoves",
    ] {
        let last = engine.search(go).pop().expect("a line");
        assert!(last.len() > "bestmove ".len(), "{go}: {last}");
    }
}

#[test]
fn search_moves_that_are_not_legal_are_named_and_left_out() {
    let mut engine = Engine::start(&["position startpos"]);
    let lines = engine.search("go depth 2 searchmoves e2e5 a2a3 x");
    assert_eq!(lines[0], "info string go searchmoves: not legal here, left out: e2e5 x");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a2a3")), "{lines:?}");
    let lines = engine.search("go depth 2 searchmoves e2e5");
    assert!(lines[0].ends_with("left out: e2e5"), "{lines:?}");
    plays_on(&mut engine);
}

#[test]
fn unknown_commands_nul_and_invalid_utf8() {
    let mut engine = Engine::start(&[]);
    refused(&mut engine, "xyzzy and more", "unknown command: 'xyzzy'");
    for bytes in [&b"\0\0\0\n"[..], b"\xff\xfe\x80\n", b"go\0depth 3\n"] {
        engine.send_bytes(bytes);
        let answer = engine.ask("");
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with("info string unknown command: "), "{answer:?}");
        assert!(!answer[0].contains('\0'));
    }
    for nothing in ["", "   ", "\t\r"] {
        assert!(engine.ask(nothing).is_empty());
    }
    plays_on(&mut engine);
}

#[test]
fn lines_of_a_megabyte_get_a_short_answer() {
    let mut engine = Engine::start(&[]);
    let long = "x".repeat(1 << 20);
    let moves = "e2e4 ".repeat(1 << 18);
    for line in [
        long.clone(),
        format!("position fen {long}"),
        format!("position startpos moves {moves}"),
        format!("setoption name {long} value {long}"),
        format!("go depth {long}"),
    ] {
        let answer = engine.ask(&line);
        assert_eq!(answer.len(), 1);
        assert!(answer[0].starts_with("info string ") && answer[0].len() < 1000);
    }
    plays_on(&mut engine);
}

#[test]
fn a_game_of_1200_plies() {
    let mut line = String::from("position startpos moves");
    for _ in 0..300 {
        write!(line, " g1f3 g8f6 f3g1 f6g8").expect("a string takes all text");
    }
    let mut engine = Engine::start(&[&line]);
    let lines = engine.search("go depth 4");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
    let drawing = engine.ask("d").join("\n");
    assert!(drawing.contains("w KQkq - 1200 601"), "{drawing}");
}

#[test]
fn everything_during_a_search_and_then_stop_works() {
    let mut engine = Engine::start(&["position startpos", "go infinite"]);
    engine.until("info depth 1 ");
    for line in [
        "ucinewgame",
        "setoption name Hash value 4",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "position startpos moves e2e4",
        "position fen nonsense",
        "go infinite",
        "perft 3",
        "xyzzy",
        "setoption name Hash value x",
        "debug on",
    ] {
        engine.send(line);
        engine.send("isready");
        let before = engine.until("readyok");
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{line}: {before:?}");
    }
    engine.send("stop");
    engine.send("stop");
    engine.until("bestmove ");
    // The position sent during the search is the one that counts now.
    let fen = engine.ask("d").join("\n");
    assert!(fen.contains("/4P3/"), "{fen}");
    assert_eq!(engine.ask("stop").len(), 0);
    engine.search("go depth 2");
    plays_on(&mut engine);
}

#[test]
fn roots_without_a_move() {
    let mut engine = Engine::start(&[]);
    for (fen, score) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        engine.send(&format!("position fen {fen}"));
        for go in ["go depth 3", "go movetime 10", "go wtime 100 btime 100", "go searchmoves a2a3"]
        {
            let mut lines = engine.search(go);
            lines.retain(|line| !line.starts_with("info string"));
            assert_eq!(lines, [format!("info depth 0 score {score}"), "bestmove (none)".into()]);
        }
        engine.send("go infinite");
        assert!(engine.ask("").iter().all(|line| !line.starts_with("bestmove")));
        engine.send("stop");
        engine.until("bestmove (none)");
    }
}

#[test]
fn end_of_input_and_quit_end_the_process_even_in_a_search() {
    for quit in [false, true] {
        let mut engine = Engine::start(&["go infinite"]);
        engine.until("info depth 1 ");
        if quit {
            engine.send("quit");
        } else {
            engine.close_input();
        }
        let (status, _) = engine.wait();
        assert!(status.success(), "{status}");
    }
}

#[test]
fn end_of_input_ends_an_idle_engine() {
    let mut engine = Engine::start(&["uci", "isready"]);
    engine.until("readyok");
    engine.close_input();
    assert!(engine.wait().0.success());
}
