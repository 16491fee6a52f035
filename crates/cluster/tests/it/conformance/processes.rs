//! Users are processes that have one file in memory: this program, started once more for one test,
//! obeys the lines that it reads and writes the records that it finds.

use std::io::{self, BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;
use tt_core::{Entry, Payload, SharedTable};

use super::{Act, Shared, USERS};

/// The variables with the path of a child's table and its size.
const TABLE: &str = "CLUSTER_CONFORMANCE_TABLE";
const BYTES: &str = "CLUSTER_CONFORMANCE_BYTES";

const SCHEMA: u64 = 0x0063_6f6e_666f_726d;

/// The start of each line of a child; the test's own output has no such line.
const MARK: &str = "user: ";

pub(super) struct Processes {
    users: Vec<User>,
    _directory: TempDir,
}

struct User {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl User {
    fn start(path: &Path, bytes: usize) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["conformance::processes::child", "--exact", "--nocapture"]);
        command.env(TABLE, path).env(BYTES, bytes.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut user = Self { child, to, from: BufReader::new(from).lines() };
        assert_eq!(user.hear(), "attached");
        user
    }

    fn say(&mut self, act: Act) {
        match act {
            Act::Store(key, entry) => writeln!(self.to, "store {key:x} {:x}", entry.to_bits()),
            Act::Probe(key) => writeln!(self.to, "probe {key:x}"),
        }
        .unwrap();
    }

    fn hear(&mut self) -> String {
        loop {
            let line = self.from.next().expect("the child lives").unwrap();
            if let Some((_, text)) = line.split_once(MARK) {
                return text.to_owned();
            }
        }
    }

    /// Reads the result of a probe.
    fn hear_entry(&mut self) -> Option<Entry> {
        let text = self.hear();
        let bits = text.strip_prefix("found ")?;
        Some(Entry::from_bits(u64::from_str_radix(bits, 16).unwrap()))
    }
}

impl Shared for Processes {
    fn open(bytes: usize, _: u64) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        let users = (0..USERS).map(|_| User::start(&path, bytes)).collect();
        Self { users, _directory: directory }
    }

    fn act(&mut self, user: usize, act: Act) -> Option<Entry> {
        self.users[user].say(act);
        self.users[user].hear_entry()
    }

    fn race(&mut self, acts: &[Vec<Act>]) -> Vec<Vec<Option<Entry>>> {
        std::thread::scope(|scope| {
            let users: Vec<_> = self
                .users
                .iter_mut()
                .zip(acts)
                .map(|(user, acts)| {
                    scope.spawn(move || {
                        let mut found = Vec::new();
                        // As many at a time as a pipe takes.
                        for acts in acts.chunks(200) {
                            acts.iter().for_each(|&act| user.say(act));
                            for act in acts {
                                let heard = user.hear_entry();
                                found.extend(matches!(act, Act::Probe(_)).then_some(heard));
                            }
                        }
                        found
                    })
                })
                .collect();
            users.into_iter().map(|user| user.join().unwrap()).collect()
        })
    }

    fn kill(&mut self, user: usize) {
        self.users[user].child.kill().unwrap();
        self.users[user].child.wait().unwrap();
    }

    fn dies_with(_: u64, _: usize) -> bool {
        false
    }
}

impl Drop for User {
    fn drop(&mut self) {
        // One that is dead already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// In a child: obeys lines until they end. In the suite itself there is nothing to do.
#[test]
#[expect(clippy::print_stdout, reason = "the parent reads what this child process says")]
fn child() {
    let Some(path) = std::env::var_os(TABLE) else { return };
    let bytes: usize = std::env::var(BYTES).unwrap().parse().unwrap();
    let table: SharedTable = SharedTable::open(Path::new(&path), bytes, SCHEMA).unwrap();
    println!("{MARK}attached");
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| u64::from_str_radix(words[at], 16).unwrap();
        let mut answer = "done".to_owned();
        if words[0] == "store" {
            table.store(number(1), Entry::from_bits(number(2)));
        } else if let Some(entry) = table.probe(number(1)) {
            answer = format!("found {:x}", entry.to_bits());
        }
        println!("{MARK}{answer}");
    }
}
