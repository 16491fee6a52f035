//! A GUI that forgets `stop` when its engine pondered on another move than was played.

use movegen::Position;

use crate::engine::Engine;

const ENDED: &str =
    "info string go: the search that pondered on another move has ended without a bestmove";

/// Asserts that the lines of a search begin with the note on the pondering, and answer once, with a
/// legal move of the position behind `moves`.
fn answers(lines: &[String], moves: &[&str]) {
    assert_eq!(lines.iter().filter(|line| *line == ENDED).count(), 1, "{lines:?}");
    let best: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    let [best] = best[..] else { panic!("one answer: {lines:?}") };
    let play = |position: Position, mv: &&str| position.make(position.parse_uci(mv).unwrap());
    let position = moves.iter().fold(Position::startpos(), play);
    let mv = best.split(' ').nth(1).expect("a move");
    assert!(position.parse_uci(mv).is_ok(), "{best} after {moves:?}");
}

#[test]
fn a_miss_without_stop_is_answered_once_and_for_the_new_position() {
    for (ponder, searched) in [
        // The search runs, has reached its limit, or has no limit.
        ("go ponder wtime 60000 btime 60000", "info depth 3 "),
        ("go ponder depth 2", "info depth 2 "),
        ("go ponder", "info depth 1 "),
        ("go ponder movetime 10 nodes 1000", "info depth 1 "),
    ] {
        let mut engine = Engine::start(&["position startpos moves e2e4 e7e5", ponder]);
        engine.until(searched);
        engine.send("position startpos moves e2e4 c7c5 g1f3");
        engine.send("go wtime 300 btime 300");
        let lines = engine.until("bestmove");
        answers(&lines, &["e2e4", "c7c5", "g1f3"]);
        assert!(engine.ask("").is_empty(), "{ponder}: no other answer comes");
        // The next search is as any other.
        let lines = engine.search("go depth 2");
        assert!(!lines.contains(&ENDED.to_owned()), "{lines:?}");
    }
}

#[test]
fn the_new_search_may_ponder_too() {
    let mut engine = Engine::start(&["go ponder wtime 60000 btime 60000"]);
    for moves in ["d2d4", "d2d4 d7d5 c2c4"] {
        engine.send(&format!("position startpos moves {moves}"));
        engine.send("go ponder wtime 500 btime 500");
        let lines = engine.until(ENDED);
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        engine.until("info depth 1 ");
    }
    engine.send("ponderhit");
    let mut lines = engine.until("bestmove");
    lines.push(ENDED.to_owned());
    answers(&lines, &["d2d4", "d7d5", "c2c4"]);
    assert!(engine.ask("").is_empty());
}

#[test]
fn a_miss_with_a_refused_position_has_no_move() {
    let mut engine = Engine::start(&["go ponder wtime 60000 btime 60000"]);
    engine.until("info depth 1 ");
    engine.send("position startpos moves e2e5");
    engine.send("go wtime 60000 btime 60000");
    let lines = engine.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (none)", "{lines:?}");
    assert!(lines.contains(&ENDED.to_owned()), "{lines:?}");
    assert!(engine.ask("").is_empty());
}

#[test]
fn a_search_that_does_not_ponder_any_more_is_waited_for() {
    let mut engine = Engine::start(&["go infinite"]);
    engine.until("info depth 1 ");
    let refused = "info string go: refused while a search runs (stop it first)";
    assert!(engine.ask("go depth 1").contains(&refused.to_owned()));
    engine.search("stop");
    // After the hit, and after the stop, both searches answer.
    for end in ["ponderhit", "stop"] {
        engine.send("go ponder depth 3");
        engine.send(end);
        engine.send("go depth 1");
        for _ in 0..2 {
            let lines = engine.until("bestmove");
            assert!(!lines.contains(&ENDED.to_owned()), "{end}: {lines:?}");
        }
    }
}
