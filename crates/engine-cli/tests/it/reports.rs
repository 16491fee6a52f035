//! The reports of a search: the order and sense of their lines, and answers meanwhile.

use std::time::{Duration, Instant};

use movegen::Position;

use crate::engine::Engine;

/// Every field of an iteration's `info` line, in the required order.
const ORDER: [&str; 13] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "pv",
];

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns the word after `field`.
fn value<'a>(line: &'a str, field: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|&word| word != field).nth(1)
}

/// Returns the moves after ` pv `.
fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").expect("an iteration has a pv").1.split(' ').collect()
}

fn iterations(lines: &[String]) -> impl Iterator<Item = &String> {
    lines.iter().filter(|line| line.starts_with("info ") && line.contains(" score "))
}

#[test]
fn fields_come_in_order_and_numbers_are_whole() {
    for wdl in [false, true] {
        let mut engine = Engine::start(&["setoption name MultiPV value 2"]);
        engine.send(&format!("setoption name UCI_ShowWDL value {wdl}"));
        let lines = engine.search("go depth 6");
        assert!(iterations(&lines).count() >= 12);
        for line in iterations(&lines) {
            let words: Vec<&str> = line.split(" pv ").next().expect("a part").split(' ').collect();
            let fields: Vec<usize> = words
                .iter()
                .filter_map(|word| ORDER.iter().position(|field| field == word))
                .collect();
            assert!(fields.is_sorted(), "{line}");
            assert_eq!(words.contains(&"wdl"), wdl, "{line}");
            for field in
                ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"]
            {
                let number = value(line, field).and_then(|text| text.parse::<u64>().ok());
                assert!(number.is_some(), "{field} in {line}");
            }
            if wdl {
                let at = words.iter().position(|&word| word == "wdl").expect("wdl");
                let chances = &words[at + 1..at + 4];
                let sum: u32 =
                    chances.iter().map(|text| text.parse::<u32>().expect("chance")).sum();
                assert_eq!(sum, 1000, "{line}");
            }
        }
    }
}

#[test]
fn variations_are_legal_and_the_last_one_begins_with_the_best_move() {
    let mut engine = Engine::start(&[&format!("position fen {KIWIPETE}")]);
    let lines = engine.search("go depth 7");
    for line in iterations(&lines) {
        let mut position = Position::from_fen(KIWIPETE).expect("a legal position");
        for text in pv(line) {
            let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{error} in {line}"));
            position = position.make(mv);
        }
    }
    let last = iterations(&lines).last().expect("an iteration");
    let best = value(lines.last().expect("a line"), "bestmove").expect("a move");
    assert_eq!(pv(last)[0], best);
}

#[test]
fn multi_pv_tells_different_first_moves_with_falling_scores() {
    let mut engine = Engine::start(&["setoption name MultiPV value 4"]);
    let lines = engine.search("go depth 5");
    let last: Vec<&String> =
        iterations(&lines).filter(|line| value(line, "depth") == Some("5")).collect();
    let last = &last[last.len() - 4..];
    let mut firsts: Vec<&str> = last.iter().map(|line| pv(line)[0]).collect();
    let scores: Vec<i32> = last
        .iter()
        .map(|line| value(line, "cp").expect("no mate here").parse().expect("a number"))
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{last:?}");
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "{last:?}");
}

