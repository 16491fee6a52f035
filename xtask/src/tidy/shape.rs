//! Sizes: how long files, functions and lines may be.

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

pub(super) fn faults(source: &Source) -> Vec<String> {
    let path = &source.path;
    let lines = source.text.lines().count();
    let mut found: Vec<String> = (lines > FILE_LINES)
        .then(|| format!("{path}: {lines} lines, the limit is {FILE_LINES}"))
        .into_iter()
        .collect();
    let mut functions = Functions(Vec::new());
    functions.visit_file(&source.syntax);
    let long = functions.0.into_iter().filter(|&(_, lines)| lines > FUNCTION_LINES);
    found.extend(long.map(|(first, lines)| {
        format!("{path}:{first}: a function of {lines} lines, the limit is {FUNCTION_LINES}")
    }));
    found.extend(long_lines(source));
    found
}

/// The functions of a file: the line of `fn`, and the lines from there to the closing brace.
struct Functions(Vec<(usize, usize)>);

impl Functions {
    fn measure(&mut self, signature: &Signature, block: &Block) {
        let first = signature.fn_token.span.start().line;
        self.0.push((first, block.brace_token.span.close().end().line - first + 1));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}

/// Returns the lines over the limit that can be broken: not a literal, nor the only word of a
/// comment, such as the address of a page.
fn long_lines(source: &Source) -> Vec<String> {
    let width = |line: &str| line.chars().count();
    let lines = (1..).zip(source.text.lines());
    let long: Vec<(usize, &str)> = lines.filter(|(_, line)| width(line) > LINE_WIDTH).collect();
    if long.is_empty() {
        return Vec::new();
    }
    let literals = source.literals();
    let can_be_broken = |&&(number, line): &&(usize, &str)| {
        let last = (number, LINE_WIDTH - 1);
        let is_crossed = literals.iter().any(|(start, end)| {
            (start.line, start.column) <= last && last < (end.line, end.column)
        });
        let comment = line.trim_start().strip_prefix("//");
        let text = comment.map(|text| text.trim_start_matches(['/', '!', ' ']).trim_end());
        !is_crossed && text.is_none_or(|text| text.contains(' '))
    };
    let fault = |&(number, line): &(usize, &str)| {
        format!("{}:{number}: {} columns, the limit is {LINE_WIDTH}", source.path, width(line))
    };
    long.iter().filter(can_be_broken).map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_in(text: &str) -> Vec<String> {
        faults(&Source::parse("a.rs", text).unwrap())
    }

    #[test]
    fn planted_long_files_and_functions_are_found() {
        assert!(faults_in(&"\n".repeat(FILE_LINES)).is_empty());
        assert_eq!(faults_in(&"\n".repeat(FILE_LINES + 1)), ["a.rs: 501 lines, the limit is 500"]);
        for (head, close) in [("fn long(x: [u8; { 2 }]) ", ""), ("impl A { fn long() ", "}")] {
            let found =
                |lines| faults_in(&format!("struct S;\n{head}{{{}}}{close}", "\n".repeat(lines)));
            assert!(found(FUNCTION_LINES - 1).is_empty());
            let fault = "a.rs:2: a function of 201 lines, the limit is 200";
            assert_eq!(found(FUNCTION_LINES), [fault]);
        }
    }

    #[test]
    fn a_long_line_is_a_fault_if_it_can_be_broken() {
        let (words, word) = ("word ".repeat(LINE_WIDTH / 5), "w".repeat(LINE_WIDTH));
        for text in [
            format!("// {words}"),
            format!("//! https://a.b {words}"),
            format!("fn f() {{ g({}\"a\") }}", "1, ".repeat(40)),
            format!("const A: &str = \"a\"; // {words}"),
        ] {
            let found = faults_in(&text);
            assert!(found.len() == 1 && found[0].starts_with("a.rs:1: 1"), "{found:?}");
        }
        for text in [
            format!("    //! <https://{word}>"),
            format!("const A: &str = \"{word}\";"),
            format!("const A: &str = r#\"\n{word}\n{word}\"#;"),
            format!("// {}", "ä".repeat(LINE_WIDTH - 3)),
        ] {
            assert_eq!(faults_in(&text), [""; 0], "{text}");
        }
    }
}
