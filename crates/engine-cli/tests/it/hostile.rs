//! Input that has killed engines. After each line the engine must still answer.

use std::fmt::Write as _;
use std::thread;
use std::time::Duration;

use crate::engine::Engine;

/// Asserts that the engine answers `line` with exactly one `info string`, which holds `words`.
fn refused(engine: &mut Engine, line: &str, words: &str) {
    let answer = engine.ask(line);
    assert_eq!(answer.len(), 1, "{line:?} got {answer:?}");
    assert!(answer[0].starts_with("info string "), "{line:?} got {answer:?}");
    assert!(answer[0].contains(words), "{line:?} got {answer:?}, not {words:?}");
}

/// Asserts that the engine still searches: its answer is a legal move of the start position.
fn plays_on(engine: &mut Engine) {
    engine.send("position startpos");
    let answer = engine.search("go depth 1").pop().expect("a line");
    let best = answer.split(' ').nth(1).expect("a move");
    assert!(movegen::Position::startpos().parse_uci(best).is_ok(), "{answer}");
}

/// Asserts that without a position the engine answers every `go` at once, with no move, and gives
/// `why`.
fn has_no_position(engine: &mut Engine, why: &str) {
    for go in ["go depth 3", "go infinite", "go wtime 1000 btime 1000", "go ponder wtime 9"] {
        let lines = engine.search(go);
        assert_eq!(lines.len(), 2, "{go}: {lines:?}");
        assert!(lines[0].starts_with("info string go: there is no position: "), "{lines:?}");
        assert!(lines[0].contains(why), "{lines:?}");
        assert_eq!(lines[1], "bestmove (none)");
    }
    for (command, place) in [("d", "d"), ("eval", "eval"), ("flip", "flip"), ("perft 1", "perft")] {
        refused(engine, command, &format!("{place}: there is no position: "));
    }
}

#[test]
fn a_position_that_cannot_be_mended_leaves_none() {
    let mut engine = Engine::start(&["position startpos moves e2e4"]);
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
    ] {
        refused(&mut engine, &format!("position fen {fen}"), "position");
        has_no_position(&mut engine, "position ");
        plays_on(&mut engine);
    }
    for line in ["position", "position e2e4", "position startpos e2e4"] {
        refused(&mut engine, line, "position");
        has_no_position(&mut engine, "position");
    }
    plays_on(&mut engine);
}

