//! The wide layout: slots of 16 bytes, each with the whole key.

mod line;

use core::array;
use core::marker::PhantomData;

use super::{AllWords, Bucket, Layout, Signature, Slot, first_match};
use crate::Payload;
use crate::index::{Index, MultiplyHigh};
use crate::rank::LinearWorth;
use crate::sync::Word;

/// The default layout: slots of 16 bytes, each with the whole key; four of them fill a cache line.
/// Buckets of 1, 2 and 8 are for comparison.
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
///
/// ```
/// use tt_core::{Entry, Mask, Table, Wide};
///
/// // Eight records in a bucket, found by the low bits of the key.
/// let mut table: Table<Entry, Wide<8, Mask>> = Table::with_parts(1 << 16)?;
/// assert_eq!((table.buckets(), table.capacity()), (512, 4_096));
/// // Keys are whole, so a new size loses nothing for which there is room.
/// (0..4_096).for_each(|key| table.store(key, Entry::default()));
/// table.resize(1 << 17)?;
/// assert_eq!((0..4_096).filter(|&key| table.probe(key).is_some()).count(), 4_096);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wide<const WAYS: usize = 4, I = MultiplyHigh>(PhantomData<I>);

impl<const WAYS: usize, I: Index> Layout for Wide<WAYS, I> {
    type Index = I;
    type Bucket = WideBucket<WAYS>;
}

/// A bucket of the wide layout. A table starts on a cache line, so that 1, 2 or 4 slots never
/// straddle two of them.
///
/// ```
/// use tt_core::{AllWords, WideBucket};
///
/// // A cache line, of words alone.
/// assert_eq!(size_of::<WideBucket<4>>(), 64);
/// assert_eq!(WideBucket::<4>::default().words().len(), 8);
/// ```
#[derive(Debug)]
#[repr(C)]
pub struct WideBucket<const N: usize> {
    slots: [WideSlot; N],
}

#[cfg(not(loom))]
static_assertions::assert_eq_size!(WideBucket<4>, [u8; 64]);

impl<const N: usize> Default for WideBucket<N> {
    #[inline]
    fn default() -> Self {
        const { assert!(N.is_power_of_two() && N <= 8, "a wide bucket has 1, 2, 4 or 8 slots") };
        Self { slots: array::from_fn(|_| WideSlot::default()) }
    }
}

// SAFETY: an array of slots of two words each, which are 16 bytes long and aligned to that.
unsafe impl<const N: usize> AllWords for WideBucket<N> {
    const NAME: &'static str = "wide";
}

impl<const N: usize> Bucket for WideBucket<N> {
    type Slots = [Slot; N];
    const WAYS: usize = N;
    const WHOLE_KEYS: bool = true;

    #[inline]
    fn read(&self, of: Signature) -> Self::Slots {
        array::from_fn(|i| self.slots[i].read(of.key))
    }

    #[inline]
    fn find(&self, of: Signature) -> u64 {
        // Of four slots always, of other numbers never: the compiler leaves one of the two.
        match self.slots[..].try_into() {
            Ok(line) => line::find(line, of.key),
            Err(_) => first_match(&self.read(of)),
        }
    }

    #[inline]
    fn write(&self, slot: usize, of: Signature, bits: u64) {
        self.slots[slot].write(of.key, bits);
    }

    #[inline]
    fn exchange(&self, slot: usize, of: Signature, old: u64, new: u64) -> bool {
        self.slots[slot].exchange(of.key, old, new)
    }

    #[inline]
    fn least_rank<P: Payload>(
        &self,
        of: Signature,
        now: u64,
        worth: LinearWorth,
    ) -> Option<(i64, u64)> {
        line::least_rank::<P>(self.slots[..].try_into().ok()?, of.key, now, worth)
    }

    #[inline]
    fn copy(&self, from: usize, to: usize) {
        self.slots[to].copy_from(&self.slots[from]);
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slots.iter().map(WideSlot::record).filter(|&(_, bits)| bits != 0)
    }
}

#[cfg(all(test, not(tt_core_mutant), not(loom)))]
mod tests {
    use super::{Bucket, Signature, Slot, WideBucket, WideSlot};

    const KEY_A: u64 = 0x1111_2222_3333_4444;
    const KEY_B: u64 = 0x9999_aaaa_bbbb_cccc;
    const BITS_A: u64 = 0x0f0f_0000_1234_5678;
    const BITS_B: u64 = 0x0b0b_0000_8765_4321;

