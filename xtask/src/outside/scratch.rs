//! A crate in a folder of its own that depends on ours.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::Program;
use crate::output::Outcome;
use crate::process::{self, capture_with, cargo};
use crate::workspace::{Choice, Member};

/// The folder of the programs, `NAME.rs`.
const PROGRAMS: &str = "xtask/data/scratch";

/// The start of its manifest, which makes it a workspace of its own wherever it is.
const MANIFEST: &str = "\
[workspace]

[package]
name = \"scratch\"
edition = \"2024\"

[profile.dev]
debug = false

[dependencies]
";

/// Variables that make an error of a warning, which cargo hides in crates of the registry only.
pub(super) const STRICT: [(&str, &str); 1] = [("RUSTFLAGS", "-D warnings")];

/// Those of docs.rs, whose compiler is a nightly one.
const DOCS_RS: [(&str, &str); 2] =
    [("RUSTDOCFLAGS", "-D warnings --cfg docsrs"), ("RUSTC_BOOTSTRAP", "1")];

const NO_PROGRAM: &str = "fn main() {}\n";

/// The file, beside the manifest, that a program reads as its standard input.
const INPUT: &str = "input.txt";

pub(super) fn program(name: &str) -> PathBuf {
    process::root().join(PROGRAMS).join(format!("{name}.rs"))
}

/// Returns the folder of an archive that `cargo package` has left in `target`, unpacked.
pub(crate) fn archive(member: &Member, target: &Path) -> PathBuf {
    target.join("package").join(format!("{}-{}", member.package, member.version))
}

pub(crate) struct Crates<'a> {
    /// The package and the folder of each.
    folders: BTreeMap<&'a str, (&'a str, PathBuf)>,
    /// Whether they ask the registry for each other, and have to get these.
    from_registry: bool,
    target: &'a Path,
}

impl<'a> Crates<'a> {
    pub(crate) fn of_workspace(members: &[&'a Member], target: &'a Path) -> Self {
        let folder = |member: &&'a Member| {
            (member.name.as_str(), (member.package.as_str(), member.directory().to_owned()))
        };
        Self { folders: members.iter().map(folder).collect(), from_registry: false, target }
    }

    /// Returns the unpacked archives that `cargo package` has left in `target`.
    pub(crate) fn of_archives(members: &[&'a Member], target: &'a Path) -> Result<Self> {
        let mut folders = BTreeMap::new();
        for member in members {
            let folder = archive(member, target);
            ensure!(folder.is_dir(), "there is no archive at {}", folder.display());
            folders.insert(member.name.as_str(), (member.package.as_str(), folder));
        }
        Ok(Self { folders, from_registry: true, target })
    }

    pub(super) fn check(&self, usage: &str, crates: &[(String, Choice)]) -> Result<Outcome> {
        let mut program = "//! Takes crates.\n".to_owned();
        for (name, _) in crates {
            program += &format!("use {} as _;\n", name.replace('-', "_"));
        }
        program += "\nfn main() {}\n";
        self.cargo(usage, &["check"], crates, (&program, ""), &STRICT)?;
        Ok(Outcome::passed())
    }

    pub(super) fn run(
        &self,
        usage: &str,
        Program { file, input }: &Program,
        crates: &[(String, Choice)],
    ) -> Result<Outcome> {
        let text = fs::read_to_string(file).with_context(|| format!("no program {file:?}"))?;
        let said = self.cargo(usage, &["run"], crates, (&text, input), &STRICT)?;
        ensure!(!said.lines().any(|line| line.starts_with("error")), "{file:?} printed:\n{said}");
        Ok(Outcome::Passed(said.lines().last().unwrap_or_default().to_owned()))
    }

    /// Builds the documentation of one as docs.rs does, with all features and, to see nightly's,
    /// the compiler's bootstrap switch.
    pub(crate) fn document(&self, name: &str, choice: &Choice) -> Result<Outcome> {
        let of = [(name.to_owned(), choice.clone())];
        let found = self.folders.get(name);
        let (package, _) = found.with_context(|| format!("{name} is not published"))?;
        let verb = ["doc", "--no-deps", "--package", package];
        self.cargo(&format!("docs of {name}"), &verb, &of, (NO_PROGRAM, ""), &DOCS_RS)?;
        Ok(Outcome::passed())
    }

    /// Runs cargo in a crate of that usage with that root file, standard input and these variables.
    fn cargo(
        &self,
        usage: &str,
        verb: &[&str],
        crates: &[(String, Choice)],
        (program, input): (&str, &str),
        variables: &[(&str, &str)],
    ) -> Result<String> {
        let folder = self.target.join("crates").join(usage.replace([',', ' '], "-"));
        lay_out(&folder, ("src/main.rs", program), &self.manifest(crates)?)?;
        let mut command = cargo(verb);
        command.arg("--quiet").envs(variables.iter().copied()).env("CARGO_TARGET_DIR", self.target);
        renew(&folder.join(INPUT), input)?;
        let input = File::open(folder.join(INPUT)).context(INPUT)?;
        capture_with(command.current_dir(&folder), Stdio::from(input))
    }

    fn manifest(&self, crates: &[(String, Choice)]) -> Result<String> {
        let mut text = String::from(MANIFEST);
        for (name, choice) in crates {
            let found = self.folders.get(name.as_str());
            let (package, folder) = found.with_context(|| format!("{name} is not published"))?;
            text += &format!("{package} = {{ path = {folder:?}, {} }}\n", choice.keys());
        }
        if self.from_registry {
            text += "\n[patch.crates-io]\n";
            for (package, folder) in self.folders.values() {
                text += &format!("{package} = {{ path = {folder:?} }}\n");
            }
        }
        Ok(text)
    }
}

/// Writes a crate outside of the workspace: its root file, its manifest, and beside them the
/// workspace's lock file and toolchain, so that it is built from the same versions.
pub(crate) fn lay_out(folder: &Path, (root, program): (&str, &str), manifest: &str) -> Result<()> {
    fs::create_dir_all(folder.join("src")).with_context(|| format!("cannot make {folder:?}"))?;
    renew(&folder.join(root), program)?;
    renew(&folder.join("Cargo.toml"), manifest)?;
    for file in ["Cargo.lock", "rust-toolchain.toml"] {
        fs::copy(process::root().join(file), folder.join(file))
            .with_context(|| format!("cannot copy {file} to {folder:?}"))?;
    }
    Ok(())
}

/// Writes a file if it does not hold that text, so that cargo builds again only what has changed.
fn renew(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| format!("cannot write {file:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for text in ["one", "two"] {
            renew(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }
}
