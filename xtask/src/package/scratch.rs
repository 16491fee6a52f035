//! A crate outside of the workspace that depends on unpacked archives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::outside;
use crate::process::{self, capture, cargo};
use crate::step::Outcome;
use crate::workspace::{Choice, Member};

/// Where the programs stand, as `NAME.rs`.
const PROGRAMS: &str = "xtask/data/scratch";

/// The file of a program.
pub(super) fn program(name: &str) -> PathBuf {
    process::root().join(PROGRAMS).join(format!("{name}.rs"))
}

/// The unpacked archives of the crates.
pub(super) struct Archives<'a> {
    /// The package and the folder of each crate.
    folders: BTreeMap<&'a str, (&'a str, PathBuf)>,
    /// Where the programs are built.
    target: &'a Path,
}

impl<'a> Archives<'a> {
    /// Those that `cargo package` has left in `target`.
    ///
    /// # Errors
    /// If one is not there.
    pub(super) fn new(members: &[&'a Member], target: &'a Path) -> Result<Self> {
        let mut folders = BTreeMap::new();
        for member in members {
            let folder =
                target.join("package").join(format!("{}-{}", member.package, member.version));
            ensure!(folder.is_dir(), "there is no archive at {}", folder.display());
            folders.insert(member.name.as_str(), (member.package.as_str(), folder));
        }
        Ok(Self { folders, target })
    }

    /// Builds a crate that takes this one with a choice of its features, and nothing else.
    ///
    /// # Errors
    /// If it does not build.
    pub(super) fn check(&self, name: &str, choice: &Choice) -> Result<Outcome> {
        let uses_it = format!("//! Takes a crate.\nuse {} as _;\n\nfn main() {{}}\n", ident(name));
        self.cargo("check", &[(name, choice.clone())], &uses_it)?;
        Ok(Outcome::passed())
    }

    /// Builds and runs a program that takes these crates.
    ///
    /// # Errors
    /// If it is not there, or does not build or run.
    pub(super) fn run(&self, name: &str, crates: &[(&str, Choice)]) -> Result<Outcome> {
        let file = program(name);
        let text = fs::read_to_string(&file).with_context(|| format!("no program {file:?}"))?;
        let said = self.cargo("run", crates, &text)?;
        Ok(Outcome::Passed(said.lines().last().unwrap_or_default().to_owned()))
    }

    fn cargo(&self, verb: &str, crates: &[(&str, Choice)], program: &str) -> Result<String> {
        let folder = outside()?;
        fs::create_dir(folder.path().join("src"))?;
        fs::write(folder.path().join("src/main.rs"), program)?;
        fs::write(folder.path().join("Cargo.toml"), self.manifest(crates)?)?;
        for file in ["Cargo.lock", "rust-toolchain.toml"] {
            fs::copy(process::root().join(file), folder.path().join(file))?;
        }
        let mut command = cargo([verb, "--quiet"]);
        capture(command.current_dir(&folder).env("CARGO_TARGET_DIR", self.target))
    }

    /// The crates are dependencies by their folders, and so are those that they ask the registry
    /// for.
    fn manifest(&self, crates: &[(&str, Choice)]) -> Result<String> {
        let mut text = String::from("[package]\nname = \"scratch\"\nedition = \"2024\"\n\n");
        text += "[profile.dev]\nopt-level = 1\n\n[dependencies]\n";
        for (name, choice) in crates {
            let archive = self.folders.get(name);
            let (package, folder) = archive.with_context(|| format!("{name} is no archive"))?;
            text += &format!("{package} = {{ path = {folder:?}, {} }}\n", choice.keys());
        }
        text += "\n[patch.crates-io]\n";
        for (package, folder) in self.folders.values() {
            text += &format!("{package} = {{ path = {folder:?} }}\n");
        }
        Ok(text)
    }
}

/// The name of a crate in code.
fn ident(name: &str) -> String {
    name.replace('-', "_")
}
