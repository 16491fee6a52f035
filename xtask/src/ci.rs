//! `ci`: everything that must hold before a change lands.

mod keys;
mod tally;

use anyhow::{Result, ensure};

use self::tally::Tally;
use crate::perft::Effort;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;
use crate::{bench, layers, movegen, output, perft, tidy};

/// Arguments that every lint run ends with: a warning is an error.
const DENY_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];

/// The crates whose features change what their tests see, with all of them.
const FEATURED: [&str; 9] = [
    "--package",
    "tt-core",
    "--package",
    "movegen",
    "--package",
    "search",
    "--package",
    "engine-cli",
    "--all-features",
];

/// Checks the whole workspace, step by step, up to the first failure.
///
/// # Errors
/// Those of the step that failed.
pub(crate) fn workspace() -> Result<()> {
    let fuzz = ["--manifest-path", "fuzz/Cargo.toml"];
    let mut tally = Tally::default();
    step("format", || run(&["fmt", "--all", "--check"]))?;
    step("format of fuzz", || run(&[&["fmt"][..], &fuzz, &["--check"]].concat()))?;
    step("lints", || lint(&["--workspace"]))?;
    step("lints of fuzz", || lint(&[&fuzz[..], &["--no-default-features"]].concat()))?;
    step("lints of features", || lint(&FEATURED))?;
    step("tests", || test(&["--workspace"], &mut tally))?;
    step("tests of features", || test(&FEATURED, &mut tally))?;
    step("back ends of movegen", movegen::back_ends)?;
    step("docs", || document(&["--workspace"]))?;
    step("layers", layers::run)?;
    step("tidy", tidy::run)?;
    step("perft", || perft::run(Effort::Quick))?;
    step("keys", keys::check)?;
    step("bench signature", bench::check)?;
    output::line(format_args!("tests: {tally}"));
    Ok(())
}

/// Checks one crate by itself, with its default features, all, none, and each one alone.
///
/// # Errors
/// Those of the step that failed, or if the workspace has no such crate.
pub(crate) fn one_crate(name: &str) -> Result<()> {
    let workspace = Workspace::load()?;
    let features: Vec<&str> = workspace.member(name)?.features().collect();
    let package = ["--package", name];
    let mut tally = Tally::default();
    step("format", || run(&["fmt", "--package", name, "--check"]))?;
    for choice in feature_choices(&features) {
        let choice: Vec<&str> = choice.iter().map(String::as_str).collect();
        let arguments = [&package[..], &choice].concat();
        let label = if choice.is_empty() { "default features".into() } else { choice.join(" ") };
        step(&format!("lints, {label}"), || lint(&arguments))?;
        step(&format!("tests, {label}"), || test(&arguments, &mut tally))?;
    }
    step("docs", || document(&[&package[..], &["--all-features"]].concat()))?;
    output::line(format_args!("tests: {tally}"));
    Ok(())
}

/// The command-line arguments of each choice of features that a crate is checked with.
fn feature_choices(features: &[&str]) -> Vec<Vec<String>> {
    let mut choices = vec![Vec::new()];
    if !features.is_empty() {
        choices.push(vec!["--all-features".to_owned()]);
        choices.push(vec!["--no-default-features".to_owned()]);
    }
    // With a single feature, "that one alone" is "all of them" but for the default set.
    for feature in features {
        let alone = ["--no-default-features", "--features", feature];
        choices.push(alone.map(str::to_owned).to_vec());
    }
    choices
}

fn lint(arguments: &[&str]) -> Result<Outcome> {
    run(&[&["clippy", "--quiet", "--all-targets"][..], arguments, &DENY_WARNINGS].concat())
}

/// Runs the unit, integration and documentation tests. A snapshot that differs is a failure here.
fn test(arguments: &[&str], tally: &mut Tally) -> Result<Outcome> {
    let arguments = [&["test", "--quiet", "--profile", "ci"][..], arguments].concat();
    let printed = capture(cargo(&arguments).env("INSTA_UPDATE", "no"))?;
    let found = Tally::of(&printed);
    ensure!(found.passed > 0, "no test ran");
    tally.add(&found);
    Ok(Outcome::Passed(found.to_string()))
}

fn document(arguments: &[&str]) -> Result<Outcome> {
    let arguments = [&["doc", "--quiet", "--no-deps"][..], arguments].concat();
    capture(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::passed())
}

fn run(arguments: &[&str]) -> Result<Outcome> {
    capture(&mut cargo(arguments))?;
    Ok(Outcome::passed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_stands_alone_once() {
        let choices: Vec<String> =
            feature_choices(&["parallel", "std"]).iter().map(|choice| choice.join(" ")).collect();
        assert_eq!(
            choices,
            [
                "",
                "--all-features",
                "--no-default-features",
                "--no-default-features --features parallel",
                "--no-default-features --features std",
            ]
        );
    }

    #[test]
    fn a_crate_without_features_is_checked_once() {
        assert_eq!(feature_choices(&[]), [Vec::<String>::new()]);
    }
}
