//! A foreign engine on the table: Stockfish 11, before and after, in one run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::clients::VALGRIND;
use super::speed::median;
use super::{FOLDER, Library, TESTED};
use crate::output::{Outcome, step, step_unless};
use crate::process::{capture, is_installed, lacks, root};
use crate::{bench, source};

const PAGE: &str = "docs/records/c.md";

const FILES: [&str; 2] = ["tt.h", "tt.cpp"];

/// The changes beside them: an entry is a value, not a pointer into the table.
const CHANGES: [(&str, &str); 2] =
    [("TTEntry* tte;", "TTEntry tte;"), ("TTEntry* tte =", "TTEntry tte =")];

/// The flags of both builds: those of the engine's own makefile, for this processor.
const FLAGS: [&str; 7] =
    ["-std=c++11", "-O3", "-DNDEBUG", "-DIS_64BIT", "-DUSE_POPCNT", "-march=native", "-flto"];

const SANITIZED: [&str; 8] = [
    "-std=c++11",
    "-g",
    "-O1",
    "-DNDEBUG",
    "-DIS_64BIT",
    "-DUSE_POPCNT",
    "-mpopcnt",
    "-fsanitize=address",
];

const TURNS: usize = 11;

/// The engine's bench: MB of table, threads, depth.
const BENCH: [&str; 4] = ["bench", "16", "1", "13"];
const SHORT_BENCH: [&str; 4] = ["bench", "16", "2", "8"];

/// The variable by which our files attach to a shared table.
const SHARED: &str = "PALIMPSEST_SHARED";

struct Figures {
    nodes: u64,
    rate: f64,
}

/// Builds the engine in `folder` with its own table and with this one, compares them, and writes
/// the page.
pub(super) fn run(folder: &Path, library: &Library) -> Result<()> {
    ensure!(is_installed("g++"), "expected g++, found none");
    let sources = folder.join("src");
    ensure!(sources.join("tt.cpp").exists(), "expected {sources:?} with tt.cpp");
    let scratch = library.folder().join("engine");
    let (before, after) = (scratch.join("before"), scratch.join("after"));
    let mut changed = 0;
    step("engine with its own table", || {
        copy(&sources, &before)?;
        build(&before, library, &FLAGS, "engine").map(|()| Outcome::passed())
    })?;
    step("engine with this table", || {
        copy(&sources, &after)?;
        changed = patch(&after)?;
        build(&after, library, &FLAGS, "engine")?;
        Ok(Outcome::Passed(format!("{changed} lines changed beside our two files")))
    })?;
    let mut lines = String::new();
    let load = bench::load();
    step("bench before and after", || {
        let (text, note) = compare(&before, &after)?;
        lines = text;
        Ok(Outcome::Passed(note))
    })?;
    let mut shared = String::new();
    step("two processes on one table", || {
        shared = two_processes(&after)?;
        Ok(Outcome::Passed(shared.clone()))
    })?;
    let tested = Library::build(TESTED)?;
    step("address sanitizer", || {
        build(&after, &tested, &SANITIZED, "sanitized")?;
        Ok(Outcome::Passed(format!("{} nodes", bench(&after, "sanitized", &SHORT_BENCH)?.nodes)))
    })?;
    let mut valgrind = "not run: there is no valgrind".to_owned();
    step_unless(lacks("valgrind", ""), "valgrind", || {
        let flags: Vec<&str> =
            SANITIZED.into_iter().filter(|flag| !flag.starts_with("-fsanitize")).collect();
        build(&after, &tested, &flags, "plain")?;
        let mut command = Command::new(VALGRIND[0]);
        command.args(&VALGRIND[1..]).arg(after.join("plain"));
        let nodes = figures(&mut command, &["bench", "16", "1", "4"])?.nodes;
        valgrind = "no error".into();
        Ok(Outcome::Passed(format!("{nodes} nodes")))
    })?;
    step("page", || {
        write_page(&lines, &load, &shared, &valgrind, changed)?;
        Ok(Outcome::Passed(PAGE.into()))
    })
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in source::files(from, ".", "")? {
        let target = to.join(&file);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(from.join(&file), target)?;
    }
    Ok(())
}

/// Puts our files in, and returns how many lines of others changed.
fn patch(engine: &Path) -> Result<usize> {
    for file in FILES {
        fs::copy(root().join(FOLDER).join("foreign").join(file), engine.join(file))?;
    }
    let mut changed = 0;
    for source in sources(engine)? {
        let text = fs::read_to_string(&source)?;
        let new = CHANGES.iter().fold(text.clone(), |text, (from, to)| text.replace(from, to));
        changed += text.lines().zip(new.lines()).filter(|(old, new)| old != new).count();
        fs::write(source, new)?;
    }
    ensure!(changed > 0, "expected lines with `{}`, found none", CHANGES[0].0);
    Ok(changed)
}

