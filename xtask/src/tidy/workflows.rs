//! The workflows: each action is a commit, and what cargo installs or builds is locked.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const FOLDER: &str = ".github/workflows";

const COMMIT: usize = 40;

/// Commands of cargo that choose versions unless they are told not to.
const CHOOSING: [&str; 3] = [" install ", " build ", " fetch "];

/// Returns the actions that are no commits, and the commands that choose versions themselves.
pub(super) fn faults(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(FOLDER)).with_context(|| format!("cannot read {FOLDER}"))? {
        let path = entry?.path();
        found.extend(faults_of(&path.display().to_string(), &fs::read_to_string(&path)?));
    }
    Ok(found)
}

fn faults_of(name: &str, text: &str) -> Vec<String> {
    let actions =
        text.lines().filter_map(|line| line.split_once("uses: ")).filter_map(|(_, uses)| {
            let commit = uses.split_once('@').map_or("", |(_, version)| version);
            let commit = commit.split(' ').next().unwrap_or_default();
            let is_commit = commit.len() == COMMIT && commit.bytes().all(|b| b.is_ascii_hexdigit());
            (!is_commit).then(|| format!("{name}: {uses}: expected an action's commit"))
        });
    let commands = commands(text).into_iter().filter_map(|command| {
        let chooses = CHOOSING.iter().any(|word| command.contains(word));
        let is_locked = command.split(' ').any(|word| word == "--locked");
        (chooses && !is_locked).then(|| format!("{name}: {command}: expected --locked"))
    });
    actions.chain(commands).collect()
}

/// Returns the commands of cargo, each on one line: a line without a dash or a colon goes on with
/// the one before.
fn commands(text: &str) -> Vec<String> {
    let mut joined = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let begins = line.starts_with("- ") || line.contains(": ") || line.ends_with(':');
        joined.push_str(if begins { "\n" } else { " " });
        joined.push_str(line);
    }
    let commands =
        joined.split("&&").flat_map(str::lines).filter_map(|one| one.split_once("cargo "));
    let alone = commands.filter_map(|(_, command)| command.split([',', '}']).next());
    alone.map(|command| format!("cargo {}", command.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_a_commit() {
        let commit = "a".repeat(COMMIT);
        let good = format!("steps:\n  - uses: a/b@{commit} # v4.0.0\n");
        assert_eq!(faults_of("x", &good), [""; 0]);
        for version in ["@v4", "@main", "", "@aaaaaaaa", &format!("@{}g", "a".repeat(39))] {
            let faults = faults_of("x", &format!("  - uses: a/b{version}\n"));
            assert_eq!(faults.len(), 1, "{version}: {faults:?}");
        }
    }

    #[test]
    fn a_command_that_chooses_versions_is_locked() {
        for (text, faults) in [
            ("- run: cargo xtask ci\n", 0),
            ("- run: cargo install a --locked\n", 0),
            ("- run: cargo install a\n", 1),
            ("install: rustup x && cargo +nightly install a && cargo install b --locked\n", 1),
            ("- run: >-\n    cargo install a\n    --version 1 --locked\n", 0),
            ("- run: >-\n    cargo install a\n    --version 1\n- run: x --locked\n", 1),
            ("- { os: a, run: cargo build --release, install: x --locked }\n", 1),
            ("# cargo install a\n", 0),
        ] {
            assert_eq!(faults_of("x", text).len(), faults, "{text}");
        }
    }
}
