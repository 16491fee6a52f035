//! `web`: the page and its module, built, shown, tested and measured.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::bench::{equals_recorded, figures_of};
use crate::engine::{Build, Engine};
use crate::notices::{self, Package};
use crate::output::{Outcome, step_unless};
use crate::process::{capture, cargo, has_standard_library, is_installed, root, show};
use crate::source;
use crate::workspace::Workspace;

const PAGE: &str = "crates/bindings/web/page";

/// The work to be done after the build.
#[derive(Args)]
pub(crate) struct Work {
    /// Show the page on this machine, with the headers that make it cross-origin isolated
    #[arg(long)]
    serve: bool,
    /// Test it: unit tests, the signature of the engine in it, and the browser tests in Chromium
    #[arg(long, conflicts_with = "serve")]
    check: bool,
    /// Watch the frames of a search for a minute instead of ten seconds
    #[arg(long, requires = "check")]
    long: bool,
    /// Compare the speed of its engine with that of the native one
    #[arg(long, conflicts_with = "serve")]
    speed: bool,
}

/// Builds the module and the page, and does the work that is asked for. A step whose tool is
/// missing is skipped with the command that installs it, and so are those that need its result.
pub(crate) fn run(work: &Work) -> Result<()> {
    let [module, page] = build()?;
    if work.check {
        check(module, page, work.long)?;
    }
    if work.speed {
        step_unless(lacks(module, "module").or_else(no_node), "speed of the module", speed)?;
    }
    if work.serve && page {
        show(&mut npm(["run", "preview"]))?;
    }
    Ok(())
}

/// Compares the page's types, which needs no module, builds the module and the page, and returns
/// whether there is either.
fn build() -> Result<[bool; 2]> {
    step_unless(no_node(), "types of the page", || {
        capture(&mut npm(["ci", "--no-audit", "--no-fund"]))?;
        capture(&mut npm(["run", "check"])).map(|_| Outcome::passed())
    })?;
    let (mut module, mut page) = (false, false);
    step_unless(no_target(), "module of the page", || {
        module = true;
        build_module().map(Outcome::Passed)
    })?;
    step_unless(lacks(module, "module").or_else(no_node), "page", || {
        capture(&mut npm(["run", "build"]))?;
        check_notices("dist")?;
        page = true;
        Ok(Outcome::Passed(format!("{PAGE}/dist/index.html")))
    })?;
    Ok([module, page])
}

fn lacks(is_built: bool, what: &str) -> Option<String> {
    (!is_built).then(|| format!("there is no {what}"))
}

/// Builds the page and packs it into one file, which any server of files shows when it is unpacked.
pub(crate) fn pack(archive: &Path) -> Result<()> {
    let [_, page] = build()?;
    step_unless(lacks(page, "page"), "page in one file", || {
        let files = zipped(&root().join(PAGE).join("dist"), archive)?;
        Ok(Outcome::Passed(format!("{}, {files} files", archive.display())))
    })
}

/// Writes the files of a folder, in the order of their names; their number.
fn zipped(folder: &Path, archive: &Path) -> Result<usize> {
    let mut writer = ZipWriter::new(fs::File::create(archive)?);
    let mut files = source::files(folder, ".", "")?;
    files.sort();
    for file in &files {
        writer.start_file(&file["./".len()..], SimpleFileOptions::default())?;
        writer.write_all(&fs::read(folder.join(file))?)?;
    }
    writer.finish()?;
    Ok(files.len())
}

fn check(module: bool, page: bool, long: bool) -> Result<()> {
    let no_page = || lacks(page, "page");
    let no_module = lacks(module, "module").or_else(no_node);
    step_unless(no_module, "signature of the engine in the page", signature)?;
    step_unless(no_page(), "unit tests of the page", || {
        capture(&mut npm(["test"])).map(|_| Outcome::passed())
    })?;
    step_unless(no_page(), "npm package", || {
        capture(&mut npm(["run", "package"]))?;
        check_notices("npm/dist").map(|()| Outcome::passed())
    })?;
    step_unless(no_page().or_else(no_chromium), "browser tests of the page", || {
        let mut tests = npm(["run", "browser"]);
        let program = Engine::build(Build::Checked)?;
        tests.env("NO_COLOR", "1").env("PALIMPSEST", program.path());
        if long {
            tests.args(["--", "--long"]);
        }
        Ok(Outcome::Passed(figures(&capture(&mut tests)?)))
    })
}

/// Returns the lines in which the browser tests say what they measured.
fn figures(said: &str) -> String {
    let opens = ["first move after", "s of search:", "the search keeps"];
    let is_figure =
        |line: &&str| !line.contains(" > ") && opens.iter().any(|open| line.contains(open));
    said.lines().filter(is_figure).map(str::trim).collect::<Vec<_>>().join("; ")
}

fn npm<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(folder());
    command
}

fn folder() -> PathBuf {
    root().join(PAGE)
}

const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest node that the page's tools take.
const NODE: u32 = 20;

const CHROMIUM: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Returns why the module cannot be built, if the compiler lacks the target.
fn no_target() -> Option<String> {
    let why = "no standard library for the browser (rustup target add wasm32-unknown-unknown)";
    (!has_standard_library(TARGET)).then(|| why.to_owned())
}

