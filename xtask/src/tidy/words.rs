//! The words of an identifier.

/// Splits at underscores, digits and the humps of camel case: `UciOption`, `UCIOption` and
/// `uci_option2` are `uci` and `option`. All in lower case.
pub(super) fn split(identifier: &str) -> Vec<String> {
    let letters: Vec<char> = identifier.chars().collect();
    let mut words = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let lower_follows = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let lower_before = at > 0 && letters[at - 1].is_lowercase();
        let hump = letter.is_uppercase() && (lower_before || lower_follows);
        if hump || !letter.is_alphabetic() {
            words.push(String::new());
        }
        if letter.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_into_words() {
        for (identifier, words) in [
            ("KING_SIDE", "king side"),
            ("UCIOption", "uci option"),
            ("xor64_table", "xor table"),
            ("parseFEN", "parse fen"),
            ("liking", "liking"),
        ] {
            assert_eq!(split(identifier).join(" "), words, "{identifier}");
        }
    }
}
