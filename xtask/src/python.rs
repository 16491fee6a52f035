//! `python`: the package for Python, built, installed into a fresh environment, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::output::{self, Outcome, step};
use crate::process::{capture, is_installed, root, rustflags};
use crate::tidy::LICENCES;
use crate::{bench, notices};

const FOLDER: &str = "crates/bindings/python";

const PYTHON: &str = "python3";

/// The packages that the check needs beside the wheel.
const PACKAGES: &str = "maturin wheel pytest chess numpy hypothesis mypy tqdm types-tqdm matplotlib \
    pandas pandas-stubs nbclient ipykernel";

/// The levels of x86-64 that a wheel has modules for; the package takes the best that runs.
const LEVELS: [u8; 2] = [2, 3];

/// A program that prints the level of the module that the package has taken, and uses it.
const LEVEL: &str = "import palimpsest as p; module = p._palimpsest; \
    print(module.BUILT_FOR, module.RUNS, p.Board().perft(4))";

const LEAVES: u32 = 197_281;

/// The file in the wheel with the licences of the crates inside, and a program that prints it.
const NOTICES: &str = "third-party.txt";
const READ_NOTICES: &str = "import importlib.metadata as m; \
    print(m.distribution('palimpsest').read_text('licenses/third-party.txt'))";

/// Libraries to compare with, if the registry has wheels of them.
const PEERS: [&str; 2] = ["rust-chess", "cozy-chess-py"];

/// The page that `--write` writes, from the workspace's folder.
const PAGE: &str = "docs/records/python.md";

/// The work to be done beside the build of the wheel.
#[derive(Args)]
pub(crate) struct Work {
    /// Test the package: pytest, `mypy --strict` and stubtest, with the checks of a debug build
    #[arg(long)]
    check: bool,
    /// Measure the package beside python-chess and others, and write the page and the notebook
    #[arg(long)]
    write: bool,
}

/// Builds the wheel into `target/python/wheels`, and does the work that is asked for.
pub(crate) fn run(work: &Work) -> Result<()> {
    if !is_installed(PYTHON) {
        output::line(format_args!("SKIPPED python: there is no {PYTHON}"));
        return Ok(());
    }
    let environment = Environment { folder: root().join("target/python") };
    if let Err(why) = environment.create() {
        output::line(format_args!("SKIPPED python: {}", last_line(&why.to_string())));
        return Ok(());
    }
    if work.check {
        step("wheel, checked", || environment.build_checked().map(Outcome::Passed))?;
        step("tests in Python", || {
            let tests = root().join(FOLDER).join("tests");
            let said = environment.run("pytest", &["-q", "-p", "no:cacheprovider"], &[&tests])?;
            Ok(Outcome::Passed(last_line(&said)))
        })?;
        step("types", || {
            let [package, tests, benches] =
                ["python/palimpsest", "tests", "benches"].map(|of| root().join(FOLDER).join(of));
            environment.run("mypy", &["--strict"], &[&package])?;
            environment.run("mypy", &["--strict"], &[&tests, &benches])?;
            let said = environment.run("mypy.stubtest", &["palimpsest"], &[])?;
            Ok(Outcome::Passed(last_line(&said)))
        })?;
    }
    if work.write || !work.check {
        step("wheel", || environment.build_levels().map(Outcome::Passed))?;
        step("levels of the wheel", || environment.try_levels())?;
        step("notices in the wheel", || environment.check_notices())?;
    }
    if work.write {
        step("notebook", || environment.write_notebook())?;
        step("speed", || write_page(&environment).map(Outcome::Passed))?;
    }
    Ok(())
}

