//! Enough of Rust's lexical rules to tell code from comments and literals.

/// The text with every comment, string and character literal replaced by blanks. Line ends stay.
pub(super) fn blank(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut previous = ' ';
    while let Some(next) = rest.chars().next() {
        let inside_word = is_word(previous) && is_word(next);
        let length = if inside_word { 0 } else { literal(rest) };
        if length > 0 {
            let (skipped, tail) = rest.split_at(length);
            code.extend(skipped.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = tail;
            previous = ' ';
        } else {
            code.push(next);
            rest = &rest[next.len_utf8()..];
            previous = next;
        }
    }
    code
}

/// The identifiers and keywords of blanked code and their offsets; numbers and lifetimes left out.
pub(super) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        loop {
            let start = offset + code[offset..].find(is_word)?;
            let length = code[start..].find(|c| !is_word(c)).unwrap_or(code.len() - start);
            offset = start + length;
            let word = &code[start..offset];
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            if !is_number && !code[..start].ends_with('\'') {
                return Some((start, word));
            }
        }
    })
}

/// Whether a character may stand inside an identifier or a number.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length in bytes of the comment or literal at the start of `text`; 0 if there is none.
fn literal(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment(text);
    }
    if text.starts_with('\'') {
        return character(text);
    }
    let prefix = text.bytes().take_while(|byte| b"bcr".contains(byte)).count();
    let (prefix, body) = text.split_at(prefix);
    let hashes = body.bytes().take_while(|&byte| byte == b'#').count();
    if body[hashes..].starts_with('"') {
        if prefix.ends_with('r') {
            let end = format!("\"{}", "#".repeat(hashes));
            let open = prefix.len() + hashes + 1;
            return text[open..].find(&end).map_or(text.len(), |at| open + at + end.len());
        }
        if hashes == 0 {
            return prefix.len() + quoted(body, '"');
        }
    }
    if prefix == "b" && body.starts_with('\'') { 1 + character(body) } else { 0 }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_u32;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// A character literal such as `'a'` or `'\n'`; a lifetime such as `'a` has length 0.
fn character(text: &str) -> usize {
    let mut inside = text[1..].chars();
    match inside.next() {
        Some('\\') => quoted(text, '\''),
        Some(c) if inside.next() == Some('\'') => c.len_utf8() + 2,
        _ => 0,
    }
}

/// The length of a literal between two `quote`s, in which a backslash guards the next character.
fn quoted(text: &str, quote: char) -> usize {
    let mut guarded = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if guarded => guarded = false,
            '\\' => guarded = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_words(text: &str) -> Vec<String> {
        words(&blank(text)).map(|(_, word)| word.to_owned()).collect()
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        for text in [
            "a // no\nb",
            "a /* no /* no */ no */ b",
            "a \"no \\\" no\" b",
            "a b\"no\" b",
            "a c\"no\" b",
            "a r\"no \\\" b",
            "a r#\"no \" no\"# b",
            "a br##\"no \"# no\"## b",
            "a 'n' b",
            "a '\\'' b",
            "a b'n' b",
            "a '\\u{6e}' b",
            "a 0xab 1_000u64 b",
            "a 'no b",
        ] {
            assert_eq!(code_words(text), ["a", "b"], "{text}");
        }
    }

    #[test]
    fn code_that_looks_like_a_literal_stays() {
        assert_eq!(
            code_words("fn f<'a>(x: &'a str) -> &'static str {}"),
            ["fn", "f", "x", "str", "str"]
        );
        assert_eq!(code_words("r#type number\"text\""), ["r", "type", "number"]);
        assert_eq!(code_words("('a', 'b') x"), ["x"]);
    }

    #[test]
    fn an_open_literal_ends_with_the_text() {
        for text in ["a \"no", "a /* no", "a r#\"no", "a '\\", "a // no"] {
            assert_eq!(code_words(text), ["a"], "{text}");
        }
    }

    #[test]
    fn lines_and_offsets_stay() {
        let text = "/* ä\n */ \"two\nlines\" x";
        let code = blank(text);
        assert_eq!(code.matches('\n').count(), 2);
        assert_eq!(code.find('x').map(|at| code[..at].chars().count()), Some(21));
    }
}
