//! The program `palimpsest-cluster` on ranks that are processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::hosts;
use super::{MPIRUN, RANKS};
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::uci_program::UciProgram;
use crate::workspace::Workspace;

/// Moves of the cluster in the game.
const MOVES: usize = 20;

/// The time of a search in which a rank is killed, and how late the answer may come on a machine
/// that is busy.
const MOVE_TIME: Duration = Duration::from_secs(2);
const SLACK: Duration = Duration::from_secs(2);

/// All that ends, ends within this.
const PATIENCE: Duration = Duration::from_secs(60);

/// The plain engine and the one that searches with other ranks.
struct Engines {
    plain: PathBuf,
    cluster: PathBuf,
}

pub(super) fn run() -> Result<()> {
    let mut engines = None;
    step("engines", || {
        engines = Some(Engines::build()?);
        Ok(Outcome::passed())
    })?;
    let engines = engines.context("they were built")?;
    step("bench of one rank", || bench(&engines))?;
    for ranks in RANKS {
        step(&format!("a game on {ranks} ranks"), || game(&engines, ranks))?;
    }
    step("a rank is killed", || killed(&engines))?;
    step("ranks on two hosts", || hosts::run(&engines.cluster))
}

impl Engines {
    fn build() -> Result<Self> {
        let folder = Workspace::load()?.target.join("ci");
        let build = ["build", "--quiet", "--profile", "ci", "--package"];
        capture(&mut cargo(build.iter().chain(&["engine-cli"])))?;
        capture(&mut cargo(build.iter().chain(&["cluster", "--features", "mpi"])))?;
        Ok(Self { plain: folder.join("palimpsest"), cluster: folder.join("palimpsest-cluster") })
    }
}

/// Returns mpirun's command for the program on `ranks` ranks.
fn mpirun(program: &Path, ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    command.args(MPIRUN).args(["--enable-recovery", "-np", &ranks.to_string()]);
    command.arg(program);
    command
}

/// Nodes of the last line, `N nodes M nps`.
fn signature(printed: &str) -> Result<u64> {
    let last = printed.lines().last().context("nothing was printed")?;
    let nodes = last.split(' ').next().unwrap_or_default();
    nodes.parse().with_context(|| format!("no number of nodes: {last}"))
}

fn bench(engines: &Engines) -> Result<Outcome> {
    let plain = signature(&capture(Command::new(&engines.plain).arg("bench"))?)?;
    let one = signature(&capture(mpirun(&engines.cluster, 1).arg("bench"))?)?;
    ensure!(plain == one, "{one} nodes on one rank, {plain} of the plain engine");
    Ok(Outcome::Passed(format!("{one} nodes")))
}

/// Plays a game against the plain engine at a fixed depth. Where one ends early, another begins.
fn game(engines: &Engines, ranks: usize) -> Result<Outcome> {
    let mut cluster = UciProgram::start(&mut mpirun(&engines.cluster, ranks))?;
    let mut opponent = UciProgram::start(&mut Command::new(&engines.plain))?;
    let mut moves: Vec<String> = Vec::new();
    let (mut played, mut games) = (0, 1);
    while played < MOVES {
        let answer = cluster.play(&moves, "go movetime 100")?;
        let reply = match &answer {
            Some(mv) => {
                moves.push(mv.clone());
                played += 1;
                opponent.play(&moves, "go depth 4")?
            }
            None => None,
        };
        // A move that is not legal is refused with the whole position.
        ensure!(opponent.told.is_empty(), "after {moves:?}: {:?}", opponent.told);
        match reply {
            Some(mv) => moves.push(mv),
            None => {
                (moves, games) = (Vec::new(), games + 1);
                cluster.say("ucinewgame")?;
            }
        }
    }
    let late = cluster.told.iter().filter(|text| text.contains("no answer from")).count();
    ensure!(cluster.told.len() == late, "it complains: {:?}", cluster.told);
    opponent.quit(PATIENCE)?;
    cluster.quit(PATIENCE)?;
    let note = format!("{played} moves in {games} games, {late} opinions came too late");
    Ok(Outcome::Passed(note))
}

/// Kills rank 1 of three in a search: the answer comes in time, the loss is reported once, and the
/// others play on.
fn killed(engines: &Engines) -> Result<Outcome> {
    let mut cluster = UciProgram::start(&mut mpirun(&engines.cluster, 3))?;
    cluster.say("isready")?;
    cluster.hear("readyok", PATIENCE)?;
    cluster.say(&format!("go movetime {}", MOVE_TIME.as_millis()))?;
    let start = Instant::now();
    thread::sleep(MOVE_TIME / 3);
    let victim = rank_of(cluster.id(), 1)?;
    capture(Command::new("kill").args(["-9", &victim.to_string()]))?;
    cluster.hear("bestmove ", PATIENCE)?;
    let took = start.elapsed();
    ensure!(took < MOVE_TIME + SLACK, "the answer came after {took:?}");
    for _ in 0..4 {
        let answer = cluster.play(&[], "go movetime 1000")?;
        ensure!(answer.is_some(), "there is no move");
    }
    let lost = cluster.told.iter().filter(|text| text.contains("rank 1 is lost")).count();
    ensure!(lost == 1, "what was lost was told {lost} times: {:?}", cluster.told);
    let told = cluster.told.join("; ");
    cluster.quit(PATIENCE)?;
    Ok(Outcome::Passed(format!("answer after {:.2} s; {told}", took.as_secs_f64())))
}

/// Returns the process of a rank that this mpirun has started.
fn rank_of(mpirun: u32, rank: usize) -> Result<u32> {
    let children = capture(Command::new("ps").args(["-o", "pid=", "--ppid", &mpirun.to_string()]))?;
    let variable = format!("OMPI_COMM_WORLD_RANK={rank}");
    for pid in children.split_whitespace() {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if environment.split(|&byte| byte == 0).any(|one| one == variable.as_bytes()) {
            return pid.parse().with_context(|| format!("{pid} is no process"));
        }
    }
    anyhow::bail!("mpirun has no rank {rank}: {children}")
}
