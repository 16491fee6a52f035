//! `dist --notices`: the licences of the crates in a program that is shipped, from `cargo metadata`
//! and the files of each crate.
//!
//! The toolchain has a page of the licences of its library. Those of its own files stand in
//! `xtask/data/notices/standard.txt`, those of the crates in it are read from the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use crate::output::Outcome;
use crate::process::{capture, cargo, root};

/// The notices of the engine, which prints them, from the workspace's folder.
pub(crate) const ENGINE: &str = "crates/engine-cli/third-party.txt";

/// The systems whose engines the notices serve.
const SYSTEMS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
];

/// A file with the text of MIT, from the workspace's folder, and the words after its copyright.
const MIT: &str = "LICENSE-MIT";
const MIT_START: &str = "Permission is hereby granted";

/// The notice of the pieces that the engine draws, before the text of the licence.
const PIECES: &str = "Chessnut, chess pieces by Alexis Luengas (Apache-2.0)\n\n\
    Copyright 2015 Alexis Luengas (https://github.com/LexLuengas/chessnut-pieces)\n\n\
    Changes: the twelve files stand in one, scaled, without the identifiers of their parts.";

const RULE: &str = "----------------------------------------------------------------------";

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    name: String,
    version: String,
    id: String,
    #[serde(default)]
    authors: Vec<String>,
    license: Option<String>,
    source: Option<String>,
    manifest_path: PathBuf,
}

impl Package {
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Returns the names and texts of its licences, those of one of several choices. A crate under
    /// MIT that has no file with it has MIT's usual text with its authors.
    fn texts(&self) -> Result<Vec<(String, String)>> {
        let folder = self.manifest_path.parent().unwrap_or(Path::new("."));
        let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().into_string()));
        let names: Vec<String> = names.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
        let chosen = chosen(&names);
        if chosen.is_empty() {
            let named = self.license.as_deref().unwrap_or_default();
            let is_mit = named.split([' ', '/', '(', ')']).any(|word| word == "MIT");
            ensure!(is_mit, "{}: expected a file with its licence, found none", self.name);
            let ours = read(&root().join(MIT))?;
            let start = ours.find(MIT_START).context("the licence MIT has its usual words")?;
            let text = format!("Copyright (c) {}\n\n{}", self.authors.join(", "), &ours[start..]);
            return Ok(vec![("MIT".into(), text)]);
        }
        chosen.into_iter().map(|name| Ok((name.to_owned(), read(&folder.join(name))?))).collect()
    }
}

/// Returns the files with licences among these, in order. Where MIT is a choice, the others of the
/// crates that the workspace has, Apache 2.0 and the Unlicense, are left out.
fn chosen(names: &[String]) -> Vec<&str> {
    let upper = |name: &str| name.to_ascii_uppercase();
    let is_licence = |name: &str| {
        let starts = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        starts.iter().any(|start| upper(name).starts_with(start))
    };
    let mut found: Vec<&str> = names.iter().map(String::as_str).filter(|n| is_licence(n)).collect();
    found.sort_unstable();
    if found.iter().any(|name| upper(name).contains("MIT")) {
        found.retain(|name| !upper(name).contains("APACHE") && !upper(name).contains("UNLICENSE"));
    }
    found
}

/// Reads a text, with line feeds and without spaces at the ends of its lines.
fn read(path: &Path) -> Result<String> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(trimmed(&String::from_utf8_lossy(&text)))
}

/// Returns a text without empty lines at its ends and without spaces at the ends of its lines.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    lines[first..].join("\n")
}

/// Returns the crates of the registry from which a package is built for some targets, by name.
pub(crate) fn crates_of(package: &str, targets: &[&str]) -> Result<Vec<Package>> {
    let mut found = BTreeSet::new();
    for target in targets {
        let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform"];
        let json = capture(cargo(arguments).arg(target))?;
        found.extend(crates_in(&serde_json::from_str(&json)?, package)?);
    }
    Ok(found.into_iter().collect())
}

/// Returns the crates of the registry in `cargo metadata` that a package reaches by normal arrows.
fn crates_in(metadata: &Value, package: &str) -> Result<Vec<Package>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: Vec<Package> = serde_json::from_value(metadata["packages"].clone())?;
    let start = packages.iter().find(|one| one.name == package && one.source.is_none());
    let start = start.with_context(|| format!("there is no crate `{package}`"))?;
    let nodes = list(&metadata["resolve"]["nodes"]);
    let (mut found, mut left) = (BTreeSet::new(), vec![start.id.clone()]);
    while let Some(id) = left.pop() {
        let node = nodes.iter().find(|node| node["id"] == *id);
        let links = list(&node.with_context(|| format!("cargo does not know {id}"))?["deps"]);
        if found.insert(id) {
            let is_normal =
                |link: &&Value| list(&link["dep_kinds"]).iter().any(|k| k["kind"].is_null());
            let reached = links.iter().filter(is_normal).filter_map(|link| link["pkg"].as_str());
            left.extend(reached.map(str::to_owned));
        }
    }
    let is_one = |one: &Package| one.source.is_some() && found.contains(&one.id);
    Ok(packages.into_iter().filter(is_one).collect())
}

