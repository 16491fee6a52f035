//! A shared table between real processes: one that is killed while it is attached or while it makes
//! the file, one that outlives what it was started by, and one whose table is cut short. The
//! children are this program, started once more for one test.
#![cfg(all(feature = "shared", unix))]

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Lines, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tt_core::{Entry, SharedError, SharedTable};

const SCHEMA: u64 = 0x70_726f_6365_7373;
const BYTES: usize = 1 << 16;
const HEADER: u64 = 4_096;
/// The variable with the role of a child, and the one with the table's path.
const ROLE: &str = "TT_PROCESSES_ROLE";
const TABLE: &str = "TT_PROCESSES_TABLE";
/// A process that takes longer for next to nothing hangs.
const PATIENCE: Duration = Duration::from_secs(60);

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    (directory, path)
}

fn open(path: &Path) -> Result<SharedTable, SharedError> {
    SharedTable::open(path, BYTES, SCHEMA)
}

fn entry(mv: u16) -> Entry {
    Entry { mv, ..Entry::default() }
}

fn message<T>(result: Result<T, SharedError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

/// Starts `test` of this program once more, as a child that plays a role under a limit of `sh`.
fn child(test: &str, role: &str, path: &Path, limit: &str) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -c 0; {limit}; exec \"$0\" \"$@\"")]);
    let test = format!("shared_processes::{test}");
    command.arg(std::env::current_exe().unwrap()).args([&test, "--exact", "--nocapture"]);
    command.env(ROLE, role).env(TABLE, path).stderr(Stdio::null());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

fn role() -> Option<(String, PathBuf)> {
    let path = PathBuf::from(std::env::var_os(TABLE)?);
    Some((std::env::var(ROLE).unwrap(), path))
}

/// In a child: attaches, says so, and waits for a line of the parent's.
#[expect(clippy::print_stdout, reason = "the parent reads what this child process says")]
fn attach_and_wait(path: &Path) -> SharedTable {
    let table = open(path).unwrap();
    println!("attached");
    io::stdin().read_line(&mut String::new()).unwrap();
    table
}

/// Waits until a child has attached, and returns the lines that follow.
fn lines_once_attached(child: &mut Child) -> Lines<BufReader<ChildStdout>> {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("attached")), "it ended");
    lines
}

/// A child that is attached is killed, and no longer counts as attached.
#[test]
fn a_killed_process_does_not_count() {
    const TEST: &str = "a_killed_process_does_not_count";
    if let Some((_, path)) = role() {
        let _table = attach_and_wait(&path);
        unreachable!("the parent kills this process");
    }
    let (_directory, path) = place();
    let mut table = open(&path).unwrap();
    let mut child = child(TEST, "attach", &path, ":");
    let _lines = lines_once_attached(&mut child);
    assert_eq!(table.attached(), [std::process::id(), child.id()]);
    let in_use = "the shared table is in use: 1 other is attached";
    assert_eq!(message(table.clear(1)), format!("{}: {in_use}", path.display()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(table.attached(), [std::process::id()]);
    table.clear(1).unwrap();
    table.resize(2 * BYTES).unwrap();
}

/// A program that is started while a table is attached does not keep it attached.
#[test]
fn a_child_process_does_not_inherit_the_table() {
    let (_directory, path) = place();
    let (first, mut second) = (open(&path).unwrap(), open(&path).unwrap());
    let mut child = Command::new("sleep").arg("600").spawn().unwrap();
    drop(first);
    // A process that another test starts has all files open for a moment, `first` among them.
    let begin = Instant::now();
    let mut cleared = second.clear(1);
    while cleared.is_err() && begin.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(1));
        cleared = second.clear(1);
    }
    assert_eq!(child.try_wait().unwrap(), None, "it is still running");
    child.kill().unwrap();
    child.wait().unwrap();
    cleared.expect("nobody else is attached");
}

/// A process that is killed while it makes the file: the kernel does so when the file grows beyond
/// the process's limit. The next one removes what it left.
#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_process_left_half_made_is_removed() {
    const TEST: &str = "what_a_killed_process_left_half_made_is_removed";
    /// SIGXFSZ on all of Linux but MIPS.
    const FILE_TOO_LONG: i32 = 25;
    if let Some((_, path)) = role() {
        let table = open(&path);
        unreachable!("the kernel kills this process: {table:?}");
    }
    let (_directory, path) = place();
    let [new, lock] = ["table.new", "table.lock"].map(|name| path.with_file_name(name));
    // Blocks of 512 bytes, some less than the table.
    let status = child(TEST, "create", &path, "ulimit -f 64").wait().unwrap();
    assert_eq!(status.signal(), Some(FILE_TOO_LONG), "{status}");
    assert!(new.exists() && lock.exists() && !path.exists());
    let table = open(&path).unwrap();
    table.store(5, entry(5));
    assert_eq!(table.probe(5), Some(entry(5)));
    assert!(!new.exists());
}

/// When a file is cut short, a process that goes on is killed by `SIGBUS`, and one that checks
/// first gets an error.
#[cfg(target_os = "linux")]
#[test]
fn a_cut_file_kills_who_reads_on_and_warns_who_asks() {
    const TEST: &str = "a_cut_file_kills_who_reads_on_and_warns_who_asks";
    if let Some((role, path)) = role() {
        return use_a_cut_table(&role, &path);
    }
    let bus_error = rustix::process::Signal::BUS.as_raw();
    for (role, expected) in [("probe", Some(bus_error)), ("check", None), ("advance", None)] {
        let (_directory, path) = place();
        drop(open(&path).unwrap());
        let mut child = child(TEST, role, &path, ":");
        let mut lines = lines_once_attached(&mut child);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(HEADER).unwrap();
        child.stdin.take().unwrap().write_all(b"cut\n").unwrap();
        let warned = lines.any(|line| line.unwrap().contains("has 4096 bytes"));
        let status = child.wait().unwrap();
        assert_eq!((status.signal(), warned), (expected, expected.is_none()), "{role}: {status}");
    }
}

/// The child: its file is cut once it has attached.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stdout, reason = "the parent reads what this child process says")]
fn use_a_cut_table(role: &str, path: &Path) {
    let table = attach_and_wait(path);
    match role {
        "check" => println!("{}", message(table.check())),
        "advance" => println!("{}", message(table.advance_generation())),
        _ => {
            let found = (0..BYTES as u64).filter(|&key| table.probe(key << 48).is_some()).count();
            println!("{found} records in memory that is gone");
        }
    }
}
