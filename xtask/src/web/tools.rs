//! The tools of the page that this machine may lack, each with the command that installs it.

use std::path::Path;
use std::process::Command;

use crate::process::{capture, has_standard_library, is_installed};

pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest node that the page's tools take.
const NODE: u32 = 20;

/// The places where Debian and others install Chromium.
const CHROMIUM: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Returns why the module cannot be built, if the compiler lacks the target.
pub(super) fn target() -> Result<(), String> {
    let why = "no standard library for the browser (rustup target add wasm32-unknown-unknown)";
    if has_standard_library(TARGET) { Ok(()) } else { Err(why.into()) }
}

/// Returns why the page cannot be built, if node or npm is missing or too old.
pub(super) fn node() -> Result<(), String> {
    let why = format!("expected node {NODE} or newer and npm (apt-get install nodejs npm)");
    let version = capture(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim().strip_prefix('v').and_then(|text| text.split('.').next());
    let is_new = major.and_then(|text| text.parse().ok()).is_some_and(|major: u32| major >= NODE);
    match (is_new, is_installed("npm")) {
        (true, true) => Ok(()),
        (false, _) if !version.is_empty() => Err(format!("{why}, found node {}", version.trim())),
        _ => Err(why),
    }
}

/// Returns why the browser tests cannot be run, if there is no Chromium.
pub(super) fn chromium() -> Result<(), String> {
    let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).is_file());
    if named || CHROMIUM.iter().any(|path| Path::new(path).is_file()) {
        return Ok(());
    }
    Err("there is no Chromium (apt-get install chromium, or CHROMIUM=path)".into())
}
