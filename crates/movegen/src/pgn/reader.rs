//! Reading games from memory.

use super::error::{PgnError, PgnFault};
use super::text::PgnText;
use super::visitor::{Ignore, Skip, Visitor};
use crate::GameResult;

/// Most variations within variations.
pub const MAX_DEPTH: usize = 256;

/// The mark of UTF-8 with which some programs begin a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The results that begin with a digit, as they are written; people also write the short draw.
const RESULTS: [(&[u8], GameResult); 4] = [
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"1/2", GameResult::Draw),
];

/// Reads one game after the other from a text in memory and tells a [`Visitor`] what they hold.
/// Nothing is allocated, and each byte is looked at once, except after a fault.
///
/// ```
/// use movegen::pgn::{PgnReader, Visitor};
///
/// struct Count(usize);
/// impl Visitor for Count {
///     type Output = ();
///     fn end_game(&mut self) {
///         self.0 += 1;
///     }
/// }
///
/// let text = b"1. e4 )\n\n[White \"A\"]\n1. d4 *\n\n[White \"B\"]\n1. c4 1-0\n";
/// let mut reader = PgnReader::new(text);
/// let (mut count, mut faults) = (Count(0), 0);
/// loop {
///     match reader.read_game(&mut count) {
///         Ok(Some(())) => {}
///         Ok(None) => break,
///         Err(_) => faults += 1, // the reader stands at the next game
///     }
/// }
/// assert_eq!((count.0, faults), (2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// An offset at which a line begins, and the line's number: lines are counted from here when a
    /// place is asked for.
    counted: (usize, usize),
}

/// A fault and the offset at which it begins.
struct Place(usize, PgnFault);

type Read<T> = Result<T, Place>;

impl<'a> PgnReader<'a> {
    /// At the first game of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self::at_line(bytes, 1);
        if bytes.starts_with(BYTE_ORDER_MARK) {
            reader.at = BYTE_ORDER_MARK.len();
        }
        reader
    }

    /// At the first game of a text that is a part of a larger one and begins with this line of it.
    pub(super) const fn at_line(bytes: &'a [u8], line: usize) -> Self {
        Self { bytes, at: 0, counted: (0, line) }
    }

    /// How many bytes have been read.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Reads the next game; `None` at the end of the text.
    ///
    /// # Errors
    /// The first fault of the game. The next call reads on behind it: at the next line that begins
    /// with a tag and does not belong to the tags of the faulty game.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<V::Output>, PgnError> {
        self.skip_blank();
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        visitor.begin_game();
        let mut in_tags = true;
        let read = self.tags(visitor).and_then(|skip| {
            in_tags = false;
            match skip {
                Skip::No => self.moves(visitor),
                Skip::Yes => self.moves(&mut Ignore),
            }
        });
        match read {
            Ok(()) => Ok(Some(visitor.end_game())),
            Err(Place(offset, fault)) => {
                let (line, column) = self.place(offset);
                self.recover(offset, in_tags);
                Err(PgnError::new(line, column, fault))
            }
        }
    }

    /// Line and column of an offset that is not before one that was asked for earlier.
    fn place(&mut self, offset: usize) -> (usize, usize) {
        let (mut start, mut line) = self.counted;
        for (at, _) in
            self.bytes[start..offset].iter().enumerate().filter(|(_, byte)| **byte == b'\n')
        {
            line += 1;
            start = self.counted.0 + at + 1;
        }
        self.counted = (start, line);
        (line, offset - start + 1)
    }

    /// Goes to the next game after a fault.
    fn recover(&mut self, fault: usize, mut in_tags: bool) {
        self.at = fault;
        let at_line_start = fault == 0 || self.bytes[fault - 1] == b'\n';
        if in_tags || !(at_line_start && self.is_tag(fault)) {
            self.skip_line();
        }
        while self.at < self.bytes.len() {
            let blank = matches!(self.bytes[self.at], b'\n' | b'\r');
            match self.is_tag(self.at) {
                true if !in_tags => return,
                false if !blank => in_tags = false,
                _ => {}
            }
            self.skip_line();
        }
    }

    /// Whether a tag begins at an offset.
    fn is_tag(&self, at: usize) -> bool {
        matches!(self.bytes[at..], [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// To the byte behind the next line break.
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += find(rest, b'\n').map_or(rest.len(), |end| end + 1);
    }

    /// Over white space, line breaks, and lines that begin with `%`.
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' if self.at == 0 || self.bytes[self.at - 1] == b'\n' => self.skip_line(),
                _ if is_blank(byte) => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn tags<V: Visitor>(&mut self, visitor: &mut V) -> Read<Skip> {
        while self.peek() == Some(b'[') {
            self.tag(visitor)?;
            self.skip_blank();
        }
        visitor.end_tags().map_err(|fault| Place(self.at, fault))
    }

    fn tag<V: Visitor>(&mut self, visitor: &mut V) -> Read<()> {
        let start = self.at;
        self.at += 1;
        self.skip_spaces();
        let name = self.run(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if name.is_empty() {
            return Err(Place(self.at, PgnFault::TagName));
        }
        self.skip_spaces();
        let value = self.tag_value()?;
        self.skip_spaces();
        if self.peek() != Some(b']') {
            return Err(Place(self.at, PgnFault::UnclosedTag));
        }
        self.at += 1;
        visitor.tag(name, value).map_err(|fault| Place(start, fault))
    }

    fn tag_value(&mut self) -> Read<PgnText<'a>> {
        let quote = self.at;
        let mut has_escapes = false;
        let mut end = quote + 1;
        if self.peek() == Some(b'"') {
            while let Some(&byte) = self.bytes.get(end) {
                match byte {
                    b'"' => {
                        self.at = end + 1;
                        return Ok(PgnText::of_tag(&self.bytes[quote + 1..end], has_escapes));
                    }
                    b'\n' => break,
                    b'\\' if matches!(self.bytes.get(end + 1), Some(b'"' | b'\\')) => {
                        has_escapes = true;
                        end += 2;
                    }
                    _ => end += 1,
                }
            }
        }
        Err(Place(quote, PgnFault::TagValue))
    }

    /// The bytes from here on for which `belongs` holds, all of them ASCII.
    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        self.at += length;
        core::str::from_utf8(&rest[..length]).unwrap_or_default()
    }

    /// The moves up to the result, to the tags of the next game or to the end of the text.
    fn moves<V: Visitor>(&mut self, visitor: &mut V) -> Read<()> {
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
        let length = find(rest, b'}').ok_or(Place(self.at, PgnFault::UnclosedComment))?;
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

/// What begins with a digit.
enum Digits {
    Number,
    Castling,
    Result(GameResult),
}

fn unclosed(start: usize) -> Place {
    Place(start, PgnFault::UnclosedVariation)
}

/// White space, a form feed, and the end-of-file mark of old systems (Control-Z).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a)
}

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

/// Where a byte first stands.
fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|&byte| byte == wanted)
}
