//! `dist`: binaries of the engine for the levels of the x86-64 instruction set, each tried on a
//! processor that has no more than its level, and on one that has less; and one for AArch64 Linux.

mod aarch64;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::output::{self, Outcome, step};
use crate::process::{self, capture, cargo, rustflags};
use crate::tidy::LICENCES;
use crate::workspace::Workspace;
use crate::{bench, notices, web};

/// A level of the instruction set, and the emulator's names of processors.
struct Level {
    name: &'static str,
    /// One that has just this level; `None` where the emulator has none.
    processor: Option<&'static str>,
    /// Processors that have less, each with the level that the error should advise.
    lesser: &'static [(&'static str, &'static str)],
}

/// The levels, the lowest first: every machine that this verb runs on has that one.
const LEVELS: [Level; 3] = [
    Level { name: "x86-64-v2", processor: Some("Nehalem"), lesser: &[] },
    Level {
        name: "x86-64-v3",
        processor: Some("Haswell"),
        lesser: &[("Nehalem", "x86-64-v2"), ("SandyBridge", "x86-64-v2")],
    },
    Level {
        name: "x86-64-v4",
        processor: None,
        lesser: &[("Nehalem", "x86-64-v2"), ("Haswell", "x86-64-v3")],
    },
];

/// The bench under the emulator, which is slow: its table's size, its threads, and few plies.
const SHORT_BENCH: [&str; 4] = ["bench", "16", "1", "7"];

const EMULATORS: [&str; 2] = ["qemu-x86_64", "qemu-x86_64-static"];

/// The separator that cargo wants between flags: a path among them may contain a space.
const SEPARATOR: &str = "\u{1f}";

const LAUNCHER: &str = "xtask/data/launcher.sh";

const NOTICES: &str = "THIRD-PARTY.txt";

/// The nodes that the builds before have searched, if there were any.
struct Counts {
    /// In the bench, of which the history may know.
    bench: Option<u64>,
    /// In the [`SHORT_BENCH`].
    short: Option<u64>,
}

pub(crate) fn run() -> Result<()> {
    let folder = Workspace::load()?.target.join("dist");
    let bench = match bench::recorded()? {
        Ok(nodes) => Some(nodes),
        Err(why) => {
            output::line(format_args!("SKIPPED comparison with the history: {why}"));
            None
        }
    };
    let mut counts = Counts { bench, short: None };
    if cfg!(target_arch = "x86_64") {
        levels(&folder, &mut counts)?;
    } else {
        output::line("SKIPPED the levels of x86-64: this is no x86-64 machine");
    }
    aarch64::run(&folder, &mut counts)?;
    step("licences", || {
        for licence in LICENCES {
            fs::copy(process::root().join(licence), folder.join(licence))?;
        }
        Ok(Outcome::passed())
    })?;
    step("launcher", || launcher(&folder))?;
    step("notices", || third_parties(&folder))?;
    web::pack(&folder.join("palimpsest-page.zip"))
}

/// Puts the notices of third parties beside the binaries, and checks that a binary prints them.
fn third_parties(folder: &Path) -> Result<Outcome> {
    let (packages, text) = notices::of_engine()?;
    fs::write(folder.join(NOTICES), &text)?;
    if !cfg!(all(unix, target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("the launcher runs in a Unix shell on x86-64 alone".into()));
    }
    let printed = capture(Command::new(folder.join("palimpsest")).args(["license", "--all"]))?;
    notices::names_all(&printed, &packages)?;
    Ok(Outcome::Passed(format!("{NOTICES}: {} crates", packages.len())))
}

