//! Layouts: how records lie in a bucket, and how a reader knows that a record is whole.

pub(crate) mod dense;
pub(crate) mod wide;

use core::hint::select_unpredictable;
use core::{ptr, slice};

use crate::Payload;
use crate::index::Index;
use crate::rank::LinearWorth;
use crate::sync::Word;

/// A layout of a table's records in memory: a kind of bucket, and an index over the buckets.
///
/// A layout of your own is as good as this crate's. Whatever its bucket returns, a table with it
/// has no undefined behaviour: at worst it panics, or returns wrong records. The documentation of a
/// layout says what it promises beyond that:
///
/// | layout | slots | key | a foreign key hits | a torn record hits | new size, files |
/// |---|---|---|---|---|---|
/// | [`Wide`](crate::Wide) | 4 of 16 bytes in a line | whole | never | 2^-64 | keep records |
/// | `Wide<1>`, `<2>`, `<8>` | that many of 16 bytes | whole | never | 2^-64 | keep records |
/// | [`Dense`](crate::Dense) | 6 in a line | 21 bits | 6 · 2^-21 | 2^-21 | none, no files |
///
/// ```
/// use tt_core::{Entry, Layout, Mask, Table, WideBucket};
///
/// /// Two records in a bucket, found by the low bits of the key: a name for `Wide<2, Mask>`.
/// struct Pairs;
///
/// impl Layout for Pairs {
///     type Index = Mask;
///     type Bucket = WideBucket<2>;
/// }
///
/// let table: Table<Entry, Pairs> = Table::with_parts(1 << 20)?;
/// assert_eq!((table.buckets(), table.capacity()), (1 << 15, 1 << 16));
/// table.store(5, Entry::default());
/// assert!(table.probe(5).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub trait Layout {
    /// The rule by which a key chooses its bucket.
    type Index: Index;
    /// The records that are searched together.
    type Bucket: Bucket;
}

/// A key, as a bucket sees it.
///
/// The table makes them; for tests of a bucket so does [`of`](Self::of):
///
/// ```
/// use tt_core::{Bucket, Index, Mask, Signature, WideBucket};
///
/// let of = |key| Signature::of(key, Mask::new(1 << 10));
/// assert_eq!(of(0x0c35).rest, 0x0c35 >> 10, "the mask took ten bits");
/// let bucket = WideBucket::<4>::default();
/// bucket.write(0, of(0x0c35), 99);
/// assert_eq!((bucket.find(of(0x0c35)), bucket.find(of(0x0835))), (99, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// The whole key.
    pub key: u64,
    /// [`Index::rest`] of it, for layouts that do not keep the whole.
    pub rest: u64,
}

impl Signature {
    /// Returns the signature of `key` in a table of that index.
    #[inline]
    #[must_use]
    pub fn of(key: u64, index: impl Index) -> Self {
        Self { key, rest: index.rest(key) }
    }
}

/// One slot of a bucket, as a reader saw it.
///
/// ```
/// use tt_core::{Bucket, Index, MultiplyHigh, Signature, Slot, WideBucket};
///
/// let of = |key| Signature::of(key, MultiplyHigh::new(1));
/// let bucket = WideBucket::<2>::default();
/// bucket.write(1, of(7), 99);
/// // A reader sees every slot: a policy chooses among those that do not match, too.
/// assert_eq!(bucket.read(of(7))[1], Slot { bits: 99, matches: true });
/// assert_eq!(bucket.read(of(8))[1], Slot { bits: 99, matches: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The packed record, 0 if the slot is empty.
    pub bits: u64,
    /// Whether it is a whole record of the probed key; an empty slot may match too. A table fills
    /// the slots of a bucket in their order, so no empty one precedes a record.
    pub matches: bool,
}

