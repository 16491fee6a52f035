//! The table: probe, store, ageing, size.

use alloc::vec;
use core::fmt;
use core::hint::select_unpredictable;
use core::marker::PhantomData;

use static_assertions::assert_impl_all;

use crate::age::{Generation, age, stamp};
use crate::bucket::{Bucket, Signature};
use crate::memory::{Buckets, available_threads, fill};
use crate::prefetch::prefetch;
use crate::replacement::{Place, place, resident};
use crate::snapshot::{Histogram, Snapshot};
use crate::{
    Ageing, AllocError, Entry, Index, Layout, NoStatistics, Payload, Replace, Statistics, Stored,
    Wide,
};

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
/// `P` is what is kept for a key, `L` how records lie in memory, `R` which of them give way, `S` who
/// counts what happens.
///
/// While a reference is out, none of the operations that need the table for themselves compiles:
///
/// ```compile_fail,E0502
/// # let mut table: tt_core::Table = tt_core::Table::new(1 << 20)?;
/// let searching = &table;
/// table.resize(1 << 21)?;
/// let _ = searching.probe(1);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// ```compile_fail,E0502
/// # let mut table: tt_core::Table = tt_core::Table::new(1 << 20)?;
/// let searching = &table;
/// table.clear(1);
/// let _ = searching.probe(1);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub struct Table<
    P: Payload = Entry,
    L: Layout = Wide,
    R: Replace = Ageing,
    S: Statistics = NoStatistics,
> {
    buckets: Buckets<L::Bucket>,
    index: L::Index,
    generation: Generation,
    statistics: S,
    kind: PhantomData<fn() -> (P, R)>,
}

assert_impl_all!(Table: Send, Sync);

