//! The engine, as the verbs that run it see it: a program to build, with a line to read at its end.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process::{capture, cargo};
use crate::workspace::Workspace;

/// A way to build the engine: the name of a cargo profile.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    Release,
    /// As it is tested: optimised too, but quicker to link, with overflow checks and assertions on.
    Checked,
}

impl Build {
    fn profile(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Checked => "ci",
        }
    }
}

/// The engine's binary, and the emulator that it needs on this machine, if any.
pub(crate) struct Engine {
    path: PathBuf,
    emulator: Option<&'static str>,
}

impl Engine {
    /// Builds it, unless it is up to date.
    pub(crate) fn build(build: Build) -> Result<Self> {
        let profile = build.profile();
        let work: &[&str] = match build {
            Build::Release => &["build"],
            // What its tests depend on chooses features of its dependencies, which a build would
            // build once more.
            Build::Checked => &["test", "--no-run", "--test", "it"],
        };
        let package = ["--quiet", "--package", "engine-cli", "--profile", profile];
        capture(&mut cargo([work, &package].concat()))?;
        Self::last_built(build)
    }

    /// Returns the engine that was built last so, by whatever command.
    pub(crate) fn last_built(build: Build) -> Result<Self> {
        let file = format!("palimpsest{}", std::env::consts::EXE_SUFFIX);
        Ok(Self::at(Workspace::load()?.target.join(build.profile()).join(file)))
    }

    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path, emulator: None }
    }

    pub(crate) fn emulated(emulator: &'static str, path: PathBuf) -> Self {
        Self { path, emulator: Some(emulator) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn command(&self) -> Command {
        match self.emulator {
            None => Command::new(&self.path),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(&self.path);
                command
            }
        }
    }

    pub(crate) fn last_line(&self, arguments: &[&str]) -> Result<String> {
        let printed = capture(self.command().args(arguments))?;
        Ok(printed.lines().last().unwrap_or_default().to_owned())
    }
}
