//! The library with its headers, laid out as pkg-config and CMake look for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::FOLDER;
use crate::flags::rustflags;
use crate::process::{capture, cargo, root};
use crate::workspace::Workspace;

const PACKAGE: &str = "palimpsest-c";

/// The static library in its folder.
const STATIC: &str = "libpalimpsest_c.a";

/// The libraries of the system that the static one needs.
const NATIVE_LIBRARIES: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// A library that was built, and what goes with it.
pub(super) struct Library {
    folder: PathBuf,
}

impl Library {
    /// Builds it for a processor into `target/c`.
    pub(super) fn build(cpu: &str) -> Result<Self> {
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

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles sources into a program that is linked with the static library.
    pub(super) fn compile(
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
