//! Programs of the workspace to which a verb forwards its arguments: `lab`, `tuner` and `oracle`.

use anyhow::Result;

use crate::engine::{Build, Engine};
use crate::process::{cargo, show};

/// The lab's measurements that `bench` names.
pub(crate) const PAWN_BENCH: &str = "bench-pawn";
pub(crate) const TT_BENCH: &str = "bench-tt";
pub(crate) const TT_FILE_BENCH: &str = "bench-tt-file";
pub(crate) const MATES_BENCH: &str = "bench-mates";
pub(crate) const TACTICS_BENCH: &str = "bench-tactics";
pub(crate) const FINE70_BENCH: &str = "bench-fine70";
pub(crate) const THREADS_BENCH: &str = "bench-threads";
pub(crate) const SPEED_BENCH: &str = "bench-speed";
pub(crate) const NETWORK_BENCH: &str = "bench-network";

/// Builds a program of the workspace for release and runs it on this program's terminal. `flags`
/// are for the compiler, in place of those in .cargo/config.toml.
///
/// # Errors
/// If the program does not build or does not succeed.
pub(crate) fn run(package: &str, arguments: &[String], flags: Option<&str>) -> Result<()> {
    let mut command = cargo(["run", "--quiet", "--release", "--package", package, "--"]);
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    show(command.args(arguments))
}

/// Runs one experiment of the lab.
///
/// # Errors
/// If the lab does not build or does not succeed.
pub(crate) fn lab(name: &str, arguments: &[String], flags: Option<&str>) -> Result<()> {
    run("lab", &[&[name.to_owned()], arguments].concat(), flags)
}

/// The option of the lab that names the engine to measure.
const ENGINE: &str = "--engine";

/// Runs a measurement of the lab that lets engines play: ours, as it is released, unless the
/// arguments name another one.
///
/// # Errors
/// If the engine or the lab does not build, or the lab does not succeed.
pub(crate) fn engines(name: &str, arguments: &[String]) -> Result<()> {
    if names_an_engine(arguments) {
        return lab(name, arguments, None);
    }
    let engine = Engine::build(Build::Release)?;
    let ours = [ENGINE.to_owned(), engine.path().display().to_string()];
    lab(name, &[&ours, arguments].concat(), None)
}

fn names_an_engine(arguments: &[String]) -> bool {
    let is_it = |argument: &String| {
        argument.strip_prefix(ENGINE).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    arguments.iter().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::names_an_engine;

    #[test]
    fn another_engine_is_named_by_its_option_alone() {
        let names = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            names_an_engine(&words)
        };
        assert!(names("--nodes 1 --engine old") && names("--engine=old --list"));
        assert!(!names("--against old") && !names("--engines old"));
    }
}
