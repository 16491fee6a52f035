//! Thirteen bytes a record: the size of the program Rival's, for one thread.

use core::array;
use core::cell::Cell;
use core::marker::PhantomData;

use static_assertions::{assert_eq_size, assert_not_impl_any, const_assert_eq};

use tt_core::{Bucket, Index, Layout, Signature, Slot};

use super::index::RivalDrawn;

/// Records of 13 bytes: a lock of at most 40 bits, then the payload, at any address. The default is
/// Rival's: a lock of 31 bits that is independent of the index, one record a bucket, the folded
/// index of a key that is drawn anew for each size.
///
/// ```text
///  0         5               13 bytes
///  +---------+----------------+
///  |  lock   |    payload     |
///  +---------+----------------+
/// ```
///
/// The lock is the lowest `LOCK` bits of what the index [leaves](Index::rest): [`RivalDrawn`] and
/// `RivalFold` leave 31, so that a wider lock of theirs rejects no more. A probe of a key that was
/// never stored hits a full bucket by chance with a probability of `WAYS` · 2^-`LOCK`. The keys are
/// lost, so a new size empties the table.
///
/// ```
/// use tt_classics::rival::Packed;
/// use tt_core::{Entry, MultiplyHigh, Table};
///
/// // tt-core's record, policy and index in the same 13 bytes, four a bucket.
/// let table: Table<Entry, Packed<40, 4, MultiplyHigh>> = Table::with_parts(52_000)?;
/// assert_eq!(table.capacity(), 4_000);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// A table of this layout belongs to one thread:
///
/// ```compile_fail,E0277
/// use tt_classics::rival::RivalTable;
///
/// fn share<T: Sync>(_: &T) {}
/// share(&RivalTable::with_parts(1 << 20)?);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packed<const LOCK: u32 = 31, const WAYS: usize = 1, I = RivalDrawn>(PhantomData<I>);

impl<const LOCK: u32, const WAYS: usize, I: Index> Layout for Packed<LOCK, WAYS, I> {
    type Index = I;
    type Bucket = PackedBucket<LOCK, WAYS>;
}

const LOCK_BYTES: usize = 5;
const BYTES: usize = LOCK_BYTES + 8;

/// A bucket of such records.
///
/// ```
/// use tt_classics::rival::PackedBucket;
///
/// // No padding: seven of them are 91 bytes.
/// assert_eq!(size_of::<[PackedBucket<31, 1>; 7]>(), 91);
/// ```
#[derive(Debug)]
#[repr(transparent)]
pub struct PackedBucket<const LOCK: u32, const WAYS: usize> {
    slots: [Cell<[u8; BYTES]>; WAYS],
}

assert_eq_size!(PackedBucket<31, 1>, [u8; 13]);
const_assert_eq!(align_of::<PackedBucket<31, 1>>(), 1);
assert_not_impl_any!(PackedBucket<31, 1>: Sync);

impl<const LOCK: u32, const WAYS: usize> PackedBucket<LOCK, WAYS> {
    /// The part of a key that a lock holds.
    #[inline]
    fn lock(of: Signature) -> u64 {
        const { assert!(LOCK <= 8 * LOCK_BYTES as u32, "a lock has at most 40 bits") };
        of.rest & ((1 << LOCK) - 1)
    }

    #[inline]
    fn get(&self, slot: usize) -> (u64, u64) {
        let bytes = self.slots[slot].get();
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        (word(&bytes[..LOCK_BYTES]), word(&bytes[LOCK_BYTES..]))
    }
}

impl<const LOCK: u32, const WAYS: usize> Default for PackedBucket<LOCK, WAYS> {
    fn default() -> Self {
        Self { slots: array::from_fn(|_| Cell::default()) }
    }
}

impl<const LOCK: u32, const WAYS: usize> Bucket for PackedBucket<LOCK, WAYS> {
    type Slots = [Slot; WAYS];
    const WAYS: usize = WAYS;
    const WHOLE_KEYS: bool = false;

    #[inline]
    fn read(&self, of: Signature) -> Self::Slots {
        array::from_fn(|i| {
            let (lock, bits) = self.get(i);
            Slot { bits, matches: lock == Self::lock(of) }
        })
    }

    #[inline]
    fn write(&self, slot: usize, of: Signature, bits: u64) {
        let mut bytes = [0; BYTES];
        bytes[..LOCK_BYTES].copy_from_slice(&Self::lock(of).to_le_bytes()[..LOCK_BYTES]);
        bytes[LOCK_BYTES..].copy_from_slice(&bits.to_le_bytes());
        self.slots[slot].set(bytes);
    }

    #[inline]
    fn copy(&self, from: usize, to: usize) {
        self.slots[to].set(self.slots[from].get());
    }

    fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        core::iter::empty()
    }
}
