//! The engine under load and faults: many new tables, input and output that end at any time,
//! signals.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::engine::{BINARY, Engine, skipped};

/// Returns a size in KiB, or a count, of a process from `/proc`.
pub(crate) fn status(engine: &Engine, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/status", engine.child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The sizes go from 1 to 64 MiB in an order that makes the table grow and shrink.
#[test]
fn three_hundred_new_tables_leave_the_memory_as_it_was() {
    // A table that stayed would take about 6 MiB; there are 200. An allocator may reserve 64 MiB of
    // addresses for a thread.
    const RESIDENT_KIB: u64 = 16 << 10;
    const MAPPED_KIB: u64 = 256 << 10;
    let mut engine = Engine::start(&[]);
    let mut memory = [None; 2];
    for resize in 0..300 {
        // Most are small, so that the test is quick.
        let size = if resize % 50 == 0 { 64 } else { 1 + resize * 7 % 9 };
        engine.send(&format!("setoption name Hash value {size}"));
        let lines = engine.search("go nodes 200");
        assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
        if [99, 299].contains(&resize) {
            engine.ask("setoption name Hash value 1");
            let of = |name| status(&engine, name);
            memory[usize::from(resize == 299)] = of("VmRSS").zip(of("VmSize")).zip(of("Threads"));
        }
    }
    let [Some(((resident, mapped), threads)), Some(after)] = memory else {
        return skipped("the memory after the resizes", "there is no /proc here");
    };
    let ((resident_after, mapped_after), threads_after) = after;
    assert!(resident_after <= resident + RESIDENT_KIB, "{resident} KiB, then {resident_after}");
    assert!(mapped_after <= mapped + MAPPED_KIB, "{mapped} KiB, then {mapped_after}");
    assert_eq!(threads_after, threads);
}

/// Each prefix of a dialogue is a dialogue: the process ends well, and each search is answered.
#[test]
fn the_input_may_end_at_any_word_and_within() {
    let dialogue = b"uci\nsetoption name Hash value 2\nposition startpos moves e2e4 e7e5\ngo depth 2\n\
        isready\ngo ponder nodes 9\nponderhit\n\xff\xfe\0\ngo infinite\nsetoption name Threads value 2\n\
        go nodes 50\nstop\nposition fen 8/8 w\ngo\nperft 2\nflip\nquit\n";
    // Within words every fourth byte.
    let at_a_word = |length: usize| {
        let near = &dialogue[length.saturating_sub(1)..dialogue.len().min(length + 1)];
        near.iter().any(u8::is_ascii_whitespace)
    };
    let ends = (0..=dialogue.len()).filter(|&length| length % 4 == 0 || at_a_word(length));
    for length in ends {
        let prefix = &dialogue[..length];
        let mut engine = Engine::start(&[]);
        engine.send_bytes(prefix);
        engine.close_input();
        let (status, lines) = engine.wait();
        let sent = prefix.escape_ascii();
        assert!(status.success(), "{status} after {sent}");
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        let answers = count("bestmove ") + count("info string go: refused");
        let is_go = |line: &&[u8]| *line == b"go" || line.starts_with(b"go ");
        let searches = prefix.split(|&byte| byte == b'\n').filter(is_go).count();
        assert_eq!(answers, searches, "after {sent}: {lines:?}");
    }
}

pub(crate) fn signal(engine: &Engine, signal: Signal) {
    let id = Pid::from_child(&engine.child);
    kill_process(id, signal).expect("the engine can be signalled");
}

#[test]
fn a_signal_ends_a_session_as_quit_does() {
    for (number, name) in [(Signal::INT, "INT"), (Signal::TERM, "TERM"), (Signal::HUP, "HUP")] {
        for go in ["", "go infinite", "go ponder", "go movetime 1000000"] {
            let mut engine = Engine::start(&["isready", go]);
            engine.until(if go.is_empty() { "readyok" } else { "info depth 1 " });
            signal(&engine, number);
            let (status, lines) = engine.wait();
            assert_eq!(status.code(), Some(0), "{name} in '{go}': {status}");
            let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, usize::from(!go.is_empty()), "{name} in '{go}': {lines:?}");
        }
    }
}

