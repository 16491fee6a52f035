//! `check msrv`: each library builds with the oldest compiler that its `rust-version` promises.
//!
//! Clippy's `incompatible_msrv`, a part of `ci`, knows since when a call of the standard library
//! is stable. What is new in the language itself, only an old compiler refuses.

use std::path::Path;

use anyhow::{Context, Result};

use super::compiler::Compiler;
use super::library_copy::LibraryCopy;
use crate::outside::published;
use crate::process::capture;
use crate::step::{Outcome, step};
use crate::tally::Tally;
use crate::workspace::{Choice, Member, Workspace};

/// The compiler of Debian 12, and the later one of its security updates; apt needs the version of
/// each package by name.
const DEBIAN: (&str, &str) = ("1.85", "1.85.0+dfsg3-1~deb12u3");

/// Builds each library with the compiler of its version, in each choice of its features, and runs
/// its tests as far as they need no other crate.
///
/// # Errors
/// If a library does not build, or a test fails.
pub(super) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = published(&workspace).collect();
    let compilers = Compiler::all();
    let outside = LibraryCopy::new(&libraries)?;
    let target = workspace.target.join("msrv");
    for member in &libraries {
        let asked =
            member.shown.rust_version.as_deref().context("a library without rust-version")?;
        let name = &member.name;
        match compilers.iter().find(|compiler| compiler.is_stable() && compiler.is(asked)) {
            Some(compiler) => with(compiler, member, &outside, &target)?,
            None => step(&format!("{name}, rust {asked}"), || {
                Ok(Outcome::Skipped(format!("no compiler {asked} here ({})", install(asked))))
            })?,
        }
    }
    Ok(())
}

/// Returns the commands that install the compiler.
fn install(version: &str) -> String {
    let rustup = format!("rustup toolchain install {version} --profile minimal");
    if version != DEBIAN.0 {
        return rustup;
    }
    let packages = ["rustc-web", "cargo-web", "libstd-rust-web-dev"];
    let packages = packages.map(|name| format!("{name}={}", DEBIAN.1)).join(" ");
    format!("{rustup}, or on Debian 12: apt-get install --no-install-recommends {packages}")
}

/// Checks one library with its compiler.
fn with(compiler: &Compiler, member: &Member, copy: &LibraryCopy, target: &Path) -> Result<()> {
    let cargo = |verb: &str, choice: &Choice, more: &[&str]| {
        let mut command = compiler.cargo(copy.path());
        command.args([verb, "--quiet", "--package", &member.package]).args(choice.arguments());
        capture(command.args(more).env("CARGO_TARGET_DIR", target))
    };
    let (name, version) = (&member.name, &compiler.version);
    for choice in Choice::all_of(member) {
        step(&format!("{name}, {}, rust {version}", choice.name()), || {
            cargo("check", &choice, &[])?;
            Ok(Outcome::passed())
        })?;
    }
    step(&format!("{name}, tests, rust {version}"), || {
        let all: Vec<_> = member.features().collect();
        let choice = Choice::with(&all);
        let whole = copy.has_whole_unit_tests(member)?;
        let parts: &[&str] =
            if whole { &["--lib", "--tests", "--examples"] } else { &["--examples"] };
        let printed = cargo("test", &choice, parts)? + &cargo("test", &choice, &["--doc"])?;
        Ok(Outcome::Passed(Tally::of(&printed).to_string()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::check::targets::is_no_std;
    use crate::process;

    #[test]
    fn programs_ask_for_the_pinned_compiler() {
        let workspace = Workspace::load().unwrap();
        let pin = fs::read_to_string(process::root().join("rust-toolchain.toml")).unwrap();
        for name in ["engine-cli", "lab", "tuner", "xtask"] {
            let asked = workspace.member(name).unwrap().shown.rust_version.clone().unwrap();
            assert!(pin.contains(&format!("channel = \"{asked}.")), "{name} asks for {asked}");
        }
    }

    #[test]
    fn the_page_lists_what_the_libraries_ask_for() {
        let page = fs::read_to_string(process::root().join("docs/architecture.md")).unwrap();
        let (_, table) = page.split_once("<!-- compilers -->\n").unwrap();
        let (table, _) = table.split_once("<!-- end -->").unwrap();
        let listed: BTreeSet<_> = table.lines().skip(2).map(str::to_owned).collect();
        let workspace = Workspace::load().unwrap();
        let libraries: Vec<_> = published(&workspace).collect();
        let yes = |is| if is { "yes" } else { "no" };
        let found = libraries.iter().map(|member| {
            let asked = member.shown.rust_version.as_deref().unwrap();
            let bare = yes(is_no_std(member).unwrap());
            let words = yes(member.reaches("tt-core", &libraries));
            format!("| `{}` | {asked} | {bare} | {words} |", member.name)
        });
        assert_eq!(listed, found.collect());
    }

    #[test]
    fn debian_is_named_where_it_helps() {
        assert!(install("1.85").contains("rustc-web=1.85.0"));
        assert!(!install("1.89").contains("apt-get"));
    }
}
