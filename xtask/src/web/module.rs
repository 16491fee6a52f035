//! The WebAssembly module of the page: the crate `web`, and the bindings of wasm-bindgen.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::folder;
use super::tools::{self, TARGET};
use crate::notices::{self, Package};
use crate::process::{capture, cargo};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The most bytes that a reader downloads, compressed.
const MOST_BYTES: usize = 1 << 20;

/// The stack of the module: a deep search needs more than the linker's 1 MiB.
const STACK_BYTES: usize = 8 << 20;

/// Parts of WebAssembly that every browser has since 2023; vectors of 128 bits among them.
const FEATURES: &str = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals";

/// The folder of the bindings in that of the page.
const PACKAGE: &str = "src/pkg";

const NAME: &str = "palimpsest";

/// The notices of the crates in the module, from which those of the page and of the npm package are
/// made.
const NOTICES: &str = "third-party.txt";

pub(super) enum Built {
    /// The bindings are there; their size as a text.
    Whole(String),
    /// A tool is missing.
    Missing(String),
}

impl Built {
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }

    pub(super) fn outcome(self) -> Outcome {
        match self {
            Self::Whole(size) => Outcome::Passed(size),
            Self::Missing(why) => Outcome::Skipped(why),
        }
    }
}

pub(super) fn file() -> PathBuf {
    folder().join(PACKAGE).join(format!("{NAME}_bg.wasm"))
}

/// Returns the crates from which the module is built.
fn crates() -> Result<Vec<Package>> {
    notices::crates_of("web", &[TARGET])
}

/// Checks that the notices in a folder of what is shipped name each crate of the module.
pub(super) fn check_notices(shipped: &str) -> Result<()> {
    let path = folder().join(shipped).join(NOTICES);
    let text = fs::read_to_string(&path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    notices::names_all(&text, &crates()?)
}

/// Builds the module and its bindings.
pub(super) fn build() -> Result<Built> {
    if let Err(why) = tools::target() {
        return Ok(Built::Missing(why));
    }
    let flags = format!("-C link-arg=-zstack-size={STACK_BYTES} -C target-feature={FEATURES}");
    let arguments = ["build", "--quiet", "--package", "web", "--lib", "--profile", "wasm"];
    let mut compile = cargo(arguments);
    capture(compile.args(["--target", TARGET]).env("RUSTFLAGS", flags))?;
    let target = Workspace::load()?.target;
    let module = target.join(TARGET).join("wasm/web.wasm");
    let maker = ["--features", "bindings", "--bin", "xtask-bindings", "--"];
    let mut bind = cargo([&["run", "--quiet", "--package", "xtask"], &maker[..]].concat());
    capture(bind.arg(module).arg(folder().join(PACKAGE)).arg(NAME))?;
    let text = notices::text(&crates()?, false)?;
    fs::write(folder().join(PACKAGE).join(NOTICES), text)?;
    let bytes = fs::metadata(file())?.len();
    let Some(compressed) = compressed()? else {
        return Ok(Built::Whole(format!("{} KiB", bytes >> 10)));
    };
    ensure!(
        compressed <= MOST_BYTES,
        "expected a module of at most {MOST_BYTES} bytes by gzip -9, found {compressed}"
    );
    Ok(Built::Whole(format!("{} KiB, {} KiB by gzip -9", bytes >> 10, compressed >> 10)))
}

/// Returns the size of the module as a server sends it; `None` without gzip.
fn compressed() -> Result<Option<usize>> {
    let Ok(output) = Command::new("gzip").args(["-9", "-c"]).arg(file()).output() else {
        return Ok(None);
    };
    ensure!(output.status.success(), "gzip: {}", String::from_utf8_lossy(&output.stderr));
    Ok(Some(output.stdout.len()))
}
