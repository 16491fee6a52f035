//! `faults`: plants known faults into a copy of the workspace and demands that its checks find
//! them.
//!
//! A test that cannot fail proves nothing. Each fault here is one that engines have really had, or
//! a breach of the house's rules; the check named beside it has to fail, and to say so itself: a
//! copy that does not compile is no proof either.

mod list;

use std::fs;
use std::iter;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use self::list::FAULTS;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::{self, Workspace};

/// A change of one place of a file, and the check that must not survive it.
struct Fault {
    name: &'static str,
    file: &'static str,
    /// A text that occurs exactly once in the file.
    from: &'static str,
    to: &'static str,
    found_by: FoundBy,
}

/// The check that has to find a fault.
enum FoundBy {
    /// Tests: the package and further arguments of `cargo test`.
    Tests(&'static [&'static str]),
    /// A verb of this program with its arguments, and a part of its message about the fault.
    Verb(&'static str, &'static str),
}

impl FoundBy {
    fn command(&self) -> Command {
        match self {
            Self::Tests(arguments) => {
                let mut command = cargo(["test", "--quiet", "--profile", "ci", "--package"]);
                command.args(*arguments);
                command
            }
            Self::Verb(verb, _) => cargo(iter::once("xtask").chain(verb.split(' '))),
        }
    }

    /// Returns a part of the output of a check that found its fault.
    fn sign(&self) -> &'static str {
        match self {
            Self::Tests(_) => "test result: FAILED",
            Self::Verb(_, sign) => sign,
        }
    }
}

/// Plants each fault in turn whose file or name contains one of `only`; all if `only` is empty.
///
/// # Errors
/// If no fault is meant, if one cannot be planted, if its check survives it, or if the copy does
/// not build.
pub(crate) fn run(only: &[String]) -> Result<()> {
    let meant = |fault: &&Fault| {
        let named = |part: &String| fault.file.contains(part) || fault.name.contains(part);
        only.is_empty() || only.iter().any(named)
    };
    let faults: Vec<&Fault> = FAULTS.iter().filter(meant).collect();
    ensure!(!faults.is_empty(), "no fault is called {}", only.join(" or "));
    let folder = Workspace::load()?.target.join("faults");
    let copy = folder.join("workspace");
    if copy.exists() {
        // Files that are gone since the last run would be built.
        fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {copy:?}"))?;
    }
    workspace::copy_to(&copy)?;
    for fault in faults {
        step(fault.name, || plant(fault, &copy, &folder.join("target")))?;
    }
    Ok(())
}

fn plant(fault: &Fault, copy: &Path, target: &Path) -> Result<Outcome> {
    let file = copy.join(fault.file);
    let sound = fs::read_to_string(&file).with_context(|| format!("cannot read {file:?}"))?;
    let places = sound.matches(fault.from).count();
    ensure!(places == 1, "{:?} stands {places} times in {}, not once", fault.from, fault.file);
    fs::write(&file, sound.replace(fault.from, fault.to))?;
    let mut command = fault.found_by.command();
    let result = capture(command.current_dir(copy).env("CARGO_TARGET_DIR", target));
    fs::write(&file, sound)?;
    match result {
        Ok(_) => bail!("{:?} in {} was not found", fault.to, fault.file),
        Err(error) if error.to_string().contains(fault.found_by.sign()) => Ok(Outcome::passed()),
        Err(error) => Err(error.context("the check failed, but not at the fault")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn each_fault_has_its_place() {
        for fault in &FAULTS {
            let text = fs::read_to_string(process::root().join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.from).count(), 1, "{}", fault.name);
            assert_ne!(fault.from, fault.to, "{}", fault.name);
        }
    }

    #[test]
    fn each_library_has_a_fault_that_tests_find() {
        let workspace = Workspace::load().unwrap();
        for member in workspace.libraries().filter(|one| one.follows_the_workspace_in_publishing())
        {
            let sources = format!("{}/src/", member.folder());
            let found = FAULTS.iter().any(|fault| {
                fault.file.starts_with(&sources) && matches!(fault.found_by, FoundBy::Tests(_))
            });
            assert!(found, "{}", member.name);
        }
    }
}
