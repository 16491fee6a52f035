//! Reading the moves of a game.

use super::odd::{Word, classify};
use super::{MAX_DEPTH, PgnReader, Place, Read};
use crate::GameResult;
use crate::pgn::error::{PgnFault, Remedy};
use crate::pgn::glyphs::nag_of_glyph;
use crate::pgn::result::result_of_bytes;
use crate::pgn::visitor::{Skip, Visitor};
use crate::text::{BYTE_ORDER_MARK, is_blank, is_line_break, line_length};

/// The results that begin with a digit, as they are written; people also write the short draw.
const RESULTS: [(&[u8], GameResult); 4] = [
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"1/2", GameResult::Draw),
];

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
        let begin = if is_behind_cut { None } else { Some(self.at) };
        // Where the outermost open variation begins.
        let mut opened = 0;
        while let Some(byte) = self.peek() {
            let start = self.at;
            let told = match byte {
                b'\n' | b'\r' => match self.ends_before_line(begin, depth) {
                    true => break,
                    false => Ok(()),
                },
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
                b'A'..=b'Z' | b'a'..=b'z' | b'-' => self.san(visitor),
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
                _ => match self.odd(visitor) {
                    Ok(Some(result)) if depth == 0 => return self.end(start, result, visitor),
                    told => told.map(drop),
                },
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

    /// Goes to the next line, or over empty lines, and over lines that begin with `%`. Returns
    /// whether the next game begins there; this one begins at an offset, unless it has been cut.
    #[inline]
    fn ends_before_line(&mut self, begin: Option<usize>, depth: usize) -> bool {
        self.at += 1;
        match self.peek() {
            Some(b'%') => self.skip_to_line_end(),
            Some(b'[') => return self.is_tag(self.at),
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0xef) => {
                return self.ends_before_blank(begin, depth);
            }
            _ => {}
        }
        false
    }

    #[cold]
    fn ends_before_blank(&mut self, begin: Option<usize>, depth: usize) -> bool {
        self.skip_blank();
        if self.is_line_start(self.at) && self.is_tag(self.at) {
            return true;
        }
        depth == 0
            && self.peek() == Some(b'1')
            && self.begins_game(self.at)
            && begin.is_none_or(|begin| self.has_moves(begin))
    }

    /// Whether there is more than comments and annotations between an offset and this place.
    fn has_moves(&mut self, begin: usize) -> bool {
        let end = core::mem::replace(&mut self.at, begin);
        self.skip_comments();
        while self.at < end && self.peek() == Some(b'$') {
            self.at += 1;
            self.run(|byte| byte.is_ascii_digit());
            self.skip_comments();
        }
        core::mem::replace(&mut self.at, end) < end
    }

    /// Whether the number 1 at an offset is that of White's move and begins a game: behind an empty
    /// line, or behind a byte order mark, where another file began.
    #[cold]
    pub(super) fn begins_game(&self, at: usize) -> bool {
        let is_of_white = match self.bytes[at + 1..].trim_ascii_start() {
            [b'.', rest @ ..] => {
                let rest = rest.trim_ascii_start();
                !rest.starts_with(b".") && !rest.starts_with("…".as_bytes())
            }
            [first, ..] => first.is_ascii_alphabetic(),
            [] => false,
        };
        let mut breaks = 0;
        let mut before = &self.bytes[..at];
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
        let text = self.run(is_of_move);
        if let Some(b'.' | 0x80..) = self.peek()
            && let Some(told) = self.continued(start, text, visitor)
        {
            return told;
        }
        // All moves but castling end with a rank, a sign or a promotion.
        let is_odd = match text.as_bytes() {
            [b'-', ..] => true,
            [.., b'1'..=b'8'] | b"O-O" => false,
            short => short.len() < 4,
        };
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

    fn skip_to_line_end(&mut self) {
        self.at += line_length(&self.bytes[self.at..]);
    }

    /// Reads what begins with a digit: goes behind a number or a result, not behind castling.
    fn number(&mut self) -> Digits {
        let rest = &self.bytes[self.at..];
        let may_be_else = match rest {
            [b'1', next, ..] => !matches!(next, b'.' | b'0'..=b'9'),
            [b'0', ..] => true,
            _ => false,
        };
        if may_be_else {
            return self.result_or_castling();
        }
        self.at += rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        Digits::Number
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
        Digits::Number
    }

    /// Reads an annotation: `$` and a number, or a row of `!` and `?`.
    fn annotation<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnFault> {
        let start = self.at;
        if self.peek() == Some(b'$') {
            self.at += 1;
            let digits = self.run(|byte| byte.is_ascii_digit());
            let number = digits.parse().map_err(|_| PgnFault::Annotation)?;
            return self.nag(start, number, visitor);
        }
        let signs = self.run(|byte| matches!(byte, b'!' | b'?'));
        if let Some(number) = nag_of_glyph(signs) {
            return self.nag(start, number, visitor);
        }
        if self.is_strict {
            return Err(PgnFault::Annotation);
        }
        self.remark(start, PgnFault::Sign, Remedy::Mended, visitor);
        // A longer row means what its first two signs mean.
        let number = signs.get(..2).and_then(nag_of_glyph).ok_or(PgnFault::Annotation)?;
        self.nag(start, number, visitor)
    }

    /// Passes on the annotation at `start`: of the next move, if the number of a move or another
    /// such annotation stands before it, else of the last move.
    pub(super) fn nag<V: Visitor>(
        &mut self,
        start: usize,
        number: u8,
        visitor: &mut V,
    ) -> Result<(), PgnFault> {
        let before = self.bytes[..start].trim_ascii_end();
        if before.len() == self.numbered || ends_with_number(before) {
            self.numbered = self.at;
            return visitor.nag_before(number);
        }
        visitor.nag(number)
    }
}

/// Whether a text ends with the number of a move, with dots behind it or without.
fn ends_with_number(text: &[u8]) -> bool {
    // Most annotations follow a move.
    if let [.., b'a'..=b'h', b'1'..=b'8'] = text {
        return false;
    }
    let count = |text: &[u8], belongs: fn(u8) -> bool| {
        text.iter().rev().take_while(|&&byte| belongs(byte)).count()
    };
    let text = &text[..text.len() - count(text, |byte| byte == b'.')];
    let digits = count(text, |byte| byte.is_ascii_digit());
    let before = text[..text.len() - digits].last();
    digits > 0 && before.is_none_or(|&byte| is_blank(byte) || b"(){}".contains(&byte))
}