/// A few slots that are searched together. `Default` is the empty bucket; it is never dropped.
///
/// If it is `Sync`, any number of threads may read and write at once. Each slot that
/// [`read`](Self::read) calls a match is empty or holds what some single [`write`](Self::write) put
/// there for that key, except at the rate of false hits that the layout states.
///
/// A bucket for one thread: cells instead of atomic words, so that a table of it is not `Sync`.
///
/// ```
/// use std::cell::Cell;
/// use tt_core::{Bucket, Entry, Layout, MultiplyHigh, Signature, Slot, Table};
///
/// /// Two slots, each with the whole key and the record.
/// #[derive(Default)]
/// struct Plain([Cell<(u64, u64)>; 2]);
///
/// impl Bucket for Plain {
///     type Slots = [Slot; 2];
///     const WAYS: usize = 2;
///     const WHOLE_KEYS: bool = true;
///
///     fn read(&self, of: Signature) -> [Slot; 2] {
///         self.0.each_ref().map(|slot| {
///             let (key, bits) = slot.get();
///             Slot { bits, matches: key == of.key && bits != 0 }
///         })
///     }
///
///     fn write(&self, slot: usize, of: Signature, bits: u64) {
///         self.0[slot].set((of.key, bits));
///     }
///
///     fn copy(&self, from: usize, to: usize) {
///         self.0[to].set(self.0[from].get());
///     }
///
///     fn records(&self) -> impl Iterator<Item = (u64, u64)> {
///         self.0.iter().map(Cell::get).filter(|record| record.1 != 0)
///     }
/// }
///
/// struct OneThread;
///
/// impl Layout for OneThread {
///     type Index = MultiplyHigh;
///     type Bucket = Plain;
/// }
///
/// let mut table: Table<Entry, OneThread> = Table::with_parts(1 << 10)?;
/// table.store(7 << 60, Entry { mv: 5, ..Entry::default() });
/// table.resize(1 << 12)?; // whole keys: the records move along
/// assert_eq!(table.probe(7 << 60).map(|entry| entry.mv), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// A table does not compile if its bucket has no size, no slot or more than 8 slots, or if the
/// bucket needs to be dropped:
///
/// ```compile_fail,E0080
/// # use tt_core::{Bucket, Entry, Layout, MultiplyHigh, Signature, Slot, Table};
/// #[derive(Default)]
/// struct Nothing;
///
/// impl Bucket for Nothing {
///     type Slots = [Slot; 1];
///     const WAYS: usize = 1;
/// #   const WHOLE_KEYS: bool = false;
/// #   fn read(&self, _: Signature) -> [Slot; 1] { [Slot { bits: 0, matches: false }] }
/// #   fn write(&self, _: usize, _: Signature, _: u64) {}
/// #   fn copy(&self, _: usize, _: usize) {}
/// #   fn records(&self) -> impl Iterator<Item = (u64, u64)> { std::iter::empty() }
///     // …
/// }
/// # struct Nowhere;
/// # impl Layout for Nowhere {
/// #   type Index = MultiplyHigh;
/// #   type Bucket = Nothing;
/// # }
///
/// let _ = Table::<Entry, Nowhere>::with_parts(1 << 20);
/// ```
///
/// ```compile_fail,E0080
/// # use tt_core::{Bucket, Entry, Layout, MultiplyHigh, Signature, Slot, Table, Word};
/// #[derive(Default)]
/// struct Nine([Word; 9]);
///
/// impl Bucket for Nine {
///     type Slots = [Slot; 9];
///     const WAYS: usize = 9;
/// #   const WHOLE_KEYS: bool = false;
/// #   fn read(&self, _: Signature) -> [Slot; 9] { [Slot { bits: 0, matches: false }; 9] }
/// #   fn write(&self, _: usize, _: Signature, _: u64) {}
/// #   fn copy(&self, _: usize, _: usize) {}
/// #   fn records(&self) -> impl Iterator<Item = (u64, u64)> { std::iter::empty() }
///     // …
/// }
/// # struct NineWays;
/// # impl Layout for NineWays {
/// #   type Index = MultiplyHigh;
/// #   type Bucket = Nine;
/// # }
///
/// let _ = Table::<Entry, NineWays>::with_parts(1 << 20);
/// ```
pub trait Bucket: Default + Send {
    /// All slots, as an array of [`WAYS`](Self::WAYS). (A longer or shorter one makes the table
    /// panic or return a wrong record, nothing worse.)
    type Slots: AsRef<[Slot]>;
    /// Slots in a bucket, 1 to 8.
    const WAYS: usize;
    /// Whether a record's whole key can be had back from its slot.
    const WHOLE_KEYS: bool;

