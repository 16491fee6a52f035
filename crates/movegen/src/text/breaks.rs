//! Line breaks and blanks, as bytes.

use memchr::memchr2;

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