#[test]
fn a_signal_stops_what_still_runs_when_the_input_has_ended() {
    let mut engine = Engine::start(&["go movetime 1000000", "go movetime 1000000"]);
    engine.close_input();
    engine.until("info depth 1 ");
    signal(&engine, Signal::TERM);
    let (status, lines) = engine.wait();
    assert_eq!(status.code(), Some(0));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
    // A signal interrupts lines in arguments, too; later ones are not obeyed.
    let mut engine = Engine::start_with(&["go movetime 1000000", "d"], &[]);
    engine.until("info depth 1 ");
    signal(&engine, Signal::INT);
    let (status, lines) = engine.wait();
    assert_eq!(status.code(), Some(0));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

/// A count checks for a stop only between the moves of its root.
#[test]
fn a_second_signal_ends_the_process_at_once() {
    let mut engine = Engine::start(&["perft 12"]);
    engine.ask("");
    // Signals at once count as one.
    while engine.child.try_wait().expect("the process can be asked").is_none() {
        signal(&engine, Signal::INT);
        thread::sleep(Duration::from_millis(10));
    }
    let (status, _) = engine.wait();
    assert_eq!(status.code(), Some(130));
}

/// Waits until a process has a handler for a signal: Linux reports it; elsewhere it waits long
/// enough.
pub(crate) fn until_caught(process: u32, signal: Signal) {
    let path = format!("/proc/{process}/status");
    let is_caught = || {
        let text = fs::read_to_string(&path).ok()?;
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        Some(mask >> (signal.as_raw() - 1) & 1 == 1)
    };
    let end = Instant::now() + Duration::from_secs(60);
    while is_caught() == Some(false) {
        assert!(Instant::now() < end, "no handler for {signal:?}");
        thread::sleep(Duration::from_millis(10));
    }
    let after = if is_caught().is_some() { 100 } else { 2_000 };
    thread::sleep(Duration::from_millis(after));
}

/// `timeout` signals the process, then its group: two signals within a moment.
#[test]
fn two_signals_at_once_are_answered_as_one() {
    for number in [Signal::INT, Signal::TERM] {
        for pause in [0, 1, 5, 20] {
            let mut engine = Engine::start(&["go infinite"]);
            engine.until("info depth 1 ");
            signal(&engine, number);
            thread::sleep(Duration::from_millis(pause));
            // The process may have ended.
            let _ = kill_process(Pid::from_child(&engine.child), number);
            let (status, lines) = engine.wait();
            assert_eq!(status.code(), Some(0), "{number:?}, {pause} ms apart: {lines:?}");
            let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, 1, "{number:?}, {pause} ms apart: {lines:?}");

            let child = Command::new(BINARY)
                .args(["analyse", "--infinite", "--json", "--hash", "1"])
                .stdout(Stdio::piped())
                .spawn()
                .expect("the engine starts");
            until_caught(child.id(), number);
            kill_process(Pid::from_child(&child), number).expect("it runs");
            thread::sleep(Duration::from_millis(pause));
            let _ = kill_process(Pid::from_child(&child), number);
            let output = child.wait_with_output().expect("the engine ends");
            assert!(output.status.success(), "{number:?}, {pause} ms apart: {output:?}");
            let document: serde_json::Value =
                serde_json::from_slice(&output.stdout).expect("one JSON document");
            assert!(document["best"].is_object(), "{document}");
        }
    }
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    for go in ["go infinite", "go depth 60", "isready\nisready\nisready\nisready"] {
        let mut child = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "isready").expect("the engine reads");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut String::new()).expect("a line");
        drop(reader);
        // The process may end before it has read all.
        let _ = writeln!(stdin, "{go}");
        // The input stays open: the engine still ends.
        let output = child.wait_with_output().expect("the engine ends");
        drop(stdin);
        assert!(output.status.success(), "{go}: {output:?}");
        assert!(output.stderr.is_empty(), "{go}: {output:?}");
    }
}
