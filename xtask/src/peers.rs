//! `bench peers`: absolute leaves a second of movegen and of other generators, counted by `oracle`.

use std::fs;

use anyhow::{Context, Result};

use crate::bench::recorded;
use crate::flags::{NATIVE, rustflags};
use crate::movegen::locked_version;
use crate::output;
use crate::process::{capture, cargo, git, root};

/// The page whose last section holds the figures.
const PAGE: &str = "docs/bench/peers.md";
const HEAD: &str = "\n## Leaves a second\n";

/// Measures the peers on this machine, prints the section and, on request, writes it.
///
/// # Errors
/// If `oracle` does not build or succeed, or if the page cannot be read or written.
pub(crate) fn bench(write: bool, arguments: &[String]) -> Result<()> {
    let mut command = cargo(["run", "--quiet", "--release", "--package", "oracle", "--", "peers"]);
    command.env("RUSTFLAGS", rustflags(NATIVE, &[])).args(arguments);
    let table = capture(&mut command)?;
    let section = format!("{HEAD}\n{}\n{table}", conditions()?);
    output::line(&section);
    if write {
        let file = root().join(PAGE);
        let page = fs::read_to_string(&file).with_context(|| format!("cannot read {PAGE}"))?;
        fs::write(&file, with_section(&page, &section)?)
            .with_context(|| format!("cannot write {PAGE}"))?;
    }
    Ok(())
}

/// Returns the page with another last section.
///
/// # Errors
/// If the page does not have it.
fn with_section(page: &str, section: &str) -> Result<String> {
    let (before, _) = page.split_once(HEAD).with_context(|| format!("{PAGE} has no{HEAD}"))?;
    Ok(format!("{before}{section}"))
}

/// Returns the lines above the figures: by what and where they were measured.
fn conditions() -> Result<String> {
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let processor = read("/proc/cpuinfo");
    let processor =
        processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let load = read("/proc/loadavg");
    let lock = fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?;
    let peers = ["cozy-chess", "eschac", "shakmaty"]
        .map(|peer| locked_version(&lock, peer).map(|version| format!("{peer} {version}")));
    let peers: Vec<String> = peers.into_iter().collect::<Result<_>>()?;
    let commit = capture(&mut git(["describe", "--always", "--dirty"]));
    let signature = recorded()?.map_or_else(|why| why, |nodes| nodes.to_string());
    Ok(format!(
        "Written by `cargo xtask bench peers --write`; do not edit. Millions of leaves a second of \
         processor time, one\nthread, no table; the last ply is counted.\n\n\
         - processor: {}, {} of them; load in the last minute: {}\n- ours: commit {}, bench {signature}\n\
         - Rust: {}, `-C target-cpu=native`, release profile (fat LTO, one unit); {}\n",
        processor.map_or("unknown", |(_, name)| name),
        std::thread::available_parallelism().map_or(1, usize::from),
        load.split(' ').next().unwrap_or("unknown"),
        commit.as_deref().unwrap_or("unknown").trim(),
        capture(std::process::Command::new("rustc").arg("--version"))?.trim(),
        peers.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_last_one_of_the_page() {
        let page = fs::read_to_string(root().join(PAGE)).unwrap();
        let written = with_section(&page, &format!("{HEAD}\nnew\n")).unwrap();
        let (text, figures) = written.split_once(HEAD).unwrap();
        assert!(page.starts_with(text) && text.contains("cozy-chess"), "{text}");
        assert_eq!(figures, "\nnew\n");
        assert!(with_section("# no section\n", "new").is_err());
    }

    #[test]
    fn the_conditions_name_compiler_commit_signature_and_versions() {
        let text = conditions().unwrap();
        for word in ["rustc 1.", "target-cpu=native", "commit ", "bench ", "shakmaty 0.", "load "] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
}
