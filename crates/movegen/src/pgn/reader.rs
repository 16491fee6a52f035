//! Reading games from memory, whole or in parts.

mod moves;
mod odd;
mod printed;
mod tags;

use arrayvec::ArrayVec;
use memchr::{memchr2, memchr3};

use super::error::{PgnError, PgnFault, PgnRemark, Remedy};
use super::visitor::{Ignore, PgnText, Skip, Visitor};
use crate::text::{
    BYTE_ORDER_MARK, EncodingError, behind_marks, is_blank, is_line_break, line_breaks,
    line_length, line_start,
};

/// Most variations within variations.
pub const MAX_DEPTH: usize = 256;

/// A reader of one game after the other from a text in memory, which hands their parts to a
/// [`Visitor`]. It allocates nothing, and takes time proportional to the length of the text,
/// whatever the text holds.
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
/// let mut reader = PgnReader::new(text).strict();
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
    /// The last place whose line was computed: lines are counted from there.
    counted: Counted,
    /// The bytes of the first line before this text, which is a part of a larger one.
    before: usize,
    is_strict: bool,
    /// The place behind the last annotation of a next move.
    numbered: usize,
    known: Known<'a>,
    /// The reason why the text cannot be read at all.
    refused: Option<EncodingError>,
}

/// A part of the text that is known to be UTF-8, and the offset at which it begins.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    text: &'a str,
    start: usize,
}

/// Bytes that are checked for UTF-8 at once, at most.
const PIECE: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Counted {
    at: usize,
    start: usize,
    line: usize,
}

/// A fault and the offset at which it begins.
struct Place(usize, PgnFault);

type Read<T> = Result<T, Place>;

