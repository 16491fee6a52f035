//! The workspace as in `cargo metadata`: its crates, their features and targets, their imports.

mod choice;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process::{self, root};

pub(crate) use self::choice::Choice;

/// The package of tt-core: the registry has another crate of that name (docs/decisions/0001).
pub(crate) const TT_CORE: &str = "palimpsest-tt-core";

/// The feature that wants MPI: `check cluster` turns it on, and no step of `ci`.
const MPI: &str = "mpi";

/// Copies every file that git tracks, or would track, into another folder. A file that is there as
/// it is keeps its time, so that cargo does not build it again.
pub(crate) fn copy_to(folder: &Path) -> Result<()> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    for file in process::capture(&mut process::git(list))?.split_terminator('\0') {
        let (from, to) = (root().join(file), folder.join(file));
        if !from.exists() {
            continue; // removed, and git was not told yet
        }
        if to.exists() && fs::read(&to)? == fs::read(&from)? {
            continue;
        }
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make {parent:?}"))?;
        }
        fs::copy(&from, &to).with_context(|| format!("cannot copy {from:?} to {to:?}"))?;
    }
    Ok(())
}

#[derive(Deserialize)]
pub(crate) struct Workspace {
    #[serde(rename = "packages")]
    pub(crate) members: Vec<Member>,
    /// The folder of cargo's builds.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
}

#[derive(Deserialize)]
pub(crate) struct Member {
    /// The name in the workspace: its folder's.
    #[serde(skip)]
    pub(crate) name: String,
    /// The name in cargo and the registry, which has other crates of some names.
    #[serde(rename = "name")]
    pub(crate) package: String,
    pub(crate) version: String,
    /// The part of the manifest that the registry shows.
    #[serde(flatten)]
    pub(crate) shown: Shown,
    manifest_path: PathBuf,
    features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

/// The part of a manifest that the registry shows to those who look for a crate.
#[derive(Default, Deserialize)]
pub(crate) struct Shown {
    pub(crate) description: Option<String>,
    pub(crate) keywords: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) license: Option<String>,
    pub(crate) readme: Option<String>,
    pub(crate) repository: Option<String>,
    /// The oldest compiler that it promises to build with, such as `1.89`.
    pub(crate) rust_version: Option<String>,
    /// The tables `[package.metadata.…]`.
    pub(crate) metadata: serde_json::Value,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; nothing for a normal one.
    kind: Option<String>,
    /// The folder of a dependency that is not from a registry.
    path: Option<PathBuf>,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        let mut metadata = process::cargo(["metadata", "--no-deps", "--format-version", "1"]);
        let json = process::capture(&mut metadata)?;
        let mut workspace: Self =
            serde_json::from_str(&json).context("cargo metadata printed something unexpected")?;
        for member in &mut workspace.members {
            member.name = folder_name(member.directory());
        }
        Ok(workspace)
    }

    /// Returns the member of that name: its folder's or its package's.
    pub(crate) fn member(&self, name: &str) -> Result<&Member> {
        self.members.iter().find(|one| one.name == name || one.package == name).with_context(|| {
            let names: Vec<_> = self.members.iter().map(|member| member.name.as_str()).collect();
            format!("there is no crate `{name}`; the workspace has {}", names.join(", "))
        })
    }

    /// Arguments of cargo that turn on all features of all members but these, and without MPI.
    pub(crate) fn features_but_of(&self, without: &[&str]) -> [String; 2] {
        let members = self.members.iter().filter(|one| !without.contains(&one.name.as_str()));
        let features = members.flat_map(|member| {
            member.features_everywhere().map(|feature| format!("{}/{feature}", member.package))
        });
        ["--features".to_owned(), features.collect::<Vec<_>>().join(",")]
    }

    /// Returns the members that others can import.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| {
            member.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "lib"))
        })
    }
}

