//! Reading the moves of a game.

use super::odd::{Word, classify};
use super::{MAX_DEPTH, PgnReader, Place, Read};
use crate::GameResult;
use crate::pgn::error::{PgnFault, Remedy};
use crate::pgn::glyphs::nag_of_glyph;
use crate::pgn::result::result_of_bytes;
use crate::pgn::visitor::{Skip, Visitor};
use crate::text::{BYTE_ORDER_MARK, behind_marks, is_blank, is_line_break, line_length};

/// The results that begin with a digit, as they are written; people also write the short draw.
const RESULTS: [(&[u8], GameResult); 4] = [
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"1/2", GameResult::Draw),
];

/// Whether each byte may be in a move.
const OF_MOVE: [bool; 256] = {
    let mut of_move = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        of_move[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'+' | b'#' | b'=' | b':' | b'/' | b'@');
        byte += 1;
    }
    of_move
};

/// Returns whether a byte may be in a move.
pub(super) const fn is_of_move(byte: u8) -> bool {
    OF_MOVE[byte as usize]
}

/// A word that begins with a digit.
enum Digits {
    Number,
    /// Castling with zeros, or a null move.
    Move,
    Result(GameResult),
    /// A result that is not written as in the standard.
    OddResult(GameResult),
}

impl<'a> PgnReader<'a> {
    /// Reads the moves up to the result, to the next game or to the end of the text; behind a cut,
    /// words that are no moves do not matter.
    pub(super) fn moves<V: Visitor>(&mut self, visitor: &mut V, is_behind_cut: bool) -> Read<()> {
        let mut depth = 0;
        let mut has_moves = is_behind_cut;
        self.is_numbered = false;
        // Where the outermost open variation begins.
        let mut opened = 0;
        while let Some(byte) = self.peek() {
            let start = self.at;
            let told = match byte {
                b'\n' | b'\r' => match self.ends_before_line() {
                    true => break,
                    false => Ok(()),
                },
                b'1' if has_moves && depth == 0 && self.begins_game() => break,
                b'0'..=b'9' => match self.number() {
                    Digits::Number => Ok(()),
                    Digits::Move => self.zeros(visitor),
                    Digits::Result(_) if depth > 0 => Ok(()),
                    Digits::Result(result) => return self.end(start, result, visitor),
                    Digits::OddResult(result) => {
                        self.forgive(start, PgnFault::Result, Remedy::Mended, visitor)?;
                        if depth == 0 {
                            return self.end(start, result, visitor);
                        }
                        Ok(())
                    }
                },
                b'*' => {
                    self.at += 1;
                    if depth == 0 {
                        return self.end(start, GameResult::Unknown, visitor);
                    }
                    Ok(())
                }
                b'A'..=b'Z' | b'a'..=b'z' | b'-' => {
                    has_moves = true;
                    self.san(visitor)
                }
                b'{' | b';' => match self.comment() {
                    Ok(text) => visitor.comment(text),
                    Err(text) if !self.is_strict => {
                        visitor.comment(text).and(Err(PgnFault::UnclosedComment))
                    }
                    Err(_) => Err(PgnFault::UnclosedComment),
                },
                b'(' => {
                    if depth == 0 {
                        opened = start;
                    }
                    self.at += 1;
                    match visitor.begin_variation() {
                        Ok(Skip::Yes) => {
                            self.skip_variation().map_err(|()| PgnFault::UnclosedVariation)
                        }
                        Ok(Skip::No) if depth == MAX_DEPTH => {
                            visitor.end_variation().and(Err(PgnFault::TooDeep))
                        }
                        Ok(Skip::No) => {
                            depth += 1;
                            Ok(())
                        }
                        Err(fault) => Err(fault),
                    }
                }
                b')' => {
                    self.at += 1;
                    if depth == 0 {
                        Err(PgnFault::StrayParenthesis)
                    } else {
                        depth -= 1;
                        visitor.end_variation()
                    }
                }
                b'$' | b'!' | b'?' => self.annotation(visitor),
                _ if byte == b'.' || is_blank(byte) => {
                    self.at += 1;
                    Ok(())
                }
                _ if self.is_strict => Err(self.unexpected(start)),
                _ if self.is_indented_tag(start) => break,
                _ => {
                    has_moves = true;
                    match self.odd(visitor) {
                        Ok(Some(result)) if depth == 0 => return self.end(start, result, visitor),
                        told => told.map(drop),
                    }
                }
            };
            if let Err(fault) = told
                && !(is_behind_cut && matches!(fault, PgnFault::Move(_)))
                && !self.read_around(start, fault, &mut depth, visitor)?
            {
                return Ok(());
            }
        }
        if depth > 0 {
            self.forgive(opened, PgnFault::UnclosedVariation, Remedy::Cut, visitor)?;
        }
        (0..depth).try_for_each(|_| visitor.end_variation().map_err(|fault| Place(opened, fault)))
    }