/// Returns why the page cannot be built, if node or npm is missing or too old.
fn no_node() -> Option<String> {
    let why = format!("expected node {NODE} or newer and npm (apt-get install nodejs npm)");
    let version = capture(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim().strip_prefix('v').and_then(|text| text.split('.').next());
    let is_new = major.and_then(|text| text.parse().ok()).is_some_and(|major: u32| major >= NODE);
    match (is_new, is_installed("npm")) {
        (true, true) => None,
        (false, _) if !version.is_empty() => Some(format!("{why}, found node {}", version.trim())),
        _ => Some(why),
    }
}

fn no_chromium() -> Option<String> {
    let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).is_file());
    let is_there = named || CHROMIUM.iter().any(|path| Path::new(path).is_file());
    let why = "there is no Chromium (apt-get install chromium, or CHROMIUM=path)";
    (!is_there).then(|| why.to_owned())
}

const PROGRAM: &str = "xtask/data/web/uci.mjs";

/// Compares the nodes of the module's bench with the signature that the history recorded last.
fn signature() -> Result<Outcome> {
    equals_recorded("the module's bench", || {
        let (nodes, rate) = in_node()?;
        Ok((nodes, format!(", {rate} nodes a second")))
    })
}

/// Compares the speed of the module's bench with that of the native engine.
fn speed() -> Result<Outcome> {
    let (nodes, there) = in_node()?;
    let last = Engine::build(Build::Release)?.last_line(&["bench"])?;
    let (natively, here) = figures_of(&last).context("the native bench has no figures")?;
    ensure!(nodes == natively, "{nodes} nodes in the module, {natively} natively");
    let ratio = there as f64 / here as f64;
    Ok(Outcome::Passed(format!("{there} nodes a second, {here} natively: {ratio:.2}")))
}

fn in_node() -> Result<(u64, u64)> {
    let mut node = Command::new("node");
    node.arg(root().join(PROGRAM)).arg(module_file()).arg("bench");
    let printed = capture(&mut node)?;
    let last = printed.lines().last().unwrap_or_default();
    figures_of(last).with_context(|| format!("bench ends in `{last}`, not in `N nodes M nps`"))
}

/// The most bytes that a reader downloads, compressed.
const MOST_BYTES: usize = 1 << 20;

/// The stack of the module: a deep search needs more than the linker's 1 MiB.
const STACK_BYTES: usize = 8 << 20;

/// Parts of WebAssembly that every browser has since 2023; vectors of 128 bits among them.
const FEATURES: &str = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals";

const PACKAGE: &str = "src/pkg";

const NAME: &str = "palimpsest";

/// The notices of the crates in the module, from which those of the page and of the npm package are
/// made.
const NOTICES: &str = "third-party.txt";

fn module_file() -> PathBuf {
    folder().join(PACKAGE).join(format!("{NAME}_bg.wasm"))
}

fn crates() -> Result<Vec<Package>> {
    notices::crates_of("web", &[TARGET])
}

/// Checks that the notices in a folder of what is shipped name each crate of the module.
fn check_notices(shipped: &str) -> Result<()> {
    let path = folder().join(shipped).join(NOTICES);
    let text = fs::read_to_string(&path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    notices::names_all(&text, &crates()?)
}

/// Builds the module and its bindings, and returns their size as a text.
fn build_module() -> Result<String> {
    let flags = format!("-C link-arg=-zstack-size={STACK_BYTES} -C target-feature={FEATURES}");
    let arguments = ["build", "--quiet", "--package", "web", "--lib", "--profile", "wasm"];
    let mut compile = cargo(arguments);
    capture(compile.args(["--target", TARGET]).env("RUSTFLAGS", flags))?;
    let target = Workspace::load()?.target;
    let module = target.join(TARGET).join("wasm/web.wasm");
    let maker = ["--features", "bindings", "--bin", "xtask-bindings", "--"];
    let mut bind = cargo([&["run", "--quiet", "--package", "xtask"], &maker[..]].concat());
    capture(bind.arg(module).arg(folder().join(PACKAGE)).arg(NAME))?;
    let text = notices::text(&crates()?, false)?;
    fs::write(folder().join(PACKAGE).join(NOTICES), text)?;
    let bytes = fs::metadata(module_file())?.len();
    let Some(compressed) = compressed()? else {
        return Ok(format!("{} KiB", bytes >> 10));
    };
    ensure!(
        compressed <= MOST_BYTES,
        "expected a module of at most {MOST_BYTES} bytes by gzip -9, found {compressed}"
    );
    Ok(format!("{} KiB, {} KiB by gzip -9", bytes >> 10, compressed >> 10))
}

/// Returns the size of the module as a server sends it; `None` without gzip.
fn compressed() -> Result<Option<usize>> {
    let Ok(output) = Command::new("gzip").args(["-9", "-c"]).arg(module_file()).output() else {
        return Ok(None);
    };
    ensure!(output.status.success(), "gzip: {}", String::from_utf8_lossy(&output.stderr));
    Ok(Some(output.stdout.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_packed_with_all_that_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page");
        fs::create_dir_all(page.join("assets")).unwrap();
        fs::write(page.join("index.html"), "<p>").unwrap();
        fs::write(page.join("assets/a.wasm"), [0, 97, 115, 109]).unwrap();
        let archive = folder.path().join("page.zip");
        assert_eq!(zipped(&page, &archive).unwrap(), 2);
        let mut read = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
        let mut names: Vec<_> = read.file_names().map(|name| name.unwrap().into_owned()).collect();
        names.sort();
        assert_eq!(names, ["assets/a.wasm", "index.html"]);
        let text = std::io::read_to_string(read.by_name("index.html").unwrap()).unwrap();
        assert_eq!(text, "<p>");
    }
}
