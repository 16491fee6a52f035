//! The doc comment of a public item opens with a verb or with the thing that it describes.

use crate::source::Source;

/// Openings that make a riddle of the first line, which rustdoc shows in its indexes.
const REFUSED: [&str; 3] = ["What ", "Who ", "The same "];

/// Returns a fault for each doc comment of a public item that opens with one of the refused words.
pub(super) fn faults(source: &Source) -> Vec<String> {
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
    use super::faults;
    use crate::source::Source;

    #[test]
    fn riddles_are_refused_at_the_head_of_a_public_doc_comment_alone() {
        let text = "//! What a module holds.\n\n/// Returns a size.\n/// What is more, it is right.\n\
                    pub fn size() {}\n// What a comment says.\n    /// The same in bits.\n#[inline]\n\
                    pub fn bits() {}\n/// What nobody sees.\npub(crate) fn own() {}\n";
        let found = faults(&Source::parse("crates/tt-core/src/size.rs", text).unwrap());
        assert!(found.len() == 1 && found[0].starts_with("crates/tt-core/src/size.rs:7: "));
    }
}
