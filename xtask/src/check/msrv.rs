//! `check msrv`: each library builds with the oldest compiler that its `rust-version` promises.
//!
//! Clippy's `incompatible_msrv`, a part of `ci`, knows since when a call of the standard library
//! is stable. What is new in the language itself, only an old compiler refuses.

use std::process::Command;

use anyhow::{Context, Result};

use crate::output::{Outcome, step};
use crate::outside::published;
use crate::process::{capture, in_root};
use crate::workspace::{Choice, Workspace};

/// Variables that the pinned toolchain sets, which runs this program.
const PINNED: [&str; 4] = ["CARGO", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH", "RUSTFLAGS"];

/// Builds each library with the compiler of its version, in each choice of its features.
pub(super) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let target = workspace.target.join("msrv");
    for member in published(&workspace) {
        let asked =
            member.shown.rust_version.as_deref().context("a library without rust-version")?;
        for choice in Choice::all_of(member) {
            step(&format!("{}, {}, rust {asked}", member.name, choice.name()), || {
                let mut check = with(asked, &["--version"]);
                if capture(&mut check).is_err() {
                    let install = format!("rustup toolchain install {asked} --profile minimal");
                    return Ok(Outcome::Skipped(format!("no compiler {asked} here ({install})")));
                }
                let mut check = with(asked, &["check", "--quiet", "--locked"]);
                check.args(["--package", &member.package]).args(choice.arguments());
                capture(check.env("CARGO_TARGET_DIR", &target))?;
                Ok(Outcome::passed())
            })?;
        }
    }
    Ok(())
}

/// Returns a command of the cargo of a toolchain of rustup.
fn with(version: &str, words: &[&str]) -> Command {
    let mut command = in_root("rustup", [&["run", version, "cargo"], words].concat());
    PINNED.iter().for_each(|name| _ = command.env_remove(name));
    command
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::check::targets::is_no_std;
    use crate::process::root;

    #[test]
    fn the_page_lists_what_the_libraries_ask_for() {
        let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
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
}
