//! Tests of all pages of docs/, which mdBook makes into one site: the table of contents lists each,
//! no link is broken, and no code goes untested.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the chapters, whose code the documentation tests of this crate run.
const CHAPTERS: &str = "book";

/// The engine that its chapter shows in parts.
const ENGINE: &str = "crates/research/handbook/src/bin/afternoon.rs";

/// The line by which a chapter shows the other engine, whole.
const WHOLE: &str = "{{#include ../../crates/research/handbook/src/bin/hour.rs}}";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("it is there")
}

/// A page, by its path from docs/ with `/` between folders, and its text.
struct Page {
    name: String,
    text: String,
}

impl Page {
    fn all() -> Vec<Self> {
        let docs = root().join("docs");
        let mut pages = Vec::new();
        let mut folders = vec![docs.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "md") {
                    let inside = path.strip_prefix(&docs).unwrap().components();
                    let parts: Vec<_> =
                        inside.map(|part| part.as_os_str().to_string_lossy()).collect();
                    pages.push(Self {
                        name: parts.join("/"),
                        text: fs::read_to_string(&path).unwrap(),
                    });
                }
            }
        }
        assert!(pages.len() > 20, "{} pages", pages.len());
        pages
    }

    fn read(name: &str) -> Self {
        let text = fs::read_to_string(root().join("docs").join(name)).unwrap();
        Self { name: name.to_owned(), text }
    }

    /// Its lines outside blocks of code.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let mut in_block = false;
        self.text.lines().filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            in_block ^= fence;
            !in_block && !fence
        })
    }

    /// Returns its blocks of code: the text behind the fence, and the lines.
    fn blocks(&self) -> Vec<(&str, Vec<&str>)> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if let Some(kind) = line.trim_start().strip_prefix("```") {
                let code = lines.by_ref().take_while(|line| line.trim_start() != "```").collect();
                blocks.push((kind, code));
            }
        }
        blocks
    }

    fn links(&self) -> Vec<&str> {
        let after = self.prose().flat_map(|line| line.split("](").skip(1));
        after.filter_map(|rest| rest.split(')').next()).collect()
    }

    /// Returns the names by which its headings are linked to, as mdBook and GitHub make them.
    fn anchors(&self) -> BTreeSet<String> {
        let headings = self.prose().filter(|line| line.starts_with('#'));
        let anchor = |heading: &str| -> String {
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        };
        headings.map(anchor).collect()
    }
}

/// Returns the fault of a link of a page of docs/, if the link is broken.
fn broken(page: &Page, link: &str) -> Option<String> {
    if link.starts_with("https://") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = root().join("docs").join(&page.name).parent().unwrap().to_owned();
    let mut target = if path.is_empty() { root().join("docs").join(&page.name) } else { folder };
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => assert!(target.pop()),
            part => target.push(part),
        }
    }
    let shown = format!("{}: {link}", page.name);
    if !target.starts_with(root()) || !target.exists() {
        return Some(shown);
    }
    let there = || Page { name: String::new(), text: fs::read_to_string(&target).unwrap() };
    (!anchor.is_empty() && !there().anchors().contains(anchor)).then_some(shown)
}

#[test]
fn the_table_of_contents_lists_each_page_once() {
    let summary = Page::read("SUMMARY.md");
    let entries = summary.text.lines().filter_map(|line| line.split_once("]("));
    let mut listed: Vec<&str> = entries.map(|(_, link)| link.trim_end_matches(')')).collect();
    listed.sort_unstable();
    let all = Page::all();
    let mut pages: Vec<&str> = all.iter().map(|page| page.name.as_str()).collect();
    pages.retain(|name| *name != "SUMMARY.md");
    pages.sort_unstable();
    assert_eq!(listed, pages);
}

#[test]
fn every_link_between_pages_resolves() {
    let pages = Page::all();
    let broken: Vec<String> = pages
        .iter()
        .flat_map(|page| page.links().into_iter().filter_map(|link| broken(page, link)))
        .collect();
    assert_eq!(broken, [""; 0]);
}

#[test]
fn a_broken_link_is_seen() {
    let page = Page::read("book/why-a-table.md");
    for link in ["../no-page.md", "../keys.md#no-heading", "#no-heading", "../../../../etc/passwd"]
    {
        assert!(broken(&page, link).is_some(), "{link}");
    }
    for link in
        ["../keys.md", "../keys.md#the-certificate", "#what-it-costs", "../keys-distance.svg"]
    {
        assert_eq!(broken(&page, link), None, "{link}");
    }
}

/// The documentation tests take each chapter by name.
#[test]
fn every_chapter_is_tested() {
    let tested = fs::read_to_string(root().join("crates/research/handbook/src/lib.rs")).unwrap();
    for page in Page::all() {
        if let Some(chapter) = page.name.strip_prefix(&format!("{CHAPTERS}/")) {
            assert!(tested.contains(&format!(" = \"{chapter}\",")), "{chapter} is not tested");
        }
    }
}

const C_HEADER: &str = include_str!("../../../../bindings/c/include/palimpsest.h");

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A block of Rust is run unchanged, or shows a part of a program that is built and tested.
#[test]
fn every_block_of_rust_is_run() {
    let mut run = 0;
    for page in Page::all() {
        for (kind, code) in page.blocks() {
            let shown = format!("{}: {kind}: {:?}", page.name, code.first());
            match kind {
                "rust" => {
                    assert!(page.name.starts_with(CHAPTERS), "only chapters are run: {shown}");
                    run += 1;
                }
                // The documentation tests leave this to us: it is a part of a program.
                "rs" => {
                    let only_shown = code.iter().all(|line| {
                        let prefix = format!("{{{{#include ../../{ENGINE}:");
                        line.starts_with(&prefix) || *line == WHOLE
                    });
                    assert!(only_shown, "{shown}");
                }
                // Parts of programs over palimpsest-c, whose own clients are built and run.
                "c" | "cpp" => {
                    let words = code.iter().flat_map(|line| line.split(|c| !is_name(c)));
                    let ours = |word: &&str| word.to_lowercase().starts_with("pal_");
                    for word in words.filter(ours) {
                        assert!(C_HEADER.contains(word), "{word}: {shown}");
                    }
                }
                // A fence without a language would be run as Rust. `xtask python --check` runs the
                // blocks of Python.
                "text" | "sh" | "toml" | "python" => {}
                _ => assert!(
                    !page.name.starts_with(CHAPTERS) && !kind.starts_with("rust"),
                    "{shown}"
                ),
            }
        }
    }
    assert!(run >= 12, "{run} blocks");
}

/// The chapter shows the parts of the engine in their order, and nothing between them is left out.
#[test]
fn the_chapter_shows_the_whole_engine() {
    let chapter = Page::read("book/an-engine-in-an-afternoon.md");
    let prefix = format!("{{{{#include ../../{ENGINE}:");
    let shown: Vec<&str> = chapter
        .text
        .lines()
        .filter_map(|line| line.strip_prefix(&prefix)?.strip_suffix("}}"))
        .collect();
    let source = fs::read_to_string(root().join(ENGINE)).unwrap();
    let marks: Vec<&str> =
        source.lines().filter_map(|line| line.trim().strip_prefix("// ANCHOR")).collect();
    let mut expected = vec![format!(": {}", shown[0])];
    for pair in shown.windows(2) {
        expected.push(format!("_END: {}, ANCHOR: {}", pair[0], pair[1]));
    }
    assert_eq!(marks, expected);
    let head = source.lines().position(|line| line.starts_with("// ANCHOR")).unwrap();
    assert_eq!(head, 2, "only the first two lines are not shown");
}
