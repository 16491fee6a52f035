//! READMEs and documentation as the user of an archive has them: without the workspace around.
//!
//! Each block of Rust in them is run as a documentation test.

use std::path::Path;

use anyhow::Result;

use super::{fences, read};
use crate::source::{self, Source};
use crate::workspace::{Member, Workspace};

/// Examples that run in the documentation of a library with its README: a floor, and the two crates
/// that have more items.
const EXAMPLES: usize = 8;
const MORE_EXAMPLES: [(&str, usize); 2] = [("movegen", 30), ("tt-core", 15)];

/// Lines at the head of a README, among which is the one for a manifest.
const HEAD: usize = 10;

/// The line by which a root file makes documentation tests of the README.
const INCLUDED: &str = "doc = include_str!(\"../README.md\")";

/// Returns the faults of a published library's README and documentation.
pub(super) fn of_library(root: &Path, member: &Member, sources: &[Source]) -> Result<Vec<String>> {
    let folder = member.folder();
    let page = format!("{folder}/README.md");
    let text = read(root, &page)?;
    let mut faults = page_faults(&page, &text);
    faults.extend(lacks_the_line(&page, &text, &folder, &member.package));
    let mut examples = running(&text);
    let library = format!("{folder}/src/");
    let mut included = false;
    for source in sources.iter().filter(|source| source.path.starts_with(&library)) {
        let documentation = fences::documentation(&source.text);
        faults.extend(text_faults(&source.path, &documentation));
        examples += running(&documentation);
        included |= source.path == format!("{library}lib.rs") && source.text.contains(INCLUDED);
    }
    if !included {
        faults.push(format!("{page}: {library}lib.rs does not include it, so nothing runs it"));
    }
    faults.extend(too_few(&member.name, examples));
    Ok(faults)
}

/// Returns the Rust in the READMEs that no test runs: the root's, and those of crates that are not
/// published.
pub(super) fn of_others(root: &Path, workspace: &Workspace) -> Result<Vec<String>> {
    let mut pages = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    pages.extend(source::files(root, "crates", "/README.md")?);
    let published = |page: &String| {
        let follows = Member::follows_the_workspace_in_publishing;
        let mut members = workspace.libraries().filter(|member| follows(member));
        members.any(|member| *page == format!("{}/README.md", member.folder()))
    };
    let tested = |page: &str| {
        let library = page.strip_suffix("README.md").map(|folder| format!("{folder}src/lib.rs"));
        library.and_then(|path| read(root, &path).ok()).is_some_and(|text| text.contains(INCLUDED))
    };
    let mut faults = Vec::new();
    for page in pages.iter().filter(|page| !published(page) && !tested(page)) {
        let rust = fences::of(&read(root, page)?).into_iter();
        let rust = rust.filter(fences::Fence::is_rust);
        faults.extend(rust.map(|fence| format!("{page}:{}: no test runs this", fence.line)));
    }
    Ok(faults)
}

fn running(text: &str) -> usize {
    fences::of(text).iter().filter(|fence| fence.runs()).count()
}

fn too_few(name: &str, examples: usize) -> Option<String> {
    let own = MORE_EXAMPLES.iter().find(|(of, _)| *of == name);
    let floor = own.map_or(EXAMPLES, |&(_, floor)| floor);
    (examples < floor).then(|| {
        format!("{name}: {examples} examples run in its documentation, {floor} are asked for")
    })
}

/// A README says near its head how a manifest takes the crate, by its package's name if that is
/// another one.
fn lacks_the_line(page: &str, text: &str, folder: &str, package: &str) -> Option<String> {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let package =
        if package == name { String::new() } else { format!("package = \"{package}\", ") };
    let line = format!("{name} = {{ {package}path = \"../palimpsest/{folder}\" }}");
    let found = text.lines().take(HEAD).any(|found| found == line);
    (!found).then(|| format!("{page}: `{line}` is not in its first {HEAD} lines"))
}

/// Returns the faults of a README: those of any text of a library, and our verbs in it.
fn page_faults(page: &str, text: &str) -> Vec<String> {
    let mut faults = text_faults(page, text);
    let named = (1..).zip(text.lines()).filter(|(_, row)| row.contains("cargo xtask"));
    faults.extend(named.map(|(line, _)| {
        format!("{page}:{line}: names a verb of the workspace, which a user of the crate lacks")
    }));
    faults
}

/// Links to files, which crates.io and docs.rs do not resolve, and Rust that nothing runs.
fn text_faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, row) in (1..).zip(fences::without(text).lines()) {
        for target in targets(row).into_iter().filter(|target| is_file(target)) {
            faults.push(format!("{path}:{line}: `{target}` is a file: give its URL, or name it"));
        }
    }
    for fence in fences::of(text) {
        if fence.is_left_out() {
            faults.push(format!("{path}:{}: the block is not run", fence.line));
        }
    }
    faults
}

/// Returns the targets of a line's links: `[…](target)` and `[…]: target`.
fn targets(row: &str) -> Vec<&str> {
    let inline = row.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let own = row.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    let own = own.map(|(_, target)| target.trim()).filter(|target| !target.contains(' '));
    inline.chain(own).collect()
}

/// Returns whether a target is neither an address, nor a place of the same page, nor an item.
fn is_file(target: &str) -> bool {
    let address = ["http://", "https://", "mailto:", "#"];
    let item = target.contains("::") || !target.contains(['/', '.']);
    !address.iter().any(|start| target.starts_with(start)) && !item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_for_a_manifest_names_the_package_and_is_near_the_head() {
        let line = "t = { package = \"p-t\", path = \"../palimpsest/crates/t\" }";
        let lacks = |text: &str| lacks_the_line("README.md", text, "crates/t", "p-t").is_some();
        assert!(!lacks(&format!("# t\n\n{line}\n")));
        assert!(lacks("# t\n\nt = { path = \"../palimpsest/crates/t\" }\n"));
        assert!(lacks(&format!("# t{}{line}\n", "\n".repeat(HEAD))));
    }

    #[test]
    fn a_link_to_a_file_is_found() {
        for text in
            ["see [it](../../docs/a.md)", "[it](examples/nim.rs).", "[it]: ../a.md", "![](a.svg)"]
        {
            assert_eq!(text_faults("a", text).len(), 1, "{text}");
        }
        for text in [
            "[a](https://a.b/c.md)",
            "[`T`](crate::T) and [`T`] and [m](Self::m#panics)",
            "[b](#below)",
            "```sh\n[a](../a.md)\n```",
            "an index a[b](c)",
            "[`T`]: what it is, and why.",
        ] {
            assert_eq!(text_faults("a", text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_verb_and_code_that_is_not_run_are_found() {
        assert_eq!(page_faults("a", "Run\n`cargo xtask lab`.").len(), 1);
        assert_eq!(page_faults("a", "```no_run\nlet a = 1;\n```").len(), 1);
        assert_eq!(page_faults("a", "```\nlet a = 1;\n```\n```sh\nmake\n```").len(), 0);
    }

    #[test]
    fn examples_are_counted_against_the_floor_of_the_crate() {
        assert_eq!(running("```\n```\n```sh\n```\n```compile_fail\n```\n```rust\n```"), 2);
        assert!(too_few("movegen", 29).is_some() && too_few("movegen", 30).is_none());
        assert!(too_few("search", 7).is_some() && too_few("search", 8).is_none());
    }
}
