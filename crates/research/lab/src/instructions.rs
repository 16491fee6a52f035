//! Verb `instructions`: the instructions of hot paths, counted by callgrind, stay within
//! 2 % of the recorded ones. Counts do not depend on what else the machine does.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::page::commit;

const PAGE: &str = "docs/records/bench/instructions.md";

/// The greatest change, in percent.
const MOST: f64 = 2.0;

/// The paths: words of the lab's verb `hot-path`, with repetitions that take some seconds.
const PATHS: [(&str, u64); 12] = [
    ("probe-hit", 200_000),
    ("probe-miss", 200_000),
    ("store-new", 200_000),
    ("store-own", 200_000),
    ("count-moves", 50_000),
    ("list-moves", 50_000),
    ("make-move", 100_000),
    ("read-fen", 20_000),
    ("pawn-structure", 100_000),
    ("hand-crafted", 50_000),
    ("network", 50_000),
    ("search-node", 20_000),
];

const HEAD: &str = "\
# Instructions of hot paths

Written by `cargo xtask check instructions --write`; do not edit. Instructions of one repetition, counted
by valgrind's callgrind in a release build for x86-64-v3: the difference of two runs, one with twice the
repetitions, so that start and end do not count. `cargo xtask check instructions` fails if a count
changed by more than 2 %. `crates/research/lab/src/hot_path.rs` has the paths.

| path | instructions |
|---|---:|
";

#[derive(Args)]
pub(crate) struct InstructionsArguments {
    /// Record the counts
    #[arg(long)]
    write: bool,
}

/// Counts, and compares with the page or writes it.
///
/// # Errors
/// If counts differ.
pub(crate) fn run(&InstructionsArguments { write }: &InstructionsArguments) -> Result<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED instructions: there is no valgrind (apt-get install valgrind)");
        return Ok(());
    }
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).join(PAGE);
    let recorded = if write { String::new() } else { fs::read_to_string(&file)? };
    let (mut page, mut faults) = (HEAD.to_owned(), Vec::new());
    for (path, repeats) in PATHS {
        let [once, twice] = [counted(path, repeats)?, counted(path, 2 * repeats)?];
        let each = twice.saturating_sub(once) as f64 / repeats as f64;
        page += &format!("| {path} | {each:.1} |\n");
        let change = recorded_of(&recorded, path).map(|old| 100.0 * (each / old - 1.0));
        let note = change.map_or("not recorded".into(), |change| format!("{change:+.2} %"));
        let said = format!("{path}: {each:.1} instructions, {note}");
        println!("{said}");
        if !write && change.is_none_or(|change| change.abs() > MOST) {
            faults.push(said);
        }
    }
    if write {
        let stamped = page.replacen("--write`;", &format!("--write` at {};", commit()), 1);
        fs::write(&file, stamped)?;
        println!("{PAGE} is written");
    }
    ensure!(
        faults.is_empty(),
        "expected at most {MOST} % of change (`--write` records anew), found\n{}",
        faults.join("\n")
    );
    Ok(())
}

fn counted(path: &str, repeats: u64) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let lab = std::env::current_exe()?;
    let output = valgrind.arg(lab).args(["hot-path", path, &repeats.to_string()]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind: {said}");
    collected(&said).with_context(|| format!("valgrind says no count: {said}"))
}

/// Returns the count in `==1== Collected : 123`.
fn collected(said: &str) -> Option<u64> {
    let (_, count) = said.lines().find_map(|line| line.split_once(" Collected : "))?;
    count.split_whitespace().next()?.parse().ok()
}

fn recorded_of(page: &str, path: &str) -> Option<f64> {
    let start = format!("| {path} | ");
    let count = page.lines().find_map(|line| line.strip_prefix(&start))?;
    count.trim_end_matches(" |").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_valgrind_and_from_the_page() {
        assert_eq!(collected("==7== \n==7== Collected : 123456\n"), Some(123_456));
        assert_eq!(collected("==7== nothing"), None);
        let page = format!("{HEAD}| probe-hit | 25.5 |\n");
        assert_eq!(recorded_of(&page, "probe-hit"), Some(25.5));
        assert_eq!(recorded_of(&page, "probe"), None);
    }

    #[test]
    fn each_path_is_recorded() {
        let page = include_str!("../../../../docs/records/bench/instructions.md");
        assert!(PATHS.iter().all(|(path, _)| recorded_of(page, path).is_some()), "{page}");
    }
}
