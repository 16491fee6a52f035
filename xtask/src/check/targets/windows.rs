//! Windows: all crates build, and the engine searches the nodes of this machine, under wine.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::foreign::Foreign;
use crate::process::{self, capture, is_installed};
use crate::step::{Outcome, step};

/// The target, whose programs Debian's compiler links.
pub(super) const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The C compiler that links its programs.
const LINKER: &str = "x86_64-w64-mingw32-gcc";

/// Runs the steps.
///
/// # Errors
/// If a crate does not build, or the engine's bench counts other nodes.
pub(super) fn run(has_target: bool, target: &Path) -> Result<()> {
    if !has_target {
        return step(WINDOWS, || Ok(Outcome::Skipped(super::missing(WINDOWS))));
    }
    let windows = Foreign { triple: WINDOWS, linker: LINKER, runner: "wine", target };
    step(&format!("all crates, {WINDOWS}"), || {
        capture(&mut windows.cargo(&["check", "--quiet", "--workspace"]))?;
        Ok(Outcome::passed())
    })?;
    step(&format!("bench signature of {WINDOWS}"), || {
        for (program, package) in [(LINKER, "gcc-mingw-w64-x86-64"), ("wine", "wine64 wine")] {
            if !is_installed(program) {
                let why = format!("there is no {program} (apt-get install {package})");
                return Ok(Outcome::Skipped(why));
            }
        }
        library(target)?;
        windows.bench()
    })
}

/// Makes a library that wine lacks and puts it where the engine's binary will be.
fn library(target: &Path) -> Result<()> {
    let folder = target.join(WINDOWS).join("debug");
    fs::create_dir_all(&folder)?;
    let source = process::root().join(super::DATA).join("bcryptprimitives.c");
    let mut linker = Command::new(LINKER);
    linker.arg("-shared").arg(source).arg("-o").arg(folder.join("bcryptprimitives.dll"));
    capture(linker.arg("-ladvapi32"))?;
    Ok(())
}
