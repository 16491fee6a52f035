//! Decoding texts as files have them.

use alloc::borrow::Cow;

use encoding_rs::WINDOWS_1252;

/// The byte order mark in UTF-8, with which some programs begin a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Decodes a text: UTF-8 where the bytes are UTF-8, else Windows-1252, which programs of the
/// nineties wrote and which has Latin-1's letters at Latin-1's places. Bytes that Windows-1252 does
/// not use become control characters. A byte order mark before the text is dropped. The text is
/// copied only if it has to change.
///
/// ```
/// assert_eq!(movegen::decode_text("Šime".as_bytes()), "Šime");
/// assert_eq!(movegen::decode_text(b"\x8aime J\xfcr"), "Šime Jür");
/// assert_eq!(movegen::decode_text("\u{feff}1. e4".as_bytes()), "1. e4");
/// ```
#[must_use]
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}
