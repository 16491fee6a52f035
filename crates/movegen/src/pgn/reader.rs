//! Reading games from memory.

mod moves;

use super::error::{PgnError, PgnFault};
use super::text::PgnText;
use super::visitor::{Ignore, Skip, Visitor};

/// Most variations within variations.
pub const MAX_DEPTH: usize = 256;

/// The mark of UTF-8 with which some programs begin a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads one game after the other from a text in memory and tells a [`Visitor`] what they hold.
/// Nothing is allocated, and the time is proportional to the length of the text, whatever it holds.
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
    /// How many bytes of the first line come before this text, which is a part of a larger one.
    before: usize,
    /// A closing brace was looked for in vain, so that no later comment has one.
    lacks_brace: bool,
}

/// A fault and the offset at which it begins.
struct Place(usize, PgnFault);

type Read<T> = Result<T, Place>;

impl<'a> PgnReader<'a> {
    /// At the first game of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self::at_place(bytes, 1, 0);
        if bytes.starts_with(BYTE_ORDER_MARK) {
            reader.at = BYTE_ORDER_MARK.len();
        }
        reader
    }

    /// At the first game of a text that is a part of a larger one and begins in this line of it,
    /// behind so many bytes.
    pub(super) const fn at_place(bytes: &'a [u8], line: usize, before: usize) -> Self {
        Self { bytes, at: 0, counted: (0, line), before, lacks_brace: false }
    }

    /// The reader, told whether a closing brace was looked for in vain in its text.
    pub(super) const fn with_lack_of_brace(mut self, lacks_brace: bool) -> Self {
        self.lacks_brace = lacks_brace;
        self
    }

    /// Whether a closing brace was looked for in vain.
    pub(super) const fn lacks_brace(&self) -> bool {
        self.lacks_brace
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
        let before = if start == 0 { self.before } else { 0 };
        (line, before + offset - start + 1)
    }

    /// Whether a line begins at an offset.
    fn is_line_start(&self, at: usize) -> bool {
        match at.checked_sub(1) {
            Some(last) => self.bytes[last] == b'\n',
            None => self.before == 0,
        }
    }

    /// Goes to the next game after a fault.
    fn recover(&mut self, fault: usize, mut in_tags: bool) {
        self.at = fault;
        if in_tags || !(self.is_line_start(fault) && self.is_tag(fault)) {
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
                b'%' if self.is_line_start(self.at) => self.skip_line(),
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
}

/// White space, a form feed, and the end-of-file mark of old systems (Control-Z).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a)
}

/// Bytes that are compared at once: what the compiler turns into a comparison of vectors.
const BLOCK: usize = 32;

/// Where a byte first stands.
fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    let is_wanted = |&byte: &u8| byte == wanted;
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    // No early end within a block, so that no byte waits for the one before it.
    let lacks =
        |block: &&[u8; BLOCK]| !block.iter().fold(false, |found, byte| found | is_wanted(byte));
    let skipped = BLOCK * blocks.iter().take_while(lacks).count();
    bytes[skipped..].iter().position(is_wanted).map(|at| skipped + at)
}
