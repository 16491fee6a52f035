//! A source that gives its text piece by piece.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::encoding::{Encoding, EncodingError, Recoder};

/// The least number of bytes that a read requests.
pub(crate) const PIECE: usize = 1 << 16;

/// A reason why a source has no more text to give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextError<E> {
    /// The source failed.
    Source(E),
    /// The text has an encoding that is not read.
    Encoding(EncodingError),
}

impl<E: fmt::Display> fmt::Display for TextError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => write!(f, "{error}"),
            Self::Encoding(error) => write!(f, "{error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for TextError<E> {}

/// A function that fills a buffer and returns how many bytes it has written, 0 at the end, and what
/// is known of its text. UTF-16 is recoded as UTF-8; other bytes are read into the caller's buffer.
pub(crate) struct TextSource<F> {
    read: F,
    form: Form,
}

enum Form {
    /// Nothing has been read.
    Unknown,
    Plain,
    Utf16(Box<Recoded>),
    /// It is not read, or has been read to its end.
    Ended,
}

/// A text in UTF-16 that is being recoded.
struct Recoded {
    recoder: Recoder,
    /// Bytes of the source that have not been recoded: those from `at` on.
    raw: Vec<u8>,
    at: usize,
}

impl<F: fmt::Debug> fmt::Debug for TextSource<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextSource").field("read", &self.read).finish_non_exhaustive()
    }
}

impl<E, F: FnMut(&mut [u8]) -> Result<usize, E>> TextSource<F> {
    pub(crate) const fn new(read: F) -> Self {
        Self { read, form: Form::Unknown }
    }

    /// Fills a buffer of at least [`PIECE`] bytes, and returns how many it has written; 0 at the
    /// end of the text, and behind an encoding that is not read.
    ///
    /// # Errors
    /// Those of the source; once, an encoding that is not read.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, TextError<E>> {
        match &mut self.form {
            Form::Plain => fill(&mut self.read, buffer),
            Form::Ended => Ok(0),
            Form::Unknown => self.begin(buffer),
            Form::Utf16(_) => self.recode(buffer),
        }
    }

    /// Reads the first bytes, by which the encoding is known.
    #[cold]
    fn begin(&mut self, buffer: &mut [u8]) -> Result<usize, TextError<E>> {
        let mut length = 0;
        while Encoding::needs_more(&buffer[..length]) {
            match fill(&mut self.read, &mut buffer[length..]) {
                Ok(0) => break,
                Ok(added) => length += added,
                // What was read comes first; the next call asks the source again.
                Err(_) if length > 0 => break,
                Err(error) => return Err(error),
            }
        }
        self.form = Form::Ended;
        match Encoding::of(&buffer[..length]) {
            Encoding::Bytes => {
                self.form = Form::Plain;
                Ok(length)
            }
            Encoding::Other(error) => Err(TextError::Encoding(error)),
            Encoding::Utf16(order) => {
                let recoder = Recoder::new(order).map_err(TextError::Encoding)?;
                let raw = buffer[..length].to_vec();
                self.form = Form::Utf16(Box::new(Recoded { recoder, raw, at: 0 }));
                self.recode(buffer)
            }
        }
    }

    fn recode(&mut self, buffer: &mut [u8]) -> Result<usize, TextError<E>> {
        while let Form::Utf16(text) = &mut self.form {
            let mut is_last = false;
            if text.at == text.raw.len() {
                text.raw.resize(PIECE, 0);
                text.at = 0;
                let length = fill(&mut self.read, &mut text.raw)?;
                text.raw.truncate(length);
                is_last = length == 0;
            }
            let (read, written) = text.recoder.recode(&text.raw[text.at..], buffer, is_last);
            text.at += read;
            if is_last {
                self.form = Form::Ended;
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

fn fill<E>(
    read: &mut impl FnMut(&mut [u8]) -> Result<usize, E>,
    buffer: &mut [u8],
) -> Result<usize, TextError<E>> {
    let length = buffer.len();
    read(buffer).map(|added| added.min(length)).map_err(TextError::Source)
}
