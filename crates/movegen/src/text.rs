//! Texts as files have them: their encoding, byte order marks and line ends.
//!
//! | encoding | read |
//! |---|---|
//! | UTF-8, Windows-1252, mixed from line to line | as they are, by [`decode_text`] |
//! | UTF-16 of either byte order, with its mark or without | with the feature `encodings` |
//! | UTF-32, a compressed file | no: one [`EncodingError`] that names what was found |
//!
//! A line ends with LF, CR LF or CR, or with the text. Byte order marks at the start of any line
//! are dropped, because joined files have one in their middle; so are NUL and Control-Z, the end of
//! a file in CP/M and DOS, at the start and the end of a line.
//!
//! Without the feature `encodings`, which is on by default and takes the crate encoding_rs, text
//! that is not UTF-8 is read as Latin-1: each byte is the character of its number. That differs
//! from Windows-1252 in the bytes 0x80 to 0x9f: quotation marks, dashes and some letters.

mod encoding;
mod lines;
mod source;

use alloc::borrow::Cow;
#[cfg(not(feature = "encodings"))]
use alloc::string::String;

use memchr::memchr2;

pub use encoding::{EncodingError, utf8};
pub use lines::{TextLine, TextLines, read_text};
pub use source::TextError;
pub(crate) use source::{PIECE, TextSource};

/// The byte order mark in UTF-8, with which some programs begin a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub(crate) fn behind_marks(mut bytes: &[u8]) -> &[u8] {
    while let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
        bytes = rest;
    }
    bytes
}

/// Decodes a line or a part of one: UTF-8 where the bytes are UTF-8, else Windows-1252, which
/// programs of the nineties wrote and which has Latin-1's letters at Latin-1's places. Bytes that
/// Windows-1252 does not use become control characters. Byte order marks before the text are
/// dropped. The text is copied only if it has to change. Without the feature `encodings` the second
/// choice is Latin-1.
///
/// ```
/// assert_eq!(movegen::decode_text("Šime".as_bytes()), "Šime");
/// assert_eq!(movegen::decode_text(b"J\xfcr"), "Jür");
/// assert_eq!(movegen::decode_text("\u{feff}1. e4".as_bytes()), "1. e4");
/// # #[cfg(feature = "encodings")]
/// assert_eq!(movegen::decode_text(b"\x8aime"), "Šime");
/// ```
#[must_use]
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = behind_marks(bytes);
    core::str::from_utf8(bytes).map_or_else(|_| decode_bytes(bytes), Cow::Borrowed)
}

#[cfg(feature = "encodings")]
fn decode_bytes(bytes: &[u8]) -> Cow<'_, str> {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0
}

#[cfg(not(feature = "encodings"))]
fn decode_bytes(bytes: &[u8]) -> Cow<'_, str> {
    Cow::Owned(bytes.iter().copied().map(char::from).collect::<String>())
}

/// The end of a file in CP/M and DOS: Control-Z.
const END_OF_FILE: u8 = 0x1a;

/// Returns whether a byte is white space or one that old systems leave at the end of a line or a
/// file.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0 | END_OF_FILE)
}

/// Returns how long a text is up to its first line break.
pub(crate) fn line_length(bytes: &[u8]) -> usize {
    memchr2(b'\r', b'\n', bytes).unwrap_or(bytes.len())
}

pub(crate) const fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Returns how many line breaks a text has, and where the last one ends.
pub(crate) fn line_breaks(bytes: &[u8]) -> (usize, Option<usize>) {
    let ends = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let count = (0..bytes.len()).filter(|&at| ends(at)).count();
    (count, (0..bytes.len()).rfind(|&at| ends(at)).map(|at| at + 1))
}

pub(crate) fn line_start(bytes: &[u8], offset: usize) -> usize {
    bytes[..offset].iter().rposition(|&byte| is_line_break(byte)).map_or(0, |at| at + 1)
}
