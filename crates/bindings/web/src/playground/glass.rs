//! A layout of few compared bits that still keeps whole keys, so that a false match can be seen.

use std::array;

use tt_core::{Bucket, Layout, MultiplyHigh, Signature, Slot, Word};

/// Buckets of `WAYS` records that are compared by the lowest `BITS` bits of their keys. The rest of
/// the key chooses nothing but the bucket: positions of one bucket with equal low bits are taken
/// for each other. The whole key of the owner is kept for those who look in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glass<const WAYS: usize, const BITS: u32>;

impl<const WAYS: usize, const BITS: u32> Layout for Glass<WAYS, BITS> {
    type Index = MultiplyHigh;
    type Bucket = GlassBucket<WAYS, BITS>;
}

/// A bucket of the layout [`Glass`].
#[derive(Debug)]
pub(crate) struct GlassBucket<const WAYS: usize, const BITS: u32> {
    /// Key and packed record of each slot.
    slots: [[Word; 2]; WAYS],
}

impl<const WAYS: usize, const BITS: u32> Default for GlassBucket<WAYS, BITS> {
    fn default() -> Self {
        Self { slots: array::from_fn(|_| [Word::default(), Word::default()]) }
    }
}

impl<const WAYS: usize, const BITS: u32> Bucket for GlassBucket<WAYS, BITS> {
    type Slots = [Slot; WAYS];
    const WAYS: usize = WAYS;
    const WHOLE_KEYS: bool = true;

    #[inline]
    fn read(&self, of: Signature) -> [Slot; WAYS] {
        const { assert!(0 < BITS && BITS <= u64::BITS, "a key has 64 bits") };
        let compared = u64::MAX >> (u64::BITS - BITS);
        array::from_fn(|slot| {
            let [key, bits] = &self.slots[slot];
            Slot { bits: bits.get(), matches: (key.get() ^ of.key) & compared == 0 }
        })
    }

    #[inline]
    fn write(&self, slot: usize, of: Signature, bits: u64) {
        self.slots[slot][0].set(of.key);
        self.slots[slot][1].set(bits);
    }

    fn copy(&self, from: usize, to: usize) {
        for word in 0..2 {
            self.slots[to][word].set(self.slots[from][word].get());
        }
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        let pairs = self.slots.iter().map(|[key, bits]| (key.get(), bits.get()));
        pairs.filter(|&(_, bits)| bits != 0)
    }
}

#[cfg(test)]
mod tests {
    use tt_core::{Ageing, Entry, Table};

    use super::*;

    #[test]
    fn positions_that_share_the_compared_bits_are_taken_for_each_other() {
        let table: Table<Entry, Glass<4, 20>, Ageing> = Table::with_parts(1 << 12).unwrap();
        let key = 0x7000_0000_0000_0011;
        table.store(key, Entry { mv: 5, ..Entry::default() });
        let found = |key| table.probe(key).map(|entry| entry.mv);
        assert_eq!([found(key), found(key | 1 << 20), found(key ^ 1)], [Some(5), Some(5), None]);
        let owner = table.bucket_of(key | 1 << 20)[0].unwrap();
        assert_eq!((owner.key, owner.matches), (Some(key), true));
    }

    #[test]
    fn all_bits_of_a_key_are_compared_if_all_are_asked_for() {
        let table: Table<Entry, Glass<1, 64>, Ageing> = Table::with_parts(16).unwrap();
        table.store(99, Entry::default());
        assert!(table.probe(99).is_some());
        assert!((0..64).all(|bit| table.probe(99 ^ 1 << bit).is_none()));
    }
}
