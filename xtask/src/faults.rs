//! `faults`: plants known faults into a copy of the workspace and demands that its checks find
//! them.
//!
//! A test that cannot fail proves nothing. Each fault here is one that engines have really had, or
//! a breach of the house's rules; the check named beside it has to fail, and to say so itself: a
//! copy that does not compile is no proof either.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::{self, Workspace};

/// A change of one place of a file, and the check that must not survive it.
struct Fault {
    name: &'static str,
    file: &'static str,
    /// Stands exactly once in the file.
    from: &'static str,
    to: &'static str,
    /// Arguments of cargo.
    check: &'static [&'static str],
    /// What the check prints when it has found a fault.
    sign: &'static str,
}

/// What the test runner prints when a test has failed.
const FAILED_TEST: &str = "test result: FAILED";

const KEYS: &[&str] = &["test", "--profile", "ci", "-p", "movegen", "--test", "keys"];
/// The examples are left out: without a table that finds anything they count for hours.
const TABLE: &[&str] =
    &["test", "--profile", "ci", "-p", "tt-core", "--lib", "--test", "*", "--no-fail-fast"];

const LANES: &[&str] = &["test", "--profile", "ci", "-p", "movegen", "--test", "fast"];

const FAULTS: [Fault; 10] = [
    Fault {
        name: "en passant stays in the key",
        file: "crates/movegen/src/position.rs",
        from: "self.keys.remove_en_passant(tables, square.file());",
        to: "let _ = square;",
        check: KEYS,
        sign: FAILED_TEST,
    },
    Fault {
        name: "a captured rook leaves its right",
        file: "crates/movegen/src/position/make.rs",
        from: "self.rights_lost(us, kind, from.bb() | to.bb());",
        to: "self.rights_lost(us, kind, from.bb());",
        check: KEYS,
        sign: FAILED_TEST,
    },
    Fault {
        name: "pinned knights are counted",
        file: "crates/movegen/src/fast/count.rs",
        from: "pieces.knights &= !pinned;",
        to: "let _ = &pieces.knights;",
        check: LANES,
        sign: FAILED_TEST,
    },
    Fault {
        name: "a hit does not refresh the generation",
        file: "crates/tt-core/src/view.rs",
        from: "if R::REFRESH",
        to: "if !R::REFRESH",
        check: TABLE,
        sign: FAILED_TEST,
    },
    Fault {
        name: "the key is stored without the data",
        file: "crates/tt-core/src/bucket/wide/slot.rs",
        from: "if cfg!(tt_core_mutant) { 0 } else { bits }",
        to: "if cfg!(tt_core_mutant) { bits } else { 0 }",
        check: TABLE,
        sign: FAILED_TEST,
    },
    Fault {
        name: "X-FEN does not name an inner rook",
        file: "crates/movegen/src/fen.rs",
        from: "if chess960 || outermost != Some(rook)",
        to: "if chess960 && outermost.is_some()",
        check: &["test", "--profile", "ci", "-p", "oracle", "the_cases_survive_every_form"],
        sign: FAILED_TEST,
    },
    Fault {
        name: "a pawn table compares half of Black's pawns",
        file: "crates/pawn-hash/src/verify.rs",
        from: "(white >> 32) as u32 | (black >> 32 << 16) as u32]",
        to: "(white >> 32) as u32]",
        check: &[
            "test",
            "--profile",
            "ci",
            "-p",
            "pawn-hash",
            "--test",
            "strategies",
            "exact_tags",
        ],
        sign: FAILED_TEST,
    },
    Fault {
        name: "Black's threats count for White",
        file: "crates/evaluation/src/hand_crafted.rs",
        from: "score -= threats::score(&context, Color::Black, tracer);",
        to: "score += threats::score(&context, Color::Black, tracer);",
        check: &["test", "--profile", "ci", "-p", "evaluation", "--test", "laws"],
        sign: FAILED_TEST,
    },
    Fault {
        name: "an arrow points up",
        file: "crates/pawn-hash/Cargo.toml",
        from: "tt-core.workspace = true",
        to: "tt-core.workspace = true\nmovegen.workspace = true",
        check: &["xtask", "layers"],
        sign: "does not point to a lower layer",
    },
    Fault {
        name: "the table knows a chess word",
        file: "crates/tt-core/src/lib.rs",
        from: "#![no_std]",
        to: "#![no_std]\n/// Planted.\npub const KING_VALUE: i16 = 0;",
        check: &["xtask", "tidy"],
        sign: "FAILED  tidy",
    },
];

/// Plants each fault in turn.
///
/// # Errors
/// If a fault cannot be planted, if its check survives it, or if the copy does not build.
pub(crate) fn run() -> Result<()> {
    let folder = Workspace::load()?.target.join("faults");
    let copy = folder.join("workspace");
    if copy.exists() {
        // Files that are gone since the last run would be built.
        fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {copy:?}"))?;
    }
    workspace::copy_to(&copy)?;
    for fault in &FAULTS {
        step(fault.name, || plant(fault, &copy, &folder.join("target")))?;
    }
    Ok(())
}

fn plant(fault: &Fault, copy: &Path, target: &Path) -> Result<Outcome> {
    let file = copy.join(fault.file);
    let sound = fs::read_to_string(&file).with_context(|| format!("cannot read {file:?}"))?;
    let places = sound.matches(fault.from).count();
    ensure!(places == 1, "{:?} stands {places} times in {}, not once", fault.from, fault.file);
    fs::write(&file, sound.replace(fault.from, fault.to))?;
    let mut command = cargo(fault.check);
    let result = capture(command.current_dir(copy).env("CARGO_TARGET_DIR", target));
    fs::write(&file, sound)?;
    match result {
        Ok(_) => bail!("{:?} in {} was not found", fault.to, fault.file),
        Err(error) if error.to_string().contains(fault.sign) => Ok(Outcome::passed()),
        Err(error) => Err(error.context("the check failed, but not at the fault")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn each_fault_has_its_place() {
        for fault in &FAULTS {
            let text = fs::read_to_string(process::root().join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.from).count(), 1, "{}", fault.name);
        }
    }
}
