//! `check targets`: the libraries on targets that this machine is not.
//!
//! The libraries that do without the standard library are built for targets that have none. All of
//! them are built for 32-bit Linux, for WebAssembly and, under an emulator, for AArch64, where a
//! program prints numbers that must be those of this machine; the emulator also runs tt-core's
//! tests and the engine's bench. All crates are checked for Windows, where wine runs the bench.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::bench;
use crate::output::{Outcome, step, step_unless};
use crate::outside::{lay_out, published};
use crate::process::{self, Tally, capture, has_standard_library, lacks, root, rustflags};
use crate::workspace::{Member, TT_CORE, Workspace};

/// Targets without a system; whether each has atomic words of 64 bits, and else whether it has
/// compare-and-swap.
const BARE: [(&str, bool, bool); 4] = [
    ("aarch64-unknown-none", true, true),
    ("x86_64-unknown-none", true, true),
    ("thumbv7em-none-eabihf", false, true),
    ("thumbv6m-none-eabi", false, false),
];

const LINUX_32: &str = "i686-unknown-linux-gnu";
const WASM: &str = "wasm32-unknown-unknown";
const MUSL: &str = "aarch64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The C compiler that links programs for Windows, and the emulator of AArch64 Linux.
const MINGW: &str = "x86_64-w64-mingw32-gcc";
const QEMU: &str = "qemu-aarch64";

/// A part of tt-core's error on a target without 64-bit atomics.
const MESSAGE: &str = "this target does not have. Turn on the feature `portable-atomic`";

/// Flags under which portable-atomic takes a target of one core without compare-and-swap.
const SINGLE_CORE: &str = "--cfg portable_atomic_unsafe_assume_single_core";

const DATA: &str = "xtask/data/targets";

/// Tests of tt-core that the emulator does not run: those that start their own program again, which
/// the system cannot run by itself; one that reads in `/proc` which pages are huge, and one that
/// reads there when the process started, of which the emulator tells each thread something else.
const LEFT_OUT: [&str; 4] = [
    "shared_processes",
    "shared_kill",
    "this_machine_tells_what_it_gave",
    "of_many_who_open_at_once_one_creates",
];

pub(super) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let target = workspace.target.join("targets");
    let foreign = |triple| {
        let flags = String::new();
        Foreign { triple, linker: None, runner: None, flags, target: &target }
    };
    for (triple, has_words, has_swap) in BARE {
        let flags = if has_swap { "" } else { SINGLE_CORE }.to_owned();
        let bare_metal = Foreign { flags, ..foreign(triple) };
        on(triple, triple, &[], || bare(&bare_metal, &workspace, has_words))?;
    }
    let numbers = numbers_crate(&target)?;
    let numbers_of = |foreign: &Foreign<'_>, verb: &str| {
        capture(foreign.cargo(&[verb, "--quiet"]).arg("--manifest-path").arg(&numbers))
    };
    let mut expected = String::new();
    step("numbers of this machine", || {
        let mut run = process::cargo(["run", "--quiet", "--manifest-path"]);
        expected = capture(run.arg(&numbers).env("CARGO_TARGET_DIR", &target))?;
        ensure!(expected.lines().count() > 10, "too few numbers:\n{expected}");
        Ok(Outcome::Passed(format!("{} lines", expected.lines().count())))
    })?;
    on(&format!("numbers of {LINUX_32}"), LINUX_32, &[], || {
        if !links_32_bits() {
            let why = "cc links no 32-bit programs (apt-get install gcc-multilib)";
            return Ok(Outcome::Skipped(why.into()));
        }
        compare(&numbers_of(&foreign(LINUX_32), "run")?, &expected)
    })?;
    on(&format!("numbers of {WASM}"), WASM, &[("node", "nodejs")], || {
        numbers_of(&foreign(WASM), "build")?;
        let module = target.join(WASM).join("debug/numbers.wasm");
        let run = root().join(DATA).join("run.mjs");
        compare(&capture(Command::new("node").arg(run).arg(module))?, &expected)
    })?;
    let musl = Foreign {
        linker: Some("rust-lld"),
        runner: Some(QEMU),
        flags: rustflags("generic", &[]),
        ..foreign(MUSL)
    };
    let qemu = [(QEMU, "qemu-user")];
    on(&format!("numbers of {MUSL}"), MUSL, &qemu, || {
        compare(&numbers_of(&musl, "run")?, &expected)
    })?;
    on(&format!("tests of tt-core, {MUSL}"), MUSL, &qemu, || {
        let mut test = musl.cargo(&["test", "--quiet", "--package", TT_CORE, "--lib"]);
        test.args(["--test", "it", "--features", "laws,persist,shared", "--"]);
        test.args(LEFT_OUT.iter().flat_map(|name| ["--skip", name]));
        let tally = Tally::of(&capture(&mut test)?);
        ensure!(tally.passed > 0, "no test ran");
        Ok(Outcome::Passed(tally.to_string()))
    })?;
    on(&format!("bench signature of {MUSL}"), MUSL, &qemu, || musl.bench())?;
    let windows = Foreign {
        linker: Some(MINGW),
        runner: Some("wine"),
        flags: rustflags("x86-64-v2", &[]),
        ..foreign(WINDOWS)
    };
    on(&format!("all crates, {WINDOWS}"), WINDOWS, &[], || {
        capture(&mut windows.cargo(&["check", "--quiet", "--workspace"]))?;
        Ok(Outcome::passed())
    })?;
    let tools = [(MINGW, "gcc-mingw-w64-x86-64"), ("wine", "wine64 wine")];
    on(&format!("bench signature of {WINDOWS}"), WINDOWS, &tools, || {
        missing_library(&target)?;
        windows.bench()
    })
}

