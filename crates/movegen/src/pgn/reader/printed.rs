//! Reading moves as books print them.

use arrayvec::ArrayString;

use super::PgnReader;
use super::moves::is_of_move;
use super::odd::{LONGEST_WORD, ends_word};
use crate::decode_text;
use crate::pgn::error::{PgnFault, Remedy};
use crate::pgn::glyphs::nag_of_glyph;
use crate::pgn::visitor::Visitor;
use crate::san::{is_dash, plain};

impl PgnReader<'_> {
    /// Returns the character at an offset and its length in bytes: one of Windows-1252 where the
    /// text is not UTF-8.
    #[cold]
    pub(super) fn character(&self, at: usize) -> Option<(char, usize)> {
        let rest = self.bytes.get(at..)?;
        let text = rest[..rest.len().min(4)].utf8_chunks().next()?.valid();
        match text.chars().next() {
            Some(letter) => Some((letter, letter.len_utf8())),
            None => decode_text(&rest[..1]).chars().next().map(|letter| (letter, 1)),
        }
    }

    /// Returns the fault of a character that begins nothing that is known.
    #[cold]
    pub(super) fn unexpected(&self, at: usize) -> PgnFault {
        PgnFault::Unexpected(self.character(at).map_or(char::REPLACEMENT_CHARACTER, |it| it.0))
    }

    fn behind(&self, start: usize, characters: usize) -> usize {
        let width = |at| self.character(at).map_or(0, |(_, width)| width);
        (0..characters).fold(start, |at, _| at + width(at))
    }

    /// Reads the word at `start` as a move with printed characters, or with a sign behind it that
    /// begins with ASCII (`e4=∞`). `None` if it is neither; then this place is not changed.
    #[cold]
    pub(super) fn printed<V: Visitor>(
        &mut self,
        start: usize,
        visitor: &mut V,
    ) -> Option<Result<(), PgnFault>> {
        let mut word = ArrayString::<LONGEST_WORD>::new();
        let (mut at, mut head) = (start, 0);
        while let Some((letter, width)) = self.character(at).filter(|(it, _)| !ends_word(*it)) {
            let is_of_move = u8::try_from(letter).is_ok_and(is_of_move) || plain(letter).is_some();
            let is_head = is_of_move && head == word.len();
            if word.try_push(letter).is_err() {
                break;
            }
            head = if is_head { word.len() } else { head };
            at += width;
        }
        // `e.p.`, which `parse_san` knows.
        let passing = if word[..head].ends_with('e') { [".p.", ".p"] } else { [""; 2] };
        if let Some(rest) = passing.iter().find(|rest| word[head..].starts_with(**rest)) {
            head += rest.len();
        }
        let is_of_sign = |letter: char| "=+-/".contains(letter) || is_dash(letter);
        let body = word[..head].trim_end_matches(is_of_sign).len();
        let sign = word[body..head]
            .char_indices()
            .find_map(|(from, _)| Some((body + from, nag_of_glyph(&word[body + from..])?)));
        let mv = &word[..sign.map_or(head, |(from, _)| from)];
        let mv = mv.trim_end_matches(is_dash);
        if mv.chars().nth(1).is_none() || mv.is_ascii() && sign.is_none() {
            return None;
        }
        self.at = self.behind(start, mv.chars().count());
        let mut told = visitor.san(mv);
        if told.is_ok() && !mv.is_ascii() {
            self.remark(start, PgnFault::Spelling, Remedy::Mended, visitor);
        }
        if told.is_ok()
            && let Some((_, number)) = sign
        {
            self.at = at;
            self.remark(start, PgnFault::Sign, Remedy::Mended, visitor);
            told = visitor.nag(number);
        }
        Some(told)
    }

    /// Whether `0–0` begins at the zero here, with any dash but the hyphen.
    #[cold]
    pub(super) fn is_printed_castling(&self) -> bool {
        self.character(self.at + 1).is_some_and(|(dash, width)| {
            is_dash(dash) && self.bytes.get(self.at + 1 + width) == Some(&b'0')
        })
    }
}
