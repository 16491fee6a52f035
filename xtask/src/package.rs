//! `package`: each library crate can be published, and each serves a program outside.
//!
//! The manifests say `publish = false`, and cargo then refuses to resolve one member's package from
//! another's. So the workspace is copied to a folder outside of the workspace where that line says
//! `true`; `cargo package` builds each one there from its archive, and its dependencies from
//! theirs. Nothing is uploaded. The programs then depend on the archives, not on the workspace:
//! what our tests depend on is not there, and no feature is on that was not asked for.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::output::{Outcome, step};
use crate::outside::{self, Crates};
use crate::process::{capture, cargo};
use crate::tidy::LICENCES;
use crate::workspace::{self, Choice, Member, Workspace};

/// Packages every library crate, builds each with every choice of features, and uses it.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = outside::published(&workspace).collect();
    // To cargo an archive of one version never changes: in a folder of the last run, or from the
    // registry of that name, it would take the last ones.
    let folder = tempfile::tempdir_in(&workspace.target).context("no folder for archives")?;
    let target = folder.path().to_owned();
    step("archives", || package(&libraries, &target))?;
    let crates = Crates::of_archives(&libraries, &target)?;
    step("their files", || files(&libraries, &target))?;
    for member in &libraries {
        let all = Choice::with(&member.features().collect::<Vec<_>>());
        step(&format!("docs of {}", member.name), || crates.document(&member.name, &all))?;
    }
    for usage in outside::usages(&libraries).into_iter().chain(outside::foreign()) {
        step(&usage.name, || usage.run(&crates))?;
    }
    Ok(())
}

/// Checks that each unpacked archive has the licences and the README of the workspace. `tidy` has
/// checked the manifests, since cargo rewrites them from ours.
fn files(libraries: &[&Member], target: &Path) -> Result<Outcome> {
    let mut checked = 0;
    for member in libraries {
        let folder = outside::archive(member, target);
        for file in LICENCES.into_iter().chain(["README.md"]) {
            let ours = fs::read(member.directory().join(file)).context(file)?;
            let packed = fs::read(folder.join(file)).ok();
            ensure!(packed == Some(ours), "{file} of {} is not in its archive", member.name);
            checked += 1;
        }
    }
    Ok(Outcome::Passed(format!("{checked} licences and READMEs")))
}

/// Packages the crates; their archives are left in `target`, unpacked too.
fn package(libraries: &[&Member], target: &Path) -> Result<Outcome> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    workspace::copy_to(folder.path())?;
    let manifest = folder.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    ensure!(text.contains("\npublish = false\n"), "Cargo.toml does not say `publish = false`");
    fs::write(&manifest, text.replace("\npublish = false\n", "\npublish = true\n"))?;
    let mut command = cargo(["package", "--quiet", "--allow-dirty", "--all-features"]);
    for member in libraries {
        command.args(["--package", &member.package]);
    }
    capture(command.current_dir(&folder).env("CARGO_TARGET_DIR", target))?;
    Ok(Outcome::Passed(format!("{} crates", libraries.len())))
}