impl<P: Payload, L: Layout, R: Replace, S: Statistics> Table<P, L, R, S> {
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
            assert!(P::EFFORT.max() <= i32::MAX as u64, "an effort has at most 31 bits");
            assert!(P::ORDER.max() <= i32::MAX as u64, "an order has at most 31 bits");
        }
        let buckets = Buckets::new(bytes, available_threads())?;
        let index = L::Index::new(buckets.len());
        let (generation, statistics) = (Generation::default(), S::default());
        Ok(Self { buckets, index, generation, statistics, kind: PhantomData })
    }

    /// The record of `key`, if there is one. A policy that refreshes makes it one of the current
    /// generation.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let bits = bucket.find(of);
        self.statistics.probed(bits != 0);
        if bits == 0 {
            return None;
        }
        if R::REFRESH && age::<P>(bits, self.generation.now()) != 0 {
            self.refresh(key, bits);
        }
        Some(P::from_bits(bits))
    }

    /// Makes the record `bits` of `key` one of the current generation.
    #[cold]
    fn refresh(&self, key: u64, bits: u64) {
        let of = self.signature(key);
        let bucket = self.bucket(key);
        if let Some(slot) = bucket.read(of).as_ref().iter().position(|slot| slot.matches) {
            bucket.write(slot, of, stamp::<P>(bits, self.generation.now()));
        }
    }

    /// Offers a record of `key` to the table; the policy may refuse it.
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        if R::TWO_LEVEL {
            self.statistics.stored(self.store_in_two_levels(key, payload));
            return;
        }
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let place = place::<P, R>(bucket.read(of).as_ref(), now);
        let Place { slot, bits: old, same_key } = place;
        let resident = resident::<P>(old, now);
        let evicts =
            same_key || old == 0 || strength_of::<P, R>(payload) >= R::eviction_bar(resident);
        if !evicts {
            self.statistics.stored(Stored::Refused);
            return;
        }
        // Without a branch: whether the key is there, and whether its record stays, is anybody's guess. A
        // record that stays is written once more, which is as if this store had come earlier.
        let stays = same_key & (u64::from(payload.claim()) < R::renewal_bar(resident));
        let heir = payload.inherit(P::from_bits(old)).to_bits();
        let bits = stamp::<P>(select_unpredictable(same_key, heir, payload.to_bits()), now);
        bucket.write(slot, of, select_unpredictable(stays, old, bits));
        self.statistics.stored(match place {
            _ if stays => Stored::Refused,
            Place { same_key: true, .. } => Stored::Renewed,
            Place { bits: 0, .. } => Stored::Vacant,
            _ if resident.age == 0 => Stored::Evicted,
            _ => Stored::EvictedOld,
        });
    }

    /// [`store`](Self::store) where the first slot is a level of its own.
    fn store_in_two_levels(&self, key: u64, payload: P) -> Stored {
        const { assert!(!R::TWO_LEVEL || L::Bucket::WAYS > 1, "two levels need two slots") };
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let slots = bucket.read(of);
        let (first, second) = (slots.as_ref()[0], &slots.as_ref()[1..]);
        let behind = place::<P, R>(second, now);
        let first_is_same = first.matches && first.bits != 0;
        let old = match (first_is_same, behind.same_key) {
            (true, _) => first.bits,
            (false, true) => behind.bits,
            (false, false) => 0,
        };
        let promoted = first.bits == 0
            || strength_of::<P, R>(payload) >= R::eviction_bar(resident::<P>(first.bits, now));
        let renews = |bits| u64::from(payload.claim()) >= R::renewal_bar(resident::<P>(bits, now));
        let slot = if first_is_same {
            0
        } else if promoted {
            bucket.copy(0, behind.slot + 1);
            0
        } else {
            behind.slot + 1
        };
        let in_place = first_is_same || !promoted && behind.same_key;
        if in_place && !renews(old) {
            return Stored::Refused;
        }
        let payload = if old == 0 { payload } else { payload.inherit(P::from_bits(old)) };
        bucket.write(slot, of, stamp::<P>(payload.to_bits(), now));
        match behind {
            _ if old != 0 => Stored::Renewed,
            _ if first.bits == 0 || behind.bits == 0 => Stored::Vacant,
            _ if age::<P>(behind.bits, now) == 0 => Stored::Evicted,
            _ => Stored::EvictedOld,
        }
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
                let slots = self.buckets[bucket].read(NOBODY);
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
    /// fit, those that the policy values most; a layout without whole keys keeps none. The same number of buckets as before is no work at
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
        core::mem::swap(&mut resized.statistics, &mut self.statistics);
        for (key, bits) in self.records() {
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

    /// Who counts what happens.
    #[must_use]
    pub fn statistics(&self) -> &S {
        &self.statistics
    }

    /// How the records spread over priorities, bounds and ages. It looks at every slot.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let now = self.generation.now();
        let mut priorities = Histogram::new(P::PRIORITY.max());
        let mut ages = Histogram::new(P::GENERATION.max());
        let mut bounds = [0; 4];
        let mut filled = vec![0; L::Bucket::WAYS + 1];
        for bucket in self.buckets.iter() {
            let slots = bucket.read(NOBODY);
            let mut taken = 0;
            for slot in slots.as_ref().iter().filter(|slot| slot.bits != 0) {
                taken += 1;
                priorities.add(P::PRIORITY.get(slot.bits));
                bounds[P::from_bits(slot.bits).bound() as usize] += 1;
                ages.add(age::<P>(slot.bits, now).into());
            }
            filled[taken] += 1;
        }
        Snapshot {
            capacity: self.capacity() as u64,
            occupied: ages.counts.iter().sum(),
            priorities: priorities.counts,
            bounds,
            ages: ages.counts,
            filled,
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &L::Bucket {
        &self.buckets[self.index.bucket(key)]
    }

    #[inline]
    fn signature(&self, key: u64) -> Signature {
        Signature { key, rest: self.index.rest(key) }
    }

    /// Every record with its key, while no other thread writes; none if the layout does not keep whole
    /// keys.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        self.buckets.iter().flat_map(Bucket::records)
    }

    /// The count of generations.
    #[cfg(feature = "persist")]
    pub(crate) fn generation(&self) -> u64 {
        self.generation.now()
    }

    /// Puts a record that carries its generation where it belongs, unless a record of its key that is as
    /// deep is there, or all that live there are worth as much.
    pub(crate) fn settle(&mut self, key: u64, bits: u64) {
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let place = place::<P, R>(bucket.read(of).as_ref(), now);
        let worth = |bits| match place.same_key {
            true => P::PRIORITY.get(bits) as i64,
            false => R::worth(resident::<P>(bits, now)),
        };
        if place.bits == 0 || worth(place.bits) < worth(bits) {
            bucket.write(place.slot, of, bits);
        }
    }
}

/// Who asks when no key is looked for.
const NOBODY: Signature = Signature { key: 0, rest: 0 };

/// The strength with which a record asks for the place of another key.
#[inline]
fn strength_of<P: Payload, R: Replace>(payload: P) -> u64 {
    // A newcomer is of the current generation: its field is 0, and so is the time it is asked.
    R::strength(resident::<P>(payload.to_bits(), 0))
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> fmt::Debug for Table<P, L, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .field("generation", &self.generation.now())
            .finish_non_exhaustive()
    }
}
