//! Fingerprints: 64 bits that tell what may be read together from what may not.

/// The start and the factor of the hash FNV-1a for 64 bits (Fowler, Noll, Vo, 1991).
const START: u64 = 0xcbf2_9ce4_8422_2325;
const FACTOR: u64 = 0x0000_0100_0000_01b3;

/// The fingerprint of a text.
pub(crate) const fn of_text(text: &str) -> u64 {
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
    use crate::{Entry, Field, HintedEntry, Payload, RivalEntry, TwoBounds};

    #[test]
    fn it_is_the_published_hash() {
        assert_eq!(of_text(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of_text("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of_text("foobar"), 0x8594_4171_f739_67e8);
        let pair = |a, b| with(with(of_text(""), a), b);
        assert_ne!(pair(1, 2), pair(2, 1));
    }

    /// The same bits in the same places, but of another meaning.
    #[derive(Clone, Copy)]
    struct Lookalike(u64);

    impl Payload for Lookalike {
        const PRIORITY: Field = Entry::PRIORITY;
        const GENERATION: Field = Entry::GENERATION;

        fn to_bits(self) -> u64 {
            self.0
        }

        fn from_bits(bits: u64) -> Self {
            Self(bits)
        }
    }

    #[test]
    fn every_payload_has_its_own() {
        assert_eq!(Lookalike::from_bits(Lookalike(5).to_bits()).0, 5);
        let prints = [
            Entry::fingerprint(),
            HintedEntry::fingerprint(),
            RivalEntry::fingerprint(),
            TwoBounds::fingerprint(),
            Lookalike::fingerprint(),
        ];
        for (i, print) in prints.iter().enumerate() {
            assert!(!prints[..i].contains(print), "{i}");
        }
    }
}