/// Returns the notices of a program from these crates: their list, then each text once; with those
/// of `libraries` of the system that are linked into it.
pub(crate) fn text(packages: &[Package], libraries: bool) -> Result<String> {
    let mut of_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::new();
    for package in packages {
        let licence = package.license.as_deref().unwrap_or("see its text");
        list += &format!("{}: {licence}\n", package.title());
        for (name, text) in package.texts()? {
            of_text.entry(text).or_default().push(format!("{} ({name})", package.title()));
        }
    }
    let mut texts: Vec<(Vec<String>, String)> =
        of_text.into_iter().map(|(text, owners)| (owners, text)).collect();
    texts.sort();
    let mut all = format!(
        "Third-party notices\n\nThis program is built from the crates below and from Rust's \
         standard library.\nWhere a crate offers a choice that includes MIT, it is used under \
         MIT.\n\n{list}"
    );
    for (owners, text) in texts {
        all += &format!("\n{RULE}\n{}\n\n{text}\n", owners.join("\n"));
    }
    all += &format!("\n{RULE}\n{}", standard_text(libraries)?);
    Ok(all)
}

pub(crate) fn of_engine() -> Result<(Vec<Package>, String)> {
    with_pieces("engine-cli", true)
}

/// Returns the crates in the package for Python, and its notices.
pub(crate) fn of_python() -> Result<(Vec<Package>, String)> {
    with_pieces("palimpsest-python", false)
}

/// Returns the crates of a program that draws boards, and its notices.
fn with_pieces(package: &str, libraries: bool) -> Result<(Vec<Package>, String)> {
    let packages = crates_of(package, &SYSTEMS)?;
    let text = text(&packages, libraries)?;
    let licence = read(&root().join("LICENSE-APACHE"))?;
    Ok((packages, format!("{text}\n{RULE}\n{PIECES}\n\n{licence}\n")))
}

pub(crate) fn write() -> Result<Outcome> {
    let (packages, text) = of_engine()?;
    fs::write(root().join(ENGINE), text)?;
    Ok(Outcome::Passed(format!("{ENGINE}: {} crates", packages.len())))
}

/// Checks that the notices of the engine are those of the crates in `Cargo.lock`.
pub(crate) fn check() -> Result<Outcome> {
    let (packages, text) = of_engine()?;
    compare(&fs::read_to_string(root().join(ENGINE)).unwrap_or_default(), &text)?;
    Ok(Outcome::Passed(format!("{} crates", packages.len())))
}

fn compare(stored: &str, text: &str) -> Result<()> {
    // A checkout may end lines in another way.
    ensure!(
        stored.replace("\r\n", "\n") == text,
        "{ENGINE} is not as the dependencies are: run `cargo xtask dist --notices`"
    );
    Ok(())
}

pub(crate) fn names_all(text: &str, packages: &[Package]) -> Result<()> {
    let lines: BTreeSet<&str> = text.lines().filter_map(|line| line.split(": ").next()).collect();
    for package in packages {
        let title = package.title();
        ensure!(lines.contains(title.as_str()), "expected a notice of {title}, found none");
    }
    Ok(())
}

const STANDARD_PAGE: &str = "share/doc/rust/COPYRIGHT-library.html";

/// The crates in the standard library that a program of ours may contain. The page names more: they
/// are of other systems, of the tests and of macros.
const PARTS: [&str; 7] =
    ["cfg-if", "dlmalloc", "foldhash", "gimli", "hashbrown", "libc", "rustc-demangle"];

/// The notices that no file of a toolchain has as a text: of the standard library's own files, and
/// of C libraries.
const STANDARD: &str = "xtask/data/notices/standard.txt";
const LIBRARIES: &str = "xtask/data/notices/c-libraries.txt";

/// Returns the notices, with those of C libraries if the program contains one.
fn standard_text(libraries: bool) -> Result<String> {
    let sysroot = capture(Command::new("rustc").args(["--print", "sysroot"]))?;
    let page = PathBuf::from(sysroot.trim()).join(STANDARD_PAGE);
    let page =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let file = |name| fs::read_to_string(root().join(name));
    let mut parts = vec![trimmed(&file(STANDARD)?)];
    for name in PARTS {
        let part = part(&page, name);
        parts.push(part.with_context(|| format!("{STANDARD_PAGE}: expected a notice of {name}"))?);
    }
    if libraries {
        parts.push(trimmed(&file(LIBRARIES)?));
    }
    Ok(parts.join(&format!("\n\n{RULE}\n")) + "\n")
}

