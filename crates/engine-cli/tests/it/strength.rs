//! `UCI_LimitStrength`, `UCI_Elo`, `Skill Level`: a weaker game by the rules.

use std::collections::HashSet;

use movegen::Position;

use crate::engine::Engine;

/// A game that no common opening leads to.
const PAST_OPENINGS: &str = "position startpos moves a2a3 h7h6";

/// Starts an engine of a level whose choices come from a seed.
fn engine(level: u32, seed: u32) -> Engine {
    Engine::start(&[
        "setoption name Hash value 1",
        &format!("setoption name Skill Level value {level}"),
        &format!("setoption name Strength Seed value {seed}"),
    ])
}

fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|&other| other != word).nth(1).expect("it is there")
}

fn best(lines: &[String]) -> &str {
    after(lines.last().expect("an answer"), "bestmove")
}

fn nodes(lines: &[String]) -> u64 {
    let told = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("a report");
    after(told, "nodes").parse().expect("a number")
}

/// Returns whether a line reports a move of the built-in openings.
fn is_opening(line: &str) -> bool {
    line.starts_with("info string book ")
}

#[test]
fn a_limited_game_from_the_start_position_opens_with_common_moves() {
    let opening = |engine: &mut Engine, set_up: &str| {
        engine.send(set_up);
        let lines = engine.search("go movetime 10000");
        is_opening(&lines[0]).then(|| best(&lines).to_owned())
    };
    let mut weak = engine(3, 1);
    let firsts: HashSet<String> = (1..=40)
        .map(|seed| {
            weak.send(&format!("setoption name Strength Seed value {seed}"));
            opening(&mut weak, "position startpos").expect("a common move")
        })
        .collect();
    assert!((3..=9).contains(&firsts.len()), "{firsts:?}");
    assert!(firsts.contains("e2e4") && firsts.contains("d2d4"), "{firsts:?}");
    let again: HashSet<Option<String>> =
        (0..3).map(|_| opening(&mut weak, "position startpos moves e2e4")).collect();
    assert_eq!(again.len(), 1, "by seed and position");
    for own in [
        "position startpos moves a2a3",
        "position startpos moves g1f3 g8f6 f3g1 f6g8",
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ] {
        assert_eq!(opening(&mut weak, own), None, "{own}");
    }
    let mut full = engine(20, 1);
    full.send("position startpos");
    assert!(!is_opening(&full.search("go nodes 1000")[0]), "nothing is limited");
    weak.send("position startpos");
    let asked = weak.search("go nodes 100 searchmoves a2a3");
    assert_eq!(best(&asked), "a2a3");
}

#[test]
fn a_weak_level_plays_legal_games_at_once_and_says_what_it_plays() {
    let mut engine = engine(0, 5);
    let (mut position, mut moves) = (Position::startpos(), String::new());
    for clock in (0..60).map(|ply| 1 + 1_000 * (ply % 2)) {
        engine.send(&format!("position startpos{moves}"));
        let lines = engine.search(&format!("go wtime {clock} btime {clock}"));
        let Ok(mv) = position.parse_uci(best(&lines)) else {
            assert_eq!((best(&lines), position.count_legal()), ("(none)", 0));
            return;
        };
        let told = lines.iter().rfind(|line| line.contains(" pv ") || is_opening(line));
        let told = told.expect("a report");
        let shown = if is_opening(told) { "book" } else { "pv" };
        assert_eq!(after(told, shown).trim_end_matches(','), best(&lines), "{lines:?}");
        assert!(
            lines.iter().all(|line| !line.contains(" multipv ") || after(line, "multipv") == "1")
        );
        if moves.is_empty() {
            moves += " moves";
        }
        moves += &format!(" {}", best(&lines));
        position = position.make(mv);
    }
}

#[test]
fn choices_come_from_the_seed_and_differ_without_one() {
    let answers = |level, seed| -> Vec<String> {
        let mut engine = engine(level, seed);
        let answer = |fen: &str| {
            engine.send("ucinewgame");
            engine.send(&format!("position fen {fen}"));
            best(&engine.search("go movetime 10000")).to_owned()
        };
        [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
            "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 3 12",
            "8/5pk1/6p1/3p3p/3P3P/5PP1/4K3/8 w - - 0 40",
        ]
        .map(answer)
        .to_vec()
    };
    assert_eq!(answers(0, 1), answers(0, 1));
    let games: HashSet<Vec<String>> = (1..=6).map(|seed| answers(0, seed)).collect();
    assert!(games.len() > 3, "{games:?}");
    let drawn: HashSet<Vec<String>> = (0..6).map(|_| answers(0, 0)).collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn elo_limits_nodes_and_full_strength_knows_no_limit() {
    let mut engine = engine(20, 1);
    engine.send(PAST_OPENINGS);
    let mut searched = |option: &str| {
        engine.send(&format!("setoption name {option}"));
        nodes(&engine.search("go nodes 30000"))
    };
    assert!(searched("UCI_Elo value 1600") >= 30_000, "nothing is limited");
    let limited = searched("UCI_LimitStrength value true");
    assert!(limited < 10_000, "{limited}");
    assert!(searched("UCI_Elo value 1800") > limited);
    assert!(searched("UCI_AnalyseMode value true") >= 30_000, "an analysis");
    assert!(searched("UCI_AnalyseMode value false") < 30_000);
    assert!(searched("UCI_LimitStrength value false") >= 30_000);
    assert!(searched("Skill Level value 0") < 5_000);
}

#[test]
fn other_limits_lines_and_moves_bind_as_ever() {
    let mut engine = engine(1, 2);
    engine.send(PAST_OPENINGS);
    let lines = engine.search("go depth 1");
    assert!(lines.iter().all(|line| !line.starts_with("info depth 2 ")), "{lines:?}");
    for _ in 0..5 {
        let lines = engine.search("go nodes 1 searchmoves a3a4 h2h4");
        assert!(["a3a4", "h2h4"].contains(&best(&lines)), "{lines:?}");
    }
    engine.send("setoption name MultiPV value 12");
    let lines = engine.search("go movetime 10000");
    let ranks: HashSet<&str> = lines
        .iter()
        .filter(|line| line.contains(" multipv "))
        .map(|line| after(line, "multipv"))
        .collect();
    assert_eq!(ranks.len(), 12, "{lines:?}");
}

#[test]
fn it_ponders_until_the_hit_and_analyses_without_limit() {
    let mut engine = engine(0, 3);
    engine.send("go ponder wtime 60000 btime 60000");
    for _ in 0..20 {
        let before = engine.ask("");
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    }
    engine.send("ponderhit");
    let answer = engine.until("bestmove");
    assert!(nodes(&answer) < 5_000, "{answer:?}");
    // An endless search looks for the best move, without a limited strength.
    engine.send("go infinite");
    let beyond = |line: &str| after(line, "nodes").parse().is_ok_and(|nodes: u64| nodes > 20_000);
    loop {
        let line = engine.line();
        assert!(!line.starts_with("bestmove"), "before the stop: {line}");
        if line.contains(" nodes ") && beyond(&line) {
            break;
        }
    }
    engine.send("stop");
    engine.until("bestmove");
}
