//! Sessions, and the signature of the native program.

use std::fs;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use engine::Game;

use super::*;

struct Talk {
    uci: Uci,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Talk {
    fn new() -> Self {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let written = Arc::clone(&lines);
        let out = move |line: &str| written.lock().unwrap().push(line.to_owned());
        Self { uci: Uci::new(out).unwrap(), lines }
    }

    fn say(&mut self, line: &str) -> Vec<String> {
        self.say_with(line, &mut || Wish::None)
    }

    fn say_with(&mut self, line: &str, poll: &mut (dyn FnMut() -> Wish + Send)) -> Vec<String> {
        assert!(self.uci.command(line, poll));
        std::mem::take(&mut *self.lines.lock().unwrap())
    }

    fn last(&mut self, line: &str) -> String {
        self.say(line).pop().unwrap_or_default()
    }
}

/// The time of pondering counts: a hit behind all of the time ends the search at once.
#[test]
fn the_time_of_a_move_counts_while_the_engine_ponders() {
    let mut polls = 0;
    let lines = Talk::new().say_with("go ponder wtime 50 btime 50", &mut || {
        polls += 1;
        if polls < 3 {
            return Wish::None;
        }
        thread::sleep(Duration::from_millis(60));
        Wish::PonderHit
    });
    assert!(lines.last().unwrap().starts_with("bestmove "));
    assert_eq!(polls, 3);
}

/// Every option is one of the native program's: the same line, or another range.
#[test]
fn options_are_those_of_the_native_program() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine-cli/tests/it/snapshots/");
    let greeting = fs::read_to_string(format!("{root}it__transcripts__greeting.snap")).unwrap();
    let lines = Talk::new().say("uci");
    assert_eq!(
        (&*lines[0], &**lines.last().unwrap()),
        (&*format!("id name {}", crate::version()), "uciok")
    );
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option name ")).collect();
    assert_eq!(options.len(), 16);
    let mut other = Vec::new();
    for option in options {
        let name = option.split(" type ").next().unwrap();
        assert!(greeting.contains(&format!("{name} type ")), "{option}");
        if !greeting.lines().any(|line| line.trim_start_matches("> ") == *option) {
            other.push(name.trim_start_matches("option name "));
        }
    }
    assert_eq!(other, ["Hash", "Threads"]);
}

#[test]
fn a_search_is_reported_and_answered() {
    let mut talk = Talk::new();
    assert!(talk.say("position startpos moves e2e4").is_empty());
    let lines = talk.say("go depth 6");
    assert!(lines[0].starts_with("info depth 1 seldepth "), "{}", lines[0]);
    assert!(lines.last().unwrap().starts_with("bestmove "));
    talk.say("setoption name Minimal value true");
    talk.say("setoption name MultiPV value 3");
    let lines = talk.say("go depth 4");
    assert_eq!(lines.len(), 4, "{lines:?}");
    talk.say("setoption name UCI_ShowWDL value true");
    assert!(talk.say("go depth 3")[0].contains(" wdl "));
    assert_eq!(talk.last("isready"), "readyok");
    assert!(!talk.uci.command("quit", &mut || Wish::None));
}

#[test]
fn a_poll_ends_a_search_without_a_limit() {
    let mut talk = Talk::new();
    let mut polls = 0;
    let lines = talk.say_with("go infinite", &mut || {
        polls += 1;
        if polls < 20 { Wish::None } else { Wish::Stop }
    });
    assert!(lines.last().unwrap().starts_with("bestmove "));
    assert_eq!(polls, 20);
    // The search itself ends at once: the answer waits for the stop.
    talk.say("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let mut polls = 0;
    talk.say_with("go depth 1 infinite", &mut || {
        polls += 1;
        if polls < 9 { Wish::None } else { Wish::Stop }
    });
    assert_eq!(polls, 9);
}

/// The clock does not bind before the hit.
#[test]
fn pondering_ends_with_the_hit_and_the_time() {
    let mut polls = 0;
    let lines = Talk::new().say_with("go ponder wtime 400 btime 400", &mut || {
        polls += 1;
        if polls == 30 { Wish::PonderHit } else { Wish::None }
    });
    assert!(polls >= 30);
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn refusals_are_told_and_change_nothing() {
    let mut talk = Talk::new();
    for (line, problem) in [
        ("dance", "unknown command"),
        ("setoption name Hash value 0", "expected a whole number from 1 to 1024, found '0'"),
        ("setoption name Threads value 2", "from 1 to 1, found '2'"),
        ("setoption name Nothing value 2", "unknown option 'Nothing'"),
        ("setoption name Minimal value maybe", "expected true or false"),
        ("position fen 8/8", "position fen: expected 4 to 6 fields, found 1"),
        ("perft 9", "expected a whole number from 1 to 7"),
        ("bench 16 2", "bench threads"),
        ("bench 1025", "bench hash: expected at most 1024 MB, found '1025'"),
    ] {
        let answer = talk.last(line);
        assert!(answer.starts_with("info string ") && answer.contains(problem), "{answer}");
    }
    let lines = talk.say("go depth 3");
    assert_eq!((lines.len(), &*lines[1]), (2, "bestmove (none)"), "the position was refused");
    talk.say("position startpos");
    assert_eq!(talk.last("perft 3"), "Nodes searched: 8902");
    assert_eq!(talk.last("setoption name Hash value 2"), "");
    assert_eq!(talk.last("isready"), "readyok");
    assert_eq!(talk.uci.engine.hash().bytes(), 2 << 20);
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut talk = Talk::new();
    talk.say("setoption name UCI_Chess960 value true");
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    let divided = talk.say("perft 1");
    assert!(divided.contains(&"e1h1: 1".to_owned()), "{divided:?}");
}

/// `cargo xtask web --check` compares the long bench, in WebAssembly.
#[test]
fn a_bench_counts_the_nodes_of_the_native_engine() {
    let lines = Talk::new().say("bench 1 1 5");
    let mut engine = Engine::builder().hash(1 << 20).build().unwrap();
    let expected: u64 = engine::bench_positions()
        .map(|(position, _)| {
            engine.new_game();
            engine.analyse(&Game::new(position), &engine::Request::depth(5), &mut |_| ()).nodes
        })
        .sum();
    assert_eq!(lines.len(), engine::bench_positions().count() + 1);
    assert!(lines.last().unwrap().starts_with(&format!("{expected} nodes ")), "{lines:?}");
}
