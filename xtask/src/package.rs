//! `package`: each library crate can be published, and each serves a program outside.
//!
//! The manifests say `publish = false`, and cargo then refuses to resolve one member's package from
//! another's. So the workspace is copied to a folder outside of the workspace where that line says
//! `true`; `cargo package` builds each one there from its archive, and its dependencies from
//! theirs. Nothing is uploaded. The programs then depend on the archives, not on the workspace:
//! what our tests depend on is not there, and no feature is on that was not asked for.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::outside::{self, Crates};
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::tidy::LICENCES;
use crate::workspace::{self, Choice, Member, Workspace};

/// Packages every library crate, builds each with every choice of features, and uses it.
///
/// # Errors
/// If an archive does not build, if a crate does not build with a choice of features, or if a
/// program does not build or run.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = outside::published(&workspace).collect();
    let target = workspace.target.join("scratch");
    forget_archives(&libraries, &target)?;
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

/// Forgets earlier archives, unpacked and built. To cargo an archive of one version never changes,
/// so it would take those of the last run.
fn forget_archives(libraries: &[&Member], target: &Path) -> Result<()> {
    let sources = home().map(|home| home.join("registry").join("src"));
    // The sources of a registry that is a folder are under a hash; others begin with a host.
    let local = sources.iter().flat_map(|folder| entries(folder));
    let local = local.filter(|path| name(path).starts_with('-')).flat_map(|path| entries(&path));
    let built = entries(&target.join("debug").join(".fingerprint"));
    for path in local.chain(built) {
        let of = name(&path).rsplit_once('-').map_or("", |(of, _)| of);
        if libraries.iter().any(|member| member.package == of) {
            fs::remove_dir_all(&path).with_context(|| format!("cannot remove {path:?}"))?;
        }
    }
    Ok(())
}

/// Returns cargo's home folder, which has the sources that it has fetched.
fn home() -> Option<PathBuf> {
    let own = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or(own)
}

/// Returns the paths of a folder's entries; none if there is no folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
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
