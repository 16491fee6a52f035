//! The engine for AArch64 Linux, for a telephone say: linked to no library of the system, and tried
//! under an emulator.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::{Counts, SHORT_BENCH, build, compare, installed, place};
use crate::engine::Engine;
use crate::flags::rustflags;
use crate::perft::{self, Effort};
use crate::process::has_standard_library;
use crate::step::{Outcome, step};
use crate::uci_program::UciProgram;

/// The build's name, and its target, whose standard library brings a C library and its start-up
/// code with it.
const NAME: &str = "aarch64";
const TARGET: &str = "aarch64-unknown-linux-musl";

/// The emulator of user programs, as distributions name it.
const EMULATORS: [&str; 2] = ["qemu-aarch64", "qemu-aarch64-static"];

/// The most that an answer of the emulated engine takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Builds the engine and tries it.
///
/// # Errors
/// If it does not build, counts other nodes or leaves than expected, or two of its processes do not
/// share a table.
pub(super) fn run(folder: &Path, counts: &mut Counts) -> Result<()> {
    if !has_standard_library(TARGET) {
        let why = format!("no standard library for {TARGET} (rustup target add {TARGET})");
        return step(NAME, || Ok(Outcome::Skipped(why)));
    }
    step(&format!("{NAME}: build"), || {
        build(folder, NAME, TARGET, &(rustflags("generic", &[]) + " -C linker=rust-lld"))
    })?;
    let Some(emulator) = installed(&EMULATORS) else {
        let why = "there is no qemu-aarch64 (apt-get install qemu-user)";
        return step(&format!("{NAME}: emulated"), || Ok(Outcome::Skipped(why.into())));
    };
    let engine = Engine::emulated(emulator, place(folder, NAME));
    step(&format!("{NAME}: bench, emulated"), || {
        compare(&mut engine.command(), &SHORT_BENCH, &mut counts.short)?;
        compare(&mut engine.command(), &SHORT_BENCH[..1], &mut counts.bench)
    })?;
    step(&format!("{NAME}: perft, emulated"), || perft::count(&engine, Effort::Quick))?;
    step(&format!("{NAME}: a shared table, emulated"), || share(&engine, folder))
}

/// Checks that a second process finds the records of the first in a table of both. Their number is
/// not looked at: by the emulator's time of its start, each takes the other for dead.
fn share(engine: &Engine, folder: &Path) -> Result<Outcome> {
    let table = folder.join("shared-table");
    let _ = fs::remove_file(&table); // A run that was killed may have left it.
    let option = format!("setoption name SharedHash value {}", table.display());
    let mut processes = Vec::new();
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let mut process = UciProgram::start(&mut engine.command())?;
        process.say(&option)?;
        process.say("isready")?; // Until then the option waits.
        let answer = process.hear("info string SharedHash: ", PATIENCE)?;
        ensure!(answer.contains("engines attached"), "it says: {answer}");
        process.say("go depth 10")?;
        let line = process.hear("info depth 10 ", PATIENCE)?;
        let count = line.split(' ').skip_while(|&word| word != "nodes").nth(1);
        nodes.push(count.and_then(|count| count.parse::<u64>().ok()).context("no nodes")?);
        process.hear("bestmove ", PATIENCE)?;
        processes.push(process);
    }
    let [alone, behind] = nodes[..] else { bail!("expected two processes") };
    // Without the other's records it would need as many.
    ensure!(4 * behind < 3 * alone, "{behind} nodes behind a search of {alone}");
    for process in processes {
        process.quit(PATIENCE)?;
    }
    ensure!(!table.exists(), "the last process has left {}", table.display());
    Ok(Outcome::Passed(format!("{alone} nodes alone, {behind} behind the other process")))
}
