//! `package`: each library crate can be published, and each serves a program outside.
//!
//! The manifests say `publish = false`, and cargo then refuses to resolve one member's package from
//! another's. So the workspace is copied to a folder outside of the workspace where that line says
//! `true`; `cargo package` builds each one there from its archive, and its dependencies from
//! theirs. Nothing is uploaded. The programs then depend on the archives, not on the workspace:
//! what our tests depend on is not there, and no feature is on that was not asked for.

mod scratch;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use self::scratch::Archives;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::{self, Choice, Member, Workspace};

/// A program as a stranger would write it.
struct Foreign {
    program: &'static str,
    /// The crates that it takes, and their features beside the default ones.
    crates: &'static [(&'static str, &'static [&'static str])],
}

const FOREIGN: [Foreign; 2] = [
    Foreign { program: "foreign_table", crates: &[("tt-core", &["laws"])] },
    Foreign {
        program: "foreign_evaluation",
        crates: &[("search", &[]), ("movegen", &[]), ("tt-core", &[])],
    },
];

/// Packages every library crate, builds each with every choice of features, and uses it.
///
/// # Errors
/// If an archive does not build, if a crate does not build with a choice of features, or if a
/// program does not build or run.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = published(&workspace).collect();
    let target = workspace.target.join("scratch");
    forget_archives(&libraries, &target)?;
    step("archives", || package(&libraries, &target))?;
    let archives = Archives::new(&libraries, &target)?;
    for member in &libraries {
        let name = &member.name;
        for choice in Choice::all_of(member) {
            step(&format!("{name}, {}", choice.name()), || archives.check(name, &choice))?;
        }
        step(&format!("use {name}"), || {
            let imports = member.imports().map(|(import, _)| import);
            let crates = imports.chain([name.as_str()]).map(|name| (name, Choice::with(&[])));
            archives.run(name, &crates.collect::<Vec<_>>())
        })?;
    }
    for Foreign { program, crates } in &FOREIGN {
        let crates = crates.iter().map(|&(name, features)| (name, Choice::with(features)));
        step(program, || archives.run(program, &crates.collect::<Vec<_>>()))?;
    }
    Ok(())
}

/// The libraries that would be published if anything were.
fn published(workspace: &Workspace) -> impl Iterator<Item = &Member> {
    workspace.libraries().filter(|member| member.follows_the_workspace_in_publishing())
}

/// Forgets earlier archives, unpacked and built. To cargo an archive of one version never changes,
/// so it would take those of the last run.
fn forget_archives(libraries: &[&Member], target: &Path) -> Result<()> {
    let sources = home().map(|home| home.join("registry").join("src"));
    // The sources of a registry that is a folder stand under a hash; others begin with a host.
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

/// Where cargo keeps what it has fetched.
fn home() -> Option<PathBuf> {
    let own = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or(own)
}

/// What stands in a folder; nothing if there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

/// Packages the crates; their archives are left in `target`, unpacked too.
fn package(libraries: &[&Member], target: &Path) -> Result<Outcome> {
    let folder = outside()?;
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

/// A folder that is removed when the value goes; no parent of it is a workspace.
fn outside() -> Result<tempfile::TempDir> {
    tempfile::tempdir().context("cannot make a temporary folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_library_has_a_program_and_strangers_have_theirs() {
        let workspace = Workspace::load().unwrap();
        let foreign = FOREIGN.iter().map(|foreign| foreign.program);
        for name in published(&workspace).map(|member| member.name.as_str()).chain(foreign) {
            assert!(scratch::program(name).is_file(), "{name}");
        }
        assert!(published(&workspace).any(|member| member.name == "tt-core"));
        assert!(published(&workspace).all(|member| member.name != "self-play"));
    }
}
