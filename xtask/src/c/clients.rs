//! Programs in C and C++ over the whole header, which find an error or print a line.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{FOLDER, Library, TESTED};
use crate::output::{Outcome, step, step_unless};
use crate::process::{capture, is_installed, lacks, root};

const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

const SANITIZED: [&str; 3] = ["-g", "-O1", "-fsanitize=address,undefined"];

/// Only definite leaks: the standard library keeps the name of the main thread by an address inside
/// of it.
pub(super) const VALGRIND: [&str; 6] = [
    "valgrind",
    "--quiet",
    "--error-exitcode=9",
    "--leak-check=full",
    "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite",
];

/// The processors of the clients: each has a probe of its own in the header.
const PROCESSORS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["-march=native", "-march=x86-64-v3", "-march=x86-64"]
} else {
    &["-mcpu=native"]
};

const TABLES: &str = "crates/syzygy/examples/data";

struct Client {
    compiler: &'static str,
    standard: &'static str,
    source: &'static str,
}

const CLIENTS: [Client; 2] = [
    Client { compiler: "gcc", standard: "-std=gnu11", source: "tests/client.c" },
    Client { compiler: "g++", standard: "-std=c++17", source: "tests/client.cpp" },
];

/// Compiles and runs the clients, the examples of pkg-config and of CMake.
pub(super) fn run(library: &Library) -> Result<()> {
    let tested = Library::build(TESTED)?;
    for client in &CLIENTS {
        let name = client.source.rsplit('/').next().unwrap_or_default();
        if !is_installed(client.compiler) {
            let why = format!("there is no {}", client.compiler);
            step(name, || Ok(Outcome::Skipped(why)))?;
            continue;
        }
        for cpu in PROCESSORS {
            step(&format!("{name}, {cpu}"), || client.run(&tested, &["-O2", cpu], &[]))?;
        }
        step(&format!("{name}, sanitized"), || client.run(&tested, &SANITIZED, &[]))?;
        step_unless(lacks("valgrind", ""), &format!("{name} under valgrind"), || {
            client.run(&tested, &["-g", "-O1"], &VALGRIND)
        })?;
    }
    step("example by pkg-config", || by_pkg_config(library))?;
    step("example by CMake", || by_cmake(library))
}

impl Client {
    /// Compiles it and runs it, by another program if there is one.
    fn run(&self, library: &Library, flags: &[&str], by: &[&str]) -> Result<Outcome> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("client");
        let flags = [&[self.standard][..], &STRICT, flags].concat();
        library.compile(self.compiler, &flags, &[source(self.source)], &program)?;
        let tables = folder.path().join("syzygy");
        fs::create_dir(&tables)?;
        for file in fs::read_dir(root().join(TABLES))? {
            let file = file?;
            fs::copy(file.path(), tables.join(file.file_name()))?;
        }
        let words =
            by.iter().map(OsStr::new).chain([program.as_os_str(), folder.path().as_os_str()]);
        let words: Vec<&OsStr> = words.collect();
        let printed = capture(Command::new(words[0]).args(&words[1..]))?;
        ensure!(printed.ends_with("claims hold\n"), "expected claims that hold, found:\n{printed}");
        Ok(Outcome::Passed(printed.trim().to_owned()))
    }
}

fn source(name: &str) -> PathBuf {
    root().join(FOLDER).join(name)
}

fn by_pkg_config(library: &Library) -> Result<Outcome> {
    if !is_installed("pkg-config") || !is_installed("g++") {
        return Ok(Outcome::Skipped("there is no pkg-config, or no g++".into()));
    }
    let mut ask = Command::new("pkg-config");
    ask.args(["--cflags", "--libs", "palimpsest"]);
    let said = capture(ask.env("PKG_CONFIG_PATH", library.folder().join("lib/pkgconfig")))?;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("example");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++17", "-O2"]).arg(source("example/example.cpp"));
    capture(compile.args(said.split_whitespace()).arg("-o").arg(&program))?;
    hit(&program)
}

fn by_cmake(library: &Library) -> Result<Outcome> {
    if !is_installed("cmake") || !is_installed("g++") {
        return Ok(Outcome::Skipped("there is no cmake (apt-get install cmake), or no g++".into()));
    }
    let build = tempfile::tempdir()?;
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(source("example")).arg("-B").arg(build.path());
    let prefix = library.folder().display();
    capture(configure.arg(format!("-DCMAKE_PREFIX_PATH={prefix}")))?;
    capture(Command::new("cmake").arg("--build").arg(build.path()))?;
    hit(&build.path().join("example"))
}

fn hit(program: &Path) -> Result<Outcome> {
    let printed = capture(&mut Command::new(program)).context("the example")?;
    ensure!(printed == "move 77, draft 5\n", "expected the record, found {printed}");
    Ok(Outcome::passed())
}
