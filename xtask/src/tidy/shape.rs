//! Sizes and names: how long files and lines may be, and what a module's file is called.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, Signature};

use crate::source::Source;

/// Past this number of lines a file holds two subjects.
const FILE_LINES: usize = 500;

/// Past this number of characters a line is hard to read beside another one. rustfmt breaks most
/// code there, but neither comments nor macros.
const LINE_WIDTH: usize = 100;

/// The node function of the search may have this many lines. Clippy's `too_many_lines` holds every
/// other function to 100, but has one limit only, and none where it is switched off.
const FUNCTION_LINES: usize = 200;

/// Files over the limit that are not listed, and listed ones that are not over it.
pub(super) fn long_files(sources: &[Source], listed: &BTreeSet<&str>) -> Vec<String> {
    let long: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.text.lines().count() > FILE_LINES)
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
pub(super) fn long_functions(source: &Source) -> Vec<String> {
    struct Finder(Vec<(usize, usize)>);
    impl Finder {
        fn measure(&mut self, signature: &Signature, block: &Block) {
            let first = signature.fn_token.span.start().line;
            let lines = block.brace_token.span.close().end().line - first + 1;
            self.0.extend((lines > FUNCTION_LINES).then_some((first, lines)));
        }
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_item_fn(&mut self, item: &'ast ItemFn) {
            self.measure(&item.sig, &item.block);
            visit::visit_item_fn(self, item);
        }

        fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
            self.measure(&item.sig, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_file(&source.syntax);
    let faults = finder.0.into_iter().map(|(first, lines)| {
        let path = &source.path;
        format!("{path}:{first}: a function of {lines} lines, the limit is {FUNCTION_LINES}")
    });
    faults.collect()
}

/// Returns the lines over the limit that can be broken: not a literal, nor the only word of a
/// comment, such as the address of a page.
pub(super) fn long_lines(source: &Source) -> Vec<String> {
    let long: Vec<(usize, &str)> = (1..)
        .zip(source.text.lines())
        .filter(|(_, line)| line.chars().count() > LINE_WIDTH)
        .collect();
    if long.is_empty() {
        return Vec::new();
    }
    let literals = source.literals();
    let crossed_by_literal = |line: usize| {
        let last = (line, LINE_WIDTH - 1);
        literals
            .iter()
            .any(|(start, end)| (start.line, start.column) <= last && last < (end.line, end.column))
    };
    let broken = long
        .into_iter()
        .filter(|(number, line)| !crossed_by_literal(*number) && !is_one_word(line));
    broken
        .map(|(number, line)| {
            let width = line.chars().count();
            format!("{}:{number}: {width} columns, the limit is {LINE_WIDTH}", source.path)
        })
        .collect()
}

/// Returns whether a line is a comment of a single word.
fn is_one_word(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//");
    comment.is_some_and(|text| {
        let text = text.trim_start_matches(['/', '!', ' ']);
        !text.trim_end().contains(' ')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, lines: usize) -> Source {
        Source::parse(path, &"\n".repeat(lines)).unwrap()
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
        for head in ["fn long(x: [u8; { 2 }]) ", "impl A { fn long() "] {
            let found = |lines| {
                let close = if head.starts_with("impl") { "}" } else { "" };
                let text = format!("struct S;\n{head}{{{}}}{close}", "\n".repeat(lines));
                long_functions(&Source::parse("a.rs", &text).unwrap())
            };
            assert!(found(FUNCTION_LINES - 1).is_empty());
            let fault = "a.rs:2: a function of 201 lines, the limit is 200";
            assert_eq!(found(FUNCTION_LINES), [fault]);
        }
    }

    fn lines_over(text: &str) -> Vec<String> {
        long_lines(&Source::parse("a.rs", text).unwrap())
    }

    #[test]
    fn a_planted_long_line_is_found() {
        let words = "word ".repeat(LINE_WIDTH / 5);
        for text in [
            format!("// {words}"),
            format!("/// {words}\nfn f() {{}}"),
            format!("//! https://a.b {words}"),
            format!("fn f() {{ g({}) }}", "1, ".repeat(40)),
            format!("fn f() {{ g({}\"a\") }}", "1, ".repeat(40)),
            format!("const A: &str = \"a\"; // {words}"),
        ] {
            let found = lines_over(&text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(found[0].starts_with("a.rs:1: 1"), "{found:?}");
        }
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let word = "w".repeat(LINE_WIDTH);
        for text in [
            format!("// {word}"),
            format!("    //! <https://{word}>"),
            format!("const A: &str = \"{word}\";"),
            format!("const A: &str = \"{}\";", "w".repeat(LINE_WIDTH - 18)),
            format!("const A: &str = r#\"\n{word}\n{word}\"#;"),
            format!("{}\n{}", "// ä".to_owned() + &"ä".repeat(LINE_WIDTH - 4), "fn f() {}"),
        ] {
            assert_eq!(lines_over(&text), Vec::<String>::new(), "{text}");
        }
    }
}
