//! Requests before `quit` or the end of the input are answered before the process ends.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::engine::{BINARY, Engine};

/// Returns the engine's answers to a text through a pipe that is closed after it.
fn answers(input: &str) -> String {
    let mut child = Command::new(BINARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the engine reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{input:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("the engine writes UTF-8")
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn queued_answers_are_written() {
    for _ in 0..20 {
        for end in ["", "quit\n"] {
            let text = answers(&format!("uci\nisready\n{end}"));
            assert_eq!(last_line(&text), "readyok", "{text}");
        }
    }
}

#[test]
fn a_search_with_a_limit_reaches_it_when_the_input_ends() {
    let limited = ["depth 5", "nodes 2000", "movetime 20", "wtime 200 btime 200", "mate 1 depth 6"];
    for limit in limited {
        let text = answers(&format!("go {limit}\n"));
        assert!(last_line(&text).starts_with("bestmove "), "{limit}: {text}");
    }
    assert!(answers("go depth 5\n").contains("\ninfo depth 5 "));
}

#[test]
fn quit_stops_a_search_which_tells_its_move() {
    for go in ["go depth 60", "go infinite", "go ponder wtime 60000", "go movetime 100000", "go"] {
        let text = answers(&format!("{go}\nquit\n"));
        assert!(last_line(&text).starts_with("bestmove "), "{go}: {text}");
        let mut engine = Engine::start(&[go]);
        engine.until("info depth 1 ");
        engine.send("quit");
        let (status, lines) = engine.wait();
        assert!(status.success(), "{status}");
        let last = lines.last().expect("an answer");
        // A search that ponders reports its move, too.
        assert!(last.starts_with("bestmove "), "{go}: {lines:?}");
    }
}

#[test]
fn the_end_of_the_input_stops_a_search_that_nobody_else_could_stop() {
    for go in ["go infinite", "go", "go ponder depth 3", "go infinite depth 2"] {
        let text = answers(&format!("{go}\n"));
        assert!(last_line(&text).starts_with("bestmove "), "{go}: {text}");
    }
}

#[test]
fn counts_finish_and_jobs_wait_for_each_other() {
    assert_eq!(last_line(&answers("perft 4\nquit\n")), "Nodes searched: 197281");
    assert_eq!(last_line(&answers("go perft 3\n")), "Nodes searched: 8902");
    let text = answers("bench 1 1 3\nquit\n");
    assert!(last_line(&text).ends_with(" nps"), "{text}");
    // Each search uses its own position.
    let script = "position startpos\ngo depth 4\nposition fen 6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1\n\
                  go depth 4\nperft 2\nisready\n";
    let text = answers(script);
    let best: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 2, "{text}");
    assert_eq!(best[1], "bestmove b1b8", "{text}");
    assert!(text.contains("readyok") && last_line(&text).starts_with("Nodes searched: "), "{text}");
}

#[test]
fn stop_ends_the_queued_searches_too() {
    let mut engine = Engine::start(&["go depth 60", "go depth 60", "stop"]);
    for _ in 0..2 {
        engine.until("bestmove ");
    }
    assert!(engine.ask("").is_empty());
}

#[test]
fn an_idle_engine_ends_with_its_input() {
    let mut engine = Engine::start(&["uci", "isready"]);
    engine.until("readyok");
    engine.close_input();
    assert!(engine.wait().0.success());
}

#[test]
fn arguments_are_uci_lines_each_obeyed_to_its_end() {
    let said = |arguments: &[&str]| {
        let output = Command::new(BINARY).args(arguments).stdin(Stdio::null()).output();
        let output = output.expect("the engine starts");
        let text = String::from_utf8(output.stdout).expect("the engine writes UTF-8");
        (output.status.success(), text, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
    let (done, text, _) = said(&[mate, "go depth 3", "isready", "position startpos", "perft 3"]);
    assert!(done && text.contains("\nbestmove b1b8\nreadyok\n"), "{text}");
    assert_eq!(last_line(&text), "Nodes searched: 8902");
    // A search that no later line could stop is stopped; nothing after `quit` is done.
    let (done, text, _) = said(&["go infinite", "quit", "perft 1"]);
    assert!(done && last_line(&text).starts_with("bestmove "), "{text}");
    let (done, text, error) = said(&["analize", "startpos"]);
    assert!(!done && text.is_empty(), "{text}");
    assert!(
        error.contains("unrecognized subcommand 'analize'") && error.contains("analyse"),
        "{error}"
    );
}
