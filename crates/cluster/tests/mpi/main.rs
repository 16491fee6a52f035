//! The cluster on ranks that are processes under MPI: perft, and the program `palimpsest-cluster`.
//!
//! `cargo xtask check cluster` builds what these tests start, the example `tds` and the engine, and
//! runs them one at a time.
#![cfg(unix)]

mod hosts;
#[path = "../../../engine-cli/tests/it/uci_process.rs"]
mod uci_process;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use uci_process::UciProcess;

/// The numbers of ranks that are tried.
const RANKS: [usize; 3] = [1, 2, 4];

/// Paths and distinct positions from the start position by the ply: OEIS A048987, A083276.
const LEVELS: [(u64, u64); 5] =
    [(20, 20), (400, 400), (8_902, 5_362), (197_281, 72_078), (4_865_609, 822_518)];

/// Arguments of mpirun: it may be root, and ranks may be more than processors.
const MPIRUN: [&str; 5] =
    ["--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"];

const MOVES: usize = 20;

/// The time of a search in which a rank is killed.
const MOVE_TIME: Duration = Duration::from_secs(2);

/// The program that searches with other ranks.
const CLUSTER: &str = env!("CARGO_BIN_EXE_palimpsest-cluster");

/// Returns a program beside the cluster's.
fn beside(name: &str) -> PathBuf {
    Path::new(CLUSTER).with_file_name(name)
}

/// Returns mpirun's command for a program on `ranks` ranks.
fn mpirun(program: &Path, ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    command.args(MPIRUN).args(["--enable-recovery", "-np", &ranks.to_string()]).arg(program);
    command
}

/// Runs a command to its end and returns its standard output.
fn capture(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A player, and its lines `info string`.
struct Player {
    process: UciProcess,
    told: Vec<String>,
}

impl Player {
    fn start(command: &mut Command) -> Self {
        Self { process: UciProcess::spawn(command.stderr(Stdio::null())), told: Vec::new() }
    }

    fn note(&mut self, lines: &[String]) {
        self.told.extend(
            lines.iter().filter_map(|line| line.strip_prefix("info string ")).map(str::to_owned),
        );
    }

    /// Returns the move that it plays after these moves; none if the game is over.
    fn play(&mut self, moves: &[String], go: &str) -> Option<String> {
        let game =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.send(&format!("position startpos{game}"));
        let lines = self.process.search(go);
        self.note(&lines);
        let mv =
            lines.last().and_then(|line| line.split(' ').nth(1)).expect("a bestmove has a move");
        (mv != "(none)").then(|| mv.to_owned())
    }

    /// Ends it, and returns its `info string` lines.
    fn quit(mut self) -> Vec<String> {
        self.process.close_input();
        let (status, rest) = self.process.wait();
        assert!(status.success(), "{rest:?}");
        self.note(&rest);
        self.told
    }
}

#[test]
fn perft_of_ranks_that_are_processes_is_the_published_one() {
    for ranks in RANKS {
        let mut tds = mpirun(&beside("examples").join("tds"), ranks);
        let printed = capture(tds.args(["perft", &LEVELS.len().to_string()]));
        let number = |line: &str, name: &str| -> Option<u64> {
            line.split(' ').skip_while(|word| *word != name).nth(1)?.parse().ok()
        };
        let counts =
            printed.lines().map(|line| number(line, "paths").zip(number(line, "distinct")));
        assert_eq!(counts.collect::<Vec<_>>(), LEVELS.map(Some), "{ranks} ranks");
    }
}

#[test]
fn a_bench_of_one_rank_is_that_of_the_engine() {
    let signature = |mut command: Command| {
        let printed = capture(command.arg("bench"));
        let last = printed.lines().last().unwrap_or_default().to_owned();
        last.split_once(" nodes ").expect("bench ends in `N nodes M nps`").0.to_owned()
    };
    let one = signature(mpirun(Path::new(CLUSTER), 1));
    assert_eq!(one, signature(Command::new(beside("palimpsest"))));
}

/// Plays against the plain engine at a fixed depth. Where a game ends early, another begins.
#[test]
fn ranks_play_legal_moves_and_complain_of_nothing() {
    for ranks in RANKS {
        let mut cluster = Player::start(&mut mpirun(Path::new(CLUSTER), ranks));
        let mut opponent = Player::start(&mut Command::new(beside("palimpsest")));
        let mut moves: Vec<String> = Vec::new();
        let mut played = 0;
        while played < MOVES {
            let answer = cluster.play(&moves, "go movetime 100");
            let reply = answer.and_then(|mv| {
                moves.push(mv);
                played += 1;
                opponent.play(&moves, "go depth 4")
            });
            // A move that is not legal is refused with the whole position.
            assert!(opponent.told.is_empty(), "after {moves:?}: {:?}", opponent.told);
            match reply {
                Some(mv) => moves.push(mv),
                None => {
                    moves.clear();
                    let lines = cluster.process.ask("ucinewgame");
                    cluster.note(&lines);
                }
            }
        }
        opponent.quit();
        let told = cluster.quit();
        assert!(told.iter().all(|text| text.contains("no answer from")), "{told:?}");
    }
}

#[test]
fn the_loss_of_a_rank_is_reported_once_and_the_others_play_on() {
    let mut cluster = Player::start(&mut mpirun(Path::new(CLUSTER), 3));
    let lines = cluster.process.ask("");
    cluster.note(&lines);
    cluster.process.send(&format!("go movetime {}", MOVE_TIME.as_millis()));
    thread::sleep(MOVE_TIME / 3);
    let victim = rank_of(cluster.process.child.id(), 1);
    capture(Command::new("kill").args(["-9", &victim]));
    let lines = cluster.process.until("bestmove ");
    cluster.note(&lines);
    for _ in 0..4 {
        assert!(cluster.play(&[], "go movetime 1000").is_some());
    }
    let told = cluster.quit();
    let lost = told.iter().filter(|text| text.contains("rank 1 is lost")).count();
    assert_eq!(lost, 1, "{told:?}");
}

/// Returns the process of a rank that this mpirun has started.
fn rank_of(mpirun: u32, rank: usize) -> String {
    let children = capture(Command::new("ps").args(["-o", "pid=", "--ppid", &mpirun.to_string()]));
    let variable = format!("OMPI_COMM_WORLD_RANK={rank}");
    let is_rank = |pid: &&str| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|one| one == variable.as_bytes())
    };
    children.split_whitespace().find(is_rank).expect("mpirun has this rank").to_owned()
}
