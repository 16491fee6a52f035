//! The libraries as somebody else's cargo sees them: a copy outside of the workspace, without its
//! pinned toolchain, its flags, its lints and what its tests depend on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::process;
use crate::workspace::{self, Member};

/// The copy; it goes with the value.
pub(super) struct LibraryCopy(tempfile::TempDir);

impl LibraryCopy {
    /// Copies these libraries. Their tests and examples are there as far as they do without
    /// dependencies of their own.
    ///
    /// # Errors
    /// If something cannot be copied, or a manifest cannot be read.
    pub(super) fn new(libraries: &[&Member]) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        workspace::copy_to(folder.path())?;
        let copy = Self(folder);
        for file in ["rust-toolchain.toml", ".cargo/config.toml"] {
            fs::remove_file(copy.path().join(file)).with_context(|| format!("no {file}"))?;
        }
        let members: Vec<_> = libraries.iter().map(|one| one.folder()).collect();
        let head = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n");
        let manifest = copy.path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest)?;
        fs::write(manifest, head + &without(&text, &["[workspace]", "[workspace.lints"]))?;
        for member in libraries {
            let folder = copy.folder(member);
            let manifest = folder.join("Cargo.toml");
            let text = fs::read_to_string(&manifest)?;
            let gone = ["dev-dependencies", "[lints]", "[[test]]", "[[bench]]", "[[example]]"];
            fs::write(manifest, without(&text, &gone))?;
            let foreign = of_tests(member);
            for of_tests in ["tests", "examples", "benches"] {
                remove_users(&folder.join(of_tests), &foreign, of_tests == "benches")?;
            }
        }
        Ok(copy)
    }

    /// Returns the folder of its `Cargo.toml`.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the folder of a library.
    pub(super) fn folder(&self, member: &Member) -> PathBuf {
        self.path().join(member.folder())
    }

    /// Returns whether the unit tests of a library do without dependencies of their own.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn has_whole_unit_tests(&self, member: &Member) -> Result<bool> {
        let sources = self.folder(member).join("src");
        Ok(!names_one(&sources, &of_tests(member))?)
    }

    /// Adds a crate to it that is no member, with the workspace's versions of others.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub(super) fn add(&self, name: &str, files: &[(&str, &str)]) -> Result<PathBuf> {
        let folder = self.path().join(name);
        fs::create_dir_all(folder.join("src"))?;
        for (file, text) in files {
            fs::write(folder.join(file), text)?;
        }
        fs::copy(process::root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(folder)
    }
}

/// Returns the names, in code, of the crates that a library's tests alone import.
fn of_tests(member: &Member) -> Vec<String> {
    member.test_imports().map(|name| name.replace('-', "_")).collect()
}

/// Returns a manifest without the sections whose headings contain one of these words.
fn without(manifest: &str, gone: &[&str]) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in manifest.lines() {
        if line.starts_with('[') {
            keep = !gone.iter().any(|word| line.contains(word));
        }
        if keep {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Removes the programs of a folder, each a file or a folder, that name one of the crates; or all.
/// Files of data stay, because unit tests read some of them.
fn remove_users(folder: &Path, crates: &[String], all: bool) -> Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry?.path();
        if path.is_dir() {
            if all || names_one(&path, crates)? {
                remove_users(&path, &[], true)?;
            }
        } else if path.extension().is_some_and(|end| end == "rs")
            && (all || names_one(&path, crates)?)
        {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Returns whether a file, or one in a folder, names one of the crates.
fn names_one(path: &Path, crates: &[String]) -> Result<bool> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            if names_one(&entry?.path(), crates)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    Ok(text.split(|c| !is_part(c)).any(|word| crates.iter().any(|name| name == word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_go_with_their_lines() {
        let manifest = "[package]\nname = \"a\"\n\n[dev-dependencies]\nb = \"1\"\n\n\
                        [target.'cfg(x)'.dev-dependencies]\nc = \"1\"\n\n[features]\nd = []\n";
        let kept = without(manifest, &["dev-dependencies"]);
        assert_eq!(kept, "[package]\nname = \"a\"\n\n[features]\nd = []\n");
    }

    #[test]
    fn a_test_that_names_a_crate_goes_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        file("deep/part.rs", "use helper::thing;");
        file("deep/data.txt", "helper");
        file("plain.rs", "// helpers, not the crate");
        file("user.rs", "use helper::thing;");
        remove_users(folder.path(), &["helper".into()], false).unwrap();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        let mut names: Vec<_> = left.iter().map(fs::DirEntry::file_name).collect();
        names.sort();
        assert_eq!(names, ["deep", "plain.rs"]);
        let deep = fs::read_dir(folder.path().join("deep")).unwrap().flatten();
        assert!(deep.map(|entry| entry.file_name()).eq(["data.txt"]));
    }
}
