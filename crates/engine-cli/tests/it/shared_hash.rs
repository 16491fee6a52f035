//! Several engines on one table.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process;

use movegen::{Move, Position};
use rustix::process::Signal;

use crate::engine::Engine;
use crate::load::signal;

const SEARCH: &str =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\ngo depth 7";

/// Sends `setoption name SharedHash` and returns the engine's answer.
fn share(engine: &mut Engine, name: &str) -> String {
    let answer = engine.ask(&format!("setoption name SharedHash value {name}"));
    assert_eq!(answer.len(), 1, "{answer:?}");
    let start = "info string SharedHash: ";
    answer[0].strip_prefix(start).unwrap_or_else(|| panic!("{answer:?}")).to_owned()
}

/// Returns the only answer of the engine, which is an `info string`.
fn said(engine: &mut Engine, line: &str) -> String {
    let answer = engine.ask(line);
    assert!(answer.len() == 1 && answer[0].starts_with("info string "), "{answer:?}");
    answer[0].clone()
}

/// Plays `moves` plies of a game against itself; each move is legal.
fn play(engine: &mut Engine, moves: usize) {
    let mut position = Position::startpos();
    let mut line = String::from("position startpos moves");
    for _ in 0..moves {
        engine.send(&line);
        let answer = engine.search("go depth 6").pop().expect("an answer");
        let text = answer.split(' ').nth(1).expect("a move");
        let mv: Move = position.parse_uci(text).unwrap_or_else(|_| panic!("{line}: {answer}"));
        position = position.make(mv);
        line += &format!(" {text}");
    }
}

#[test]
fn two_engines_profit_from_one_table_and_neither_takes_it_from_the_other() {
    let name = format!("test {}", process::id());
    let mut one = Engine::start(&["setoption name Hash value 8"]);
    assert_eq!(share(&mut one, &name), format!("{name} has 8 MB, engines attached: 1"));
    let cold = one.nodes_of_searches();

    let mut two = Engine::start(&[]);
    let expected = "has 8 MB, engines attached: 2; the first engine chose this size, so 16 MB of";
    let answer = share(&mut two, &name);
    assert!(answer.contains(expected), "{answer}");
    let warm = two.nodes_of_searches();
    assert!(2 * warm < cold, "{cold} nodes alone, {warm} behind the other");

    assert!(said(&mut two, "setoption name Clear Hash").contains("in use: 1 other is attached"));
    let answer = said(&mut two, "setoption name Hash value 4");
    assert!(answer.contains("1 other is attached") && answer.ends_with("keeps its 8 MB"));
    assert!(two.ask("ucinewgame").is_empty());
    assert_ne!(two.nodes_of_searches(), cold, "a new game of one engine leaves the table");
    let answer = said(&mut two, "setoption name SaveHashtoFile");
    assert!(answer.contains("1 other is attached"), "{answer}");

    // An engine that is alone may do anything with the table.
    assert_eq!(share(&mut one, "<empty>"), "left; the engine's own table has 8 MB");
    assert!(two.ask("setoption name Clear Hash").is_empty());
    assert!(two.ask("setoption name Hash value 2").is_empty());
    two.ask("ucinewgame");
    assert!(10 * two.nodes_of_searches() > 9 * cold, "the table is empty");
    assert_eq!(one.ask("setoption name Hash value 1"), [""; 0]);

    two.send("quit");
    two.wait();
    let mut three = Engine::start(&[]);
    let answer = share(&mut three, &name);
    assert_eq!(answer, format!("{name} has 16 MB, engines attached: 1"), "the last one removed it");
    three.send("quit");
    three.wait();
    let file = Path::new("/dev/shm").join(format!("palimpsest-{name}"));
    assert!(!file.exists(), "nothing is left behind");
}

