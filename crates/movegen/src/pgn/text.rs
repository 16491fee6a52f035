//! Text as it is in a file.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::decode_text;

/// The value of a tag or the text of a comment, not yet decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnText<'a> {
    bytes: &'a [u8],
    has_escapes: bool,
}

impl<'a> PgnText<'a> {
    /// Creates the text of a comment, taken literally.
    pub(super) const fn plain(bytes: &'a [u8]) -> Self {
        Self { bytes, has_escapes: false }
    }

    /// Creates the text of a tag's value, where a backslash may precede a quotation mark or a
    /// backslash.
    pub(super) const fn of_tag(bytes: &'a [u8], has_escapes: bool) -> Self {
        Self { bytes, has_escapes }
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the text: UTF-8, or Windows-1252 if it is not UTF-8. It is copied only if it has to
    /// change.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        let text = decode_text(self.bytes);
        if self.has_escapes { Cow::Owned(unescape(&text)) } else { text }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && letters.as_str().starts_with(['"', '\\']);
        plain.push(if escapes { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}
