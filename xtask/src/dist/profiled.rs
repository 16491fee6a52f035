//! `dist --profiled`: the engine for this machine, compiled a second time by what a first build
//! saw of itself in bench.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{SEPARATOR, compile};
use crate::engine::{Build, Engine};
use crate::flags::{NATIVE, rustflags};
use crate::process::{self, capture};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;
use crate::{bench, output};

/// The number of times that both builds run bench, in turns.
const ROUNDS: usize = 7;

/// The name in rustup of the component that merges profiles.
const COMPONENT: &str = "llvm-tools";

/// Builds the engine, profiles it, builds it again and runs it beside the plain release build.
///
/// # Errors
/// If a build fails, or counts other nodes than the plain one.
pub(crate) fn run() -> Result<()> {
    let host = super::host()?;
    let Some(merger) = merger()? else {
        output::line(format_args!(
            "SKIPPED dist --profiled: llvm-profdata is missing: rustup component add {COMPONENT}"
        ));
        return Ok(());
    };
    let folder = Workspace::load()?.target.join("dist").join("profiled");
    let (raw, merged) = (folder.join("raw"), folder.join("bench.profdata"));
    if raw.exists() {
        fs::remove_dir_all(&raw).with_context(|| format!("cannot empty {}", raw.display()))?;
    }
    fs::create_dir_all(&raw).with_context(|| format!("cannot make {}", raw.display()))?;
    step("a build that counts, in bench", || {
        let counting = build(&folder, &host, "-Cprofile-generate=", &raw)?;
        Ok(Outcome::Passed(counting.last_line(&["bench"])?))
    })?;
    step("the counts merged", || {
        capture(Command::new(&merger).arg("merge").arg("-o").arg(&merged).arg(&raw))?;
        Ok(Outcome::passed())
    })?;
    let binary = folder.join(format!("palimpsest{}", std::env::consts::EXE_SUFFIX));
    step("a build by the counts", || {
        let built = build(&folder, &host, "-Cprofile-use=", &merged)?;
        let built = built.path();
        fs::copy(built, &binary).with_context(|| format!("cannot copy {}", built.display()))?;
        Ok(Outcome::Passed(binary.display().to_string()))
    })?;
    step("beside the plain build", || {
        compare(&Engine::at(binary.clone()), &Engine::build(Build::Release)?)
    })
}

/// Returns the program that merges profiles, which comes with the compiler's component
/// `llvm-tools`.
fn merger() -> Result<Option<PathBuf>> {
    let mut rustc = Command::new("rustc");
    let printed = capture(rustc.args(["--print", "target-libdir"]).current_dir(process::root()))?;
    let program = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
    let beside = Path::new(printed.trim()).parent().map(|host| host.join("bin").join(program));
    Ok(beside.filter(|file| file.exists()))
}

/// Builds the engine with a flag that ends in a path.
fn build(folder: &Path, host: &str, flag: &str, path: &Path) -> Result<Engine> {
    let mut flags = OsString::from(rustflags(NATIVE, &[]).replace(' ', SEPARATOR));
    flags.push(SEPARATOR);
    flags.push(flag);
    flags.push(path);
    Ok(Engine::at(compile(&folder.join("build"), host, &flags)?))
}

/// Runs both builds on the same nodes, and reports how many times faster the first is.
fn compare(profiled: &Engine, plain: &Engine) -> Result<Outcome> {
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let [ours, theirs] = [profiled, plain].map(|engine| engine.last_line(&["bench"]));
        let (ours, theirs) = (bench::figures_of(&ours?), bench::figures_of(&theirs?));
        let (nodes, rate) = ours.context("bench ends in `N nodes M nps`")?;
        let (expected, plain_rate) = theirs.context("bench ends in `N nodes M nps`")?;
        ensure!(nodes == expected, "{nodes} nodes, but {expected} of the plain build");
        ratios.push(rate as f64 / plain_rate as f64);
    }
    let (mean, error) = geometric_mean(&ratios);
    Ok(Outcome::Passed(format!("{mean:.3} ± {error:.3} times its nodes a second")))
}

/// Returns the geometric mean of ratios, with twice its standard error.
fn geometric_mean(ratios: &[f64]) -> (f64, f64) {
    let count = ratios.len() as f64;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let squares = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2)).sum::<f64>();
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean.exp(), 2.0 * error * mean.exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_ratios_is_the_same_from_either_side() {
        let ratios = [1.1, 1.2, 1.3];
        let (mean, error) = geometric_mean(&ratios);
        let (inverse, _) = geometric_mean(&ratios.map(|ratio| 1.0 / ratio));
        assert!((mean * inverse - 1.0).abs() < 1e-12, "{mean} {inverse}");
        assert!((mean - 1.197).abs() < 1e-3 && (error - 0.116).abs() < 1e-3, "{mean} ± {error}");
        assert!(geometric_mean(&[1.5; 4]).1 < 1e-12);
    }
}
