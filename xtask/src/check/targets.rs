//! `check targets`: the libraries on targets that this machine is not.
//!
//! The libraries that do without the standard library are built for targets that have none. All of
//! them are built for 32-bit Linux and for WebAssembly, where a program prints numbers that must be
//! those of this machine. So they must be on AArch64 under an emulator, which also runs tt-core's
//! tests and the engine's bench. All crates are checked for Windows, where wine runs the bench.
//!
//! The standard library of a target is the pinned toolchain's (`rustup target add`); or a compiler
//! that has its sources, such as Debian's with rust-web-src, builds it on the way.

mod build;
mod emulated;
mod foreign;
mod windows;

use std::fs;
use std::process::Command;

use anyhow::{Result, bail, ensure};

use self::build::{Builder, PINNED, StdParts};
use self::emulated::MUSL;
use self::windows::WINDOWS;
use super::compiler::Compiler;
use super::library_copy::LibraryCopy;
use crate::outside::published;
use crate::process::{self, capture, is_installed};
use crate::step::{Outcome, step};
use crate::workspace::{Member, Workspace};

/// Targets without a system, the widths of whose atomics differ.
const BARE: [&str; 4] = [
    "aarch64-unknown-none",
    "x86_64-unknown-none",
    "thumbv7em-none-eabihf", // compare-and-swap of 32 bits
    "thumbv6m-none-eabi",    // loads and stores of 32 bits
];

/// The target with 32-bit words whose programs run here.
const LINUX_32: &str = "i686-unknown-linux-gnu";
const WASM: &str = "wasm32-unknown-unknown";

/// A part of tt-core's error on a target without 64-bit atomics.
const MESSAGE: &str = "this target does not have. Turn on the feature `portable-atomic`";

/// Builds the libraries for each target and compares the numbers.
///
/// # Errors
/// If a library does not build, or the numbers differ.
pub(super) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = published(&workspace).collect();
    let outside = LibraryCopy::new(&libraries)?;
    let compilers = Compiler::all();
    let target = workspace.target.join("targets");
    let builder = |triple, parts| Builder::find(&compilers, triple, parts, &outside, &target);
    let too_old = |builder: &Builder<'_>| libraries.iter().find_map(|one| builder.too_old_for(one));
    for triple in BARE {
        bare(triple, builder(triple, StdParts::Bare), &libraries, &outside)?;
    }
    let numbers = numbers_crate(&outside)?;
    let mut expected = String::new();
    step("numbers of this machine", || {
        let here = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let builder = Builder::of_this_machine(&compilers, &outside, &target)?;
        let program = builder.program(&numbers, "numbers")?;
        expected = capture(&mut Command::new(program))?;
        ensure!(expected.lines().count() > 10, "too few numbers:\n{expected}");
        Ok(Outcome::Passed(format!("{here}, {} lines", expected.lines().count())))
    })?;
    step(&format!("numbers of {LINUX_32}"), || {
        let Some(builder) = builder(LINUX_32, StdParts::Linux) else {
            return Ok(Outcome::Skipped(missing(LINUX_32)));
        };
        if let Some(why) = too_old(&builder) {
            return Ok(Outcome::Skipped(why));
        }
        if !links_32_bits() {
            let why = "cc links no 32-bit programs (apt-get install gcc-multilib)";
            return Ok(Outcome::Skipped(why.into()));
        }
        let program = builder.program(&numbers, "numbers")?;
        compare(&capture(&mut Command::new(program))?, &expected)
    })?;
    step(&format!("numbers of {WASM}"), || {
        let Some(builder) = builder(WASM, StdParts::Wasm) else {
            return Ok(Outcome::Skipped(missing(WASM)));
        };
        if let Some(why) = too_old(&builder) {
            return Ok(Outcome::Skipped(why));
        }
        let module = builder.program(&numbers, "numbers.wasm")?;
        if !is_installed("node") {
            let why = "built, not run: there is no node (apt-get install nodejs)";
            return Ok(Outcome::Skipped(why.into()));
        }
        let run = process::root().join(DATA).join("run.mjs");
        compare(&capture(Command::new("node").arg(run).arg(module))?, &expected)
    })?;
    let has = |triple| compilers.iter().any(|one| one.is(PINNED) && one.has_target(triple));
    emulated::run(has(MUSL), &numbers, &expected, &target)?;
    windows::run(has(WINDOWS), &target)
}

