//! Passes facts to the engine that it cannot find out by itself: the commit it was built from, the
//! compiler and the target. Nothing depends on the time or the folder of the build.

use std::env;
use std::path::Path;
use std::process::Command;

/// The variable that packagers who build from an archive set to the commit's name.
const COMMIT: &str = "PALIMPSEST_COMMIT";

const UNKNOWN: &str = "unknown";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={COMMIT}");
    let unknown = || UNKNOWN.to_owned();
    let commit = env::var(COMMIT).ok().filter(|given| !given.is_empty()).or_else(commit);
    let rustc = env::var("RUSTC").ok().and_then(|rustc| first_line(&rustc, &["--version"]));
    println!("cargo:rustc-env={COMMIT}={}", commit.unwrap_or_else(unknown));
    println!("cargo:rustc-env=PALIMPSEST_RUSTC={}", rustc.unwrap_or_else(unknown));
    println!(
        "cargo:rustc-env=PALIMPSEST_TARGET={}",
        env::var("TARGET").unwrap_or_else(|_| unknown())
    );
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo:rustc-env=PALIMPSEST_FEATURES={features}");
}

/// Returns the commit that is checked out, if git is there and this is a checkout of Palimpsest,
/// not sources that were unpacked inside another project's checkout.
fn commit() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?.canonicalize().ok()?;
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root {
        return None;
    }
    // HEAD changes with the branch, its reference with each commit; old references are packed.
    let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let file = git(&["rev-parse", "--path-format=absolute", "--git-path", name]);
        if let Some(file) = file.filter(|file| Path::new(file).exists()) {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    first_line("git", arguments)
}

/// Returns the first line that a program prints, if it succeeds.
fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