/// Measures the package, and writes the page; returns how it compares in reading games.
fn write_page(environment: &Environment) -> Result<String> {
    let mut peers = vec!["chess".to_owned()];
    for peer in PEERS {
        match environment.pip(&["--only-binary", ":all:", peer]) {
            Ok(()) => peers.push(peer.to_owned()),
            Err(_) => output::line(format_args!("SKIPPED {peer}: pip has no wheel of it")),
        }
    }
    let load = bench::load();
    let script = root().join(FOLDER).join("benches/speed.py");
    let table = capture(Command::new(environment.python()).arg(&script))?;
    let frozen = environment.run("pip", &["freeze"], &[])?;
    let is_peer = |line: &&str| peers.iter().any(|peer| line.starts_with(&format!("{peer}==")));
    let versions: Vec<&str> = frozen.lines().filter(is_peer).collect();
    let python = capture(Command::new(environment.python()).arg("--version"))?;
    let page = format!(
        "# Python beside python-chess\n\n\
         Written by `cargo xtask python --write` at {}; do not edit.\n\n\
         On {}, load average {load} before; {}; {}.\n\n\
         Each figure is the median of five turns by the time of the processor, on one thread; all \
         libraries take turns.\n\
         The games are 500 random ones of `tests/random_games.py`, with comments, annotations and \
         variations, and the\n\
         boards a thousand of their positions. Perft is a loop in Python that makes each move, to \
         depth 3 of Kiwipete; boards\n\
         without a way to take a move back are copied. {} prints the table.\n\n{table}",
        bench::commit()?,
        bench::processor(),
        python.trim(),
        versions.join(", "),
        "`crates/bindings/python/benches/speed.py`",
    );
    fs::write(root().join(PAGE), page)?;
    let games = table.lines().nth(2).and_then(|row| row.rsplit('|').nth(1)).unwrap_or_default();
    Ok(format!("games of PGN: {} times python-chess", games.trim()))
}

struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment anew, with the packages of the check.
    fn create(&self) -> Result<()> {
        let home = self.folder.join("venv");
        if home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir_all(&self.folder)?;
        capture(Command::new(PYTHON).args(["-m", "venv"]).arg(&home))?;
        self.pip(&PACKAGES.split(' ').collect::<Vec<_>>())
    }

    fn pip(&self, packages: &[&str]) -> Result<()> {
        let words = ["install", "--quiet", "--disable-pip-version-check"];
        self.run("pip", &[&words[..], packages].concat(), &[]).map(drop)
    }

    /// Builds the wheel for this processor with the checks of a debug build, and installs it;
    /// returns its name.
    fn build_checked(&self) -> Result<String> {
        let wheel = self.build(&self.wheels("ci")?, "ci", None)?;
        self.install(&wheel)
    }

    /// Builds the wheel for release, with a module for each of the levels where the processor has
    /// levels, and the licences; installs it, and returns its name.
    fn build_levels(&self) -> Result<String> {
        let first = self.unpacked("release", LEVELS[0])?;
        if cfg!(target_arch = "x86_64") {
            let better = first.join(format!("palimpsest/v{}", LEVELS[1]));
            fs::create_dir_all(&better)?;
            fs::write(better.join("__init__.py"), "\"\"\"The module for x86-64-v3.\"\"\"\n")?;
            for file in fs::read_dir(self.unpacked("better", LEVELS[1])?.join("palimpsest"))? {
                let file = file?;
                if file.path().extension().is_some_and(|of| of == "so" || of == "pyd") {
                    fs::copy(file.path(), better.join(file.file_name()))?;
                }
            }
        }
        let folders = fs::read_dir(&first)?.map(|entry| Ok(entry?.path()));
        let folders = folders.collect::<Result<Vec<_>>>()?;
        let about =
            folders.iter().find(|path| path.extension().is_some_and(|of| of == "dist-info"));
        let licences = about.context("the wheel says nothing of itself")?.join("licenses");
        fs::create_dir_all(&licences)?;
        for file in LICENCES {
            fs::copy(root().join(file), licences.join(file))?;
        }
        fs::write(licences.join(NOTICES), notices::of_python()?.1)?;
        let wheels = self.wheels("release")?;
        self.run("wheel", &["pack", text(&first)?, "--dest-dir", text(&wheels)?], &[])?;
        let wheel = fs::read_dir(&wheels)?.next().context("wheel packed nothing")??.path();
        self.install(&wheel)
    }

    /// Builds a wheel for a level, if the processor has levels, and returns the folder that it is
    /// unpacked into.
    fn unpacked(&self, name: &str, level: u8) -> Result<PathBuf> {
        let flags = rustflags(&format!("x86-64-v{level}"), &[]);
        let flags = cfg!(target_arch = "x86_64").then_some(flags.as_str());
        let folder = self.wheels(&format!("{name}-unpacked"))?;
        let wheel = self.build(&folder, "release", flags)?;
        self.run("wheel", &["unpack", text(&wheel)?, "--dest", text(&folder)?], &[])?;
        let entries = fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
        let unpacked = entries.iter().map(fs::DirEntry::path).find(|path| path.is_dir());
        unpacked.context("wheel unpacked nothing")
    }

    fn check_notices(&self) -> Result<Outcome> {
        let mut ask = Command::new(self.python());
        ask.args(["-c", READ_NOTICES]).current_dir(&self.folder);
        let packages = notices::of_python()?.0;
        notices::names_all(&capture(&mut ask)?, &packages)?;
        Ok(Outcome::Passed(format!("{} crates", packages.len())))
    }

    /// Imports the package as it chooses its module, and with the first one kept.
    fn try_levels(&self) -> Result<Outcome> {
        let mut taken = Vec::new();
        for kept in ["", "2"] {
            let mut command = Command::new(self.python());
            command.args(["-c", LEVEL]).env("PALIMPSEST_LEVEL", kept).current_dir(&self.folder);
            let said = capture(&mut command)?;
            let numbers = said.split_whitespace().map(str::parse::<u32>);
            let numbers = numbers.collect::<Result<Vec<_>, _>>().context("no numbers")?;
            let &[built, runs, leaves] = &numbers[..] else { bail!("found {said}") };
            let best = if kept.is_empty() { runs } else { LEVELS[0].into() };
            let is_best = runs == 0 || built == best;
            ensure!(is_best && leaves == LEAVES, "on level {runs} the package took {said}");
            taken.push(format!("x86-64-v{built}"));
        }
        Ok(Outcome::Passed(taken.join(", ")))
    }

    fn write_notebook(&self) -> Result<Outcome> {
        let mut test = self.command("pytest");
        test.args(["-q", "-p", "no:cacheprovider", "-k", "notebook"]);
        test.arg(root().join(FOLDER).join("tests/test_pages.py"));
        let said = capture(test.env("PALIMPSEST_WRITE_NOTEBOOK", "1"))?;
        Ok(Outcome::Passed(last_line(&said)))
    }

    /// Returns an empty folder for wheels.
    fn wheels(&self, name: &str) -> Result<PathBuf> {
        let wheels = self.folder.join("wheels").join(name);
        if wheels.exists() {
            fs::remove_dir_all(&wheels)?;
        }
        fs::create_dir_all(&wheels)?;
        Ok(wheels)
    }

    /// Builds a wheel with a profile of the workspace into a folder, and returns its path.
    fn build(&self, wheels: &Path, profile: &str, flags: Option<&str>) -> Result<PathBuf> {
        let manifest = root().join(FOLDER).join("Cargo.toml");
        let words = ["build", "--quiet", "--locked", "--profile", profile, "--manifest-path"];
        let mut command = self.command("maturin");
        command.args(words).arg(manifest).arg("--out").arg(wheels);
        if let Some(flags) = flags {
            command.env("RUSTFLAGS", flags);
        }
        capture(&mut command)?;
        Ok(fs::read_dir(wheels)?.next().context("maturin wrote no wheel")??.path())
    }

    fn install(&self, wheel: &Path) -> Result<String> {
        self.pip(&["--force-reinstall", "--no-deps", text(wheel)?])?;
        Ok(wheel.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    fn python(&self) -> PathBuf {
        self.folder.join("venv/bin/python")
    }

    /// Runs a module of the environment, and returns what it printed.
    fn run(&self, module: &str, words: &[&str], paths: &[&Path]) -> Result<String> {
        capture(self.command(module).args(words).args(paths))
    }

    fn command(&self, module: &str) -> Command {
        let mut command = Command::new(self.python());
        command.args(["-m", module]).current_dir(&self.folder);
        command
    }
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is no text", path.display()))
}

fn last_line(said: &str) -> String {
    said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_owned()
}
