//! A target of another system or processor, whose programs an emulator runs.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::bench;
use crate::flags::rustflags;
use crate::process::{self, capture};
use crate::step::Outcome;

/// A target, and the programs that link and run what is built for it.
pub(super) struct Foreign<'a> {
    pub(super) triple: &'a str,
    pub(super) linker: &'a str,
    pub(super) runner: &'a str,
    /// The folder for what is built.
    pub(super) target: &'a Path,
}

impl Foreign<'_> {
    /// Returns a command of the pinned cargo that builds for the target and runs by the emulator.
    pub(super) fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = process::cargo(words);
        let triple = self.triple.replace('-', "_").to_uppercase();
        let name = |what: &str| format!("CARGO_TARGET_{triple}_{what}");
        cargo.args(["--target", self.triple]).env("CARGO_TARGET_DIR", self.target);
        cargo.env(name("LINKER"), self.linker).env(name("RUNNER"), self.runner);
        // Where wine puts its files, and its remarks.
        cargo.env("WINEPREFIX", self.target.join("wine")).env("WINEDEBUG", "-all");
        // In place of the flags of the checkout, which are for this machine's processor.
        let cpu = if self.triple.starts_with("x86_64") { "x86-64-v2" } else { "generic" };
        cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", rustflags(cpu, &[]));
        cargo
    }

    /// Checks that the engine's bench searches as many nodes as the history says.
    pub(super) fn bench(&self) -> Result<Outcome> {
        bench::equals_recorded("bench", || {
            let mut run = self.cargo(&["run", "--quiet", "--package", "engine-cli"]);
            let said = capture(run.args(["--", "bench"]))?;
            let nodes = said.lines().last().and_then(bench::nodes_of);
            let nodes = nodes.with_context(|| format!("bench ends in no number of nodes:\n{said}"));
            Ok((nodes?, String::new()))
        })
    }
}
