//! Compilers that this machine has beside the pinned one, each with its cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::capture;

/// The folder in which a distribution's packages put rustc and cargo.
const SYSTEM: &str = "/usr/bin";

/// A compiler and its cargo.
pub(super) struct Compiler {
    origin: Origin,
    /// Such as `1.89.0`.
    pub(super) version: String,
    /// The folder that holds its standard libraries.
    sysroot: PathBuf,
}

/// A way to start a compiler.
enum Origin {
    /// As a toolchain of rustup, of this name.
    Rustup(String),
    /// From [`SYSTEM`].
    System,
}

impl Compiler {
    /// Returns those that rustup has or was shown (`rustup toolchain link`), and the system's.
    pub(super) fn all() -> Vec<Self> {
        let list = capture(Command::new("rustup").args(["toolchain", "list"])).unwrap_or_default();
        let names = list.lines().filter_map(|line| line.split_whitespace().next());
        let mut origins: Vec<_> = names.map(|name| Origin::Rustup(name.to_owned())).collect();
        if Path::new(SYSTEM).join("rustc").is_file() && Path::new(SYSTEM).join("cargo").is_file() {
            origins.push(Origin::System);
        }
        origins.into_iter().filter_map(|origin| Self::new(origin).ok()).collect()
    }

    fn new(origin: Origin) -> Result<Self> {
        let said = capture(origin.command("rustc").arg("--version"))?;
        let version = said.split_whitespace().nth(1).context("a compiler without a version")?;
        capture(origin.command("cargo").arg("--version"))?;
        let sysroot = capture(origin.command("rustc").args(["--print", "sysroot"]))?;
        Ok(Self { version: version.to_owned(), sysroot: sysroot.trim().into(), origin })
    }

    /// Returns a command of its cargo that uses its compiler and no flags of this workspace.
    pub(super) fn cargo(&self, folder: &Path) -> Command {
        let mut command = self.origin.command("cargo");
        command.current_dir(folder);
        command
    }

    /// Returns the compiler itself.
    pub(super) fn rustc(&self) -> Command {
        self.origin.command("rustc")
    }

    /// Returns whether its version begins with these two numbers, as in `1.89`.
    pub(super) fn is(&self, rust_version: &str) -> bool {
        numbers(&self.version)[..2] == numbers(rust_version)[..2]
    }

    /// Returns whether a crate that asks for this version may be built with it.
    pub(super) fn serves(&self, rust_version: &str) -> bool {
        numbers(&self.version) >= numbers(rust_version)
    }

    /// Returns the version as numbers, to compare.
    pub(super) fn order(&self) -> [u32; 3] {
        numbers(&self.version)
    }

    /// Returns whether it was released: a nightly one promises nothing.
    pub(super) fn is_stable(&self) -> bool {
        !self.version.contains('-')
    }

    /// Returns whether the standard library of a target came with it.
    pub(super) fn has_target(&self, target: &str) -> bool {
        self.sysroot.join("lib/rustlib").join(target).join("lib").is_dir()
    }

    /// Returns whether the sources of the standard library came with it.
    pub(super) fn has_sources(&self) -> bool {
        self.sysroot.join("lib/rustlib/src/rust/library/Cargo.toml").is_file()
    }

    /// Returns Rust's own linker, for targets that no system linker serves.
    pub(super) fn linker(&self) -> Option<PathBuf> {
        let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let linker = self.sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
        linker.is_file().then_some(linker)
    }
}

impl Origin {
    fn command(&self, program: &str) -> Command {
        let mut command = match self {
            Self::Rustup(name) => {
                let mut command = Command::new("rustup");
                command.args(["run", name, program]);
                command
            }
            Self::System => {
                let mut command = Command::new(Path::new(SYSTEM).join(program));
                for (name, tool) in [("RUSTC", "rustc"), ("RUSTDOC", "rustdoc")] {
                    command.env(name, Path::new(SYSTEM).join(tool));
                }
                command
            }
        };
        // The pinned toolchain's, which runs this program.
        for name in ["CARGO", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH", "RUSTFLAGS"] {
            command.env_remove(name);
        }
        command
    }
}

/// Returns the numbers of a version, 0 for those that are not there.
fn numbers(version: &str) -> [u32; 3] {
    let plain = version.split('-').next().unwrap_or_default();
    let mut parts = plain.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiler(version: &str) -> Compiler {
        Compiler { origin: Origin::System, version: version.into(), sysroot: PathBuf::new() }
    }

    #[test]
    fn versions_are_compared_by_numbers() {
        assert!(compiler("1.100.0").serves("1.89"));
        assert!(compiler("1.89.0").serves("1.89") && !compiler("1.85.1").serves("1.89"));
        assert!(compiler("1.85.1").is("1.85") && !compiler("1.86.0").is("1.85"));
        assert!(!compiler("1.8.5").is("1.85"));
        assert!(compiler("1.85.1").is_stable() && !compiler("1.97.0-nightly").is_stable());
    }

    #[test]
    fn the_pinned_compiler_is_among_them() {
        let pinned = Compiler::all().into_iter().find(|one| one.is(env!("CARGO_PKG_RUST_VERSION")));
        let pinned = pinned.expect("the workspace's programs ask for the pinned version");
        assert!(pinned.has_target(&format!("{}-unknown-linux-gnu", std::env::consts::ARCH)));
        assert!(!pinned.has_target("no-such-target"));
    }
}
