//! Four processes store and probe in one shared table. Each second one of them is killed at it
//! (`kill -9`), and another is started. No probe ever returns what was not stored for its key, and
//! the processes find each other's records. `cargo xtask check kill` runs it for a minute; without
//! it takes a few seconds. A build without the keys' mask (`tt_core_mutant`) must fail it.
#![cfg(all(feature = "shared", unix))]

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::AddAssign;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tt_core::{Bound, Entry, SharedTable};
use zobrist_keys::SplitMix64;

const SCHEMA: u64 = 0x6b69_6c6c;
/// The table holds 2,048 records, half as many as there are keys: the processes overwrite each
/// other's all the time.
const BYTES: usize = 1 << 15;
const KEYS: u64 = 4_096;
const PROCESSES: u16 = 4;
/// The time between two kills.
const PERIOD: Duration = Duration::from_secs(1);
/// The variable that sets another number of seconds, and the number without it.
const SECONDS: &str = "TT_KILL_SECONDS";
const SECONDS_HERE: u64 = 5;
/// For a worker process: the directory of the table, and the worker's number, from 1.
const DIRECTORY: &str = "TT_KILL_DIRECTORY";
const NUMBER: &str = "TT_KILL_NUMBER";
/// Operations between two reports.
const BATCH: u64 = 1 << 14;

/// The record of a key as `worker` stores it; it differs between workers in the move alone.
fn record(key: u64, worker: u16) -> Entry {
    Entry {
        mv: worker,
        score: (key >> 8) as i16,
        eval: (key >> 24) as i16,
        draft: (key >> 40 & 15) as i16,
        bound: Bound::from_bits(key >> 44),
        pv: key >> 46 & 1 == 1,
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    operations: u64,
    hits: u64,
    /// Hits on records that another process stored.
    of_others: u64,
    /// Hits on records that nobody stored for the key.
    bad: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.operations += other.operations;
        self.hits += other.hits;
        self.of_others += other.of_others;
        self.bad += other.bad;
    }
}

fn work(table: &SharedTable, worker: u16, random: &mut SplitMix64) -> Seen {
    let mut seen = Seen { operations: BATCH, ..Seen::default() };
    for _ in 0..BATCH {
        let bits = random.next();
        let key = SplitMix64::new(bits % KEYS).next();
        if bits >> 63 == 0 {
            table.store(key, record(key, worker));
        } else if let Some(found) = table.probe(key) {
            seen.hits += 1;
            seen.of_others += u64::from(found.mv != worker);
            seen.bad += u64::from(found != record(key, found.mv) || found.mv == 0);
        }
    }
    table.advance_generation().unwrap();
    seen
}

fn table(directory: &Path) -> SharedTable {
    SharedTable::open(directory.join("table"), BYTES, SCHEMA).unwrap()
}

/// Works until it is killed, and adds a line to its file after each batch.
fn work_for_ever(directory: &Path) {
    let worker: u16 = std::env::var(NUMBER).unwrap().parse().unwrap();
    let table = table(directory);
    let mut random = SplitMix64::new(worker.into());
    let path = directory.join(format!("seen-{worker}"));
    let mut report = OpenOptions::new().create(true).append(true).open(path).unwrap();
    let parent = parent_id();
    while parent_id() == parent {
        let Seen { operations, hits, of_others, bad } = work(&table, worker, &mut random);
        report.write_all(format!("{operations} {hits} {of_others} {bad}\n").as_bytes()).unwrap();
    }
}

/// Returns the reports in the workers' files. The last line of a killed process may be missing.
fn reports(directory: &Path) -> Vec<Seen> {
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let is_report = |path: &PathBuf| path.to_string_lossy().contains("seen-");
    files.filter(is_report).map(|path| sum(&fs::read_to_string(path).unwrap())).collect()
}

fn sum(text: &str) -> Seen {
    let mut sum = Seen::default();
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let &[operations, hits, of_others, bad] = &numbers[..] else { panic!("{line}") };
        sum += Seen { operations, hits, of_others, bad };
    }
    sum
}

/// Starts this test program as a worker process.
fn start(directory: &Path, number: u16) -> Child {
    let output = File::create(directory.join(format!("said-{number}"))).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["shared_kill::killed_processes_leave_no_bad_record", "--exact", "--nocapture"]);
    command.env(DIRECTORY, directory).env(NUMBER, number.to_string()).stdout(Stdio::null());
    command.stderr(output).spawn().unwrap()
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "bad hits"))]
#[expect(clippy::print_stdout, reason = "`cargo xtask check kill` shows what was counted")]
fn killed_processes_leave_no_bad_record() {
    if let Some(directory) = std::env::var_os(DIRECTORY) {
        return work_for_ever(Path::new(&directory));
    }
    let seconds = std::env::var(SECONDS).map_or(SECONDS_HERE, |number| number.parse().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let mut numbers = 1..;
    let mut next = || start(directory.path(), numbers.next().unwrap());
    let mut children: Vec<Child> = (0..PROCESSES).map(|_| next()).collect();
    let begin = Instant::now();
    let mut kills = 0;
    while begin.elapsed() < Duration::from_secs(seconds) {
        thread::sleep(PERIOD);
        let child = &mut children[kills % usize::from(PROCESSES)];
        assert_eq!(child.try_wait().unwrap(), None, "a process ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
        *child = next();
        kills += 1;
    }
    for child in &mut children {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut all = Seen::default();
    reports(directory.path()).into_iter().for_each(|seen| all += seen);
    let Seen { operations, hits, of_others, bad } = all;
    println!(
        "{kills} kills, {operations} operations: {hits} hits, {of_others} across processes, \
         {bad} bad"
    );
    assert_eq!(bad, 0, "bad hits");
    assert!(of_others > 1_000 && hits > of_others, "{all:?} prove too little");
    let mut table = table(directory.path());
    let left = (0..KEYS).map(|number| SplitMix64::new(number).next());
    let found = left.filter_map(|key| Some((key, table.probe(key)?)));
    assert!(found.clone().all(|(key, found)| found == record(key, found.mv)));
    assert!(found.count() > 1_000, "the records outlive who stored them");
    assert_eq!(table.attached(), [std::process::id()], "who was killed does not count");
    table.clear(1).expect("nobody else is attached");
}

#[test]
fn one_process_finds_its_own_records_only() {
    let directory = tempfile::tempdir().unwrap();
    let table = table(directory.path());
    let seen = work(&table, 7, &mut SplitMix64::new(7));
    assert!(seen.hits > 1_000 && seen.of_others == 0 && seen.bad == 0, "{seen:?}");
}
