//! Whether what has changed since the last version may bear the number that the crates have now.

use anyhow::Result;

use crate::process::{capture, cargo, git};
use crate::step::{Outcome, step};
use crate::workspace::Member;

/// Compares each crate with itself at the last tag of a version, by cargo-semver-checks.
///
/// # Errors
/// If a crate breaks what its version number promises.
pub(super) fn run(libraries: &[&Member]) -> Result<()> {
    let installed = capture(&mut cargo(["semver-checks", "--version"])).is_ok();
    let tag = capture(&mut git(["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]));
    let (true, Ok(tag)) = (installed, &tag) else {
        let tool =
            "cargo-semver-checks is not installed (cargo install cargo-semver-checks --locked)";
        let why = if installed { "no tag of a version (v1.2.3) leads here" } else { tool };
        return step("semver", || Ok(Outcome::Skipped(why.to_owned())));
    };
    let tag = tag.trim();
    for member in libraries {
        step(&format!("semver of {}, since {tag}", member.name), || since(tag, member))?;
    }
    Ok(())
}

fn since(tag: &str, member: &Member) -> Result<Outcome> {
    if !has_package(tag, member) {
        return Ok(Outcome::Skipped(format!("{tag} has no package {}", member.package)));
    }
    let mut command = cargo(["semver-checks", "--all-features", "--baseline-rev", tag]);
    capture(command.args(["--package", &member.package]))?;
    Ok(Outcome::passed())
}

/// Returns whether a crate bore its present name at a revision.
fn has_package(revision: &str, member: &Member) -> bool {
    let manifest = format!("{revision}:{}/Cargo.toml", member.folder());
    let own_line = format!("\nname = \"{}\"\n", member.package);
    capture(&mut git(["show", &manifest])).is_ok_and(|text| text.contains(&own_line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn a_crate_is_compared_with_a_tag_that_has_it() {
        let workspace = Workspace::load().unwrap();
        let core = workspace.member("tt-core").unwrap();
        assert!(has_package("HEAD", core));
        assert!(!has_package("v0.0.0-none", core));
        let skipped = since("v0.0.0-none", core).unwrap();
        assert!(matches!(skipped, Outcome::Skipped(why) if why.contains("palimpsest-tt-core")));
    }
}
