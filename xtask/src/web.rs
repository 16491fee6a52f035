//! `web`: the page and its module, built, shown, tested and measured.

mod bench;
mod module;
mod tools;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::Args;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::engine::{Build, Engine};
use crate::process::{capture, root, show};
use crate::source;
use crate::step::{Outcome, step};

/// The page's sources, from the workspace's folder.
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
    let missing = |what: &str| Ok(Outcome::Skipped(format!("there is no {what}")));
    let (module, page) = build()?;
    if work.check {
        check(module.is_some(), page.is_some(), work.long)?;
    }
    if work.speed {
        step("speed of the module", || match (module, tools::node()) {
            (None, _) => missing("module"),
            (_, Err(why)) => Ok(Outcome::Skipped(why)),
            (Some(()), Ok(())) => bench::speed(),
        })?;
    }
    if work.serve && page.is_some() {
        show(&mut npm(["run", "preview"]))?;
    }
    Ok(())
}

/// Compares the page's types, which needs no module, builds the module and the page, and returns
/// whether there is either.
fn build() -> Result<(Option<()>, Option<()>)> {
    step("types of the page", || match tools::node() {
        Err(why) => Ok(Outcome::Skipped(why)),
        Ok(()) => {
            capture(&mut npm(["ci", "--no-audit", "--no-fund"]))?;
            capture(&mut npm(["run", "check"])).map(|_| Outcome::passed())
        }
    })?;
    let mut module = None;
    step("module of the page", || {
        let built = module::build()?;
        module = built.is_whole().then_some(());
        Ok(built.outcome())
    })?;
    let missing = |what: &str| Ok(Outcome::Skipped(format!("there is no {what}")));
    let mut page = None;
    step("page", || match (module, tools::node()) {
        (None, _) => missing("module"),
        (_, Err(why)) => Ok(Outcome::Skipped(why)),
        (Some(()), Ok(())) => {
            capture(&mut npm(["run", "build"]))?;
            module::check_notices("dist")?;
            page = Some(());
            Ok(Outcome::Passed(format!("{PAGE}/dist/index.html")))
        }
    })?;
    Ok((module, page))
}

/// Builds the page and packs it into one file, which any server of files shows when it is unpacked.
pub(crate) fn pack(archive: &Path) -> Result<()> {
    let (_, page) = build()?;
    step("page in one file", || {
        if page.is_none() {
            return Ok(Outcome::Skipped("there is no page".into()));
        }
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

/// Runs the tests of the page and of the engine in it.
fn check(module: bool, page: bool, long: bool) -> Result<()> {
    let missing = |what: &str| Ok(Outcome::Skipped(format!("there is no {what}")));
    step("signature of the engine in the page", || match (module, tools::node()) {
        (false, _) => missing("module"),
        (_, Err(why)) => Ok(Outcome::Skipped(why)),
        (true, Ok(())) => bench::signature(),
    })?;
    step("unit tests of the page", || match page {
        false => missing("page"),
        true => capture(&mut npm(["test"])).map(|_| Outcome::passed()),
    })?;
    step("npm package", || match page {
        false => missing("page"),
        true => {
            capture(&mut npm(["run", "package"]))?;
            module::check_notices("npm/dist")?;
            Ok(Outcome::passed())
        }
    })?;
    step("browser tests of the page", || match (page, tools::chromium()) {
        (false, _) => missing("page"),
        (true, Err(why)) => Ok(Outcome::Skipped(why)),
        (true, Ok(())) => {
            let mut tests = npm(["run", "browser"]);
            let program = Engine::build(Build::Checked)?;
            tests.env("NO_COLOR", "1").env("PALIMPSEST", program.path());
            if long {
                tests.args(["--", "--long"]);
            }
            Ok(Outcome::Passed(figures(&capture(&mut tests)?)))
        }
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
