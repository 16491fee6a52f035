//! The table: probe, store, ageing, size.

use core::fmt;
use core::hint::select_unpredictable;
use core::marker::PhantomData;

use static_assertions::assert_impl_all;

use crate::age::{Generation, age, stamp};
use crate::bucket::{Bucket, Slot};
use crate::memory::{Buckets, available_threads, fill};
use crate::prefetch::prefetch;
use crate::replacement::{Place, place, resident};
use crate::{Ageing, AllocError, Entry, Index, Layout, Payload, Replace, Wide};

/// How many slots [`Table::hashfull`] looks at.
const SAMPLE: usize = 1_000;

/// A transposition table of fixed size, shared by any number of threads without a lock.
///
/// A probe returns what some store put there for that key, or nothing. [`probe`](Self::probe),
/// [`store`](Self::store), [`prefetch`](Self::prefetch),
/// [`advance_generation`](Self::advance_generation) and [`hashfull`](Self::hashfull) take `&self`
/// and may race with each other in any way: a store may be lost to another one, never mixed with
/// it. [`resize`](Self::resize) and [`clear`](Self::clear) take `&mut self`, so that the compiler
/// proves that no search is running.
///
/// Keys must be well mixed in all 64 bits: their high bits choose the bucket, and a torn record is
/// told from a whole one by the others. Small integers go through an invertible mixer first.
///
/// Only [`new`](Self::new) and [`resize`](Self::resize) allocate, and [`clear`](Self::clear) for
/// its threads.
///
/// `P` is what is kept for a key, `L` how records lie in memory, `R` which of them give way.
pub struct Table<P: Payload = Entry, L: Layout = Wide, R: Replace = Ageing> {
    buckets: Buckets<L::Bucket>,
    index: L::Index,
    generation: Generation,
    kind: PhantomData<fn() -> (P, R)>,
}

assert_impl_all!(Table: Send, Sync);

impl<P: Payload, L: Layout, R: Replace> Table<P, L, R> {
    /// An empty table in at most `bytes` bytes: any number, not only powers of two. All the memory
    /// is touched, by as many threads as the machine runs at once.
    ///
    /// # Errors
    /// If `bytes` does not hold one bucket (64 bytes in the wide layout), exceeds the address space
    /// or the memory available (on Linux, with the limits of control groups), or if the allocator
    /// refuses.
    pub fn new(bytes: usize) -> Result<Self, AllocError> {
        const {
            assert!(P::PRIORITY.max() <= i32::MAX as u64, "a priority has at most 31 bits");
            assert!(P::GENERATION.max() < 1 << 16, "a generation has at most 16 bits");
            assert!(P::PRIORITY.mask() & P::GENERATION.mask() == 0, "the fields overlap");
        }
        let buckets = Buckets::new(bytes, available_threads())?;
        let index = L::Index::new(buckets.len());
        Ok(Self { buckets, index, generation: Generation::default(), kind: PhantomData })
    }

    /// The record of `key`, if there is one. A policy that refreshes makes it one of the current
    /// generation.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let bucket = self.bucket(key);
        let slots = bucket.read(key);
        let bits = find(slots.as_ref());
        if bits == 0 {
            return None;
        }
        let now = self.generation.now();
        if R::REFRESH
            && age::<P>(bits, now) != 0
            && let Some(slot) = slots.as_ref().iter().position(|slot| slot.matches)
        {
            bucket.write(slot, key, stamp::<P>(bits, now));
        }
        Some(P::from_bits(bits))
    }

    /// Offers a record of `key` to the table; the policy may refuse it.
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        let now = self.generation.now();
        let bucket = self.bucket(key);
        let Place { slot, bits: old, same_key } = place::<P, R>(bucket.read(key).as_ref(), now);
        let resident = resident::<P>(old, now);
        let (strength, bar) = if same_key {
            (payload.claim(), R::renewal_bar(resident))
        } else if old != 0 {
            (P::PRIORITY.get(payload.to_bits()) as u32, R::eviction_bar(resident))
        } else {
            (0, 0)
        };
        if u64::from(strength) < bar {
            return;
        }
        let payload = if same_key { payload.inherit(P::from_bits(old)) } else { payload };
        bucket.write(slot, key, stamp::<P>(payload.to_bits(), now));
    }

    /// Brings the bucket of `key` nearer, for a probe or store some hundred cycles later. It
    /// changes nothing.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Begins a new generation: to be called once before each search of the game.
    pub fn advance_generation(&self) {
        self.generation.advance();
    }

    /// How full the table is with records of the current generation, per mille, from a sample of a
    /// thousand slots spread over the table. Between two calls of
    /// [`advance_generation`](Self::advance_generation) it does not fall.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.now();
        let sampled = (SAMPLE / L::Bucket::WAYS).min(self.buckets());
        let current: usize = (0..sampled)
            .map(|i| {
                // In 64 bits: `i × buckets` may exceed a 32-bit word.
                let bucket = (i as u64 * self.buckets() as u64 / sampled as u64) as usize;
                let slots = self.buckets[bucket].read(0);
                let is_current = |bits| bits != 0 && age::<P>(bits, now) == 0;
                slots.as_ref().iter().filter(|slot| is_current(slot.bits)).count()
            })
            .sum();
        (current * 1_000 / (sampled * L::Bucket::WAYS)) as u32
    }

    /// The number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// The number of records the table can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets() * L::Bucket::WAYS
    }

    /// The size of all buckets in bytes: at most what was asked for.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val::<[L::Bucket]>(&self.buckets)
    }

    /// Gives the table another size. It keeps every record that fits, and where they do not all
    /// fit, those that the policy values most. The same number of buckets as before is no work at
    /// all.
    ///
    /// Both sizes are in memory at once while the records move.
    ///
    /// # Errors
    /// As for [`new`](Self::new). The table is then as it was.
    pub fn resize(&mut self, bytes: usize) -> Result<(), AllocError> {
        if bytes / size_of::<L::Bucket>() == self.buckets() {
            return Ok(());
        }
        let mut resized = Self::new(bytes)?;
        core::mem::swap(&mut resized.generation, &mut self.generation);
        for (key, bits) in self.buckets.iter().flat_map(Bucket::records) {
            resized.settle(key, bits);
        }
        *self = resized;
        Ok(())
    }

    /// Empties the table with up to `threads` threads; it is then as a new one.
    pub fn clear(&mut self, threads: usize) {
        fill(&mut self.buckets, threads, L::Bucket::default);
        self.generation = Generation::default();
    }

    #[inline]
    fn bucket(&self, key: u64) -> &L::Bucket {
        &self.buckets[self.index.bucket(key)]
    }

    /// Puts a record that carries its generation where it belongs, unless all that live there are
    /// worth as much.
    fn settle(&mut self, key: u64, bits: u64) {
        let now = self.generation.now();
        let bucket = self.bucket(key);
        let place = place::<P, R>(bucket.read(key).as_ref(), now);
        let worth = |bits| R::worth(resident::<P>(bits, now));
        if place.bits == 0 || worth(place.bits) < worth(bits) {
            bucket.write(place.slot, key, bits);
        }
    }
}

/// The record of the first slot that matches, 0 if none does. Branch-free.
#[inline]
fn find(slots: &[Slot]) -> u64 {
    slots.iter().rev().fold(0, |found, slot| select_unpredictable(slot.matches, slot.bits, found))
}

impl<P: Payload, L: Layout, R: Replace> fmt::Debug for Table<P, L, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .field("generation", &self.generation.now())
            .finish_non_exhaustive()
    }
}
