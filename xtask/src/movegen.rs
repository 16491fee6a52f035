//! The tests of movegen on back ends that this machine's best ones hide.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::output::{self, Outcome};
use crate::outside::lay_out;
use crate::process::{NATIVE, capture, cargo, rustflags};
use crate::workspace::Workspace;

type Forced = &'static [(&'static str, &'static str)];

/// The back end without vectors and without PEXT, which every target has: `ci` forces it.
pub(crate) const PORTABLE: [Forced; 1] =
    [&[("movegen_lanes", "none"), ("movegen_sliders", "magic")]];

/// All back ends except this machine's best ones, which hide them otherwise.
pub(crate) const HIDDEN: [Forced; 2] = [&[("movegen_lanes", "256")], PORTABLE[0]];

/// Positions in random games that are enough for each change.
pub(crate) const POSITIONS: u64 = 50_000;

/// Tests the laws of movegen on these back ends, one after the other, on at least `positions`
/// positions of random games.
pub(crate) fn back_ends(back_ends: &[Forced], positions: u64) -> Result<Outcome> {
    let mut passed = Vec::new();
    for forced in back_ends {
        let lanes = forced[0].1;
        if lanes == "256" && !has_avx2() {
            output::line("SKIPPED lanes of 256 bits: this processor does not have AVX2");
            continue;
        }
        let printed = laws(forced, positions).with_context(|| format!("with {forced:?}"))?;
        ensure!(!printed.contains("running 0 tests"), "no law ran with {forced:?}");
        passed.push(format!("lanes {lanes}"));
    }
    Ok(Outcome::Passed(passed.join(", ")))
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// The tests that hold the fast paths to plain code: the counts of the move list and of other
/// generators. Modules of one program.
const LAWS: [(&str, &str); 3] =
    [("fast", "fast.rs"), ("derived", "perft/derived.rs"), ("suite", "perft/suite.rs")];

/// Runs these tests with forced back ends, as tests of a crate outside of the workspace: movegen's
/// other tests and its bench depend on much more, all of which would be built anew with each flag.
fn laws(forced: &[(&str, &str)], positions: u64) -> Result<String> {
    let workspace = Workspace::load()?;
    let movegen = workspace.member("movegen")?.directory().to_owned();
    let folder = workspace.target.join("back-ends").join("crate");
    let mut program = String::from("#![cfg(test)]\n");
    for (name, file) in LAWS {
        let path = movegen.join("tests/it").join(file);
        program += &format!("#[path = {path:?}]\nmod {name};\n");
    }
    lay_out(&folder, ("src/lib.rs", &program), &manifest(&movegen))?;
    let mut command = cargo(["test", "--quiet", "--lib"]);
    command.env("RUSTFLAGS", rustflags(NATIVE, forced));
    command.env("CARGO_TARGET_DIR", workspace.target.join("back-ends"));
    command.env("MOVEGEN_POSITIONS", positions.to_string());
    // Without optimisation, which `ci` chooses for itself, the laws run for a minute.
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    capture(command.current_dir(&folder))
}

fn manifest(movegen: &Path) -> String {
    let keys = movegen.with_file_name("zobrist-keys");
    // It sets the `--cfg`s that name the chosen back end to the tests.
    let build = movegen.join("build.rs");
    format!(
        "[workspace]\n\n[package]\nname = \"back-ends\"\nedition = \"2024\"\nbuild = {build:?}\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\n\
         movegen = {{ path = {movegen:?} }}\nzobrist-keys = {{ path = {keys:?} }}\n"
    )
}
