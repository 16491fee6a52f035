//! Reading the moves of a game.

use super::{MAX_DEPTH, PgnReader, Place, Read, find, is_blank};
use crate::GameResult;
use crate::pgn::error::PgnFault;
use crate::pgn::text::PgnText;
use crate::pgn::visitor::{Skip, Visitor};

/// The results that begin with a digit, as they are written; people also write the short draw.
const RESULTS: [(&[u8], GameResult); 4] = [
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"1/2", GameResult::Draw),
];

/// The bytes that may stand in a move.
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

/// Whether a byte may stand in a move.
const fn is_of_move(byte: u8) -> bool {
    OF_MOVE[byte as usize]
}

/// What begins with a digit.
enum Digits {
    Number,
    Castling,
    Result(GameResult),
}

fn unclosed(start: usize) -> Place {
    Place(start, PgnFault::UnclosedVariation)
}

impl<'a> PgnReader<'a> {
    /// The moves up to the result, to the tags of the next game or to the end of the text.
    pub(super) fn moves<V: Visitor>(&mut self, visitor: &mut V) -> Read<()> {
        let mut depth = 0;
        // Where the outermost open variation begins.
        let mut opened = 0;
        while let Some(byte) = self.peek() {
            let start = self.at;
            let told = match byte {
                b'\n' => {
                    self.at += 1;
                    if self.peek() == Some(b'%') {
                        self.skip_line();
                        self.at -= usize::from(self.bytes[self.at - 1] == b'\n');
                    } else if self.at < self.bytes.len() && self.is_tag(self.at) {
                        break;
                    }
                    Ok(())
                }
                b'.' => {
                    self.at += 1;
                    Ok(())
                }
                b'0'..=b'9' => match self.number() {
                    Digits::Number => Ok(()),
                    Digits::Castling => visitor.san(self.run(is_of_move)),
                    Digits::Result(_) if depth > 0 => Ok(()),
                    Digits::Result(result) => return self.end(start, result, visitor),
                },
                b'*' => {
                    self.at += 1;
                    if depth == 0 {
                        return self.end(start, GameResult::Unknown, visitor);
                    }
                    Ok(())
                }
                b'A'..=b'Z' | b'a'..=b'z' | b'-' => match self.run(is_of_move) {
                    "e" if self.bytes[self.at..].starts_with(b".p.") => {
                        self.at += b".p.".len();
                        Ok(())
                    }
                    text => visitor.san(text),
                },
                b'{' | b';' => visitor.comment(self.comment()?),
                b'(' => {
                    if depth == 0 {
                        opened = start;
                    }
                    self.at += 1;
                    match visitor.begin_variation() {
                        Ok(Skip::Yes) => {
                            self.skip_variation(start)?;
                            Ok(())
                        }
                        Ok(Skip::No) if depth == MAX_DEPTH => Err(PgnFault::TooDeep),
                        Ok(Skip::No) => {
                            depth += 1;
                            Ok(())
                        }
                        Err(fault) => Err(fault),
                    }
                }
                b')' if depth == 0 => Err(PgnFault::StrayParenthesis),
                b')' => {
                    self.at += 1;
                    depth -= 1;
                    visitor.end_variation()
                }
                b'$' | b'!' | b'?' => self.annotation().and_then(|number| visitor.nag(number)),
                _ if is_blank(byte) => {
                    self.at += 1;
                    Ok(())
                }
                _ => Err(PgnFault::UnexpectedByte(byte)),
            };
            told.map_err(|fault| Place(start, fault))?;
        }
        if depth > 0 { Err(Place(opened, PgnFault::UnclosedVariation)) } else { Ok(()) }
    }

    /// The result at `start`, and comments between it and the tags of the next game or the end of
    /// the text.
    fn end<V: Visitor>(&mut self, start: usize, result: GameResult, visitor: &mut V) -> Read<()> {
        visitor.result(result).map_err(|fault| Place(start, fault))?;
        let behind = self.at;
        self.skip_blank();
        while matches!(self.peek(), Some(b'{' | b';')) && self.comment().is_ok() {
            self.skip_blank();
        }
        let end = self.at;
        if !matches!(self.peek(), None | Some(b'[')) {
            self.at = behind;
            return Ok(());
        }
        self.at = behind;
        self.skip_blank();
        while self.at < end {
            let start = self.at;
            let text = self.comment()?;
            visitor.comment(text).map_err(|fault| Place(start, fault))?;
            self.skip_blank();
        }
        Ok(())
    }

    /// A comment in braces, or from a semicolon to the end of the line.
    fn comment(&mut self) -> Read<PgnText<'a>> {
        let start = self.at + 1;
        let rest = &self.bytes[start..];
        if self.peek() == Some(b';') {
            let length = find(rest, b'\n').unwrap_or(rest.len());
            self.at = start + length;
            let text = &rest[..length];
            return Ok(PgnText::plain(text.strip_suffix(b"\r").unwrap_or(text)));
        }
        let end = if self.lacks_brace { None } else { find(rest, b'}') };
        let Some(length) = end else {
            self.lacks_brace = true;
            return Err(Place(self.at, PgnFault::UnclosedComment));
        };
        self.at = start + length + 1;
        Ok(PgnText::plain(&rest[..length]))
    }

    /// Over a variation that begins at `start`, behind its parenthesis.
    fn skip_variation(&mut self, start: usize) -> Read<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                Some(b'{' | b';') => {
                    self.comment()?;
                    continue;
                }
                Some(b'\n') if self.bytes.get(self.at + 1) == Some(&b'%') => {
                    self.at += 1;
                    self.skip_line();
                    self.at -= usize::from(self.bytes[self.at - 1] == b'\n');
                    continue;
                }
                Some(b'\n') if self.is_tag_behind() => return Err(unclosed(start)),
                Some(_) => {}
                None => return Err(unclosed(start)),
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Whether a tag begins behind the byte here.
    fn is_tag_behind(&self) -> bool {
        self.at + 1 < self.bytes.len() && self.is_tag(self.at + 1)
    }

    /// What begins with a digit. Behind a number and a result; before castling.
    fn number(&mut self) -> Digits {
        let rest = &self.bytes[self.at..];
        if !matches!(rest, [b'0' | b'1', b'-' | b'/', ..]) {
            self.at += rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
            return Digits::Number;
        }
        for (text, result) in RESULTS {
            let is_longer = rest.get(text.len()).is_some_and(|&byte| is_of_move(byte));
            if rest.starts_with(text) && !is_longer {
                self.at += text.len();
                return Digits::Result(result);
            }
        }
        if rest.starts_with(b"0-0") {
            return Digits::Castling;
        }
        self.at += 1;
        Digits::Number
    }

    /// The number of an annotation.
    fn annotation(&mut self) -> Result<u8, PgnFault> {
        const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
        if self.peek() == Some(b'$') {
            self.at += 1;
            let digits = self.run(|byte| byte.is_ascii_digit());
            return digits.parse().map_err(|_| PgnFault::Annotation);
        }
        let signs = self.run(|byte| matches!(byte, b'!' | b'?'));
        let number = (1..).zip(SIGNS).find(|(_, known)| *known == signs);
        number.map(|(number, _)| number).ok_or(PgnFault::Annotation)
    }
}
