//! Reading around what the standard does not have among the moves.

use alloc::string::ToString;

use super::{PgnReader, Place, Read};
use crate::chess_move::MoveFault;
use crate::pgn::error::{PgnFault, Remedy};
use crate::pgn::glyphs::{LONGEST_SIGN, nag_of_glyph};
use crate::pgn::result::result_of_bytes;
use crate::pgn::visitor::{Skip, Visitor};
use crate::san::{hyphen, plain};
use crate::text::is_blank;
use crate::{GameResult, decode_text};

/// Words beside a move that say nothing that the move does not.
const IDLE: [&str; 10] = ["ep", "ch", "dbl", "mate", "e.p", "#", "++", "†", "‡", "††"];

/// Bytes of a word that are looked at, at most.
pub(super) const LONGEST_WORD: usize = 64;

pub(super) const NULL_MOVES: [&str; 7] = ["--", "Z0", "<>", "null", "pass", "@@@@", "0000"];

/// Characters that are read as a space or as nothing, and as dots.
const SPACES: [char; 12] = [
    '\u{a0}', '\u{2002}', '\u{2003}', '\u{2007}', '\u{2009}', '\u{200b}', '\u{200e}', '\u{200f}',
    '\u{202f}', '\u{feff}', '…', '·',
];

/// A word among the moves: one of the words that are no moves, or else a move.
#[derive(Clone, Copy)]
pub(super) enum Word {
    Sign(u8),
    Idle,
    NullMove,
    Move,
}

pub(super) fn ends_word(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(is_blank) || "(){};!?$".contains(letter)
}

/// Returns the longest sign that begins a text, by its length and its number.
fn sign_at(text: &str) -> Option<(usize, u8)> {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(LONGEST_SIGN);
    ends.filter_map(|end| Some((end, nag_of_glyph(&text[..end])?))).last()
}

pub(super) fn classify(word: &str) -> Word {
    if let Some(number) = nag_of_glyph(word) {
        return Word::Sign(number);
    }
    if IDLE.contains(&word) {
        return Word::Idle;
    }
    if NULL_MOVES.contains(&word) { Word::NullMove } else { Word::Move }
}

impl<'a> PgnReader<'a> {
    /// Reads what begins with a byte that begins nothing in the standard. A result ends the game.
    #[cold]
    pub(super) fn odd<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<GameResult>, PgnFault> {
        let start = self.at;
        let rest = &self.bytes[start..];
        let Some((first, width)) = self.character(start) else { return Ok(None) };
        let mut alone = [0; 4];
        // A character of Windows-1252 is a word by itself, whatever follows it.
        let text = match first.len_utf8() == width {
            true => {
                let longest = rest[..rest.len().min(LONGEST_WORD)].utf8_chunks().next();
                let longest = longest.map_or("", |chunk| chunk.valid());
                &longest[..longest.find(ends_word).unwrap_or(longest.len())]
            }
            false => &*first.encode_utf8(&mut alone),
        };
        let in_file = |length| if length == first.len_utf8() { width } else { length };
        if SPACES.contains(&first) {
            self.at += width;
            self.remark(start, PgnFault::Spelling, Remedy::Mended, visitor);
            return Ok(None);
        }
        if let Some((length, result)) = result_of_bytes(rest) {
            self.at += length;
            self.remark(start, PgnFault::Result, Remedy::Mended, visitor);
            return Ok(Some(result));
        }
        if plain(first).is_some_and(|it| it.starts_with(|it: char| it.is_alphabetic()))
            && let Some(told) = self.printed(start, visitor)
        {
            return told.map(|()| None);
        }
        let is_word = text.chars().any(char::is_alphanumeric);
        if let Word::Move = classify(text)
            && let Some((length, number)) = sign_at(text).filter(|_| !first.is_ascii() || !is_word)
        {
            self.at += in_file(length);
            return self.word(start, Word::Sign(number), text, visitor).map(|()| None);
        }
        match classify(text) {
            Word::Move if is_word => {
                self.at += in_file(text.len());
                Err(PgnFault::Move(MoveFault::Form(text.to_string()).into()))
            }
            // One mark that means nothing: the text behind it may mean something.
            Word::Move => {
                self.at += width;
                Err(PgnFault::Unexpected(first))
            }
            known => {
                self.at += in_file(text.len());
                self.word(start, known, text, visitor).map(|()| None)
            }
        }
    }

