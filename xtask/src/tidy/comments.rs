//! Comments: they cite no row of docs/inventory.md, and the doc comment of a public item opens with
//! a verb or with the thing that it describes.

use crate::source::Source;

/// Returns the comments, on lines of their own, in which the number of a row is a word: `R12`,
/// which says nothing to a reader of the code. The page points at the code instead.
pub(super) fn citations(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()) {
        let comment = line.trim_start().strip_prefix("//").unwrap_or_default();
        let words = comment.split([' ', '(', ')', ',', '.', ':', ';']);
        faults.extend(words.filter(|word| is_row(word)).map(|word| {
            format!("{}:{number}: cites row {word}: docs/inventory.md points here", source.path)
        }));
    }
    faults
}

fn is_row(word: &str) -> bool {
    let digits = word.strip_prefix(['R', 'T', 'P']).unwrap_or_default();
    matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Openings that make a riddle of the first line, which rustdoc shows in its indexes.
const REFUSED: [&str; 3] = ["What ", "Who ", "The same "];

/// Returns a fault for each doc comment of a public item that opens with one of the refused words.
pub(super) fn openings(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().map(str::trim_start).collect();
    let is_doc = |line: &str| line.starts_with("///");
    let mut faults = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let opening = REFUSED.iter().find(|opening| {
            line.strip_prefix("///").is_some_and(|text| text.trim_start().starts_with(*opening))
        });
        let Some(opening) = opening.filter(|_| at == 0 || !is_doc(lines[at - 1])) else { continue };
        let below = &lines[at..];
        let item = below.iter().find(|line| !is_doc(line) && !line.starts_with("#["));
        if item.is_some_and(|item| item.starts_with("pub ")) {
            faults.push(format!(
                "{}:{}: the doc comment of a public item opens with `{}`: begin with a verb or the \
                 thing, as in `Returns the size in bytes.` or `The size in bytes.`",
                source.path,
                at + 1,
                opening.trim_end()
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_citation_is_found_and_moves_are_none() {
        let count = |text: &str| citations(&Source::parse("a.rs", text).unwrap()).len();
        assert_eq!(count("/// Row R12 of the inventory.\nfn f() {}"), 1);
        assert_eq!(count("//! (inventory T4, T35,\n//! P6)."), 3);
        assert_eq!(count("// R1a3 and 8/8/R7/8, `T1`, T123\nfn f<T1>(a: T1) {}"), 0);
    }

    #[test]
    fn riddles_are_refused_at_the_head_of_a_public_doc_comment_alone() {
        let text = "//! What a module holds.\n\n/// Returns a size.\n/// What is more, it is right.\n\
                    pub fn size() {}\n// What a comment says.\n    /// The same in bits.\n#[inline]\n\
                    pub fn bits() {}\n/// What nobody sees.\npub(crate) fn own() {}\n";
        let found = openings(&Source::parse("crates/tt-core/src/size.rs", text).unwrap());
        assert!(found.len() == 1 && found[0].starts_with("crates/tt-core/src/size.rs:7: "));
    }
}