impl<'a> PgnReader<'a> {
    /// Begins at the first game of a text. One in UTF-16 is refused; [`utf8`](crate::text::utf8)
    /// recodes it.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { refused: EncodingError::of(bytes), ..Self::at_place(bytes, 1, 0) }
    }

    /// Makes the reader refuse each game with a fault, as [`read_game`](Self::read_game) says,
    /// instead of recovering within the game.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Begins at the first game of a text that is a part of a larger one and begins in this line of
    /// it, behind `before` bytes.
    pub(super) const fn at_place(bytes: &'a [u8], line: usize, before: usize) -> Self {
        let counted = Counted { at: 0, start: 0, line };
        let known = Known { text: "", start: 0 };
        let refused = None;
        let (is_strict, numbered) = (false, usize::MAX);
        Self { bytes, at: 0, counted, before, is_strict, numbered, known, refused }
    }

    /// Returns how many bytes have been read.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Reads the next game; `None` at the end of the text. The reader recovers where it can: the
    /// visitor gets a [remark](Visitor::remark) for each departure from the standard, and the main
    /// line is kept up to the first move of it that cannot be understood.
    ///
    /// | fault | what becomes of it |
    /// |---|---|
    /// | a tag without a name, a value or an end; more than 1000 tags | the tag is skipped |
    /// | a quotation mark in a value, a pair over two lines, a colon behind the name | read |
    /// | signs as words (`+-`, `±`, `N`), rows of `!` and `?` | read as annotations |
    /// | a `$` without a number to 255, a `)` too many, a mark that means nothing | skipped |
    /// | no-break spaces, dots and dashes of typography | read |
    /// | moves as books print them (`♘f3`, `e×d5`, `O–O`, `†`) | read |
    /// | `½-½`, `1 - 0`, `1-0.` and the like, `0-0` as a result | read |
    /// | a null move (`--`, `Z0`, `0000`, `@@@@`, `<>`), not in check | it passes the turn |
    /// | a move of a variation that cannot be understood | its rest is skipped |
    /// | a variation before the first move, or more than [`MAX_DEPTH`] deep | skipped |
    /// | a move of the main line that cannot be understood | the game is cut there |
    /// | a comment or a variation without an end | it ends with the game, which is cut |
    /// | a start that has to be mended, a result that is not that of the tag | read |
    ///
    /// A game ends with its result; before a line that begins with a tag; before a tag whose name
    /// it already has; or before a move number 1 behind an empty line, if a move precedes it. Byte
    /// order marks before a game and at the start of a line, as in joined files, mean nothing.
    ///
    /// # Errors
    /// An encoding that is not read, a start that is no legal position, other rules than those of
    /// chess and Chess960, or another fault that the visitor returns; of a [strict](Self::strict)
    /// reader, the first fault of the game. The next call reads on behind it: at the next line that
    /// begins with a tag and does not belong to the tags of the faulty game, or at a move number 1
    /// behind an empty line.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<V::Output>, PgnError> {
        self.skip_blank();
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        if let Some(error) = self.refused.take() {
            self.at = self.bytes.len();
            return Err(PgnError::new(1, 1, PgnFault::Encoding(error)));
        }
        visitor.begin_game();
        let mut names = Names::new();
        let mut in_tags = true;
        let read = self.tags(visitor, &mut names).and_then(|skip| {
            in_tags = false;
            match skip {
                // The next game, which has no moves between its tags and these.
                _ if self.is_tag(self.at) => Ok(()),
                Skip::No => self.moves(visitor, false),
                Skip::Yes => self.moves(&mut Ignore, false),
            }
        });
        match read {
            Ok(()) => Ok(Some(visitor.end_game())),
            Err(Place(offset, fault)) => {
                let (line, column) = self.place(offset);
                self.recover(offset, in_tags, &mut names);
                Err(PgnError::new(line, column, fault))
            }
        }
    }

    fn place(&mut self, offset: usize) -> (usize, usize) {
        let Counted { at, mut start, mut line } = self.counted;
        if offset < start {
            let (breaks, _) = line_breaks(&self.bytes[offset..start]);
            (start, line) = (line_start(self.bytes, offset), line - breaks);
        } else if offset > at {
            let (breaks, end) = line_breaks(&self.bytes[at..offset]);
            (start, line) = (end.map_or(start, |end| at + end), line + breaks);
        }
        self.counted = Counted { at: offset, start, line };
        let before = if start == 0 { self.before } else { 0 };
        (line, before + offset - start + 1)
    }

    fn remark<V: Visitor>(
        &mut self,
        offset: usize,
        fault: PgnFault,
        remedy: Remedy,
        visitor: &mut V,
    ) {
        let (line, column) = self.place(offset);
        visitor.remark(PgnRemark::new(PgnError::new(line, column, fault), remedy));
    }

    /// Turns a fault that has been read around into a remark; a strict reader returns it.
    fn forgive<V: Visitor>(
        &mut self,
        offset: usize,
        fault: PgnFault,
        remedy: Remedy,
        visitor: &mut V,
    ) -> Read<()> {
        if self.is_strict {
            return Err(Place(offset, fault));
        }
        self.remark(offset, fault, remedy, visitor);
        Ok(())
    }

    /// Whether a line begins at an offset, or before byte order marks there.
    fn is_line_start(&self, at: usize) -> bool {
        let mut before = &self.bytes[..at];
        while let Some(rest) = before.strip_suffix(BYTE_ORDER_MARK) {
            before = rest;
        }
        before.last().map_or(self.before == 0, |&last| is_line_break(last))
    }

    /// Goes to the next game after a fault.
    fn recover(&mut self, fault: usize, mut in_tags: bool, names: &mut Names<'a>) {
        self.at = fault;
        if in_tags || !(self.is_line_start(fault) && self.is_tag(fault)) {
            self.skip_line();
        }
        while let Some(byte) = self.peek() {
            if self.is_line_start(self.at) && matches!(byte, b' ' | b'\t') {
                let line = self.at;
                self.skip_spaces();
                if tag_name(&self.bytes[self.at..]).is_none() {
                    self.at = line;
                }
            }
            if !in_tags && byte == b'1' && self.begins_game(self.at) {
                return;
            }
            if self.is_tag(self.at) {
                let name = tag_name(&self.bytes[self.at..]);
                if !in_tags || name.is_some_and(|name| names.has(name)) {
                    return;
                }
                names.add(name);
            } else if byte == b'{' && in_tags && self.comment().is_ok() {
                continue;
            } else if !matches!(byte, b'\n' | b'\r' | b';' | b'%') {
                in_tags = false;
            }
            self.skip_line();
        }
    }

    /// Whether a tag begins at an offset, or behind byte order marks there.
    fn is_tag(&self, at: usize) -> bool {
        match self.bytes.get(at..) {
            Some([b'[', b'A'..=b'Z' | b'a'..=b'z', ..]) => true,
            Some([0xef, ..]) => self.is_marked_tag(at),
            _ => false,
        }
    }

    #[cold]
    fn is_marked_tag(&self, at: usize) -> bool {
        matches!(behind_marks(&self.bytes[at..]), [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
    }

    /// Whether a tag begins at an offset behind nothing but spaces of its line.
    #[cold]
    fn is_indented_tag(&self, at: usize) -> bool {
        let before = self.bytes[..at].iter().rposition(|byte| !matches!(byte, b' ' | b'\t'));
        tag_name(&self.bytes[at..]).is_some()
            && self.is_line_start(before.map_or(0, |last| last + 1))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Goes to the byte behind the next line break.
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += line_length(rest);
        self.at += usize::from(self.at < self.bytes.len());
        if self.bytes[..self.at].ends_with(b"\r") && self.peek() == Some(b'\n') {
            self.at += 1;
        }
    }

    /// Goes over white space, line breaks, byte order marks, and lines that begin with `%`.
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' if self.is_line_start(self.at) => self.skip_line(),
                0xef if self.bytes[self.at..].starts_with(BYTE_ORDER_MARK) => {
                    self.at += BYTE_ORDER_MARK.len();
                }
                _ if is_blank(byte) => self.at += 1,
                _ => return,
            }
        }
    }

    /// Goes over blanks and comments, up to one without an end.
    fn skip_comments(&mut self) {
        loop {
            self.skip_blank();
            let start = self.at;
            if !matches!(self.peek(), Some(b'{' | b';')) {
                return;
            }
            if self.comment().is_err() {
                self.at = start;
                return;
            }
        }
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Reads a comment in braces, or from a semicolon to the end of the line. One in braces ends
    /// before a line that begins with a tag.
    ///
    /// # Errors
    /// The text up to there, or to the end, if no brace closes it before.
    fn comment(&mut self) -> Result<PgnText<'a>, PgnText<'a>> {
        let start = self.at + 1;
        let is_line = self.peek() == Some(b';');
        let mut end = start;
        loop {
            let rest = &self.bytes[end..];
            let found = match is_line {
                true => memchr2(b'\r', b'\n', rest),
                // A line break, because a tag may follow it.
                false => memchr3(b'}', b'\r', b'\n', rest),
            };
            let Some(length) = found else {
                self.at = self.bytes.len();
                let text = PgnText::plain(&self.bytes[start..]);
                return if is_line { Ok(text) } else { Err(text) };
            };
            end += length;
            let text = PgnText::plain(&self.bytes[start..end]);
            if is_line {
                self.at = end;
                return Ok(text);
            }
            if self.bytes[end] == b'}' {
                self.at = end + 1;
                return Ok(text);
            }
            if tag_name(&self.bytes[end + 1..]).is_some() {
                self.at = end;
                return Err(text);
            }
            end += 1;
        }
    }

    /// Goes over the bytes from here on for which `belongs` holds, all of them ASCII, and returns
    /// them.
    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.bytes[start..];
        self.at += rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        let Known { text, start: first } = self.known;
        // An offset before the known part is beyond its end, too, when the difference wraps.
        match text.get(start.wrapping_sub(first)..self.at.wrapping_sub(first)) {
            Some(text) => text,
            None => self.text(start),
        }
    }

    /// Returns the text between an offset and this place, and checks more of what follows it.
    #[cold]
    fn text(&mut self, start: usize) -> &'a str {
        let rest = &self.bytes[start..];
        let length = self.at - start;
        let piece = &rest[..rest.len().min(PIECE.max(length))];
        // Not by `utf8_chunks`, which looks at each byte for itself.
        let text = core::str::from_utf8(piece).unwrap_or_else(|error| {
            core::str::from_utf8(&piece[..error.valid_up_to()]).unwrap_or_default()
        });
        self.known = Known { text, start };
        text.get(..length).unwrap_or_default()
    }
}

