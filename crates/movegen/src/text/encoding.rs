//! The encoding of a text, by its first bytes.

use alloc::borrow::Cow;
use alloc::vec;
use core::fmt;

use super::is_line_break;

/// Bytes of a text in which zeros are looked for, those of the ASCII characters of UTF-16.
pub(super) const START: usize = 64;

/// The first bytes of files that are no text, and the names of their formats.
const COMPRESSED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "a file compressed by gzip"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd"),
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "a file compressed by bzip2"),
    (b"\xfd7zX", "a file compressed by xz"),
    (b"7z\xbc\xaf", "a 7z archive"),
];

/// The order of the two bytes of a unit of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

/// An encoding, as far as a reader has to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    /// UTF-8 or one byte a character.
    Bytes,
    Utf16(ByteOrder),
    Other(EncodingError),
}

/// A text in an encoding that is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodingError(&'static str);

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match (cfg!(feature = "encodings"), self.0.starts_with("UTF-16")) {
            (true, false) => "UTF-8, UTF-16 or Windows-1252",
            (true, true) => "UTF-8 or Windows-1252",
            (false, _) => "UTF-8 or Latin-1",
        };
        write!(f, "expected a text in {expected}, found {}", self.0)
    }
}

impl core::error::Error for EncodingError {}

impl EncodingError {
    /// Returns the error of a reader that takes a text as it is and does not recode it.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match Encoding::of(bytes) {
            Encoding::Bytes => None,
            Encoding::Other(error) => Some(error),
            Encoding::Utf16(order) => Some(order.error()),
        }
    }
}

impl ByteOrder {
    /// Returns the error of a reader that does not decode UTF-16.
    const fn error(self) -> EncodingError {
        EncodingError(match self {
            Self::Little => "UTF-16, little endian",
            Self::Big => "UTF-16, big endian",
        })
    }
}

impl Encoding {
    /// Returns the encoding of a text, given its first [`START`] bytes or all of them.
    pub(super) fn of(start: &[u8]) -> Self {
        let other = |name| Self::Other(EncodingError(name));
        let start = &start[..start.len().min(START)];
        if let Some((_, name)) = COMPRESSED.iter().find(|(bytes, _)| start.starts_with(bytes)) {
            return other(name);
        }
        let mut zeros = [0; 4];
        for at in memchr::memchr_iter(0, start) {
            zeros[at % 4] += 1;
        }
        match (start, zeros) {
            ([0xff, 0xfe, 0, 0, ..], _) => other("UTF-32, little endian"),
            ([0, 0, 0xfe, 0xff, ..], _) => other("UTF-32, big endian"),
            ([0xff, 0xfe, ..], _) => Self::Utf16(ByteOrder::Little),
            ([0xfe, 0xff, ..], _) => Self::Utf16(ByteOrder::Big),
            // Zeros stand where those of ASCII characters do, the first character's among them.
            ([_, 0, ..], [0, n, 0, m]) if n + m > 1 && has_no_break(&start[1..]) => {
                Self::Utf16(ByteOrder::Little)
            }
            ([0, _, ..], [n, 0, m, 0]) if n + m > 1 && has_no_break(start) => {
                Self::Utf16(ByteOrder::Big)
            }
            ([_, 0, 0, 0, ..], [0, ..]) => other("UTF-32, little endian"),
            ([0, 0, 0, _, ..], [.., 0]) => other("UTF-32, big endian"),
            _ => Self::Bytes,
        }
    }

    /// Returns whether more bytes of a text than these have to be known.
    pub(super) fn needs_more(start: &[u8]) -> bool {
        let Some(first) = start.first_chunk::<2>() else { return true };
        match first {
            [0, _] | [_, 0] => start.len() < START,
            [0xfe | 0xff, _] => start.len() < 4,
            _ => start.len() < 4 && COMPRESSED.iter().any(|(bytes, _)| bytes.starts_with(first)),
        }
    }
}

/// Returns whether each second byte, from the first one on, is no line break: those that would be
/// the higher bytes of UTF-16.
fn has_no_break(bytes: &[u8]) -> bool {
    !bytes.iter().step_by(2).any(|&byte| is_line_break(byte))
}

/// Returns a whole text as the readers of this crate take it: one in UTF-16 as UTF-8, any other as
/// it is.
///
/// ```
/// use std::borrow::Cow;
///
/// let plain = b"1. e4 {J\xfcr}";
/// assert!(matches!(movegen::text::utf8(plain)?, Cow::Borrowed(text) if text == plain));
/// # #[cfg(feature = "encodings")]
/// assert_eq!(movegen::text::utf8(b"\xff\xfee\x004\0")?, &b"e4"[..]);
/// let error = movegen::text::utf8(b"\x1f\x8b\x08\0").unwrap_err();
/// assert!(error.to_string().ends_with("found a file compressed by gzip"));
/// # Ok::<(), movegen::text::EncodingError>(())
/// ```
///
/// # Errors
/// If the text has an encoding that is not read.
pub fn utf8(bytes: &[u8]) -> Result<Cow<'_, [u8]>, EncodingError> {
    let order = match Encoding::of(bytes) {
        Encoding::Bytes => return Ok(Cow::Borrowed(bytes)),
        Encoding::Other(error) => return Err(error),
        Encoding::Utf16(order) => order,
    };
    let mut recoder = Recoder::new(order)?;
    // A unit of two bytes becomes three bytes at most, and so does half a unit at the end.
    let mut text = vec![0; bytes.len() / 2 * 3 + 6];
    let (_, written) = recoder.recode(bytes, &mut text, true);
    text.truncate(written);
    Ok(Cow::Owned(text))
}

/// A decoder of UTF-16 that takes a text piece by piece and drops a byte order mark at its start.
#[cfg(feature = "encodings")]
pub(super) struct Recoder(encoding_rs::Decoder);

#[cfg(feature = "encodings")]
impl Recoder {
    /// Begins a text.
    ///
    /// # Errors
    /// None.
    pub(super) fn new(order: ByteOrder) -> Result<Self, EncodingError> {
        let encoding = match order {
            ByteOrder::Little => encoding_rs::UTF_16LE,
            ByteOrder::Big => encoding_rs::UTF_16BE,
        };
        Ok(Self(encoding.new_decoder_with_bom_removal()))
    }

    /// Decodes a piece into a buffer as UTF-8, and returns how many bytes were read and written.
    /// A unit that is no character becomes U+FFFD.
    pub(super) fn recode(&mut self, from: &[u8], to: &mut [u8], is_last: bool) -> (usize, usize) {
        let (_, read, written, _) = self.0.decode_to_utf8(from, to, is_last);
        (read, written)
    }
}

/// A decoder that does not exist without the feature `encodings`.
#[cfg(not(feature = "encodings"))]
pub(super) enum Recoder {}

#[cfg(not(feature = "encodings"))]
impl Recoder {
    /// Refuses the text.
    ///
    /// # Errors
    /// Always.
    pub(super) const fn new(order: ByteOrder) -> Result<Self, EncodingError> {
        Err(order.error())
    }

    pub(super) fn recode(&mut self, _: &[u8], _: &mut [u8], _: bool) -> (usize, usize) {
        match *self {}
    }
}