    /// Goes to the next line, and behind the byte order marks that begin it; over one that begins
    /// with `%`. Returns whether a tag begins there, which ends the game.
    fn ends_before_line(&mut self) -> bool {
        self.at += 1;
        if self.peek() == Some(BYTE_ORDER_MARK[0]) {
            self.at = self.bytes.len() - behind_marks(&self.bytes[self.at..]).len();
        }
        if self.peek() == Some(b'%') {
            self.skip_to_line_end();
        }
        self.is_tag(self.at)
    }

    /// Whether a move number 1 of White's begins here that begins a game: behind an empty line, or
    /// behind a byte order mark, where another file began.
    pub(super) fn begins_game(&self) -> bool {
        let Some(rest) = self.bytes[self.at..].strip_prefix(b"1") else { return false };
        let is_of_white = match rest.trim_ascii_start() {
            [b'.', rest @ ..] => {
                let rest = rest.trim_ascii_start();
                !rest.starts_with(b".") && !rest.starts_with("…".as_bytes())
            }
            [first, ..] => first.is_ascii_alphabetic(),
            [] => false,
        };
        let mut breaks = 0;
        let mut before = &self.bytes[..self.at];
        while is_of_white && let Some((&byte, rest)) = before.split_last() {
            if before.ends_with(BYTE_ORDER_MARK) {
                return self.is_line_start(before.len());
            }
            if !is_blank(byte) {
                break;
            }
            let is_pair = byte == b'\n' && rest.ends_with(b"\r");
            breaks += usize::from(is_line_break(byte) && !is_pair);
            before = rest;
        }
        breaks > 1
    }

    /// Reads a word that begins with a letter or a hyphen: a move, with few exceptions.
    fn san<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnFault> {
        let start = self.at;
        self.is_numbered = false;
        let text = self.run(is_of_move);
        if let Some(b'.' | 0x80..) = self.peek()
            && let Some(told) = self.continued(start, text, visitor)
        {
            return told;
        }
        // All moves but castling end with a rank, a sign or a promotion.
        let is_odd = text.len() < 4 && !matches!(text.as_bytes(), [.., b'1'..=b'8'] | b"O-O");
        if !is_odd || self.is_strict {
            return visitor.san(text);
        }
        match classify(text) {
            Word::Move if text.bytes().all(|byte| byte.is_ascii_punctuation()) => {
                Err(PgnFault::Unexpected('-'))
            }
            word => self.word(start, word, text, visitor),
        }
    }

    /// Reads a word that goes on with a dot or printed characters behind its `text`: `e.p.` behind
    /// a move, or a printed move.
    #[cold]
    fn continued<V: Visitor>(
        &mut self,
        start: usize,
        text: &str,
        visitor: &mut V,
    ) -> Option<Result<(), PgnFault>> {
        if self.peek() != Some(b'.') {
            return if self.is_strict { None } else { self.printed(start, visitor) };
        }
        let mv = text.strip_suffix('e')?;
        let rest = self.bytes[self.at..].strip_prefix(b".p")?;
        self.at += if rest.first() == Some(&b'.') { 3 } else { 2 };
        Some(if mv.is_empty() { Ok(()) } else { visitor.san(mv) })
    }

    /// Reads castling with zeros or a null move.
    #[cold]
    fn zeros<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnFault> {
        let start = self.at;
        self.is_numbered = false;
        let text = self.run(is_of_move);
        self.continued(start, text, visitor).unwrap_or_else(|| visitor.san(text))
    }

    /// Reports the result at `start`, and comments between it and the tags of the next game or the
    /// end of the text.
    pub(super) fn end<V: Visitor>(
        &mut self,
        start: usize,
        result: GameResult,
        visitor: &mut V,
    ) -> Read<()> {
        self.result(start, result, visitor)?;
        if matches!(self.peek(), Some(b'.' | b',')) {
            self.forgive(self.at, PgnFault::Result, Remedy::Mended, visitor)?;
            self.run(|byte| matches!(byte, b'.' | b','));
        }
        let behind = self.at;
        self.skip_comments();
        let end = core::mem::replace(&mut self.at, behind);
        if !matches!(self.bytes.get(end), None | Some(b'[')) {
            return Ok(());
        }
        self.skip_blank();
        while self.at < end {
            let start = self.at;
            let text = self.comment().unwrap_or_else(|text| text);
            visitor.comment(text).map_err(|fault| Place(start, fault))?;
            self.skip_blank();
        }
        Ok(())
    }

