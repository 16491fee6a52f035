//! Reading a text in parts.

use super::error::PgnError;
use super::reader::PgnReader;
use super::visitor::Visitor;
use crate::text::line_breaks;

/// The place at which a part of a text begins that a reader of its own reads.
#[derive(Clone, Debug)]
pub(super) struct TextPart {
    line: usize,
    /// The bytes of that line before it.
    before: usize,
    is_at_start: bool,
    pub(super) is_strict: bool,
}

impl TextPart {
    pub(super) const START: Self = Self { line: 1, before: 0, is_at_start: true, is_strict: false };

    /// Reads the next game of a text from here on. The part that follows begins behind it, as many
    /// bytes later as are returned.
    pub(super) fn read_game<V: Visitor>(
        &mut self,
        text: &[u8],
        visitor: &mut V,
    ) -> (usize, Result<Option<V::Output>, PgnError>) {
        let mut reader = match core::mem::take(&mut self.is_at_start) {
            true => PgnReader::new(text),
            false => PgnReader::at_place(text, self.line, self.before),
        };
        if self.is_strict {
            reader = reader.strict();
        }
        let read = reader.read_game(visitor);
        let used = reader.offset();
        let (breaks, end) = line_breaks(&text[..used]);
        self.line += breaks;
        self.before = end.map_or(self.before + used, |at| used - at);
        (used, read)
    }
}