    /// Takes a word that is no move.
    pub(super) fn word<V: Visitor>(
        &mut self,
        start: usize,
        word: Word,
        text: &str,
        visitor: &mut V,
    ) -> Result<(), PgnFault> {
        match word {
            Word::Sign(number) => {
                self.remark(start, PgnFault::Sign, Remedy::Mended, visitor);
                self.nag(start, number, visitor)
            }
            Word::Idle => {
                self.remark(start, PgnFault::Spelling, Remedy::Mended, visitor);
                Ok(())
            }
            Word::NullMove => {
                visitor.null_move(text)?;
                self.remark(start, PgnFault::NullMove, Remedy::Mended, visitor);
                Ok(())
            }
            Word::Move => visitor.san(text),
        }
    }

    /// Reads a word that the visitor did not understand as what it may be beside a move.
    fn is_word<V: Visitor>(&mut self, start: usize, visitor: &mut V) -> bool {
        let text = core::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        match classify(text) {
            Word::Move => false,
            // It has been tried.
            Word::NullMove if text.len() < 4 => false,
            word => self.word(start, word, text, visitor).is_ok(),
        }
    }

    /// Reads a move that the visitor did not understand once more, without a sign at its end.
    fn move_with_sign<V: Visitor>(&mut self, start: usize, visitor: &mut V) -> bool {
        let text = core::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        let longest = text.chars().count().saturating_sub(LONGEST_SIGN);
        for (end, _) in text.char_indices().skip(longest) {
            let (mv, sign) = text.split_at(end);
            if !sign.starts_with(char::is_alphabetic)
                && let Some(number) = nag_of_glyph(sign)
                && visitor.san(mv).is_ok()
            {
                self.remark(start, PgnFault::Sign, Remedy::Mended, visitor);
                return visitor.nag(number).is_ok();
            }
        }
        false
    }

    /// Reads around a fault at `start` among the moves, `depth` variations deep. Returns whether
    /// the game goes on behind it.
    pub(super) fn read_around<V: Visitor>(
        &mut self,
        start: usize,
        fault: PgnFault,
        depth: &mut usize,
        visitor: &mut V,
    ) -> Read<bool> {
        if self.is_strict {
            return Err(Place(start, fault));
        }
        match fault {
            PgnFault::Move(_) if self.is_word(start, visitor) => {}
            PgnFault::Move(_) if self.move_with_sign(start, visitor) => {}
            PgnFault::Move(_) if *depth > 0 => {
                self.remark(start, fault, Remedy::Skipped, visitor);
                self.end_variation(depth, visitor)?;
            }
            PgnFault::Move(_) if self.is_double_forfeit(start) => {
                self.remark(start, PgnFault::Result, Remedy::Mended, visitor);
                self.end(start, GameResult::Unknown, visitor)?;
                return Ok(false);
            }
            PgnFault::Move(_) => {
                self.remark(start, fault, Remedy::Cut, visitor);
                let mut rest = Rest(None);
                self.moves(&mut rest, true)?;
                if let Some(result) = rest.0 {
                    self.result(start, result, visitor)?;
                }
                return Ok(false);
            }
            PgnFault::VariationWithoutMove | PgnFault::TooDeep => {
                self.remark(start, fault, Remedy::Skipped, visitor);
                if self.skip_variation().is_err() {
                    self.remark(start, PgnFault::UnclosedVariation, Remedy::Cut, visitor);
                }
            }
            PgnFault::UnclosedVariation | PgnFault::UnclosedComment => {
                self.remark(start, fault, Remedy::Cut, visitor);
            }
            PgnFault::StrayParenthesis | PgnFault::Annotation | PgnFault::Unexpected(_) => {
                self.remark(start, fault, Remedy::Skipped, visitor);
            }
            _ => return Err(Place(start, fault)),
        }
        Ok(true)
    }

    /// Ends the innermost variation, whose rest is skipped.
    fn end_variation<V: Visitor>(&mut self, depth: &mut usize, visitor: &mut V) -> Read<()> {
        let start = self.at;
        if self.skip_variation().is_ok() {
            *depth -= 1;
            return visitor.end_variation().map_err(|fault| Place(start, fault));
        }
        // The end of the game, where the variations that are open are ended, too.
        Ok(())
    }

    /// Whether `0-0` at `start`, which is no legal castling, is the end of the game.
    fn is_double_forfeit(&mut self, start: usize) -> bool {
        let behind = self.at;
        self.skip_blank();
        let next = self.peek();
        let ends = matches!(next, None | Some(b'[' | b'{' | b';'))
            || next == Some(b'1') && self.begins_game(self.at);
        self.at = behind;
        let word = decode_text(&self.bytes[start..behind]);
        ends && word.chars().map(hyphen).eq("0-0".chars())
    }
}

/// The visitor of the text behind a cut: it keeps the result.
struct Rest(Option<GameResult>);

impl Visitor for Rest {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnFault> {
        self.0 = Some(result);
        Ok(())
    }

    fn end_game(&mut self) {}
}
