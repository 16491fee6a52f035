//! Comments that cite a row of docs/inventory.md. The page points at the code, not the code at the
//! page: a row's number says nothing to a reader of the code.

use crate::source::Source;

/// Returns the comments, on lines of their own, in which the number of a row is a word: `R12`.
pub(super) fn faults(source: &Source) -> Vec<String> {
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

/// Returns whether a word is R, T or P and a number of one or two digits.
fn is_row(word: &str) -> bool {
    let digits = word.strip_prefix(['R', 'T', 'P']).unwrap_or_default();
    matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_citation_is_found_and_moves_are_none() {
        let count = |text: &str| faults(&Source::parse("a.rs", text).unwrap()).len();
        assert_eq!(count("/// Row R12 of the inventory.\nfn f() {}"), 1);
        assert_eq!(count("//! (inventory T4, T35,\n//! P6)."), 3);
        assert_eq!(count("// R1a3 and 8/8/R7/8, `T1`, T123\nfn f<T1>(a: T1) {}"), 0);
    }
}