#[test]
fn one_is_killed_in_a_search_and_the_other_plays_on() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("table").display().to_string();
    let mut player = Engine::start(&["setoption name Hash value 1"]);
    share(&mut player, &path);
    for _ in 0..3 {
        let mut victim = Engine::start(&["setoption name Hash value 1"]);
        assert!(share(&mut victim, &path).ends_with("attached: 2"), "the dead do not count");
        victim.send("go infinite");
        victim.until("info depth 6 ");
        player.send("position startpos");
        player.send("go depth 10");
        player.until("info depth 1 ");
        // The engine ends by SIGKILL.
        drop(victim);
        player.until("bestmove ");
    }
    play(&mut player, 40);
}

#[test]
fn a_table_that_is_gone_is_left_before_the_next_search() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("table");
    let cut = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).expect("the table is there");
        file.set_len(4096).expect("the table is ours");
    };
    let remove = |path: &Path| fs::remove_file(path).expect("the table is ours");
    for (harm, words) in [(&cut as &dyn Fn(&Path), "4096 bytes"), (&remove, "was removed")] {
        let mut engine = Engine::start(&[]);
        share(&mut engine, &path.display().to_string());
        engine.search(SEARCH);
        harm(&path);
        let lines = engine.search(SEARCH);
        let first = &lines[0];
        assert!(first.starts_with("info string SharedHash: ") && first.contains(words), "{first}");
        assert!(first.ends_with("the engine now has a table of its own"), "{first}");
        let lines = engine.search(SEARCH);
        assert!(lines[0].starts_with("info depth 1 "), "{lines:?}");
        fs::remove_file(&path).ok();
    }
}

#[test]
fn a_name_that_cannot_be_had_leaves_the_old_table() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("text");
    fs::write(&file, "no table").expect("the folder is ours");
    let mut engine = Engine::start(&[]);
    let cold = engine.nodes_of_searches();
    for path in [file.as_path(), folder.path(), &folder.path().join("no/table")] {
        let answer = share(&mut engine, &path.display().to_string());
        assert!(answer.starts_with(&path.display().to_string()), "{answer}");
        assert!(answer.ends_with("the engine keeps its present table"), "{answer}");
    }
    assert_eq!(fs::read(&file).expect("it is there"), b"no table");
    assert!(2 * engine.nodes_of_searches() < cold, "the table is as it was");
}

#[test]
fn a_held_lock_is_waited_for_two_seconds_and_the_engine_keeps_its_own_table() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("table");
    let lock = folder.path().join("table.lock");
    let holder = File::create(&lock).expect("the folder is ours");
    holder.try_lock().expect("nobody else knows it");
    let mut engine = Engine::start(&[]);
    let cold = engine.nodes_of_searches();
    let busy = "another process has held the lock for two seconds";
    let expected = format!("{}: {busy}; the engine keeps its present table", lock.display());
    assert_eq!(share(&mut engine, &path.display().to_string()), expected);
    assert!(2 * engine.nodes_of_searches() < cold, "the table is as it was");
    // An attached engine waits no longer to change the table, and to leave it.
    drop(holder);
    let mut other = Engine::start(&[]);
    assert!(share(&mut other, &path.display().to_string()).ends_with("attached: 1"));
    let holder = File::open(&lock).expect("the lock of the table");
    holder.try_lock().expect("nobody attaches now");
    let answer = said(&mut other, "setoption name Clear Hash");
    assert_eq!(answer, format!("info string Clear Hash: {}: {busy}", lock.display()));
    other.send("quit");
    assert!(other.wait().0.success());
}

#[test]
fn a_signal_ends_the_wait_for_a_lock() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let lock = folder.path().join("table.lock");
    let holder = File::create(&lock).expect("the folder is ours");
    holder.try_lock().expect("nobody else knows it");
    let option = format!("setoption name SharedHash value {}/table", folder.path().display());
    // If this machine stands still for two seconds, the wait ends by itself.
    let called_off = (0..5).any(|_| {
        let mut engine = Engine::start(&[&option, "go infinite", "d"]);
        engine.until("FEN: ");
        signal(&engine, Signal::TERM);
        let (status, lines) = engine.wait();
        assert!(status.success(), "{status}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        lines.iter().any(|line| line.contains("the wait was called off"))
    });
    assert!(called_off);
}