    /// Returns all slots, each compared with the key. The bits of one that does not match are a
    /// hint only: another thread may be half way through writing it.
    fn read(&self, of: Signature) -> Self::Slots;

    /// Returns the record of the key, 0 if there is none: the first match of [`read`](Self::read),
    /// perhaps by a faster way.
    #[inline]
    fn find(&self, of: Signature) -> u64 {
        first_match(self.read(of).as_ref())
    }

    /// Puts the record `bits` of a key into `slot`; `bits` of 0 empty it, whatever the key.
    fn write(&self, slot: usize, of: Signature, bits: u64);

    /// Puts the record `new` of a key in the place of its record `old` and returns true, unless
    /// `slot` holds something else by now. By default another thread may write between the look
    /// and the [`write`](Self::write), and one of the two is lost; a bucket that threads share
    /// does it by [`Word::exchange`].
    #[inline]
    fn exchange(&self, slot: usize, of: Signature, old: u64, new: u64) -> bool {
        let holds = self.read(of).as_ref().get(slot) == Some(&Slot { bits: old, matches: true });
        if holds {
            self.write(slot, of, new);
        }
        holds
    }

    /// Returns the least rank of a slot and the record in it, if the bucket has a quicker way to it
    /// than slot by slot.
    #[doc(hidden)]
    #[inline]
    fn least_rank<P: Payload>(
        &self,
        of: Signature,
        now: u64,
        worth: LinearWorth,
    ) -> Option<(i64, u64)> {
        let _ = (of, now, worth);
        None
    }

    /// Copies the record in slot `from` to slot `to`, whatever its key is.
    fn copy(&self, from: usize, to: usize);

    /// Returns every record with its key, while no other thread writes; nothing if the layout does
    /// not keep whole keys.
    fn records(&self) -> impl Iterator<Item = (u64, u64)>;
}

/// A bucket that is nothing but atomic words, so that processes may share it
/// (`SharedTable`, with the feature `shared`).
///
/// This is the one trait that memory safety rests on. It adds nothing to a [`Table`](crate::Table),
/// whose memory belongs to one process.
///
/// ```
/// use tt_core::{AllWords, Bucket, Index, MultiplyHigh, Signature, WideBucket};
///
/// // What a test of a bucket for processes does: every word of it can be read and written from
/// // outside, and a record of which another process changed one word is found no more.
/// let of = Signature::of(7, MultiplyHigh::new(1));
/// let bucket = WideBucket::<4>::default();
/// bucket.write(0, of, 99);
/// bucket.words()[1].set(98);
/// assert_eq!((bucket.words().len(), bucket.find(of)), (8, 0));
/// ```
///
/// # Safety
/// The type consists of [`Word`]s alone, without padding, and is aligned to 64 bytes at most. So
/// every content of its memory is a value of it, and other processes may change it at any time.
pub unsafe trait AllWords: Bucket + Sync {
    /// The layout's name, by which the header of a shared table distinguishes layouts: no other
    /// bucket with the same number of slots and bytes has it. Words that are all 0 are the empty
    /// bucket.
    const NAME: &'static str;

    /// Returns the words that it consists of.
    fn words(&self) -> &[Word] {
        const {
            assert!(size_of::<Self>().is_multiple_of(size_of::<Word>()), "words fill it");
            assert!(align_of::<Self>() >= align_of::<Word>(), "words stand aligned in it");
        };
        let words = size_of::<Self>() / size_of::<Word>();
        // SAFETY: the implementor of the trait promises that the value is words alone, here `words`
        // of them; they live as long as the borrow of it.
        unsafe { slice::from_raw_parts(ptr::from_ref(self).cast(), words) }
    }
}

/// The record of the first slot that matches, 0 if none does. Branch-free.
#[inline]
fn first_match(slots: &[Slot]) -> u64 {
    slots.iter().rev().fold(0, |found, slot| select_unpredictable(slot.matches, slot.bits, found))
}