/// Runs a step that needs the standard library of a target and some programs, each with Debian's
/// packages that install it.
fn on(
    name: &str,
    triple: &str,
    programs: &[(&str, &str)],
    work: impl FnOnce() -> Result<Outcome>,
) -> Result<()> {
    let why = || format!("no standard library for it (rustup target add {triple})");
    let no_library = (!has_standard_library(triple)).then(why);
    let no_program = |&(program, packages): &(&str, &str)| {
        lacks(program, &format!(" (apt-get install {packages})"))
    };
    step_unless(no_library.or_else(|| programs.iter().find_map(no_program)), name, work)
}

/// A target, the programs that link and run what is built for it, the compiler's flags, and the
/// folder for what is built.
struct Foreign<'a> {
    triple: &'a str,
    linker: Option<&'a str>,
    runner: Option<&'a str>,
    flags: String,
    target: &'a Path,
}

impl Foreign<'_> {
    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = process::cargo(words);
        let triple = self.triple.replace('-', "_").to_uppercase();
        for (what, program) in [("LINKER", self.linker), ("RUNNER", self.runner)] {
            cargo.envs(program.map(|program| (format!("CARGO_TARGET_{triple}_{what}"), program)));
        }
        cargo.args(["--target", self.triple]).env("CARGO_TARGET_DIR", self.target);
        // Where wine puts its files, and its remarks.
        cargo.env("WINEPREFIX", self.target.join("wine")).env("WINEDEBUG", "-all");
        // In place of the flags of the checkout, which are for this machine's processor.
        cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", &self.flags);
        cargo
    }

    /// Builds a library without its default features, and tt-core with these.
    fn library(&self, package: &str, of_core: Option<&str>) -> Result<()> {
        let mut build = self.cargo(&["build", "--quiet", "--no-default-features", "-p", package]);
        let of_core = of_core.map(|feature| format!("{TT_CORE}/{feature}"));
        build.args(of_core.iter().flat_map(|feature| ["-p", TT_CORE, "--features", feature]));
        capture(&mut build).map(|_| ())
    }

    /// Checks that the engine's bench searches as many nodes as the history says.
    fn bench(&self) -> Result<Outcome> {
        bench::equals_recorded("bench", || {
            let mut run = self.cargo(&["run", "--quiet", "--package", "engine-cli"]);
            let said = capture(run.args(["--", "bench"]))?;
            let nodes = said.lines().last().and_then(bench::nodes_of);
            let nodes = nodes.with_context(|| format!("bench ends in no number of nodes:\n{said}"));
            Ok((nodes?, String::new()))
        })
    }
}

