//! The verbs of movegen: its speed beside another generator's, and its tests on every back end.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::flags::{NATIVE, rustflags};
use crate::output;
use crate::outside::lay_out;
use crate::process::{self, capture, cargo};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The conditions that force a back end.
type Forced = &'static [(&'static str, &'static str)];

/// The back end without vectors and without PEXT, which every target has: `ci` forces it.
pub(crate) const PORTABLE: [Forced; 1] =
    [&[("movegen_lanes", "none"), ("movegen_sliders", "magic")]];

/// All back ends except this machine's best ones, which hide them otherwise.
pub(crate) const HIDDEN: [Forced; 2] = [&[("movegen_lanes", "256")], PORTABLE[0]];

/// Positions in random games that are enough for each change.
pub(crate) const POSITIONS: u64 = 50_000;

/// The text before the figures, which holds for every level.
const EXPLANATION: &str = "\
Leaves of the tree of legal moves, counted by movegen and by cozy-chess in turns within one process
and thread. `ratio` is the median over the rounds of movegen's speed divided by cozy-chess's, with the
least and the greatest round; then come leaves a cycle. At the last ply, `bulk` counts the moves,
`made` makes each, `list` writes them into a list. In `bulk` movegen keeps no keys in the last two
plies; in the other walks it keeps all. cozy-chess's trees are walked in several ways, of which the
quickest counts: `its walk` names it (`crates/movegen/benches/versus/cozy.rs`). Both sides look up
slider attacks by PEXT, or both by magic multiplication.
";

/// The generator that movegen is compared with.
const PEER: &str = "cozy-chess";

/// Measures movegen beside cozy-chess, built for this machine and for two older levels of the
/// instruction set, so that its back ends without AVX-512 and without AVX2 are measured too; writes
/// the page of figures to a file.
///
/// # Errors
/// If a bench does not build or does not succeed, or if the page cannot be written.
pub(crate) fn bench(levels: &[String], file: Option<&Path>, arguments: &[String]) -> Result<()> {
    let mut sections = String::new();
    for level in levels {
        output::line(format_args!("built for {level}"));
        let mut command = cargo(["bench", "--quiet", "--package", "movegen", "--bench", "versus"]);
        command.env("RUSTFLAGS", rustflags(level, &[]));
        command.arg("--").args(arguments);
        if level != NATIVE {
            command.args(["--label", &level.replace("x86-64-", "")]);
        }
        let printed = capture(&mut command)?;
        output::line(printed.trim_end());
        sections += &section(level, &printed);
    }
    let Some(file) = file else { return Ok(()) };
    let file = process::root().join(file);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {folder:?}"))?;
    }
    let lock = fs::read_to_string(process::root().join("Cargo.lock")).context("Cargo.lock")?;
    let head = format!("# movegen beside {PEER} {}", locked_version(&lock, PEER)?);
    let by = "Written by `cargo xtask bench movegen --write`; do not edit.";
    fs::write(&file, format!("{head}\n\n{by}\n\n{EXPLANATION}{sections}"))
        .with_context(|| format!("cannot write {file:?}"))
}

/// Returns the version of a package in the text of Cargo.lock.
///
/// # Errors
/// If the text does not have it.
pub(crate) fn locked_version<'a>(lock: &'a str, package: &str) -> Result<&'a str> {
    let entry = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) =
        lock.split_once(&entry).with_context(|| format!("no {package} in Cargo.lock"))?;
    rest.split('"').next().context("a version ends")
}

/// Returns the part of the page about one level: what the bench prints before its list of figures.
fn section(level: &str, printed: &str) -> String {
    let shown: Vec<&str> =
        printed.lines().take_while(|line| !line.starts_with("figure ")).collect();
    format!("\n## `target-cpu={level}`\n\n{}\n", shown.join("\n").trim())
}

/// Tests the laws of movegen on these back ends, one after the other, on at least `positions`
/// positions of random games.
///
/// # Errors
/// If a test fails, or none runs.
pub(crate) fn back_ends(back_ends: &[Forced], positions: u64) -> Result<Outcome> {
    let mut passed = Vec::new();
    for forced in back_ends {
        let lanes = forced[0].1;
        if lanes == "256" && !has_avx2() {
            output::line("SKIPPED lanes of 256 bits: this processor does not have AVX2");
            continue;
        }
        let printed = laws(forced, positions).with_context(|| format!("with {forced:?}"))?;
        ensure!(!printed.contains("running 0 tests"), "no law ran with {forced:?}");
        passed.push(format!("lanes {lanes}"));
    }
    Ok(Outcome::Passed(passed.join(", ")))
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// The tests that hold the fast paths to plain code: the counts of the move list and of other
/// generators. Modules of one program.
const LAWS: [(&str, &str); 3] =
    [("fast", "fast.rs"), ("derived", "perft/derived.rs"), ("suite", "perft/suite.rs")];

/// Runs these tests with forced back ends, as tests of a crate outside of the workspace: movegen's
/// other tests and its bench depend on much more, all of which would be built anew with each flag.
fn laws(forced: &[(&str, &str)], positions: u64) -> Result<String> {
    let workspace = Workspace::load()?;
    let movegen = workspace.member("movegen")?.directory().to_owned();
    let folder = workspace.target.join("back-ends").join("crate");
    let mut program = String::from("#![cfg(test)]\n");
    for (name, file) in LAWS {
        let path = movegen.join("tests/it").join(file);
        program += &format!("#[path = {path:?}]\nmod {name};\n");
    }
    lay_out(&folder, ("src/lib.rs", &program), &manifest(&movegen))?;
    let mut command = cargo(["test", "--quiet", "--lib"]);
    command.env("RUSTFLAGS", rustflags(NATIVE, forced));
    command.env("CARGO_TARGET_DIR", workspace.target.join("back-ends"));
    command.env("MOVEGEN_POSITIONS", positions.to_string());
    // Without optimisation, which `ci` chooses for itself, the laws run for a minute.
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    capture(command.current_dir(&folder))
}

/// Returns the manifest of that crate.
fn manifest(movegen: &Path) -> String {
    let keys = movegen.with_file_name("zobrist-keys");
    // It sets the `--cfg`s that name the chosen back end to the tests.
    let build = movegen.join("build.rs");
    format!(
        "[workspace]\n\n[package]\nname = \"back-ends\"\nedition = \"2024\"\nbuild = {build:?}\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\n\
         movegen = {{ path = {movegen:?} }}\nzobrist-keys = {{ path = {keys:?} }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_lock_file() {
        let lock = "[[package]]\nname = \"cozy-chess\"\nversion = \"0.3.4\"\nsource = \"r\"\n";
        assert_eq!(locked_version(lock, PEER).unwrap(), "0.3.4");
        assert!(locked_version("name = \"cozy-chess-types\"\nversion = \"0.2.2\"", PEER).is_err());
    }

    #[test]
    fn a_section_is_what_stands_before_the_figures() {
        let printed = "- processor: P\n\n| walk |\n|---|\n| bulk |\n\nfigure movegen.bulk 1.0 x\n";
        assert_eq!(
            section("x86-64-v2", printed),
            "\n## `target-cpu=x86-64-v2`\n\n- processor: P\n\n| walk |\n|---|\n| bulk |\n"
        );
    }
}
