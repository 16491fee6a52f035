//! `c`: the tables for C and C++, built, tested, measured, and put under a foreign engine.

mod clients;
mod foreign;
mod speed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::output::{self, Outcome, step};
use crate::process::{NATIVE, capture, cargo, is_installed, root, rustflags};
use crate::workspace::Workspace;

const FOLDER: &str = "crates/bindings/c";

/// The processor of the library that the clients test: valgrind knows no AVX-512.
const TESTED: &str = if cfg!(target_arch = "x86_64") { "x86-64-v3" } else { NATIVE };

/// The work to be done beside the build.
#[derive(Args)]
pub(crate) struct Work {
    /// Compare the header with the sources, and run clients in C and C++, with the address
    /// sanitizer and under valgrind too
    #[arg(long)]
    check: bool,
    /// Write the header anew
    #[arg(long, conflicts_with = "check")]
    header: bool,
    /// Compare a probe in C with one in Rust; a part of the check
    #[arg(long)]
    speed: bool,
    /// Put the table under Stockfish 11, whose sources are in this folder, and write the page
    #[arg(long, value_name = "FOLDER")]
    engine: Option<PathBuf>,
    /// The processor that the library is for
    #[arg(long, default_value = NATIVE)]
    cpu: String,
}

/// Builds the library into `target/c`, and does the work that is asked for.
pub(crate) fn run(work: &Work) -> Result<()> {
    if work.header {
        return step("header", || {
            fs::write(header_path(), made_header()?)?;
            Ok(Outcome::passed())
        });
    }
    if work.check && !is_installed("gcc") {
        output::line("SKIPPED c: there is no gcc (apt-get install gcc g++)");
        return Ok(());
    }
    let mut library = None;
    step("library for C", || {
        let built = library.insert(Library::build(&work.cpu)?);
        Ok(Outcome::Passed(built.folder().display().to_string()))
    })?;
    let Some(library) = library else { return Ok(()) };
    if work.check {
        step("header", check_header)?;
        clients::run(&library)?;
    }
    if work.check || work.speed {
        step("a probe in C and in Rust", || speed::run(&library))?;
    }
    if let Some(folder) = &work.engine {
        foreign::run(folder, &library)?;
    }
    Ok(())
}

const PACKAGE: &str = "palimpsest-c";

/// The static library in its folder.
const STATIC: &str = "libpalimpsest_c.a";

const NATIVE_LIBRARIES: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

struct Library {
    folder: PathBuf,
}

impl Library {
    /// Builds it for a processor into `target/c`.
    fn build(cpu: &str) -> Result<Self> {
        let mut build = cargo(["build", "--quiet", "--release", "--package", PACKAGE, "--lib"]);
        capture(build.env("RUSTFLAGS", rustflags(cpu, &[])))?;
        let workspace = Workspace::load()?;
        let folder = workspace.target.join("c").join(cpu);
        let (headers, libraries) = (folder.join("include"), folder.join("lib"));
        fs::create_dir_all(&headers)?;
        fs::create_dir_all(libraries.join("pkgconfig"))?;
        for name in ["palimpsest.h", "palimpsest.hpp"] {
            fs::copy(root().join(FOLDER).join("include").join(name), headers.join(name))
                .with_context(|| name.to_owned())?;
        }
        let built = workspace.target.join("release");
        let shared = ["libpalimpsest_c.so", "libpalimpsest_c.dylib"];
        for name in shared.into_iter().filter(|name| built.join(name).exists()).chain([STATIC]) {
            fs::copy(built.join(name), libraries.join(name)).with_context(|| name.to_owned())?;
        }
        let template = fs::read_to_string(root().join(FOLDER).join("palimpsest.pc.in"))?;
        let text = template
            .replace("@PREFIX@", &folder.display().to_string())
            .replace("@VERSION@", &workspace.member(PACKAGE)?.version)
            .replace("@NATIVE@", &NATIVE_LIBRARIES.join(" "));
        fs::write(libraries.join("pkgconfig/palimpsest.pc"), text)?;
        Ok(Self { folder })
    }

    fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles sources into a program that is linked with the static library.
    fn compile(
        &self,
        compiler: &str,
        flags: &[&str],
        sources: &[PathBuf],
        program: &Path,
    ) -> Result<()> {
        let mut compile = Command::new(compiler);
        compile.args(flags).arg("-I").arg(self.folder.join("include")).args(sources);
        compile.arg(self.folder.join("lib").join(STATIC)).args(NATIVE_LIBRARIES);
        capture(compile.arg("-o").arg(program)).map(drop)
    }
}

/// The files of the crate of which the header is made: settings, and functions that are inline.
const SETTINGS: &str = "cbindgen.toml";
const INLINE: &str = "inline.h";

/// The most lines of the header for C++.
const CPP_LINES: usize = 150;

fn header_path() -> PathBuf {
    root().join(FOLDER).join("include/palimpsest.h")
}

fn check_header() -> Result<Outcome> {
    let made = made_header()?;
    let committed = fs::read_to_string(header_path()).context("include/palimpsest.h")?;
    let differs = made.lines().zip(committed.lines()).position(|(made, found)| made != found);
    ensure!(
        made == committed,
        "include/palimpsest.h is not that of the sources from line {} on: run `cargo xtask c \
         --header`",
        differs.unwrap_or_else(|| made.lines().count().min(committed.lines().count())) + 1
    );
    let cpp = fs::read_to_string(header_path().with_extension("hpp"))?.lines().count();
    ensure!(cpp <= CPP_LINES, "expected a header for C++ of {CPP_LINES} lines, found {cpp}");
    let lines = made.lines().count();
    Ok(Outcome::Passed(format!("{lines} lines, {cpp} for C++")))
}

fn made_header() -> Result<String> {
    let maker = ["--features", "header", "--bin", "xtask-header", "--"];
    let mut make = cargo([&["run", "--quiet", "--package", "xtask"], &maker[..]].concat());
    capture(make.args([FOLDER, SETTINGS, INLINE]))
}
