//! `dist`: binaries of the engine for the levels of the x86-64 instruction set, each tried on a
//! processor that has no more than its level.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::engine::{Build, Engine};
use crate::flags::rustflags;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;
use crate::{bench, output};

/// A level, and the emulator's name for a processor that has just that.
struct Level {
    name: &'static str,
    /// `None` where the emulator has none.
    processor: Option<&'static str>,
}

const LEVELS: [Level; 3] = [
    Level { name: "x86-64-v2", processor: Some("Nehalem") },
    Level { name: "x86-64-v3", processor: Some("Haswell") },
    Level { name: "x86-64-v4", processor: None },
];

/// What bench is asked for: its table's size, its threads, and few plies, because an emulator is
/// slow.
const BENCH: [&str; 4] = ["bench", "16", "1", "7"];

/// The emulator of user programs, as distributions name it.
const EMULATORS: [&str; 2] = ["qemu-x86_64", "qemu-x86_64-static"];

/// Builds all levels and tries each one.
///
/// # Errors
/// If a level does not build, or counts other nodes than this checkout's own build, or dies.
pub(crate) fn run() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        output::line("SKIPPED dist: this is no x86-64 machine");
        return Ok(());
    }
    let target = Workspace::load()?.target;
    let own = Engine::build(Build::Release)?.last_line(&BENCH)?;
    let expected = bench::nodes_of(&own).context("bench ends in `N nodes M nps`")?;
    output::line(format_args!("this checkout's own build: {expected} nodes"));
    let emulator = EMULATORS.into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success())
    });

    for Level { name, processor } in &LEVELS {
        let mut binary = PathBuf::new();
        step(&format!("{name}: build"), || {
            binary = build(&target, name)?;
            Ok(Outcome::Passed(binary.display().to_string()))
        })?;
        step(&format!("{name}: on this machine"), || {
            if !present(name) {
                return Ok(Outcome::Skipped("this processor has less".into()));
            }
            compare(Command::new(&binary), expected)
        })?;
        step(&format!("{name}: emulated"), || match (emulator, processor) {
            (None, _) => Ok(Outcome::Skipped("qemu-user is not installed".into())),
            (_, None) => Ok(Outcome::Skipped("qemu-user emulates no AVX-512".into())),
            (Some(emulator), Some(processor)) => {
                let mut command = Command::new(emulator);
                command.args(["-cpu", processor]).arg(&binary);
                compare(command, expected)
            }
        })?;
    }
    if let Some(emulator) = emulator {
        step("an emulated processor lacks what its level lacks", || refuses(emulator, &target))?;
    }
    Ok(())
}

/// Where the engine of a level is put.
fn place(target: &Path, level: &str) -> PathBuf {
    target.join("dist").join(format!("palimpsest-{level}{}", std::env::consts::EXE_SUFFIX))
}

fn build(target: &Path, level: &str) -> Result<PathBuf> {
    let folder = target.join("dist").join(level);
    let mut command = cargo(["build", "--quiet", "--release", "--package", "engine-cli"]);
    command.arg("--target-dir").arg(&folder);
    capture(command.env("RUSTFLAGS", rustflags(level, &[])))?;
    let built = folder.join("release").join(format!("palimpsest{}", std::env::consts::EXE_SUFFIX));
    let binary = place(target, level);
    fs::copy(&built, &binary).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(binary)
}

/// Bench under `command` counts as many nodes as it should.
fn compare(mut command: Command, expected: u64) -> Result<Outcome> {
    let printed = capture(command.args(BENCH))?;
    let last = printed.lines().last().unwrap_or_default();
    let nodes = bench::nodes_of(last).context("bench ends in `N nodes M nps`")?;
    ensure!(nodes == expected, "{nodes} nodes, not {expected}");
    Ok(Outcome::Passed(format!("{nodes} nodes")))
}

/// The check can fail: a binary of the third level dies on a processor of the second.
fn refuses(emulator: &str, target: &Path) -> Result<Outcome> {
    let mut command = Command::new(emulator);
    command.args(["-cpu", "Nehalem"]).arg(place(target, "x86-64-v3")).args(BENCH);
    let result = command.output().context("the emulator starts")?;
    ensure!(!result.status.success(), "a binary for AVX2 ran on a processor without");
    Ok(Outcome::passed())
}

/// Whether this processor has a level. (The compiler's names; what tells the levels apart is
/// enough.)
#[cfg(target_arch = "x86_64")]
fn present(level: &str) -> bool {
    match level {
        "x86-64-v2" => is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt"),
        "x86-64-v3" => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
        _ => is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512bw"),
    }
}

/// No level of another architecture.
#[cfg(not(target_arch = "x86_64"))]
fn present(_level: &str) -> bool {
    false
}
