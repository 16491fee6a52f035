//! The notices of Rust's standard library and of the systems' C libraries.
//!
//! The toolchain has a page of the licences of its library. Those of its own files stand in
//! `xtask/data/notices/standard.txt`, those of the crates in it are read from the page.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::{RULE, trimmed};
use crate::process::{capture, root};

const PAGE: &str = "share/doc/rust/COPYRIGHT-library.html";

/// The crates in the standard library that a program of ours may contain. The page names more: they
/// are of other systems, of the tests and of macros.
const PARTS: [&str; 7] =
    ["cfg-if", "dlmalloc", "foldhash", "gimli", "hashbrown", "libc", "rustc-demangle"];

/// The notices that no file of a toolchain has as a text: of the standard library's own files, and
/// of C libraries.
const STANDARD: &str = "xtask/data/notices/standard.txt";
const LIBRARIES: &str = "xtask/data/notices/c-libraries.txt";

/// Returns the notices, with those of C libraries if the program contains one.
pub(super) fn text(libraries: bool) -> Result<String> {
    let sysroot = capture(Command::new("rustc").args(["--print", "sysroot"]))?;
    let page = PathBuf::from(sysroot.trim()).join(PAGE);
    let page =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let file = |name| fs::read_to_string(root().join(name));
    let mut parts = vec![trimmed(&file(STANDARD)?)];
    for name in PARTS {
        let part = part(&page, name);
        parts.push(part.with_context(|| format!("{PAGE}: expected a notice of {name}"))?);
    }
    if libraries {
        parts.push(trimmed(&file(LIBRARIES)?));
    }
    Ok(parts.join(&format!("\n\n{RULE}\n")) + "\n")
}

/// Returns the notice of a crate on the page: its name, and the text of its licence, of MIT if
/// there are several.
fn part(page: &str, name: &str) -> Option<String> {
    let sections = page.split("<h3>📦 ").skip(1);
    let (title, section) =
        sections.filter_map(|section| section.split_once("</h3>")).find(|(title, _)| {
            title.rsplit_once('-').is_some_and(|(crate_name, _)| crate_name == name)
        })?;
    let notices = section.split("<code>").skip(1).filter_map(|one| one.split_once("</code>"));
    let notices: Vec<_> = notices.collect();
    let mit = notices.iter().find(|(file, _)| file.to_ascii_uppercase().contains("MIT"));
    let (file, rest) = mit.or(notices.first())?;
    let text = rest.split_once("<pre>")?.1.split_once("</pre>")?.0;
    let text = text.replace("&#60;", "<").replace("&#62;", ">").replace("&#34;", "\"");
    let text = text.replace("&#39;", "'").replace("&#38;", "&");
    Some(format!("{title} in Rust's standard library ({file})\n\n{}", trimmed(&text)))
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn a_crate_of_the_page_has_its_mit_licence_or_its_only_one() {
        let page = "<h2>x</h2><h3>📦 gimli-0.32.3</h3><details><summary><code>LICENSE-APACHE</code>\
                    </summary><pre>A</pre><summary><code>LICENSE-MIT</code></summary><pre>\n \
                    &#34;M&#34; &#60;m@x&#62;\n</pre><h3>📦 foldhash-0.2.0</h3><code>LICENSE</code>\
                    <pre>Z</pre>";
        let gimli = "gimli-0.32.3 in Rust's standard library (LICENSE-MIT)\n\n \"M\" <m@x>";
        assert_eq!(part(page, "gimli").as_deref(), Some(gimli));
        let foldhash = part(page, "foldhash").expect("a notice");
        assert!(foldhash.ends_with("(LICENSE)\n\nZ"), "{foldhash}");
        assert_eq!(part(page, "libc"), None);
    }
}