/// Builds each library without the standard library on a target without a system.
fn bare(
    triple: &str,
    builder: Option<Builder<'_>>,
    libraries: &[&Member],
    outside: &LibraryCopy,
) -> Result<()> {
    let Some(builder) = builder else {
        return step(triple, || Ok(Outcome::Skipped(missing(triple))));
    };
    for member in libraries {
        if !is_no_std(member)? {
            continue;
        }
        let name = &member.name;
        let wants_words = member.reaches("tt-core", libraries);
        let has_words = builder.has_atomics("64")?;
        step(&format!("{name}, {triple}"), || {
            if let Some(why) = builder.too_old_for(member) {
                return Ok(Outcome::Skipped(why));
            }
            if !wants_words || has_words {
                builder.library(member, "")?;
                return Ok(Outcome::Passed(builder.note()));
            }
            match builder.library(member, "") {
                Ok(()) => bail!("it builds without the feature that tt-core's message names"),
                Err(error) => only_message(&format!("{error:#}"))?,
            }
            builder.library(member, &way_out(outside, builder.has_atomics("ptr")?))?;
            Ok(Outcome::Passed(format!("{}, by portable-atomic", builder.note())))
        })?;
    }
    Ok(())
}

/// Returns the dependencies that tt-core's message asks the user for; without compare-and-swap, in
/// the variant for one core, which needs no further crate.
fn way_out(outside: &LibraryCopy, has_swap: bool) -> String {
    let path = outside.path().join("crates/tt-core");
    let tt_core = format!(
        "palimpsest-tt-core = {{ path = {path:?}, default-features = false, \
         features = [\"portable-atomic\"] }}\n"
    );
    let single =
        "portable-atomic = { version = \"1\", features = [\"unsafe-assume-single-core\"] }\n";
    if has_swap { tt_core } else { tt_core + single }
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

/// Returns whether the library says `#![no_std]`.
pub(super) fn is_no_std(member: &Member) -> Result<bool> {
    let text = fs::read_to_string(member.directory().join("src/lib.rs"))?;
    Ok(text.lines().any(|line| line == "#![no_std]"))
}

fn missing(triple: &str) -> String {
    format!(
        "no standard library for it (rustup target add {triple}, or on Debian 12: \
         apt-get install --no-install-recommends rustc-web cargo-web rust-web-src)"
    )
}

/// The folder of the program that prints the numbers.
const DATA: &str = "xtask/data/targets";

/// Adds the program to the copy, and returns its manifest.
fn numbers_crate(outside: &LibraryCopy) -> Result<std::path::PathBuf> {
    let read = |file: &str| fs::read_to_string(process::root().join(DATA).join(file));
    let (numbers, lib, main) = (read("numbers.rs")?, read("lib.rs")?, read("main.rs")?);
    let files = [
        ("Cargo.toml", MANIFEST),
        ("src/numbers.rs", &numbers),
        ("src/lib.rs", &lib),
        ("src/main.rs", &main),
    ];
    Ok(outside.add("numbers", &files)?.join("Cargo.toml"))
}

/// With the checks of a debug build: an overflow of a shorter `usize` is an error.
const MANIFEST: &str = r#"[package]
name = "numbers"
edition = "2024"

[workspace]

[lib]
crate-type = ["cdylib", "rlib"]

[dependencies]
evaluation = { path = "../crates/evaluation" }
movegen = { path = "../crates/movegen" }
search = { path = "../crates/search" }
syzygy = { package = "palimpsest-syzygy", path = "../crates/syzygy" }
tt-classics = { path = "../crates/tt-classics" }
tt_core = { package = "palimpsest-tt-core", path = "../crates/tt-core" }
zobrist-keys = { path = "../crates/zobrist-keys" }

[profile.dev]
opt-level = 2
debug = false
"#;

/// Returns whether the C compiler makes 32-bit programs.
fn links_32_bits() -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let source = folder.path().join("main.c");
    let wrote = fs::write(&source, "int main(void) { return 0; }\n").is_ok();
    let mut cc = Command::new("cc");
    wrote && capture(cc.arg("-m32").arg(&source).arg("-o").arg(folder.path().join("main"))).is_ok()
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
    fn a_line_that_differs_is_shown() {
        assert!(compare("a\nb\n", "a\nb\n").is_ok());
        let error = compare("a\nb\n", "a\nc\n").err().unwrap().to_string();
        assert!(error.contains("there:   b") && error.contains("here:    c"), "{error}");
        assert!(compare("a\n", "a\nb\n").is_err());
    }

    #[test]
    fn a_second_error_is_no_message() {
        let message = format!("error: tt-core … {MESSAGE} …\n --> sync.rs");
        let last = "error: could not compile `palimpsest-tt-core`";
        assert!(only_message(&format!("{message}\n{last}")).is_ok());
        assert!(only_message(&format!("{message}\nerror[E0432]: x\n{last}")).is_err());
        assert!(only_message(last).is_err());
    }

    #[test]
    fn the_bare_libraries_are_those_that_say_so() {
        let workspace = Workspace::load().unwrap();
        let is = |name: &str| is_no_std(workspace.member(name).unwrap()).unwrap();
        assert!(is("zobrist-keys") && is("tt-core") && is("movegen"));
        assert!(!is("search"));
    }
}
