//! A compiler that builds for a target, with the standard library that it has or makes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::super::compiler::Compiler;
use super::super::library_copy::LibraryCopy;
use crate::process::capture;
use crate::workspace::Member;

/// The parts of the standard library that a target has, which decide the parts to build.
#[derive(Clone, Copy)]
pub(super) enum StdParts {
    /// `core` and `alloc`.
    Bare,
    /// All.
    Linux,
    /// All, and it is linked by Rust's own linker.
    Wasm,
}

/// The compiler that this workspace is pinned to.
pub(super) const PINNED: &str = env!("CARGO_PKG_RUST_VERSION");

/// Builds for one target.
pub(super) struct Builder<'a> {
    compiler: &'a Compiler,
    /// Nothing for this machine.
    triple: Option<&'a str>,
    parts: StdParts,
    /// Whether the standard library is built from its sources.
    from_sources: bool,
    /// Rust's own linker.
    linker: Option<PathBuf>,
    outside: &'a LibraryCopy,
    target: &'a Path,
}

impl<'a> Builder<'a> {
    /// Returns the pinned compiler for this machine.
    ///
    /// # Errors
    /// If rustup does not have it.
    pub(super) fn of_this_machine(
        compilers: &'a [Compiler],
        outside: &'a LibraryCopy,
        target: &'a Path,
    ) -> Result<Self> {
        let compiler = pinned(compilers).context("rustup does not list the pinned toolchain")?;
        let parts = StdParts::Linux;
        let (triple, from_sources, linker) = (None, false, None);
        Ok(Self { compiler, triple, parts, from_sources, linker, outside, target })
    }

    /// Returns the pinned compiler if it has the target, else the newest one that has it, or
    /// sources.
    pub(super) fn find(
        compilers: &'a [Compiler],
        triple: &'a str,
        parts: StdParts,
        outside: &'a LibraryCopy,
        target: &'a Path,
    ) -> Option<Self> {
        let stable = || compilers.iter().filter(|compiler| compiler.is_stable());
        let has = |compiler: &&Compiler| compiler.has_target(triple);
        let ready = pinned(compilers).filter(has);
        let ready = ready.or_else(|| stable().filter(has).max_by_key(|one| one.order()));
        let sources = || stable().filter(|one| one.has_sources()).max_by_key(|one| one.order());
        let compiler = ready.or_else(sources)?;
        let from_sources = ready.is_none();
        // Debian's compilers come without one.
        let linker = compiler.linker().or_else(|| pinned(compilers)?.linker());
        Some(Self { compiler, triple: Some(triple), parts, from_sources, linker, outside, target })
    }

    /// Returns the compiler that it builds with, for the line of a step.
    pub(super) fn note(&self) -> String {
        let how = if self.from_sources { ", standard library from its sources" } else { "" };
        format!("rust {}{how}", self.compiler.version)
    }

    /// Returns why it cannot build a library, if it cannot.
    pub(super) fn too_old_for(&self, member: &Member) -> Option<String> {
        let asked = member.shown.rust_version.as_deref()?;
        let serves = self.compiler.serves(asked);
        (!serves).then(|| format!("it asks for rust {asked}, here is {}", self.compiler.version))
    }

    /// Returns whether the target has atomic words of this width: `64` bits, or `ptr`, a pointer's.
    ///
    /// # Errors
    /// If the compiler does not know the target.
    pub(super) fn has_atomics(&self, width: &str) -> Result<bool> {
        let mut rustc = self.compiler.rustc();
        rustc.args(["--print", "cfg"]);
        if let Some(triple) = self.triple {
            rustc.args(["--target", triple]);
        }
        Ok(capture(&mut rustc)?.contains(&format!("target_has_atomic=\"{width}\"")))
    }

    /// Builds a library without its default features, beside these dependencies of its user's; one
    /// of them may be that library with some of its features.
    ///
    /// # Errors
    /// If it does not build.
    pub(super) fn library(&self, member: &Member, beside: &str) -> Result<()> {
        let package = &member.package;
        let path = self.outside.folder(member);
        let mut manifest = String::from("[package]\nname = \"user\"\nedition = \"2024\"\n\n");
        manifest += "[workspace]\n\n[dependencies]\n";
        manifest += beside;
        if !beside.starts_with(&format!("{package} = ")) {
            manifest += &format!("{package} = {{ path = {path:?}, default-features = false }}\n");
        }
        let files = [("Cargo.toml", &*manifest), ("src/lib.rs", "#![no_std]\n")];
        let user = self.outside.add("user", &files)?;
        capture(self.cargo("build").arg("--manifest-path").arg(user.join("Cargo.toml")))?;
        Ok(())
    }

    /// Builds a program, and returns the path of the file of that name.
    ///
    /// # Errors
    /// If it does not build, or the file is not there.
    pub(super) fn program(&self, manifest: &Path, file: &str) -> Result<PathBuf> {
        capture(self.cargo("build").arg("--manifest-path").arg(manifest))?;
        let built = self.target.join(self.triple.unwrap_or_default()).join("debug").join(file);
        ensure!(built.is_file(), "there is no {}", built.display());
        Ok(built)
    }

    fn cargo(&self, verb: &str) -> Command {
        let mut cargo = self.compiler.cargo(self.outside.path());
        cargo.args([verb, "--quiet"]).env("CARGO_TARGET_DIR", self.target);
        if let Some(triple) = self.triple {
            cargo.args(["--target", triple]);
        }
        if self.from_sources {
            let parts = match self.parts {
                StdParts::Bare => "core,alloc",
                StdParts::Linux | StdParts::Wasm => "std,panic_abort",
            };
            // Building it is not a stable option of cargo.
            cargo.arg(format!("-Zbuild-std={parts}")).env("RUSTC_BOOTSTRAP", "1");
        }
        if let (StdParts::Wasm, Some(linker)) = (self.parts, &self.linker) {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        cargo
    }
}

fn pinned(compilers: &[Compiler]) -> Option<&Compiler> {
    compilers.iter().find(|compiler| compiler.is(PINNED))
}
