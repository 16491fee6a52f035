//! The engine for AArch64 Linux, for a telephone say: linked to no library of the system, and tried
//! under an emulator.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Counts, SEPARATOR, SHORT_BENCH, build, compare, installed, place};
use crate::engine::Engine;
use crate::output::{Outcome, step};
use crate::perft::{self, Effort};
use crate::process::{has_standard_library, rustflags};

/// The build's name, and its target, whose standard library brings a C library and its start-up
/// code with it.
const NAME: &str = "aarch64";
const TARGET: &str = "aarch64-unknown-linux-musl";

const EMULATORS: [&str; 2] = ["qemu-aarch64", "qemu-aarch64-static"];

pub(super) fn run(folder: &Path, counts: &mut Counts) -> Result<()> {
    if !has_standard_library(TARGET) {
        let why = format!("no standard library for {TARGET} (rustup target add {TARGET})");
        return step(NAME, || Ok(Outcome::Skipped(why)));
    }
    step(&format!("{NAME}: build"), || {
        let flags = rustflags("generic", &[]) + " -C linker=rust-lld";
        build(folder, NAME, TARGET, &flags.replace(' ', SEPARATOR))
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
    let lines = format!("setoption name SharedHash value {}\ngo depth 10\n", table.display());
    let (first, alone) = search(engine, &lines)?;
    let (second, behind) = search(engine, &lines)?;
    // Without the other's records it would need as many.
    ensure!(4 * behind < 3 * alone, "{behind} nodes behind a search of {alone}");
    for mut process in [first, second] {
        drop(process.stdin.take());
        ensure!(process.wait()?.success(), "it ended with an error");
    }
    ensure!(!table.exists(), "the last process has left {}", table.display());
    Ok(Outcome::Passed(format!("{alone} nodes alone, {behind} behind the other process")))
}

/// Starts the engine, which waits for more input after these lines, and returns its nodes.
fn search(engine: &Engine, lines: &str) -> Result<(Child, u64)> {
    let mut command = engine.command();
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    process.stdin.as_mut().context("no pipe to it")?.write_all(lines.as_bytes())?;
    let mut nodes = None;
    for line in BufReader::new(process.stdout.as_mut().context("no pipe from it")?).lines() {
        let line = line?;
        let of_table = line.strip_prefix("info string SharedHash: ");
        ensure!(of_table.is_none_or(|text| text.contains("engines attached")), "it says: {line}");
        if line.starts_with("info depth 10 ") {
            let count = line.split(' ').skip_while(|&word| word != "nodes").nth(1);
            nodes = count.and_then(|count| count.parse().ok());
        }
        if line.starts_with("bestmove ") {
            break;
        }
    }
    Ok((process, nodes.context("no nodes")?))
}