    /// Reports the result at `start`.
    pub(super) fn result<V: Visitor>(
        &mut self,
        start: usize,
        result: GameResult,
        visitor: &mut V,
    ) -> Read<()> {
        match visitor.result(result) {
            Ok(()) => Ok(()),
            Err(fault) => self.settle(start, fault, visitor),
        }
    }

    /// Goes over the rest of a variation, from behind its parenthesis.
    ///
    /// # Errors
    /// If the game ends before it.
    pub(super) fn skip_variation(&mut self) -> Result<(), ()> {
        let mut depth = 1;
        while depth > 0 {
            match self.peek().ok_or(())? {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' | b';' => {
                    self.comment().map_err(|_| ())?;
                    continue;
                }
                b'\n' | b'\r' if self.bytes.get(self.at + 1) == Some(&b'%') => {
                    self.at += 1;
                    self.skip_to_line_end();
                    continue;
                }
                b'\n' | b'\r' if self.is_tag(self.at + 1) => return Err(()),
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Goes to the line break that ends this line.
    fn skip_to_line_end(&mut self) {
        self.at += line_length(&self.bytes[self.at..]);
    }

    /// Reads what begins with a digit: goes behind a number or a result, not behind castling.
    fn number(&mut self) -> Digits {
        let rest = &self.bytes[self.at..];
        let may_be_else = matches!(
            rest,
            [b'0' | b'1', b'-' | b'/' | b':' | b' ' | b'\t' | 0x80.., ..] | [b'0', b'.' | b'0', ..]
        );
        if !may_be_else {
            self.at += rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
            self.is_numbered = true;
            return Digits::Number;
        }
        self.result_or_castling()
    }

    /// Reads what begins as a result, castling or a null move does.
    #[inline(never)]
    fn result_or_castling(&mut self) -> Digits {
        let rest = &self.bytes[self.at..];
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let is_null = rest[..digits] == *b"0000" && rest.get(digits) != Some(&b'.');
        // A longer one, with spaces in it, may begin as a short one does.
        let odd = result_of_bytes(rest).filter(|_| !self.is_strict);
        for (text, result) in RESULTS {
            let continues = |byte: u8| is_of_move(byte) || !byte.is_ascii() && !self.is_strict;
            let is_longer = rest.get(text.len()).is_some_and(|&byte| continues(byte))
                || odd.is_some_and(|(length, _)| length > text.len());
            if rest.starts_with(text) && !is_longer {
                self.at += text.len();
                return Digits::Result(result);
            }
        }
        let is_printed = || rest[0] == b'0' && !self.is_strict && self.is_printed_castling();
        if rest.starts_with(b"0-0") || is_null || is_printed() {
            return Digits::Move;
        }
        if let Some((length, result)) = odd {
            self.at += length;
            return Digits::OddResult(result);
        }
        self.at += digits;
        self.is_numbered = true;
        Digits::Number
    }

    /// Reads an annotation: `$` and a number, or a row of `!` and `?`.
    fn annotation<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnFault> {
        let start = self.at;
        if self.peek() == Some(b'$') {
            self.at += 1;
            let digits = self.run(|byte| byte.is_ascii_digit());
            let number = digits.parse().map_err(|_| PgnFault::Annotation)?;
            return self.nag(number, visitor);
        }
        let signs = self.run(|byte| matches!(byte, b'!' | b'?'));
        if let Some(number) = nag_of_glyph(signs) {
            return self.nag(number, visitor);
        }
        if self.is_strict {
            return Err(PgnFault::Annotation);
        }
        self.remark(start, PgnFault::Sign, Remedy::Mended, visitor);
        // A longer row means what its first two signs mean.
        let number = signs.get(..2).and_then(nag_of_glyph).ok_or(PgnFault::Annotation)?;
        self.nag(number, visitor)
    }

    /// Passes on an annotation: of the next move, if its number has been read, else of the last.
    pub(super) fn nag<V: Visitor>(&self, number: u8, visitor: &mut V) -> Result<(), PgnFault> {
        match self.is_numbered {
            true => visitor.nag_before(number),
            false => visitor.nag(number),
        }
    }
}