fn levels(folder: &Path, counts: &mut Counts) -> Result<()> {
    let host = host()?;
    let emulator = installed(&EMULATORS);
    if emulator.is_none() {
        output::line(
            "SKIPPED the levels emulated: there is no qemu-user (apt-get install qemu-user)",
        );
    }
    for level in &LEVELS {
        let name = level.name;
        let mut flags = rustflags(name, &[]).replace(' ', SEPARATOR);
        step(&format!("{name}: profile"), || {
            if !present(name) {
                return Ok(Outcome::Skipped("this processor has less".into()));
            }
            profile(folder, name, &host, &mut flags)
        })?;
        step(&format!("{name}: build"), || build(folder, name, &host, &flags))?;
        let binary = place(folder, name);
        step(&format!("{name}: on this machine"), || {
            if !present(name) {
                return Ok(Outcome::Skipped("this processor has less".into()));
            }
            compare(&mut Command::new(&binary), &SHORT_BENCH, &mut counts.short)?;
            compare(&mut Command::new(&binary), &SHORT_BENCH[..1], &mut counts.bench)
        })?;
        let Some(emulator) = emulator else { continue };
        step(&format!("{name}: emulated"), || match level.processor {
            None => Ok(Outcome::Skipped("qemu-user emulates no AVX-512".into())),
            Some(processor) => {
                let mut command = Command::new(emulator);
                command.args(["-cpu", processor]).arg(&binary);
                compare(&mut command, &SHORT_BENCH, &mut counts.short)
            }
        })?;
        for (processor, take) in level.lesser {
            step(&format!("{name}: refuses {processor}"), || {
                refuses(emulator, processor, &binary, take)
            })?;
        }
    }
    Ok(())
}

