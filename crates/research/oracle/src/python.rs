//! movegen beside python-chess: facts go out as JSON, the script compares them and writes games and
//! EPD of its own, which come back.

mod files;
mod positions;
mod trees;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use movegen::Epd;
use serde_json::Value;

use crate::python::trees::tree;

/// The program that compares, beside this crate.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/python_chess.py");

/// Compares the games of `games.pgn` in a folder, random games, and files of 10,000 games with what
/// python-chess makes of them; the folder is left with what either side has written.
pub(crate) fn run(folder: &Path, report: impl Fn(String)) -> Result<()> {
    let bytes = fs::read(folder.join("games.pgn")).context("no games.pgn")?;
    let ours = trees::read(&bytes)?;
    let epds = positions::epds();
    let mut facts: Vec<Value> = ours.iter().map(tree).collect();
    facts.extend(positions::lines());
    facts.extend(positions::starts());
    facts.extend(epds.iter().map(positions::epd));
    facts.extend(files::facts(folder)?);
    let text: String = facts.iter().map(|fact| format!("{fact}\n")).collect();
    fs::write(folder.join("ours.jsonl"), text)?;

    let mut python = Command::new("python3");
    python.arg(SCRIPT).arg(folder).env("PYTHONIOENCODING", "utf-8");
    let output = python.output().context("cannot start python3")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{printed}{errors}");
    report(printed.trim_end().to_owned());

    let theirs = trees::read(&fs::read(folder.join("theirs.pgn"))?)?;
    ensure!(theirs.len() == ours.len(), "{} games of {}", theirs.len(), ours.len());
    for (number, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        ensure!(tree(ours) == tree(theirs), "game {number} as python-chess writes it differs");
    }
    let lines = fs::read_to_string(folder.join("theirs.epd"))?;
    for (ours, line) in epds.iter().zip(lines.lines()) {
        let theirs: Epd = line.parse().with_context(|| format!("EPD {line:?}"))?;
        ensure!(positions::says_the_same(ours, &theirs), "EPD: {ours} and {theirs}");
    }
    ensure!(lines.lines().count() == epds.len(), "lines of EPD are missing");
    report(format!("{} games and {} lines of EPD read back: equal", theirs.len(), epds.len()));
    Ok(())
}
