//! Reading the tags of a game.

use super::{Names, PgnReader, Place, Read, is_of_name, tag_name};
use crate::pgn::error::{PgnFault, Remedy};
use crate::pgn::visitor::{PgnText, Skip, Visitor};
use crate::text::{is_blank, is_line_break};

/// A name, a value, and the fault that was read around between them.
type Pair<'a> = (&'a str, PgnText<'a>, Option<PgnFault>);

impl<'a> PgnReader<'a> {
    /// Reads the tags, and the comments before and between them.
    pub(super) fn tags<V: Visitor>(
        &mut self,
        visitor: &mut V,
        names: &mut Names<'a>,
    ) -> Read<Skip> {
        let mut fen_at = self.at;
        loop {
            self.skip_blank();
            let start = self.at;
            match self.peek() {
                Some(b'[') => {
                    let name = tag_name(&self.bytes[start..]);
                    if name.is_some_and(|name| names.has(name)) {
                        break;
                    }
                    if name.is_some_and(|name| name.eq_ignore_ascii_case(b"FEN")) {
                        fen_at = start;
                    }
                    names.add(name);
                    self.tag(visitor)?;
                }
                Some(b'{' | b';') => {
                    let Some(end) = self.comments_before_tag(names) else { break };
                    while self.at < end {
                        let text = self.comment().unwrap_or_else(|text| text);
                        visitor.comment(text).map_err(|fault| Place(start, fault))?;
                        self.skip_blank();
                    }
                }
                _ => break,
            }
        }
        match visitor.end_tags() {
            Ok(skip) => Ok(skip),
            Err(fault) => {
                let of_start = matches!(fault, PgnFault::Fen(_) | PgnFault::Repaired(_));
                let at = if of_start { fen_at } else { self.at };
                self.settle(at, fault, visitor)?;
                Ok(Skip::No)
            }
        }
    }

    /// Returns the offset of the tag that follows the comments here, if one does that belongs to
    /// this game.
    fn comments_before_tag(&mut self, names: &Names<'a>) -> Option<usize> {
        let start = self.at;
        self.skip_comments();
        let end = core::mem::replace(&mut self.at, start);
        let name = tag_name(&self.bytes[end..])?;
        (!names.has(name)).then_some(end)
    }

    /// Makes a remark of what a visitor objects to, if that need not end the game.
    pub(super) fn settle<V: Visitor>(
        &mut self,
        at: usize,
        fault: PgnFault,
        visitor: &mut V,
    ) -> Read<()> {
        match fault.remedy() {
            Some(remedy) => self.forgive(at, fault, remedy, visitor),
            None => Err(Place(at, fault)),
        }
    }

    fn tag<V: Visitor>(&mut self, visitor: &mut V) -> Read<()> {
        let start = self.at;
        match self.pair() {
            Ok((name, value, fault)) => {
                if let Some(fault) = fault {
                    self.forgive(start, fault, Remedy::Mended, visitor)?;
                }
                match visitor.tag(name, value) {
                    Ok(()) => Ok(()),
                    Err(fault) => self.settle(start, fault, visitor),
                }
            }
            Err(Place(at, fault)) => {
                self.forgive(at, fault, Remedy::Skipped, visitor)?;
                self.at = at;
                self.skip_line();
                Ok(())
            }
        }
    }

    /// Reads a pair in brackets; a strict reader ends at the first fault.
    fn pair(&mut self) -> Read<Pair<'a>> {
        let mut fault = None;
        self.at += 1;
        self.skip_spaces();
        let name = self.run(is_of_name);
        if name.is_empty() {
            return Err(Place(self.at, PgnFault::TagName));
        }
        if self.peek() == Some(b':') && !self.is_strict {
            self.at += 1;
            fault = Some(PgnFault::TagName);
        }
        self.skip_spaces();
        if self.peek().is_some_and(is_line_break) && !self.is_strict {
            let behind = self.at;
            self.skip_line();
            self.skip_spaces();
            if self.peek() == Some(b'"') {
                fault = Some(PgnFault::TagValue);
            } else {
                self.at = behind;
            }
        }
        let quote = self.at;
        if self.peek() != Some(b'"') {
            return Err(Place(quote, PgnFault::TagValue));
        }
        let plain = self.plain_value(quote);
        if let Some(value) = plain {
            self.skip_spaces();
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok((name, value, fault));
            }
        }
        let behind = self.at;
        if let Some(value) = self.odd_value(quote).filter(|_| !self.is_strict) {
            return Ok((name, value, Some(PgnFault::TagValue)));
        }
        self.at = behind;
        match plain {
            Some(value) if !self.is_strict && self.peek().is_none_or(is_blank) => {
                Ok((name, value, Some(PgnFault::UnclosedTag)))
            }
            Some(_) => Err(Place(behind, PgnFault::UnclosedTag)),
            None => Err(Place(quote, PgnFault::TagValue)),
        }
    }

    /// Reads a value that ends at the line's next quotation mark without a backslash before it.
    fn plain_value(&mut self, quote: usize) -> Option<PgnText<'a>> {
        let mut has_escapes = false;
        let mut end = quote + 1;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'"' => {
                    self.at = end + 1;
                    return Some(PgnText::of_tag(&self.bytes[quote + 1..end], has_escapes));
                }
                b'\n' | b'\r' => break,
                b'\\' if matches!(self.bytes.get(end + 1), Some(b'"' | b'\\')) => {
                    has_escapes = true;
                    end += 2;
                }
                _ => end += 1,
            }
        }
        None
    }

    /// Reads a value up to the quotation mark before a bracket: with other such marks in it, or
    /// over two lines, of which the second is not empty and no tag.
    fn odd_value(&mut self, quote: usize) -> Option<PgnText<'a>> {
        let mut at = quote + 1;
        let mut is_second = false;
        while let Some(&byte) = self.bytes.get(at) {
            if byte == b'"' {
                self.at = at + 1;
                self.skip_spaces();
                if self.peek() == Some(b']') {
                    self.at += 1;
                    return Some(PgnText::of_tag(&self.bytes[quote + 1..at], true));
                }
            } else if is_line_break(byte) {
                self.at = at;
                self.skip_line();
                self.skip_spaces();
                let ends = |next| next == b'[' || is_line_break(next);
                if core::mem::replace(&mut is_second, true) || self.peek().is_none_or(ends) {
                    return None;
                }
                at = self.at;
                continue;
            }
            at += 1;
        }
        None
    }
}
