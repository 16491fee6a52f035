//! Doc comments open with a verb or with the thing that they describe.

use crate::source::Source;

/// Openings that make a riddle of the first line, which rustdoc shows in its indexes.
const REFUSED: [&str; 3] = ["What ", "Who ", "The same "];

/// Returns a fault for each doc comment that opens with one of the refused words.
pub(super) fn faults(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let mut within = false;
    for (number, line) in (1..).zip(source.text.lines()) {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(text) = text else {
            within = false;
            continue;
        };
        let text = text.trim_start();
        let opening = REFUSED.iter().find(|opening| !within && text.starts_with(*opening));
        if let Some(opening) = opening {
            let path = &source.path;
            let opening = opening.trim_end();
            faults.push(format!("{path}:{number}: a doc comment opens with `{opening}`"));
        }
        within = true;
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::faults;
    use crate::source::Source;

    #[test]
    fn riddles_are_refused_at_the_head_of_a_doc_comment_alone() {
        let text = "//! What a module holds.\n\n/// Returns a size.\n/// What is more, it is right.\n\
                    fn size() {}\n// What a comment says.\n    /// The same in bits.\nfn bits() {}\n";
        let found = faults(&Source::parse("crates/tt-core/src/size.rs", text).unwrap());
        let places: Vec<&str> = found.iter().filter_map(|fault| fault.split(": ").next()).collect();
        assert_eq!(places, ["crates/tt-core/src/size.rs:1", "crates/tt-core/src/size.rs:7"]);
    }
}
