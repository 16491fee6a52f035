//! `python`: the package for Python, built, installed into a fresh environment, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::output;
use crate::process::{capture, is_installed, root};
use crate::step::{Outcome, step};

/// The crate's folder, from that of the workspace.
const FOLDER: &str = "crates/bindings/python";

/// The interpreter that makes the environment.
const PYTHON: &str = "python3";

/// The packages that the check needs beside the wheel.
const PACKAGES: [&str; 8] =
    ["maturin", "pytest", "chess", "numpy", "hypothesis", "mypy", "tqdm", "types-tqdm"];

/// The work to be done beside the build of the wheel.
#[derive(Args)]
pub(crate) struct Work {
    /// Test the package: pytest, `mypy --strict` and stubtest, with the checks of a debug build
    #[arg(long)]
    check: bool,
}

/// Builds the wheel into `target/python/wheels`, and does the work that is asked for.
pub(crate) fn run(work: &Work) -> Result<()> {
    if !is_installed(PYTHON) {
        output::line(format_args!("SKIPPED python: there is no {PYTHON}"));
        return Ok(());
    }
    let environment = Environment { folder: root().join("target/python") };
    if let Err(why) = environment.create() {
        output::line(format_args!("SKIPPED python: {}", last_line(&why.to_string())));
        return Ok(());
    }
    let profile = if work.check { "ci" } else { "release" };
    step("wheel", || environment.build(profile).map(Outcome::Passed))?;
    if work.check {
        step("tests in Python", || {
            let tests = root().join(FOLDER).join("tests");
            let said = environment.run("pytest", &["-q", "-p", "no:cacheprovider"], &[&tests])?;
            Ok(Outcome::Passed(last_line(&said)))
        })?;
        step("types", || {
            let sources = ["python/palimpsest", "tests"].map(|of| root().join(FOLDER).join(of));
            for folder in &sources {
                environment.run("mypy", &["--strict"], &[folder])?;
            }
            let said = environment.run("mypy.stubtest", &["palimpsest"], &[])?;
            Ok(Outcome::Passed(last_line(&said)))
        })?;
    }
    Ok(())
}

/// A folder with an environment of Python and the wheels.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment anew, with the packages of the check.
    fn create(&self) -> Result<()> {
        let home = self.folder.join("venv");
        if home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir_all(&self.folder)?;
        capture(Command::new(PYTHON).args(["-m", "venv"]).arg(&home))?;
        self.pip(&PACKAGES)
    }

    /// Installs packages from the registry, or files.
    fn pip(&self, packages: &[&str]) -> Result<()> {
        let words = ["install", "--quiet", "--disable-pip-version-check"];
        self.run("pip", &[&words[..], packages].concat(), &[]).map(drop)
    }

    /// Builds the wheel with a profile of the workspace and installs it; returns its name.
    fn build(&self, profile: &str) -> Result<String> {
        let wheels = self.folder.join("wheels").join(profile);
        if wheels.exists() {
            fs::remove_dir_all(&wheels)?;
        }
        let manifest = root().join(FOLDER).join("Cargo.toml");
        let words = ["build", "--quiet", "--locked", "--profile", profile, "--manifest-path"];
        let words = [&words[..], &[text(&manifest)?, "--out", text(&wheels)?]].concat();
        self.run("maturin", &words, &[])?;
        let wheel = fs::read_dir(&wheels)?.next().context("maturin wrote no wheel")??.path();
        self.pip(&["--force-reinstall", "--no-deps", text(&wheel)?])?;
        Ok(wheel.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    /// Runs a module of the environment, and returns what it printed.
    fn run(&self, module: &str, words: &[&str], paths: &[&Path]) -> Result<String> {
        let mut command = Command::new(self.folder.join("venv/bin/python"));
        command.args(["-m", module]).args(words).args(paths).current_dir(&self.folder);
        capture(&mut command)
    }
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is no text", path.display()))
}

fn last_line(said: &str) -> String {
    said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_owned()
}
