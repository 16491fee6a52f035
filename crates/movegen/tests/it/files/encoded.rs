//! Texts in the bytes of a file. engine-cli's tests include this file.

use encoding_rs::WINDOWS_1252;

/// Returns a text in Windows-1252, in UTF-16 with its `"little"` or `"big"` end first, or in UTF-8.
pub(crate) fn encoded(text: &str, windows_1252: bool, utf_16: Option<&str>) -> Vec<u8> {
    match utf_16 {
        Some("little") => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Some("big") => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Some(other) => panic!("{other} is no byte order"),
        None if windows_1252 => WINDOWS_1252.encode(text).0.into_owned(),
        None => text.as_bytes().to_vec(),
    }
}