#[test]
fn a_mate_is_announced_with_its_whole_line() {
    let mut engine = Engine::start(&["position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]);
    let lines = engine.search("go mate 3");
    let last = iterations(&lines).last().expect("an iteration");
    let moves: usize = value(last, "mate").expect("a mate").parse().expect("a number");
    assert!((1..=3).contains(&moves), "{last}");
    assert_eq!(pv(last).len(), 2 * moves - 1, "{last}");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut engine = Engine::start(&["position fen 5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1"]);
    let mut best = |go| {
        let last = engine.search(go).pop().expect("a line");
        value(&last, "bestmove").expect("a move").to_owned()
    };
    assert_eq!(best("go depth 1 searchmoves e1g1"), "e1g1");
    assert_eq!(best("go depth 1 searchmoves e1h1"), "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    let last = engine.search("go depth 1 searchmoves e1g1").pop().expect("a line");
    assert_eq!(value(&last, "bestmove"), Some("e1h1"));
}

#[test]
fn the_ponder_move_is_a_legal_reply() {
    let mut engine = Engine::start(&["position startpos"]);
    let last = engine.search("go depth 6").pop().expect("a line");
    let start = Position::startpos();
    let best = start.parse_uci(value(&last, "bestmove").expect("a move")).expect("legal");
    let reply = value(&last, "ponder").expect("six plies have a second move");
    assert!(start.make(best).parse_uci(reply).is_ok(), "{last}");
}

#[test]
fn isready_and_other_questions_are_answered_during_a_search() {
    let mut engine = Engine::start(&["go infinite"]);
    engine.until("info depth 1 ");
    for _ in 0..20 {
        let before = engine.ask("");
        assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    }
    assert!(engine.ask("d").iter().any(|line| line.starts_with("FEN: ")));
    assert!(engine.ask("eval").len() > 5);
    engine.send("uci");
    engine.until("uciok");
    engine.send("stop");
    engine.until("bestmove ");
}

#[test]
fn pondering_answers_only_after_the_hit() {
    let mut engine = Engine::start(&["position startpos moves e2e4"]);
    engine.send("go ponder depth 2");
    // The depth is reached long before this many questions are answered.
    for _ in 0..20 {
        assert!(!engine.ask("").iter().any(|line| line.starts_with("bestmove")));
    }
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.until("info depth 1 ");
    engine.send("stop");
    engine.until("bestmove ");
}

#[test]
fn a_stopped_search_can_be_followed_at_once() {
    let mut engine = Engine::start(&[]);
    for _ in 0..10 {
        engine.send("go infinite");
        engine.send("stop");
        engine.send("position startpos moves e2e4");
        engine.send("go depth 2");
        let first = engine.until("bestmove");
        let second = engine.until("bestmove");
        assert!(first.iter().chain(&second).all(|line| !line.contains("refused")));
    }
}

#[test]
fn every_kind_of_limit_ends_by_itself() {
    let mut engine = Engine::start(&["position startpos", "setoption name Threads value 2"]);
    for go in [
        "go depth 4",
        "go nodes 2000",
        "go movetime 20",
        "go wtime 300 btime 300 winc 5 binc 5",
        "go wtime 300 btime 300 movestogo 3",
        "go depth 3 searchmoves e2e4 d2d4",
    ] {
        let last = engine.search(go).pop().expect("a line");
        let best = value(&last, "bestmove").expect("a move");
        assert!(Position::startpos().parse_uci(best).is_ok(), "{go}: {last}");
    }
}

#[test]
fn the_same_search_twice_counts_the_same_nodes() {
    let count = || {
        let mut engine = Engine::start(&["setoption name Hash value 2", "position startpos"]);
        let lines = engine.search("go depth 7");
        let last = iterations(&lines).last().expect("an iteration").clone();
        (value(&last, "nodes").expect("nodes").to_owned(), pv(&last).join(" "))
    };
    assert_eq!(count(), count());
}

#[test]
fn the_last_line_has_the_true_totals_and_no_bound() {
    let mut engine = Engine::start(&["setoption name Hash value 4"]);
    let mut bounds = 0;
    let fens = include_str!("../../../engine/data/bench.epd")
        .lines()
        .filter_map(|line| line.split(';').next());
    let fens: Vec<&str> = fens.step_by(3).collect();
    assert!(fens.len() > 10);
    for fen in fens {
        for nodes in [5_000, 20_000] {
            engine.send("ucinewgame");
            engine.send(&format!("position fen {fen}"));
            let lines = engine.search(&format!("go nodes {nodes}"));
            let [.., last, answer] = &lines[..] else { panic!("{lines:?}") };
            if answer == "bestmove (none)" {
                continue;
            }
            let told: u64 =
                value(last, "nodes").and_then(|text| text.parse().ok()).expect("a number");
            // A known draw is searched to the greatest depth with fewer nodes.
            let drawn = value(last, "depth") == Some("245") && last.contains(" score cp 0 ");
            assert!(drawn || told * 100 >= nodes * 99, "{nodes}: {last}");
            let best = answer.split(' ').nth(1);
            assert_eq!(pv(last).first().copied(), best);
            bounds += u32::from(last.contains("bound"));
        }
    }
    // A bound remains where another move failed high and the search was stopped before it knew
    // more.
    assert!(bounds <= 3, "{bounds} searches ended on a bound");
}

/// With time that passes by nodes, a game by the clock is the same each time.
#[test]
fn a_clock_of_nodes_gives_the_same_game_again() {
    let game = || {
        let mut engine = Engine::start(&["setoption name nodestime value 100"]);
        let mut answers = Vec::new();
        for _ in 0..2 {
            engine.send("ucinewgame");
            let mut moves = Vec::new();
            for _ in 0..4 {
                engine.send(&format!("position startpos moves {}", moves.join(" ")));
                let lines = engine.search("go wtime 2000 btime 2000 winc 20 binc 20");
                let nodes = iterations(&lines).last().and_then(|line| value(line, "nodes"));
                let best = value(lines.last().expect("an answer"), "bestmove").expect("a move");
                let best = best.to_owned();
                answers.push((nodes.expect("a count").to_owned(), best.clone()));
                moves.push(best);
            }
        }
        answers
    };
    let answers = game();
    assert_eq!(answers[..4], answers[4..]);
    assert_eq!(answers, game());
}

/// The overhead is time that a clock loses, so it is not subtracted from a `movetime`.
#[test]
fn a_move_time_is_used_in_full() {
    const MOVE_TIME: Duration = Duration::from_millis(150);
    // The search checks a time limit every few hundred nodes; a busy machine may take longer.
    const EARLIEST: Duration = Duration::from_millis(146);
    let mut engine = Engine::start(&["setoption name Move Overhead value 100"]);
    engine.search("go depth 1");
    let times = [(); 3].map(|()| {
        let start = Instant::now();
        engine.search(&format!("go movetime {}", MOVE_TIME.as_millis()));
        start.elapsed()
    });
    assert!(times.iter().all(|time| *time >= EARLIEST), "{times:?}");
    let best = times.iter().min().expect("three times");
    assert!(*best < 2 * MOVE_TIME, "{times:?}");
}
