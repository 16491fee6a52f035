//! `package`: each library crate can be published, and each serves a program outside by itself.
//!
//! The manifests say `publish = false`, and cargo then refuses to resolve one member's package from
//! another's. So the workspace is copied to a folder outside of the workspace where that line says
//! `true`; `cargo package` builds each one there from its archive, and its dependencies from
//! theirs. Nothing is uploaded.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::{self, capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::{self, Member, Workspace};

/// Where the few lines that use a crate stand, as `CRATE.rs`.
const USERS: &str = "xtask/data/scratch";

/// Packages every library crate and then uses each one alone.
///
/// # Errors
/// If an archive does not build, or if a crate's user does not build or run.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let libraries: Vec<&Member> = workspace.libraries().collect();
    let target = workspace.target.join("scratch");
    step("package", || package(&libraries, &target))?;
    for member in libraries {
        step(&format!("use {}", member.name), || use_alone(member, &target))?;
    }
    Ok(())
}

fn package(libraries: &[&Member], target: &Path) -> Result<Outcome> {
    let folder = outside()?;
    workspace::copy_to(folder.path())?;
    let manifest = folder.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    ensure!(text.contains("\npublish = false\n"), "Cargo.toml does not say `publish = false`");
    fs::write(&manifest, text.replace("\npublish = false\n", "\npublish = true\n"))?;
    let mut command = cargo(["package", "--quiet", "--allow-dirty"]);
    for member in libraries {
        command.args(["--package", &member.name]);
    }
    capture(command.current_dir(&folder).env("CARGO_TARGET_DIR", target))?;
    Ok(Outcome::Passed(format!("{} archives", libraries.len())))
}

/// Builds and runs a program outside of the workspace that depends on this crate and on those that
/// it imports, whose types its functions take.
fn use_alone(member: &Member, target: &Path) -> Result<Outcome> {
    let program = process::root().join(USERS).join(format!("{}.rs", member.name));
    let folder = outside()?;
    fs::create_dir(folder.path().join("src"))?;
    fs::write(folder.path().join("Cargo.toml"), manifest(member))?;
    fs::copy(&program, folder.path().join("src").join("main.rs"))
        .with_context(|| format!("no program uses {}: {program:?}", member.name))?;
    for file in ["Cargo.lock", "rust-toolchain.toml"] {
        fs::copy(process::root().join(file), folder.path().join(file))?;
    }
    let mut command = cargo(["run", "--quiet"]);
    let said = capture(command.current_dir(&folder).env("CARGO_TARGET_DIR", target))?;
    Ok(Outcome::Passed(said.trim_end().to_owned()))
}

fn manifest(member: &Member) -> String {
    let head = "[package]\nname = \"scratch\"\nedition = \"2024\"\n\n[dependencies]\n";
    let own = (member.name.as_str(), member.directory());
    let lines = member.imports().chain([own]);
    lines.fold(head.to_owned(), |text, (name, path)| {
        text + &format!("{name} = {{ path = '{}' }}\n", path.display())
    })
}

/// A folder that is removed when the value goes; no parent of it is a workspace.
fn outside() -> Result<tempfile::TempDir> {
    tempfile::tempdir().context("cannot make a temporary folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_has_a_user() {
        let workspace = Workspace::load().unwrap();
        for member in workspace.libraries() {
            let user = process::root().join(USERS).join(format!("{}.rs", member.name));
            assert!(user.is_file(), "{user:?}");
        }
    }
}