/// Builds each library without the standard library on a target without a system. Where it has no
/// atomic words of 64 bits, those over tt-core build by the feature that tt-core's message names.
fn bare(target: &Foreign<'_>, workspace: &Workspace, has_words: bool) -> Result<Outcome> {
    let libraries: Vec<&Member> = published(workspace).collect();
    let (mut plain, mut by_feature) = (0, 0);
    for member in &libraries {
        let package = member.package.as_str();
        if !is_no_std(member)? {
            continue;
        }
        if has_words || !member.reaches("tt-core", &libraries) {
            target.library(package, None).with_context(|| package.to_owned())?;
            plain += 1;
            continue;
        }
        match target.library(package, None) {
            Ok(()) => bail!("{package} builds without the feature that tt-core's message names"),
            Err(error) => only_message(&format!("{error:#}"))?,
        }
        target.library(package, Some("portable-atomic")).with_context(|| package.to_owned())?;
        by_feature += 1;
    }
    Ok(Outcome::Passed(format!("{plain} libraries, {by_feature} by portable-atomic")))
}

/// Checks that a refusal is one message of tt-core, and cargo's line that the crate did not
/// compile.
fn only_message(refusal: &str) -> Result<()> {
    let errors: Vec<_> = refusal.lines().filter(|line| line.starts_with("error")).collect();
    let expected = errors.len() == 2
        && errors[0].contains(MESSAGE)
        && errors[1].starts_with("error: could not compile");
    ensure!(expected, "tt-core's message is not the only one:\n{refusal}");
    Ok(())
}

pub(super) fn is_no_std(member: &Member) -> Result<bool> {
    let text = fs::read_to_string(member.directory().join("src/lib.rs"))?;
    Ok(text.lines().any(|line| line == "#![no_std]"))
}

/// Lays out the program that prints the numbers, and returns its manifest.
fn numbers_crate(target: &Path) -> Result<PathBuf> {
    let read = |file: &str| fs::read_to_string(root().join(DATA).join(file));
    let manifest = read("manifest.toml")?.replace("ROOT", &root().display().to_string());
    let folder = target.join("crates/numbers");
    for file in ["numbers.rs", "lib.rs", "main.rs"] {
        lay_out(&folder, (&format!("src/{file}"), &read(file)?), &manifest)?;
    }
    Ok(folder.join("Cargo.toml"))
}

fn links_32_bits() -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let source = folder.path().join("main.c");
    let wrote = fs::write(&source, "int main(void) { return 0; }\n").is_ok();
    let mut cc = Command::new("cc");
    wrote && capture(cc.arg("-m32").arg(&source).arg("-o").arg(folder.path().join("main"))).is_ok()
}

/// Makes a library that wine lacks and puts it where the engine's binary will be.
fn missing_library(target: &Path) -> Result<()> {
    let folder = target.join(WINDOWS).join("debug");
    fs::create_dir_all(&folder)?;
    let mut linker = Command::new(MINGW);
    linker.arg("-shared").arg(root().join(DATA).join("bcryptprimitives.c"));
    linker.arg("-o").arg(folder.join("bcryptprimitives.dll")).arg("-ladvapi32");
    capture(&mut linker).map(|_| ())
}

/// Fails at the first line that differs.
fn compare(found: &str, expected: &str) -> Result<Outcome> {
    for (found, expected) in found.lines().zip(expected.lines()) {
        ensure!(found == expected, "there:   {found}\nhere:    {expected}");
    }
    ensure!(found == expected, "one has more lines:\n{found}\n\n{expected}");
    Ok(Outcome::Passed("the same".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_error_is_no_message() {
        let message = format!("error: tt-core … {MESSAGE} …\n --> sync.rs");
        let last = "error: could not compile `palimpsest-tt-core`";
        assert!(only_message(&format!("{message}\n{last}")).is_ok());
        assert!(only_message(&format!("{message}\nerror[E0432]: x\n{last}")).is_err());
        assert!(only_message(last).is_err());
    }
}