fn installed(names: &[&'static str]) -> Option<&'static str> {
    names.iter().find(|name| process::is_installed(name)).copied()
}

fn host() -> Result<String> {
    let printed = capture(Command::new("rustc").arg("-vV"))?;
    let host = printed.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names its host")?.to_owned())
}

fn place(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("palimpsest-{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs the bench in a build that counts how often each branch is taken, and adds to `flags` that
/// the compiler shall use the counts (profile-guided optimization).
fn profile(folder: &Path, name: &str, host: &str, flags: &mut String) -> Result<Outcome> {
    let libraries = capture(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let tool = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
    let tool = Path::new(libraries.trim()).with_file_name("bin").join(tool);
    if !tool.exists() {
        let why = "there is no llvm-profdata (rustup component add llvm-tools)";
        return Ok(Outcome::Skipped(why.into()));
    }
    let counts = folder.join(format!("{name}-counts"));
    if counts.exists() {
        fs::remove_dir_all(&counts)?;
    }
    let counting = format!("{flags}{SEPARATOR}-Cprofile-generate={}", counts.display());
    let engine = compile(&folder.join(format!("{name}-counting")), host, &counting)?;
    capture(Command::new(engine).arg("bench"))?;
    let sums = folder.join(format!("{name}.profdata"));
    capture(Command::new(tool).args(["merge", "--output"]).args([&sums, &counts]))?;
    *flags += &format!("{SEPARATOR}-Cprofile-use={}", sums.display());
    Ok(Outcome::Passed(sums.display().to_string()))
}

/// Builds the engine with these flags, kept apart by [`SEPARATOR`], and says where it is.
fn compile(objects: &Path, target: &str, flags: &str) -> Result<PathBuf> {
    let mut command = cargo(["build", "--quiet", "--release", "--package", "engine-cli"]);
    // With a target, the flags are not for what runs while building.
    command.args(["--target", target, "--target-dir"]).arg(objects);
    capture(command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags))?;
    let file = format!("palimpsest{}", std::env::consts::EXE_SUFFIX);
    Ok(objects.join(target).join("release").join(file))
}

/// Builds the engine by these flags, kept apart by [`SEPARATOR`]: linked to no library of the
/// system, without symbols, and without the paths of this machine.
fn build(folder: &Path, name: &str, target: &str, flags: &str) -> Result<Outcome> {
    let linked = " -C target-feature=+crt-static -C strip=symbols".replace(' ', SEPARATOR);
    let mut flags = format!("{flags}{linked}");
    let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME"));
    for (path, short) in [(home.ok(), "cargo"), (process::root().to_str().map(Into::into), "src")] {
        if let Some(path) = path {
            flags += &format!("{SEPARATOR}--remap-path-prefix={path}={short}");
        }
    }
    let built = compile(&folder.join(name), target, &flags)?;
    let binary = place(folder, name);
    fs::copy(&built, &binary).with_context(|| format!("cannot copy {}", built.display()))?;
    let bytes = fs::read(&binary)?;
    ensure!(
        !cfg!(target_os = "linux") || !needs_a_loader(&bytes)?,
        "{} is linked to libraries of the system",
        binary.display()
    );
    Ok(Outcome::Passed(format!("{}, {} KiB", binary.display(), bytes.len() >> 10)))
}

/// Runs bench under `command`, and checks that it counts as many nodes as the runs before.
fn compare(
    command: &mut Command,
    arguments: &[&str],
    expected: &mut Option<u64>,
) -> Result<Outcome> {
    let printed = capture(command.args(arguments))?;
    let last = printed.lines().last().unwrap_or_default();
    let nodes = bench::nodes_of(last).context("bench ends in `N nodes M nps`")?;
    let expected = *expected.get_or_insert(nodes);
    ensure!(nodes == expected, "{nodes} nodes, not {expected}");
    Ok(Outcome::Passed(last.into()))
}

/// Checks that on a processor that lacks something the binary ends by itself and names the one to
/// take.
fn refuses(emulator: &str, processor: &str, binary: &Path, take: &str) -> Result<Outcome> {
    let mut command = Command::new(emulator);
    command.args(["-cpu", processor]).arg(binary).args(SHORT_BENCH);
    let result = command.output().context("the emulator starts")?;
    let message = String::from_utf8_lossy(&result.stderr);
    let line = message.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
    ensure!(result.status.code() == Some(1), "it ended with {}: {message}", result.status);
    ensure!(line.contains(&format!("take the build for {take},")), "it says: {message}");
    Ok(Outcome::Passed(line.into()))
}

/// Puts the launcher beside the binaries; it takes the highest level that this machine has.
fn launcher(folder: &Path) -> Result<Outcome> {
    let launcher = folder.join("palimpsest");
    fs::copy(process::root().join(LAUNCHER), &launcher)?;
    if !cfg!(all(unix, target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("it is tried in a Unix shell on x86-64 alone".into()));
    }
    let printed = capture(Command::new(&launcher).arg("compiler"))?;
    let highest = LEVELS.iter().rev().map(|level| level.name).find(|name| present(name));
    let highest = highest.context("this machine has a level")?;
    let built = printed.lines().find(|line| line.starts_with("Built for "));
    let built = built.context("compiler says what it was built for")?;
    ensure!(built == format!("Built for {highest}"), "{built}, but this machine has {highest}");
    Ok(Outcome::Passed(format!("{}: {built}", launcher.display())))
}

/// Returns whether this processor has a level. (The features have the compiler's names; those that
/// distinguish the levels are enough.)
#[cfg(target_arch = "x86_64")]
fn present(level: &str) -> bool {
    match level {
        "x86-64-v2" => is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt"),
        "x86-64-v3" => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
        _ => is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512bw"),
    }
}

/// Returns false: another architecture has no level.
#[cfg(not(target_arch = "x86_64"))]
fn present(_level: &str) -> bool {
    false
}

/// The first bytes of an ELF file of 64 bits with the least byte first.
const MAGIC: &[u8] = b"\x7fELF\x02\x01";

/// The offsets in the file's header of the place of the program headers, their size, their number.
const PLACE: usize = 0x20;
const SIZE: usize = 0x36;
const COUNT: usize = 0x38;

/// The type of a program header that names the loader of shared libraries.
const INTERPRETER: u64 = 3;

/// Returns whether the system starts this program by the loader of shared libraries.
fn needs_a_loader(bytes: &[u8]) -> Result<bool> {
    ensure!(bytes.starts_with(MAGIC), "this is no ELF file of 64 bits");
    let number = |start: usize, length: usize| {
        let field = bytes.get(start..)?.get(..length)?;
        Some(field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    };
    let (place, size, count) = (number(PLACE, 8), number(SIZE, 2), number(COUNT, 2));
    let cut = "the file is cut short";
    let (place, size) = (place.context(cut)?, size.context(cut)?);
    for index in 0..count.context(cut)? {
        let header = usize::try_from(place + index * size)?;
        if number(header, 4).context(cut)? == INTERPRETER {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file of two program headers: one of notes, one of this type.
    fn file(kind: u8) -> Vec<u8> {
        let mut bytes = vec![0; 0x40 + 56];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        (bytes[PLACE], bytes[SIZE], bytes[COUNT]) = (0x40, 56, 2);
        // Behind the count of headers stands the size of a section's.
        (bytes[COUNT + 2], bytes[0x40]) = (64, 4);
        bytes.extend([kind, 0, 0, 0]);
        bytes
    }

    #[test]
    fn the_loader_is_a_program_header() {
        assert!(needs_a_loader(&file(3)).unwrap());
        assert!(!needs_a_loader(&file(1)).unwrap());
        assert!(needs_a_loader(&file(3)[..0x40]).is_err(), "cut short");
        assert!(needs_a_loader(b"MZ").is_err(), "no ELF file");
    }
}