/// Returns the name of the tag that begins a text, behind byte order marks, if the text has a name
/// and a quotation mark there.
#[inline]
pub(super) fn tag_name(bytes: &[u8]) -> Option<&[u8]> {
    match bytes {
        [b'[', rest @ ..] => name_before_value(rest),
        [0xef, ..] => behind_marks(bytes).strip_prefix(b"[").and_then(name_before_value),
        _ => None,
    }
}

fn name_before_value(rest: &[u8]) -> Option<&[u8]> {
    let length = rest.iter().position(|&byte| !is_of_name(byte))?;
    let (name, rest) = rest.split_at(length);
    let rest = rest.strip_prefix(b":").unwrap_or(rest);
    let is_pair = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'"');
    (is_pair && name.first().is_some_and(u8::is_ascii_alphabetic)).then_some(name)
}

pub(super) const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Names that a game keeps in mind, so that one of them again begins the next game.
const MAX_NAMES: usize = 128;

/// The names of a game's tags, the first [`MAX_NAMES`] of them.
struct Names<'a>(ArrayVec<&'a [u8], MAX_NAMES>);

impl<'a> Names<'a> {
    fn new() -> Self {
        Self(ArrayVec::new())
    }

    fn has(&self, name: &[u8]) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn add(&mut self, name: Option<&'a [u8]>) {
        if let Some(name) = name {
            // A name too many is not kept.
            let _ = self.0.try_push(name);
        }
    }
}

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
