//! Comments that cite a row of docs/inventory.md. The page points at the code, not the code at the
//! page: a row's number says nothing to a reader of the code.

use crate::source::Source;

/// Returns the comments in which the number of a row is a word: `R12`, `T5`, `P3`.
pub(super) fn faults(source: &Source) -> Vec<String> {
    let literals = source.literals();
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()) {
        let inside = |column: usize| {
            literals.iter().any(|(start, end)| {
                let here = (number, column);
                (start.line, start.column) <= here && here < (end.line, end.column)
            })
        };
        let starts = line.match_indices("//").map(|(at, _)| at);
        let comment = starts.map(|at| (line[..at].chars().count(), &line[at..]));
        let Some((_, comment)) = comment.into_iter().find(|(column, _)| !inside(*column)) else {
            continue;
        };
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

    fn count(text: &str) -> usize {
        faults(&Source::parse("a.rs", text).unwrap()).len()
    }

    #[test]
    fn a_planted_citation_is_found() {
        for (text, rows) in [
            ("/// Row R12 of the inventory: whatever.\nfn f() {}", 1),
            ("//! (inventory T4, T35,\n//! T36).", 3),
            ("// R17: positions that differ", 1),
            ("fn f() {} // see P9.", 1),
            ("const A: &str = \"//\"; // T8", 1),
        ] {
            assert_eq!(count(text), rows, "{text}");
        }
    }

    #[test]
    fn moves_types_and_texts_are_none() {
        for text in [
            "// R1a3 and 8/8/R7/8 and `T1`",
            "fn f<T1>(a: T1) {}",
            "const A: &str = \"// R12\";",
            "// T123 and RT1 and R",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
