//! The facts about this binary's build, and its terms of use.

use std::fmt::Write;

use crate::processor;

pub(crate) const NAME: &str = "Palimpsest";

/// The engine's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that was checked out when the program was built, without any changes since then.
/// `unknown` if the sources were no checkout.
pub const COMMIT: &str = env!("PALIMPSEST_COMMIT");

/// The answer to `license`.
pub(crate) const LICENSE: &str = "\
Palimpsest is free software under the MIT license or the Apache License 2.0, at your option.";

/// The notices of third parties, which `cargo xtask dist --notices` writes.
pub(crate) const THIRD_PARTIES: &str = include_str!("../third-party.txt");

/// Returns the facts that a report of a fault should name: version, commit, compiler, target, the
/// processor of the build and the one that it runs on. Four lines.
pub(crate) fn description() -> String {
    let mut text = first_line();
    let (rustc, target) = (env!("PALIMPSEST_RUSTC"), env!("PALIMPSEST_TARGET"));
    let (asked, present) = (processor::built_for(), processor::this_one());
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\nCompiled by {rustc} for {target}\nBuilt for {asked}\nThis processor: {present}"
    );
    text
}

/// Returns version, commit and kind of build.
pub(crate) fn first_line() -> String {
    let kind = if cfg!(debug_assertions) { "checked" } else { "optimised" };
    format!("{NAME} {VERSION}, commit {COMMIT}, {kind} build")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_names_what_was_built_and_by_what() {
        let text = description();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].starts_with(&format!("Palimpsest {VERSION}, commit {COMMIT}, ")));
        let hexadecimal = COMMIT.len() >= 7 && COMMIT.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(COMMIT == "unknown" || hexadecimal, "{COMMIT}");
        assert!(lines[1].starts_with("Compiled by rustc 1."), "{text}");
        assert!(lines[1].contains(std::env::consts::ARCH), "{text}");
        assert!(lines[2].contains("86") || !cfg!(target_arch = "x86_64"), "{text}");
    }
}
