//! Memory that the system refuses: work that asks for many threads is done by as many as could be
//! had, and no thread takes memory before it has work.

use std::fs;
use std::process::{Command, Output};

use crate::engine::BINARY;

/// The address space that a process may have, in KiB.
const LIMITS: [u32; 3] = [450_000, 700_000, 1_600_000];

/// Runs the program with that much address space.
fn run(kib: u32, words: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &kib.to_string(), BINARY]);
    command.args(words).output().expect("a shell")
}

/// Returns standard output of a run that succeeded.
fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns the number of threads in the remark that `requested` were too many.
fn found(remark: &str, requested: usize) -> usize {
    let start = format!("Threads: {requested} requested; the system gives memory for ");
    let number = remark.strip_prefix(&*start).unwrap_or_else(|| panic!("{remark:?}"));
    number.parse().expect("a number")
}

#[test]
fn a_session_has_as_many_threads_as_there_is_memory_for_and_says_so_once() {
    let mut numbers = Vec::new();
    for kib in LIMITS {
        let words = ["setoption name Threads value 200", "go nodes 50000", "go nodes 50000"];
        let said = text(&run(kib, &words));
        let remarks: Vec<_> =
            said.lines().filter_map(|line| line.strip_prefix("info string ")).collect();
        let [remark] = remarks[..] else { panic!("{remarks:?}") };
        assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 2);
        numbers.push(found(remark, 200));
    }
    assert!((1..200).contains(&numbers[0]), "{numbers:?}");
    assert!(numbers.is_sorted() && numbers[0] < numbers[2], "{numbers:?}");
}

#[test]
fn verbs_work_with_fewer_threads_than_were_requested() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.epd");
    fs::write(&path, "7k/8/5K2/8/8/8/8/R7 w - -\n".repeat(100)).expect("written");
    let suite = path.to_str().expect("UTF-8");
    for kib in [LIMITS[0], LIMITS[2]] {
        for (words, lines) in [
            (&["analyse", "--depth", "5", "--hash", "16", "--threads", "300", "--json"][..], None),
            (&["analyse", "--epd", suite, "--nodes", "5000", "--threads", "300"], Some(100)),
            (&["perft", "3", "--threads", "300"], Some(1)),
            (&["perft", "2", "--distinct", "--threads", "300"], Some(2)),
            (&["bench", "1", "300", "1"], None),
            (&["speedtest", "300", "1", "1"], None),
        ] {
            let output = run(kib, words);
            let said = text(&output);
            assert!(lines.is_none_or(|lines| said.lines().count() == lines), "{words:?}: {said}");
            let told = String::from_utf8(output.stderr).expect("UTF-8");
            let strings = said.lines().filter_map(|line| line.strip_prefix("info string "));
            let mut remarks = told.lines().chain(strings).filter(|line| line.starts_with("Thr"));
            // A suite takes threads one by one: where many fit, the first may end it before one is
            // refused.
            let may_end = kib > LIMITS[0] && words.contains(&suite);
            let fewer = remarks.next().map(|remark| found(remark, 300));
            assert!(fewer.map_or(may_end, |fewer| fewer < 300), "{kib} {words:?}: {fewer:?}");
            assert!(remarks.next().is_none(), "{kib} {words:?}");
        }
    }
}

/// Two games need two tables of 64 MB, however many threads may work.
#[test]
fn threads_without_work_take_no_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n").expect("written");
    let games = path.to_str().expect("UTF-8");
    let words = ["analyse", "--pgn", games, "--depth", "2", "--hash", "64", "--threads", "1024"];
    let output = run(2_000_000, &words);
    assert_eq!(text(&output).matches("[Event ").count(), 2);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!told.contains("Threads: "), "{told}");
}
