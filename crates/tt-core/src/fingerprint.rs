//! Fingerprints: 64 bits that separate data that may be read together from data that may not.

/// The start and the factor of the hash FNV-1a for 64 bits (Fowler, Noll, Vo, 1991).
const START: u64 = 0xcbf2_9ce4_8422_2325;
const FACTOR: u64 = 0x0000_0100_0000_01b3;

/// Returns the fingerprint of a text: its hash by FNV-1a, for
/// [`Payload::fingerprint`](crate::Payload::fingerprint).
///
/// ```
/// use tt_core::fingerprint_of_text;
///
/// /// How the game makes its keys, for files and shared tables. When that changes, so does the
/// /// text, and what was made before is refused instead of read as something else.
/// const SCHEMA: u64 = fingerprint_of_text("my game: stones 0..98, side 98, seed 7");
/// assert_ne!(SCHEMA, fingerprint_of_text("my game: stones 0..98, side 98, seed 8"));
/// ```
#[must_use]
pub const fn of_text(text: &str) -> u64 {
    with_bytes(START, text.as_bytes())
}

/// A fingerprint with one more number.
pub(crate) const fn with(print: u64, number: u64) -> u64 {
    with_bytes(print, &number.to_le_bytes())
}

const fn with_bytes(mut print: u64, bytes: &[u8]) -> u64 {
    let mut i = 0;
    while i < bytes.len() {
        print = (print ^ bytes[i] as u64).wrapping_mul(FACTOR);
        i += 1;
    }
    print
}

#[cfg(test)]
mod tests {
    use super::{of_text, with};

    #[test]
    fn it_is_the_published_hash() {
        assert_eq!(of_text(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of_text("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of_text("foobar"), 0x8594_4171_f739_67e8);
        let pair = |a, b| with(with(of_text(""), a), b);
        assert_ne!(pair(1, 2), pair(2, 1));
    }
}