/// Returns the last part of a path, in which a crate's folder bears its name.
fn folder_name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn inside(path: &Path) -> String {
    let parts = path.strip_prefix(root()).unwrap_or(path).iter();
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

impl Member {
    /// Returns the folder of its `Cargo.toml`.
    pub(crate) fn directory(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }

    /// Returns the folder of its `Cargo.toml`, from the workspace's folder, `/` between folders.
    pub(crate) fn folder(&self) -> String {
        inside(self.directory())
    }

    /// Returns whether it has a `kind` of that name: `example`, `bin`, `test` or `bench`.
    pub(crate) fn has_target(&self, kind: &str, name: &str) -> bool {
        let is_kind = |target: &Target| target.kind.iter().any(|one| one == kind);
        self.targets.iter().any(|target| target.name == name && is_kind(target))
    }

    /// Its features, those it has from optional dependencies included, without `default`.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str).filter(|&name| name != "default")
    }

    /// Returns its features except the one that wants MPI, which not every machine has.
    pub(crate) fn features_everywhere(&self) -> impl Iterator<Item = &str> {
        self.features().filter(|&feature| feature != MPI)
    }

    /// Returns the features that these turn on, themselves included if they exist; not `default`.
    pub(crate) fn enabled_by(&self, asked: &[&str]) -> BTreeSet<String> {
        let (mut found, mut left) = (BTreeSet::new(), asked.to_vec());
        while let Some(feature) = left.pop() {
            let Some(others) = self.features.get(feature) else { continue };
            if feature == "default" || found.insert(feature.to_owned()) {
                left.extend(others.iter().map(String::as_str));
            }
        }
        found
    }

    /// Returns whether its manifest leaves it to the workspace's if it is published.
    pub(crate) fn follows_the_workspace_in_publishing(&self) -> bool {
        fs::read_to_string(&self.manifest_path)
            .is_ok_and(|text| text.contains("\npublish.workspace = true\n"))
    }

    /// Returns the members that it imports, and their folders.
    pub(crate) fn imports(&self) -> impl Iterator<Item = (&str, &Path)> {
        let normal = self.dependencies.iter().filter(|dependency| dependency.kind.is_none());
        normal.filter_map(|dependency| {
            let folder = dependency.path.as_deref()?;
            Some((folder.file_name()?.to_str()?, folder))
        })
    }

    /// Returns the members that its tests add, or those that all else of it imports.
    pub(crate) fn all_imports(&self, of_tests: bool) -> impl Iterator<Item = String> {
        let is_dev = |one: &&Dependency| one.kind.as_deref() == Some("dev");
        let of_kind = self.dependencies.iter().filter(move |one| is_dev(one) == of_tests);
        of_kind.filter_map(|one| one.path.as_deref().map(folder_name))
    }

    /// Returns whether it is the member of that name, or imports it by way of some of `members`.
    pub(crate) fn reaches(&self, name: &str, members: &[&Self]) -> bool {
        self.name == name
            || self.imports().any(|(import, _)| {
                members.iter().any(|one| one.name == import && one.reaches(name, members))
            })
    }

    /// Returns whether it names `package` among its dependencies of any kind.
    pub(crate) fn depends_on(&self, package: &str) -> bool {
        self.dependencies.iter().any(|dependency| dependency.name == package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_knows_its_members() {
        let workspace = Workspace::load().unwrap();
        let core = workspace.member("tt-core").unwrap();
        assert_eq!(core.folder(), "crates/tt-core");
        assert_eq!(core.directory(), root().join(core.folder()));
        assert_eq!((core.name.as_str(), core.package.as_str()), ("tt-core", TT_CORE));
        assert_eq!(workspace.member(TT_CORE).unwrap().name, "tt-core");
        assert!(core.depends_on("zobrist-keys"));
        assert_eq!(core.imports().count(), 0);
        let pawns = workspace.member("pawn-hash").unwrap();
        assert_eq!(pawns.imports().collect::<Vec<_>>(), [("tt-core", core.directory())]);
        assert!(workspace.libraries().any(|member| member.name == "movegen"));
        assert!(workspace.libraries().all(|member| member.name != "xtask"));
        let error = workspace.member("chess-core").err().unwrap().to_string();
        assert!(error.contains("zobrist-keys"), "{error}");
    }

    #[test]
    fn a_copy_made_again_leaves_what_is_there_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let [same, other] = ["Cargo.toml", "LICENSE-MIT"].map(|name| folder.path().join(name));
        copy_to(folder.path()).unwrap();
        let time = fs::metadata(&same).unwrap().modified().unwrap();
        fs::write(&other, "changed").unwrap();
        copy_to(folder.path()).unwrap();
        assert_eq!(fs::metadata(&same).unwrap().modified().unwrap(), time);
        assert_eq!(fs::read(&other).unwrap(), fs::read(root().join("LICENSE-MIT")).unwrap());
    }
}
