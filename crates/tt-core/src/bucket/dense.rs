//! The dense layout: six records in a cache line.

use core::array;
use core::marker::PhantomData;

use super::{AllWords, Bucket, Layout, Signature, Slot};
use crate::field::Field;
use crate::index::{Index, MultiplyHigh};
use crate::mix::GOLDEN;
use crate::sync::Word;

/// Half as many records again as [`Wide`](crate::Wide) in the same bytes, each with a tag of 21
/// bits in place of the key.
///
/// ```text
///  0     8    16    24    32    40    48                56               64 bytes
///  +-----+-----+-----+-----+-----+-----+-----------------+----------------+
///  | d0  | d1  | d2  | d3  | d4  | d5  | tags of 0, 1, 2 | tags of 3, 4, 5|
///  +-----+-----+-----+-----+-----+-----+-----------------+----------------+
/// ```
///
/// A tag is 21 bits of the key under a fold of the payload. A probe of a key that was never stored
/// hits by chance with a probability of 6 · 2^-21, and so does a slot that is torn. Three records
/// share a word of tags: a store may lose another one's tag, and so that record. The keys are lost,
/// so a new size empties the table.
///
/// ```
/// use tt_core::{Dense, Entry, Table};
///
/// // A megabyte for the hash: half as many records again, for hits that are a little less sure.
/// let (dense, wide) = (Table::<Entry, Dense>::with_parts(1 << 20)?, Table::new(1 << 20)?);
/// assert_eq!((dense.capacity(), wide.capacity()), (98_304, 65_536));
/// // A stored move is verified before it is played, here even more than elsewhere.
/// dense.store(7 << 60, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(dense.probe(7 << 60).map(|entry| entry.mv), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dense<I = MultiplyHigh>(PhantomData<I>);

impl<I: Index> Layout for Dense<I> {
    type Index = I;
    type Bucket = DenseBucket;
}

const SLOTS: usize = 6;
const TAGS: usize = 3;

/// The tag of each of the three slots that share a word.
const TAG: [Field; TAGS] = [Field::new(0, 21), Field::new(21, 21), Field::new(42, 21)];

/// A cache line of the dense layout.
///
/// ```
/// use tt_core::{Bucket, DenseBucket};
///
/// assert_eq!((size_of::<DenseBucket>(), DenseBucket::WAYS), (64, 6));
/// assert!(!DenseBucket::WHOLE_KEYS, "a new size empties the table");
/// ```
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct DenseBucket {
    payloads: [Word; SLOTS],
    tags: [Word; SLOTS / TAGS],
}

#[cfg(not(loom))]
static_assertions::assert_eq_size!(DenseBucket, [u8; 64]);

impl DenseBucket {
    #[inline]
    fn set_tag(&self, slot: usize, tag: u64) {
        let (word, field) = (&self.tags[slot / TAGS], TAG[slot % TAGS]);
        word.set((word.get() & !field.mask()) | field.place(tag));
    }
}

/// The tag of a record: the rest of its key under a fold of the payload. Cut to 21 bits by [`TAG`].
#[inline]
fn tag(of: Signature, bits: u64) -> u64 {
    (of.rest ^ (bits.wrapping_mul(GOLDEN) >> (u64::BITS - 21))) & TAG[0].max()
}

// SAFETY: two arrays of words, which fill its 64 bytes by the assertion above.
unsafe impl AllWords for DenseBucket {
    const NAME: &'static str = "dense";
}

impl Bucket for DenseBucket {
    type Slots = [Slot; SLOTS];
    const WAYS: usize = SLOTS;
    const WHOLE_KEYS: bool = false;

    #[inline]
    fn read(&self, of: Signature) -> Self::Slots {
        let tags = [self.tags[0].get(), self.tags[1].get()];
        array::from_fn(|i| {
            let bits = self.payloads[i].get();
            Slot { bits, matches: TAG[i % TAGS].get(tags[i / TAGS]) == tag(of, bits) }
        })
    }

    #[inline]
    fn write(&self, slot: usize, of: Signature, bits: u64) {
        self.payloads[slot].set(bits);
        self.set_tag(slot, tag(of, bits));
    }

    #[inline]
    fn exchange(&self, slot: usize, of: Signature, old: u64, new: u64) -> bool {
        let exchanged = self.payloads[slot].exchange(old, new);
        if exchanged {
            self.set_tag(slot, tag(of, new));
        }
        exchanged
    }

    #[inline]
    fn copy(&self, from: usize, to: usize) {
        self.payloads[to].set(self.payloads[from].get());
        self.set_tag(to, TAG[from % TAGS].get(self.tags[from / TAGS].get()));
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        core::iter::empty()
    }
}

#[cfg(test)]
mod tests {
    use zobrist_keys::mix;

    use super::{Signature, tag};

    /// A payload of one store under the tag of another one is not taken for a record.
    #[test]
    fn every_bit_of_a_payload_changes_its_tag() {
        for of in (0..100).map(|n| Signature { key: mix(n), rest: mix(!n) }) {
            for bits in (1_000..1_100).map(mix) {
                let changed = |bit: u32| tag(of, bits ^ 1 << bit) != tag(of, bits);
                assert!((0..64).all(changed), "{bits:#x}");
            }
        }
    }
}