#[test]
fn what_the_board_cannot_have_is_dropped_and_the_answer_is_for_that_board() {
    let mut engine = Engine::start(&[]);
    for (fen, said, best) in [
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "castling", ["c8", "b5"]),
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b", "castling is missing", ["c8", "b5"]),
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b - e3 x y", "en passant e3", ["c8", "b5"]),
    ] {
        let answer = engine.ask(&format!("position fen {fen}"));
        assert_eq!(answer.len(), 1, "{fen}: {answer:?}");
        assert!(answer[0].starts_with("info string position fen: "), "{answer:?}");
        assert!(answer[0].contains(said), "{answer:?}");
        let last = engine.search("go depth 4").pop().expect("a line");
        let mv = last.strip_prefix("bestmove ").expect("an answer");
        assert!(best.iter().any(|from| mv.starts_with(from)), "{fen}: {last}");
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
fn an_illegal_move_leaves_no_position() {
    let mut engine = Engine::start(&["position startpos moves d2d4"]);
    for moves in ["e2e5", "E2E4", "e2e4 e2e4", "e2", "e2e4e5", "0000", "e7e8q", "\u{fffd}"] {
        refused(&mut engine, &format!("position startpos moves {moves}"), "position moves, move ");
        has_no_position(&mut engine, "position moves, move ");
    }
    plays_on(&mut engine);
}

#[test]
fn bad_options_are_refused_one_by_one() {
    let mut engine = Engine::start(&[]);
    for (line, words) in [
        ("setoption name Hash value abc", "found 'abc'"),
        ("setoption name Hash value -1", "found '-1'"),
        ("setoption name Hash value 33554433", "found '33554433'"),
        ("setoption name Hash value 99999999999999999999", "found '9999"),
        ("setoption name Hash", "setoption Hash: expected a whole number"),
        ("setoption name Threads value 0", "from 1 to 1024, found '0'"),
        ("setoption name HashKB value 2147483648", "from 0 to 2147483647, found '2147483648'"),
        ("setoption name Threads value 1.5", "found '1.5'"),
        ("setoption name UCI_Chess960 value maybe", "expected true or false, found 'maybe'"),
        ("setoption name NoSuchThing value 3", "unknown option 'NoSuchThing'"),
        ("setoption name SyzygyPath value /nowhere", "SyzygyPath: no tablebases found"),
        ("setoption name SyzygyProbeDepth value 0", "setoption SyzygyProbeDepth: expected"),
        ("setoption name SyzygyProbeLimit value 8", "setoption SyzygyProbeLimit: expected"),
        ("setoption", "setoption: expected the word 'name', found nothing"),
        ("setoption name", "setoption name: expected the name of an option"),
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
    refused(&mut engine, "setoption name HashKB value 2147483647", "the table keeps its 8000 KB");
    plays_on(&mut engine);
    // A search allocates the table, too.
    engine.send("setoption name HashKB value 2147483646");
    let lines = engine.search("go depth 5");
    assert!(lines[0].ends_with("the table keeps its 8000 KB"), "{lines:?}");
    engine.ask("ucinewgame");
    engine.ask("setoption name Clear Hash");
    plays_on(&mut engine);
}

/// With hundreds of threads for each processor, the one that answers may wait long for its turn.
#[test]
fn the_clock_holds_with_more_threads_than_the_machine_runs() {
    let mut engine = Engine::start(&["setoption name Threads value 1024"]);
    for go in ["go movetime 200", "go movetime 200", "go wtime 2000 btime 2000", "go nodes 3000"] {
        engine.send("position startpos");
        engine.search(go);
    }
    // The stop comes before most threads have had their first turn, or after all have had it.
    for pause in [0, 10, 100, 1_000] {
        engine.send("go infinite");
        engine.until("info depth 1 ");
        thread::sleep(Duration::from_millis(pause));
        let lines = engine.search("stop");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        assert!(engine.ask("").is_empty(), "one answer is enough");
    }
    let machine = thread::available_parallelism().map_or(1024, usize::from);
    let said = engine.ask("setoption name Threads value 1023");
    assert_eq!(said.len(), usize::from(machine < 1023), "{said:?}");
    let words = "info string Threads: 1023 requested; this machine runs ";
    assert!(said.iter().all(|line| line.starts_with(words)), "{said:?}");
    assert!(engine.ask("setoption name Threads value 1").is_empty());
}

#[test]
fn bad_numbers_and_words_of_go_are_named_and_the_answer_comes() {
    let mut engine = Engine::start(&["position startpos"]);
    for (line, words) in [
        ("go depth", "go: depth is skipped"),
        ("go depth x", "go: depth is skipped: expected a number, found 'x'"),
        ("go depth -3", "go: depth '-3' is read as 0"),
        ("go nodes 1e3", "go: nodes '1e3' is read as 1000"),
        ("go wtime ten", "go: wtime is skipped: expected a number, found 'ten'"),
        ("go wtime 600 btime 600 foo", "go: 'foo' is unknown and skipped"),
        ("go wtime 100.5 btime 99.5", "wtime '100.5' is read as 100; btime '99.5' is read as 99"),
        ("go movetime 1 faster than light", "'faster' is unknown and skipped; 'than'"),
    ] {
        let lines = engine.search(line);
        assert!(lines[0].starts_with("info string go: "), "{line}: {lines:?}");
        assert!(lines[0].contains(words), "{line}: {lines:?}");
        let said = lines.iter().filter(|line| line.starts_with("info string")).count();
        assert_eq!(said, 1, "{line}: {lines:?}");
    }
    plays_on(&mut engine);
}

#[test]
fn bad_numbers_of_other_commands_start_nothing() {
    let mut engine = Engine::start(&[]);
    for (line, words) in [
        ("go perft", "go perft: expected a whole number"),
        ("go perft 99", "go perft: expected a whole number from 1 to 15, found '99'"),
        ("perft -1", "perft: expected a whole number from 1 to 15, found '-1'"),
        ("bench x", "bench hash: "),
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

/// Arithmetic that overflows would panic; the answer would come, but of a failed search.
#[test]
fn the_extremes_of_every_field_and_clock_option_fail_nowhere() {
    const EXTREMES: [&str; 6] =
        ["-1e308", "-9223372036854775808", "0", "1", "9223372036854775807", "1e308"];
    let mut engine = Engine::start(&["setoption name Hash value 1"]);
    let mut plies = 0;
    for (option, value) in [
        ("nodestime", "0"),
        ("Move Overhead", "0"),
        ("Move Overhead", "5000"),
        ("nodestime", "1"),
        ("nodestime", "10000"),
    ] {
        engine.send(&format!("setoption name {option} value {value}"));
        engine.send("ucinewgame");
        for extreme in EXTREMES {
            let all = format!("wtime {extreme} btime {extreme} winc {extreme} binc {extreme}");
            for rest in [
                format!("movestogo {extreme}"),
                "movestogo 1".into(),
                "movestogo 2".into(),
                String::new(),
                format!("movetime {extreme} nodes {extreme} mate {extreme}"),
            ] {
                // Later moves of a game also look back at the clock of the one before.
                let moves = ["g1f3 g8f6", "f3g1 f6g8"].into_iter().cycle().take(plies % 9);
                let moves: Vec<&str> = moves.collect();
                engine.send(&format!("position startpos moves {}", moves.join(" ")));
                plies += 1;
                let go = format!("go depth 4 {all} {rest}");
                let lines = engine.search(&go);
                let last = lines.last().expect("an answer");
                assert!(last.len() > "bestmove ".len(), "{option} {value}, {go}: {last}");
                let failed = lines.iter().find(|line| line.contains("failed"));
                assert_eq!(failed, None, "{option} {value}, {go}");
            }
        }
    }
}

#[test]
fn search_moves_that_are_not_legal_are_named_and_left_out() {
    let mut engine = Engine::start(&["position startpos"]);
    let lines = engine.search("go depth 2 searchmoves e2e5 a2a3 x");
    let words = "info string go searchmoves: left out moves that are not legal here: e2e5 x";
    assert_eq!(lines[0], words);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a2a3")), "{lines:?}");
    let lines = engine.search("go depth 2 searchmoves e2e5");
    assert!(lines[0].ends_with("not legal here: e2e5"), "{lines:?}");
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
    ] {
        let answer = engine.ask(&line);
        assert_eq!(answer.len(), 1);
        assert!(answer[0].starts_with("info string ") && answer[0].len() < 1000);
    }
    plays_on(&mut engine);
    let answer = engine.search(&format!("go depth {long}"));
    assert!(answer[0].starts_with("info string go: depth ") && answer[0].len() < 1000);
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
        "position fen nonsense",
        "position startpos moves e2e4",
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
    // The position sent during the search is the current one now.
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
