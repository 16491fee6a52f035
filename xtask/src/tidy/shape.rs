//! Sizes and names: how long files and functions may be, and what a module's file is called.

use std::collections::BTreeSet;

use super::source::{Source, Word};

/// Past this number of lines a file holds two subjects.
const FILE_LINES: usize = 500;

/// The node function of the search may have this many lines. Clippy's `too_many_lines` holds every
/// other function to 100; this rule also holds where that lint is switched off.
const FUNCTION_LINES: usize = 200;

/// A module's file stands beside its folder: `foo.rs` and `foo/`.
pub(super) fn name(source: &Source) -> Vec<String> {
    let folder = source.path.strip_suffix("/mod.rs");
    folder.map(|folder| format!("{}: call it {folder}.rs", source.path)).into_iter().collect()
}

/// Files over the limit that are not listed, and listed ones that are not over it.
pub(super) fn long_files(sources: &[Source], listed: &BTreeSet<&str>) -> Vec<String> {
    let long: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.lines > FILE_LINES)
        .map(|source| source.path.as_str())
        .collect();
    let unlisted = long
        .difference(listed)
        .map(|path| format!("{path}: over {FILE_LINES} lines and not in {}", super::LONG_FILES));
    let stale = listed.difference(&long).map(|path| {
        format!("{path}: listed in {}, but not over {FILE_LINES} lines", super::LONG_FILES)
    });
    unlisted.chain(stale).collect()
}

/// Functions over the limit, from `fn` to the closing brace.
pub(super) fn functions(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for word in source.words().filter(|word| word.text == "fn") {
        let Some(end) = end_of_function(source, word) else { continue };
        let lines = source.line_of(end) - source.line_of(word.start) + 1;
        if lines > FUNCTION_LINES {
            let what = format!("a function of {lines} lines, the limit is {FUNCTION_LINES}");
            faults.push(source.fault(word.start, &what));
        }
    }
    faults
}

/// The offset of the brace that closes a function's body; none for a declaration or a pointer type.
fn end_of_function(source: &Source, word: Word<'_>) -> Option<usize> {
    if source.after(word).starts_with('(') {
        return None;
    }
    let mut round_or_square = 0_i32;
    let mut braces = 0_i32;
    for (at, byte) in source.code.bytes().enumerate().skip(word.start) {
        match byte {
            b'(' | b'[' => round_or_square += 1,
            b')' | b']' => round_or_square -= 1,
            b';' if braces == 0 && round_or_square == 0 => return None,
            // Braces inside brackets of the signature belong to a constant expression.
            b'{' if braces > 0 || round_or_square == 0 => braces += 1,
            b'}' if braces == 1 => return Some(at),
            b'}' if braces > 0 => braces -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, lines: usize) -> Source {
        Source::new(path, &"\n".repeat(lines))
    }

    #[test]
    fn a_planted_mod_rs_is_found() {
        assert_eq!(
            name(&file("crates/a/src/b/mod.rs", 1)),
            ["crates/a/src/b/mod.rs: call it crates/a/src/b.rs"]
        );
        assert!(name(&file("crates/a/src/model.rs", 1)).is_empty());
    }

    #[test]
    fn a_long_file_must_be_listed_and_a_listed_file_long() {
        let sources = [file("a.rs", FILE_LINES), file("b.rs", FILE_LINES + 1)];
        assert_eq!(long_files(&sources, &BTreeSet::new()).len(), 1);
        assert!(long_files(&sources, &BTreeSet::from(["b.rs"])).is_empty());
        assert_eq!(long_files(&sources, &BTreeSet::from(["a.rs", "b.rs", "gone.rs"])).len(), 2);
    }

    #[test]
    fn a_planted_long_function_is_found() {
        let body = |lines: usize| {
            format!("struct S;\nfn long(x: [u8; {{ 2 }}]) {{{}}}\nfn f();", "\n".repeat(lines))
        };
        let found = |lines| functions(&Source::new("a.rs", &body(lines)));
        assert!(found(FUNCTION_LINES - 1).is_empty());
        assert_eq!(found(FUNCTION_LINES), ["a.rs:2: a function of 201 lines, the limit is 200"]);
    }

    #[test]
    fn declarations_and_pointers_have_no_body() {
        let blank = "\n".repeat(FUNCTION_LINES);
        let text = format!("trait T {{ fn f(&self) -> [u8; 2]; type F = fn(u8); {blank} }}");
        assert!(functions(&Source::new("a.rs", &text)).is_empty());
    }
}