/// Returns the engine's source files, those of its folder for tablebases too.
fn sources(engine: &Path) -> Result<Vec<PathBuf>> {
    let mut found = source::files(engine, ".", ".cpp")?;
    found.sort();
    Ok(found.iter().map(|file| engine.join(file)).collect())
}

fn build(engine: &Path, library: &Library, flags: &[&str], name: &str) -> Result<()> {
    library.compile("g++", flags, &sources(engine)?, &engine.join(name))
}

/// Returns the table of the bench for the page, and a line of it.
fn compare(before: &Path, after: &Path) -> Result<(String, String)> {
    let mut found = [Vec::new(), Vec::new()];
    let mut quotients = Vec::new();
    for _ in 0..TURNS {
        let figures = [bench(before, "engine", &BENCH)?, bench(after, "engine", &BENCH)?];
        quotients.push(figures[1].rate / figures[0].rate);
        found.iter_mut().zip(figures).for_each(|(all, one)| all.push(one));
    }
    let row = |name: &str, figures: &[Figures]| {
        let rate = median(figures.iter().map(|one| one.rate).collect());
        format!("| {name} | {} | {rate:.0} |\n", figures[0].nodes)
    };
    for figures in &found {
        let nodes = figures[0].nodes;
        ensure!(figures.iter().all(|one| one.nodes == nodes), "expected {nodes} nodes each time");
    }
    let least = quotients.iter().copied().fold(f64::MAX, f64::min);
    let greatest = quotients.iter().copied().fold(0.0, f64::max);
    let quotient = median(quotients);
    let note = format!("{quotient:.3} times as fast ({least:.3} to {greatest:.3})");
    let rows = row("its own table", &found[0]) + &row("this table", &found[1]);
    Ok((format!("{rows}\nWith this table it is {note}: the median over {TURNS} turns.\n"), note))
}

/// Lets two processes search at once on one shared table, after one alone.
fn two_processes(engine: &Path) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let start = |path: &Path| {
        let mut command = Command::new(engine.join("engine"));
        command.args(BENCH).env(SHARED, path).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().context("cannot start the engine")
    };
    let alone = read(&start(&folder.path().join("alone"))?.wait_with_output()?.stderr)?.nodes;
    let path = folder.path().join("shared");
    let two = [start(&path)?, start(&path)?];
    let mut nodes = Vec::new();
    for process in two {
        let output = process.wait_with_output()?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        nodes.push(read(&output.stderr)?.nodes);
    }
    ensure!(nodes.iter().any(|&one| one != alone), "expected that one finds records of the other");
    Ok(format!("{alone} nodes by one, {} and {} by two at once", nodes[0], nodes[1]))
}

fn bench(engine: &Path, name: &str, words: &[&str]) -> Result<Figures> {
    figures(&mut Command::new(engine.join(name)), words)
}

fn figures(command: &mut Command, words: &[&str]) -> Result<Figures> {
    let output = command.args(words).stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{said}");
    read(&output.stderr)
}

fn read(said: &[u8]) -> Result<Figures> {
    let said = String::from_utf8_lossy(said);
    let number = |name: &str| {
        let line = said.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.rsplit(':').next()?.trim().parse::<u64>().ok());
        value.with_context(|| format!("expected a line `{name}`, found:\n{said}"))
    };
    Ok(Figures { nodes: number("Nodes searched")?, rate: number("Nodes/second")? as f64 })
}

fn write_page(lines: &str, load: &str, shared: &str, valgrind: &str, changed: usize) -> Result<()> {
    let compiler = capture(Command::new("g++").arg("-dumpfullversion"))?;
    let ours: usize = FILES
        .iter()
        .map(|file| fs::read_to_string(root().join(FOLDER).join("foreign").join(file)))
        .map(|text| text.map(|text| text.lines().count()))
        .sum::<std::io::Result<usize>>()?;
    let page = format!(
        "# A foreign engine on the table\n\n\
         Written by `cargo xtask c --engine FOLDER` at {}; do not edit.\n\n\
         On {}, load average {load} before the bench; g++ {}.\n\n\
         Stockfish 11 with its own table and with tt-core's by palimpsest.h: {ours} lines of ours \
         replace\n\
         its two files, and {changed} of its lines change. The bench is `{}`, alternating;\n\
         both are built with `{}`.\n\n\
         | Stockfish 11 with | nodes | nodes a second |\n|---|---:|---:|\n{lines}\n\
         Two processes on one shared table: {shared}.\n\n\
         Address sanitizer: no error in `{}`. Valgrind: {valgrind} in `bench 16 1 4`.\n",
        bench::commit()?,
        bench::processor(),
        compiler.trim(),
        BENCH.join(" "),
        FLAGS.join(" "),
        SHORT_BENCH.join(" "),
    );
    Ok(fs::write(root().join(PAGE), page)?)
}