/// Returns the notice of a crate on the page: its name, and the text of its licence, of MIT if
/// there are several.
fn part(page: &str, name: &str) -> Option<String> {
    let sections = page.split("<h3>📦 ").skip(1);
    let (title, section) =
        sections.filter_map(|section| section.split_once("</h3>")).find(|(title, _)| {
            title.rsplit_once('-').is_some_and(|(crate_name, _)| crate_name == name)
        })?;
    let notices = section.split("<code>").skip(1).filter_map(|one| one.split_once("</code>"));
    let notices: Vec<_> = notices.collect();
    let mit = notices.iter().find(|(file, _)| file.to_ascii_uppercase().contains("MIT"));
    let (file, rest) = mit.or(notices.first())?;
    let text = rest.split_once("<pre>")?.1.split_once("</pre>")?.0;
    let text = text.replace("&#60;", "<").replace("&#62;", ">").replace("&#34;", "\"");
    let text = text.replace("&#39;", "'").replace("&#38;", "&");
    Some(format!("{title} in Rust's standard library ({file})\n\n{}", trimmed(&text)))
}

#[cfg(test)]
mod tests {
    use super::{part, *};

    #[test]
    fn the_mit_licence_is_chosen_where_there_is_a_choice() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            chosen(&names).join(" ")
        };
        assert_eq!(of(&["src", "LICENSE-MIT", "LICENSE-APACHE"]), "LICENSE-MIT");
        assert_eq!(of(&["LICENSE-APACHE", "README.md"]), "LICENSE-APACHE");
        assert_eq!(of(&["UNLICENSE", "LICENSE-MIT", "COPYING"]), "COPYING LICENSE-MIT");
        let both = ["license-mit", "license-apache-2.0", "LICENSE-WHATWG", "COPYRIGHT"];
        assert_eq!(of(&both), "COPYRIGHT LICENSE-WHATWG license-mit");
        assert_eq!(of(&["Cargo.toml"]), "");
    }

    #[test]
    fn only_what_is_built_into_a_program_counts() {
        let json = r#"{
            "packages": [
                {"name": "a", "version": "1.0.0", "id": "a", "manifest_path": "a"},
                {"name": "b", "version": "1.2.0", "id": "b", "source": "r", "manifest_path": "b"},
                {"name": "c", "version": "1.0.0", "id": "c", "source": "r", "manifest_path": "c"},
                {"name": "d", "version": "1.0.0", "id": "d", "source": "r", "manifest_path": "d"}
            ],
            "resolve": {"nodes": [
                {"id": "c", "deps": []},
                {"id": "a", "deps": [
                    {"pkg": "b", "dep_kinds": [{"kind": null}]},
                    {"pkg": "c", "dep_kinds": [{"kind": "dev"}]}
                ]},
                {"id": "b", "deps": [{"pkg": "d", "dep_kinds": [{"kind": "build"}, {"kind": null}]}]},
                {"id": "d", "deps": []}
            ]}
        }"#;
        let found = crates_in(&serde_json::from_str(json).unwrap(), "a").unwrap();
        let titles: Vec<String> = found.iter().map(Package::title).collect();
        assert_eq!(titles, ["b 1.2.0", "d 1.0.0"]);
        assert!(names_all("b 1.2.0: MIT\nd 1.0.0: MIT\n", &found).is_ok());
        assert!(names_all("b 1.2.0: MIT\nd 1.0.1: MIT\n", &found).is_err());
    }

    #[test]
    fn notices_are_those_of_the_dependencies_with_a_text_for_each() {
        assert!(compare("a\r\nb\n", "a\nb\n").is_ok() && compare("a\n", "a\nb\n").is_err());
        let folder = tempfile::tempdir().unwrap();
        let texts = |license: &str| {
            let manifest_path = folder.path().join("Cargo.toml");
            let (name, authors) = ("a".to_owned(), vec!["Ann".to_owned()]);
            let (version, id, license) = (name.clone(), name.clone(), Some(license.to_owned()));
            Package { name, version, id, authors, license, source: None, manifest_path }.texts()
        };
        assert!(texts("Apache-2.0 OR MIT").unwrap()[0].1.starts_with("Copyright (c) Ann\n"));
        assert!(texts("BSD-3-Clause").is_err());
        let libraries = trimmed(&fs::read_to_string(root().join(LIBRARIES)).unwrap());
        let has = |with| standard_text(with).unwrap().contains(&libraries);
        assert_eq!([true, false].map(has), [true, false]);
    }

    #[test]
    fn a_crate_of_the_page_has_its_mit_licence_or_its_only_one() {
        let page = "<h2>x</h2><h3>📦 gimli-0.32.3</h3><details><summary><code>LICENSE-APACHE</code>\
                    </summary><pre>A</pre><summary><code>LICENSE-MIT</code></summary><pre>\n \
                    &#34;M&#34; &#60;m@x&#62;\n</pre><h3>📦 foldhash-0.2.0</h3><code>LICENSE</code>\
                    <pre>Z</pre>";
        let gimli = "gimli-0.32.3 in Rust's standard library (LICENSE-MIT)\n\n \"M\" <m@x>";
        assert_eq!(part(page, "gimli").as_deref(), Some(gimli));
        let foldhash = part(page, "foldhash").expect("a notice");
        assert!(foldhash.ends_with("(LICENSE)\n\nZ"), "{foldhash}");
        assert_eq!(part(page, "libc"), None);
    }
}