    fn of(key: u64) -> Signature {
        Signature { key, rest: 0 }
    }

    /// Matches the words of a slot with a plain key in the first: the mask prevents its false
    /// matches.
    fn match_without_mask(key_word: u64, bits: u64, key: u64) -> bool {
        key_word == key && bits != 0
    }

    #[test]
    fn an_exchange_that_comes_too_late_changes_nothing() {
        let slot = WideSlot::default();
        slot.write(KEY_A, BITS_A);
        assert!(!slot.exchange(KEY_B, BITS_B, 7));
        assert!(slot.record() == (KEY_A, BITS_A) && slot.read(KEY_A).matches);
        assert!(slot.exchange(KEY_A, BITS_A, BITS_B));
        assert_eq!(slot.record(), (KEY_A, BITS_B));
    }

    /// Every mix of words that a reader may see while two threads store into one slot, and before.
    #[test]
    fn a_mix_of_two_stores_is_rejected_and_would_pass_without_the_mask() {
        let mut passed_without_mask = 0;
        for (first_key, first_bits) in [(0, 0), (KEY_A, BITS_A), (KEY_B, BITS_B)] {
            for (second_key, second_bits) in [(0, 0), (KEY_A, BITS_A), (KEY_B, BITS_B)] {
                let bucket = WideBucket::<4>::default();
                bucket.slots[2].masked_key.set(first_key ^ first_bits);
                bucket.slots[2].bits.set(second_bits);
                for asked in [KEY_A, KEY_B] {
                    let whole = first_key == second_key && second_key == asked;
                    let seen = bucket.read(of(asked))[2];
                    assert_eq!(seen, Slot { bits: second_bits, matches: whole });
                    assert_eq!(bucket.find(of(asked)), if whole { second_bits } else { 0 });
                    passed_without_mask +=
                        usize::from(!whole && match_without_mask(first_key, second_bits, asked));
                }
            }
        }
        assert_eq!(passed_without_mask, 2, "A's key with B's record, B's key with A's");
    }

    #[test]
    fn a_written_slot_matches_its_key_alone() {
        let bucket = WideBucket::<4>::default();
        for slot in 0..4 {
            bucket.write(slot, of(KEY_A + slot as u64), BITS_A + slot as u64);
        }
        for asked in 0..4 {
            let seen = bucket.read(of(KEY_A + asked as u64));
            for (slot, seen) in seen.into_iter().enumerate() {
                let expected = Slot { bits: BITS_A + slot as u64, matches: slot == asked };
                assert_eq!(seen, expected);
            }
        }
        assert!(bucket.read(of(KEY_B)).iter().all(|slot| !slot.matches));
    }
}

/// The key under the payload's mask, then the payload.
#[derive(Debug, Default)]
#[repr(C, align(16))]
struct WideSlot {
    masked_key: Word,
    bits: Word,
}

#[cfg(not(loom))]
static_assertions::assert_eq_size!(WideSlot, [u8; 16]);

impl WideSlot {
    /// Returns the payload, and whether it belongs to `key`.
    #[inline]
    fn read(&self, key: u64) -> Slot {
        let bits = self.bits.get();
        Slot { bits, matches: self.masked_key.get() ^ mask(bits) == key }
    }

    #[inline]
    fn write(&self, key: u64, bits: u64) {
        self.masked_key.set(key ^ mask(bits));
        self.bits.set(bits);
    }

    /// Puts `new` in the place of the payload `old` of `key` and returns true, unless the payload
    /// is another by now. The payload comes first: until its key follows, no reader finds it.
    #[inline]
    fn exchange(&self, key: u64, old: u64, new: u64) -> bool {
        let exchanged = self.bits.exchange(old, new);
        if exchanged {
            self.masked_key.set(key ^ mask(new));
        }
        exchanged
    }

    #[inline]
    fn copy_from(&self, other: &Self) {
        self.masked_key.set(other.masked_key.get());
        self.bits.set(other.bits.get());
    }

    /// Returns the key and the record; the record is 0 if there is none.
    fn record(&self) -> (u64, u64) {
        let (masked_key, bits) = (self.masked_key.get(), self.bits.get());
        (masked_key ^ mask(bits), bits)
    }
}

/// Returns the mask that hides a key: the payload. The build flag `tt_core_mutant` takes the mask
/// away; the model checker and the race of threads must then find foreign records.
#[inline]
const fn mask(bits: u64) -> u64 {
    if cfg!(tt_core_mutant) { 0 } else { bits }
}
