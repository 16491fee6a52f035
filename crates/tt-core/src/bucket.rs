//! Layouts: how records lie in a bucket, and how a reader knows that a record is whole.

use core::array;

use static_assertions::{assert_eq_size, const_assert_eq};

use crate::sealed::Sealed;
use crate::sync::Word;
use crate::{Index, MultiplyHigh};

/// How a table's records lie in memory. Sealed: the layouts are this crate's, and the README's
/// table of contracts says what each promises.
pub trait Layout: Sealed {
    /// How a key chooses its bucket.
    type Index: Index;
    /// The records that are searched together.
    type Bucket: Bucket;
}

/// One slot of a bucket, as a reader saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The packed record, 0 if the slot is empty.
    pub bits: u64,
    /// Whether it is a whole record of the key that was asked for; an empty slot may match too.
    pub matches: bool,
}

/// A few slots that are searched together. `Default` is the empty bucket.
///
/// Any number of threads may read and write at once. Each slot that [`read`](Self::read) calls a
/// match is empty or holds what some single [`write`](Self::write) put there for that key.
pub trait Bucket: Default + Send + Sync {
    /// All slots, as an array.
    type Slots: AsRef<[Slot]>;
    /// Slots in a bucket, at most 8.
    const WAYS: usize;

    /// All slots, each compared with `key`. The bits of one that does not match are a hint only:
    /// another thread may be half way through writing it.
    fn read(&self, key: u64) -> Self::Slots;

    /// Puts the record `bits` of `key` into `slot`.
    fn write(&self, slot: usize, key: u64, bits: u64);

    /// Every record with its key, while no other thread writes; nothing if the layout does not keep
    /// whole keys.
    fn records(&self) -> impl Iterator<Item = (u64, u64)>;
}

/// The default layout: four slots of 16 bytes in a cache line, each with the whole key.
///
/// ```text
///  0        8       16               32               48               64 bytes
///  +--------+--------+----------------+----------------+----------------+
///  | key^d  |   d    |     slot 1     |     slot 2     |     slot 3     |
///  +--------+--------+----------------+----------------+----------------+
/// ```
///
/// `d` is the packed payload. A reader that sees the first word of one store and the second of
/// another computes a key that neither of them had (Hyatt and Mann, "A lock-less
/// transposition-table implementation for parallel search", 2002), so it finds nothing. A third key
/// passes only if it equals `key_a ^ d_a ^ d_b`: for mixed keys once in 2^64 torn reads.
#[derive(Clone, Copy, Debug)]
pub struct Wide;

impl Sealed for Wide {}

impl Layout for Wide {
    type Index = MultiplyHigh;
    type Bucket = WideBucket;
}

/// A slot of the wide layout: the key under the payload's mask, then the payload.
#[derive(Debug, Default)]
#[repr(C)]
struct WideSlot {
    masked_key: Word,
    bits: Word,
}

/// A cache line of the wide layout.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct WideBucket {
    slots: [WideSlot; 4],
}

assert_eq_size!(WideSlot, [u8; 16]);
assert_eq_size!(WideBucket, [u8; 64]);
const_assert_eq!(align_of::<WideBucket>(), 64);

impl Bucket for WideBucket {
    type Slots = [Slot; Self::WAYS];
    const WAYS: usize = 4;

    #[inline]
    fn read(&self, key: u64) -> Self::Slots {
        array::from_fn(|i| {
            let bits = self.slots[i].bits.get();
            Slot { bits, matches: self.slots[i].masked_key.get() ^ bits == key }
        })
    }

    #[inline]
    fn write(&self, slot: usize, key: u64, bits: u64) {
        self.slots[slot].masked_key.set(key ^ bits);
        self.slots[slot].bits.set(bits);
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slots
            .iter()
            .map(|slot| (slot.masked_key.get() ^ slot.bits.get(), slot.bits.get()))
            .filter(|&(_, bits)| bits != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Slot, WideBucket};

    const KEY_A: u64 = 0x1111_2222_3333_4444;
    const KEY_B: u64 = 0x9999_aaaa_bbbb_cccc;
    const BITS_A: u64 = 0x0f0f_0000_1234_5678;
    const BITS_B: u64 = 0x0b0b_0000_8765_4321;

    /// The same two words with a plain key in the first: what the mask protects from.
    fn match_without_mask(key_word: u64, bits: u64, key: u64) -> bool {
        key_word == key && bits != 0
    }

    /// Every mix of words that a reader may see while two threads store into one slot, and before.
    #[test]
    fn a_mix_of_two_stores_is_rejected_and_would_pass_without_the_mask() {
        let mut passed_without_mask = 0;
        for (first_key, first_bits) in [(0, 0), (KEY_A, BITS_A), (KEY_B, BITS_B)] {
            for (second_key, second_bits) in [(0, 0), (KEY_A, BITS_A), (KEY_B, BITS_B)] {
                let bucket = WideBucket::default();
                bucket.slots[2].masked_key.set(first_key ^ first_bits);
                bucket.slots[2].bits.set(second_bits);
                for asked in [KEY_A, KEY_B] {
                    let whole = first_key == second_key && second_key == asked;
                    let seen = bucket.read(asked)[2];
                    assert_eq!(seen, Slot { bits: second_bits, matches: whole });
                    passed_without_mask +=
                        usize::from(!whole && match_without_mask(first_key, second_bits, asked));
                }
            }
        }
        assert_eq!(passed_without_mask, 2, "A's key with B's record, B's key with A's");
    }

    #[test]
    fn a_written_slot_matches_its_key_alone() {
        let bucket = WideBucket::default();
        for slot in 0..WideBucket::WAYS {
            bucket.write(slot, KEY_A + slot as u64, BITS_A + slot as u64);
        }
        for asked in 0..WideBucket::WAYS {
            let seen = bucket.read(KEY_A + asked as u64);
            for (slot, seen) in seen.into_iter().enumerate() {
                let expected = Slot { bits: BITS_A + slot as u64, matches: slot == asked };
                assert_eq!(seen, expected);
            }
        }
        assert!(bucket.read(KEY_B).iter().all(|slot| !slot.matches));
    }

    #[test]
    fn records_recover_the_whole_keys() {
        let bucket = WideBucket::default();
        bucket.write(0, KEY_A, BITS_A);
        bucket.write(3, KEY_B, BITS_B);
        assert!(bucket.records().eq([(KEY_A, BITS_A), (KEY_B, BITS_B)]));
    }
}
