//! A probe in C, inline and by a call, beside the inlined one in Rust.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{FOLDER, Library};
use crate::output::{self, Outcome};
use crate::process::{capture, cargo, root};

/// Sizes of tables in bytes: one in the second-level cache, one in the third, one in memory.
const SIZES: [u64; 3] = [256 << 10, 16 << 20, 512 << 20];

const PROBES: u64 = 20_000_000;

const TURNS: usize = 5;

/// Prints the medians over the turns, and the quotients.
pub(super) fn run(library: &Library) -> Result<Outcome> {
    let program = library.folder().join("probe");
    let source = root().join(FOLDER).join("benches/probe.c");
    let flags = ["-std=gnu11", "-O3", "-march=native"];
    library.compile("gcc", &flags, &[source], &program)?;
    let rust = rust()?;
    let mut worst: f64 = 0.0;
    output::line("bytes        Rust, ns  C inline, ns  by a call, ns  inline / Rust  call / Rust");
    for bytes in SIZES {
        let (mut rusts, mut inlines, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..TURNS {
            let (in_rust, found) = figures(Command::new(&rust), bytes)?;
            let (in_c, same) = figures(Command::new(&program), bytes)?;
            ensure!(found == same, "expected the finds of Rust, {found}, found {same}");
            rusts.push(in_rust[0]);
            inlines.push(in_c[0]);
            calls.push(in_c[1]);
        }
        let [rust, inline, call] = [rusts, inlines, calls].map(median);
        let (quotient, by_call) = (inline / rust, call / rust);
        worst = worst.max(quotient);
        output::line(format_args!(
            "{bytes:<12} {rust:>8.2}  {inline:>12.2}  {call:>13.2}  {quotient:>13.2}  \
             {by_call:>11.2}"
        ));
    }
    Ok(Outcome::Passed(format!("inline at most {worst:.2} of Rust")))
}

/// Builds the program in Rust as the library is built for this machine, and returns its path.
fn rust() -> Result<PathBuf> {
    let build = ["bench", "--quiet", "--package", "palimpsest-c", "--bench", "probe", "--no-run"];
    let said = capture(cargo(build).args(["--message-format", "json"]))?;
    let messages = said.lines().filter_map(|line| serde_json::from_str(line).ok());
    let mut programs = messages.filter_map(|message: serde_json::Value| {
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    programs.next_back().context("cargo names no program")
}

/// Runs a program and returns the figures of its fastest round, and what it found.
fn figures(mut program: Command, bytes: u64) -> Result<(Vec<f64>, String)> {
    let arguments = [bytes, PROBES, 3].map(|number| number.to_string());
    let printed = capture(program.args(arguments))?;
    let rounds = printed.lines().map(|line| -> Result<_> {
        let (figures, found) = line.rsplit_once(' ').context("a line without figures")?;
        let figures = figures.split(' ').map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        Ok((figures, found.to_owned()))
    });
    let rounds = rounds.collect::<Result<Vec<_>>>()?;
    let (first, found) = rounds.first().context("no round")?.clone();
    let least = |at: usize| rounds.iter().map(|round| round.0[at]).fold(f64::MAX, f64::min);
    Ok(((0..first.len()).map(least).collect(), found))
}

pub(super) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
