//! A hasher that takes a key as it is.

use core::hash::{BuildHasherDefault, Hasher};

use crate::mixer::mix;

/// A hasher for hash maps whose keys are [`Key`](crate::Key)s, or positions that carry one. A key
/// is a good hash already, so 64 bits are taken as they are, and 128 bits as the XOR of their
/// halves.
///
/// Anything else that is written is mixed in, so that tuples of keys and small numbers serve as
/// well. A plain integer alone is taken as it is, too: mix it first ([`mix`]). [`Bch::NESTED`] keys
/// have a parity bit at bit 0, where a hash map looks; take [`Bch::WHITENED`] ones. Anybody who
/// knows the table of keys can make positions that collide, so this hasher is not for positions
/// that strangers send.
///
/// [`Bch::NESTED`]: crate::Bch::NESTED
/// [`Bch::WHITENED`]: crate::Bch::WHITENED
///
/// A map of positions hashes by the key and compares the whole position, so it is exact:
///
/// ```
/// use std::collections::HashMap;
/// use std::hash::{Hash, Hasher};
///
/// use zobrist_keys::{BuildKeyHasher, Xor64, xor64_table};
///
/// const KEYS: [Xor64; 9] = xor64_table(3);
///
/// #[derive(PartialEq, Eq)]
/// struct Position {
///     stones: u16,
///     key: Xor64,
/// }
///
/// impl Hash for Position {
///     fn hash<H: Hasher>(&self, state: &mut H) {
///         self.key.hash(state);
///     }
/// }
///
/// let of = |stones: u16| {
///     let squares = (0..9).filter(|square| stones >> square & 1 == 1);
///     Position { stones, key: squares.map(|square| KEYS[square]).sum() }
/// };
/// let mut seen: HashMap<Position, u32, BuildKeyHasher> = HashMap::default();
/// for stones in [0b101, 0b011, 0b101] {
///     *seen.entry(of(stones)).or_default() += 1;
/// }
/// assert_eq!((seen.len(), seen[&of(0b101)]), (2, 2));
/// ```
///
/// A set of keys alone takes less memory, and takes two positions of one key for one position.
/// Among n positions with 64-bit keys that behave like random ones, n(n − 1) / 2^65 such pairs are
/// to be expected (the birthday bound): one in 37 tries of 10^9 positions, one in each try of
/// 6 · 10^9. With [`Xor128`](crate::Xor128) it is n(n − 1) / 2^129.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

/// Builds [`KeyHasher`]s: the third parameter of a `HashMap`, the second one of a `HashSet`.
///
/// ```
/// use std::collections::HashSet;
///
/// use zobrist_keys::{BuildKeyHasher, Xor128, xor128_table};
///
/// const KEYS: [Xor128; 4] = xor128_table(8);
/// let positions = [KEYS[0] ^ KEYS[1], KEYS[2] ^ KEYS[3], KEYS[1] ^ KEYS[0]];
/// let different: HashSet<Xor128, BuildKeyHasher> = positions.into_iter().collect();
/// assert_eq!(different.len(), 2);
/// ```
pub type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    /// The first word is taken as it is, because `mix(0)` is 0.
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0) ^ word;
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64 ^ (word >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let word = part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            // Mixed at once: nothing is known of these bytes. The length separates [0] from [].
            self.write_u64(mix(word.wrapping_add(part.len() as u64)));
        }
    }
}

#[cfg(test)]
mod tests {
    use core::hash::Hash;

    use super::{Hasher, KeyHasher};
    use crate::{Additive64, Key, Xor64, Xor128};

    fn hash(value: impl Hash) -> u64 {
        let mut hasher = KeyHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn a_key_is_its_own_hash() {
        let word = 0x9d39_247e_3377_6d41;
        assert_eq!(hash(Xor64(word)), word);
        assert_eq!(hash(Additive64(word)), word);
        let wide = Xor128(u128::from(word) << 64 | 77);
        assert_eq!(hash(wide), wide.to_u64());
    }

    #[test]
    fn what_stands_beside_a_key_counts_and_so_does_its_place() {
        let (a, b) = (Xor64(0x9d39_247e_3377_6d41), Xor64(0x0123_4567_89ab_cdef));
        assert_ne!(hash((a, b)), hash((b, a)));
        assert_ne!(hash((a, a)), hash((b, b)));
        assert_ne!(hash((a, 0_u8)), hash(a));
        assert_ne!(hash((a, 0_u8)), hash((a, 1_u8)));
        assert_ne!(hash((a, 1_u8)), hash((a, 1_u16)));
        assert_ne!(hash([u8::MAX; 8]), hash([u8::MAX; 7]));
    }

    #[test]
    fn every_byte_of_a_text_counts() {
        for length in [1, 7, 8, 9, 17] {
            let text = [b'a'; 17];
            for at in 0..length {
                let mut other = text;
                other[at] = b'b';
                assert_ne!(hash(&text[..length]), hash(&other[..length]), "{at} of {length}");
            }
        }
    }
}
