//! Lines of a text.

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use super::source::{PIECE, TextError, TextSource};
use super::{EncodingError, decode_text, line_length};

/// A line of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, decoded, without its line end and what the [module](super) says is dropped.
    pub text: String,
}

/// The lines of a source, one after the other, each as soon as its end has been read. The source is
/// a function that fills a buffer and returns how many bytes it has written, 0 at the end: what the
/// method `read` of `std::io::Read` does. An error ends them.
///
/// ```
/// use std::io::Read;
///
/// use movegen::text::{TextLine, TextLines};
///
/// let mut file = &b"\xef\xbb\xbfone\0\r\n\xefle\rlast\x1a"[..];
/// let lines = TextLines::new(|buffer: &mut [u8]| file.read(buffer));
/// let lines: Result<Vec<TextLine>, _> = lines.collect();
/// let texts: Vec<String> = lines?.into_iter().map(|line| line.text).collect();
/// assert_eq!(texts, ["one", "ïle", "last"]);
/// # Ok::<(), movegen::text::TextError<std::io::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextLines<F> {
    source: TextSource<F>,
    buffer: Vec<u8>,
    /// The part of the buffer that has been read from the source and is no part of a line yet.
    rest: (usize, usize),
    number: usize,
    /// Whether the last line ended with CR, to which a LF belongs that follows.
    is_behind_return: bool,
    has_failed: bool,
}

impl<E, F: FnMut(&mut [u8]) -> Result<usize, E>> TextLines<F> {
    /// Begins at the first line of a source.
    pub const fn new(source: F) -> Self {
        Self {
            source: TextSource::new(source),
            buffer: Vec::new(),
            rest: (0, 0),
            number: 0,
            is_behind_return: false,
            has_failed: false,
        }
    }

    fn next_line(&mut self) -> Result<Option<TextLine>, TextError<E>> {
        // The bytes of the line that have been looked at.
        let mut seen = 0;
        loop {
            let (mut start, end) = self.rest;
            if self.is_behind_return && start < end {
                self.is_behind_return = false;
                start += usize::from(self.buffer[start] == b'\n');
            }
            let rest = &self.buffer[start..end];
            let length = seen + line_length(&rest[seen..]);
            if let Some(&line_break) = rest.get(length) {
                self.is_behind_return = line_break == b'\r';
                let line = self.line(start, start + length);
                self.rest.0 = start + length + 1;
                return Ok(Some(line));
            }
            self.rest.0 = start;
            seen = length;
            if !self.fill()? {
                let (start, end) = core::mem::take(&mut self.rest);
                return Ok((start < end).then(|| self.line(start, end)));
            }
        }
    }

    /// Reads more of the source, behind what is left in the buffer; whether there is more.
    fn fill(&mut self) -> Result<bool, TextError<E>> {
        let (start, end) = self.rest;
        self.buffer.copy_within(start..end, 0);
        let length = end - start;
        self.rest = (0, length);
        if self.buffer.len() < length + PIECE {
            // At least half as much again, so that a long line is not copied piece by piece.
            self.buffer.resize(length + length / 2 + PIECE, 0);
        }
        let added = self.source.read(&mut self.buffer[length..])?;
        self.rest.1 += added;
        Ok(added > 0)
    }

    fn line(&mut self, start: usize, end: usize) -> TextLine {
        self.number += 1;
        let is_dropped = |letter| matches!(letter, '\0' | '\u{1a}' | '\u{feff}');
        let text = decode_text(&self.buffer[start..end]);
        let text = text.trim_start_matches(is_dropped).trim_end_matches(is_dropped);
        TextLine { number: self.number, text: text.into() }
    }
}

impl<E, F: FnMut(&mut [u8]) -> Result<usize, E>> Iterator for TextLines<F> {
    type Item = Result<TextLine, TextError<E>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let line = self.next_line().transpose();
        self.has_failed = matches!(line, Some(Err(_)));
        line
    }
}

/// Returns a whole text with its lines as [`TextLines`] gives them, each ended by LF.
///
/// ```
/// assert_eq!(movegen::text::read_text(b"\xef\xbb\xbfa = 1\r\n\rb = 2\0")?, "a = 1\n\nb = 2\n");
/// # Ok::<(), movegen::text::EncodingError>(())
/// ```
///
/// # Errors
/// If the text has an encoding that is not read.
pub fn read_text(bytes: &[u8]) -> Result<String, EncodingError> {
    let mut rest = bytes;
    let source = |buffer: &mut [u8]| {
        let (piece, behind) = rest.split_at(rest.len().min(buffer.len()));
        buffer[..piece.len()].copy_from_slice(piece);
        rest = behind;
        Ok::<usize, Infallible>(piece.len())
    };
    let lines = TextLines::new(source).map(|line| match line {
        Ok(line) => Ok(line.text + "\n"),
        Err(TextError::Encoding(error)) => Err(error),
        Err(TextError::Source(never)) => match never {},
    });
    lines.collect()
}
