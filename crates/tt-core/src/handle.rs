//! The operations on buckets, in a process's own memory or in memory that several processes share.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hint::select_unpredictable;
use core::marker::PhantomData;
use core::ops::Range;

use crate::age::{Generation, age, stamp};
use crate::bucket::{Bucket, Signature};
use crate::prefetch::prefetch;
use crate::rank::MAX_WAYS;
use crate::replacement::{Place, place, place_in, record_view};
use crate::snapshot::{Histogram, Snapshot};
use crate::{
    Ageing, Entry, Index, Layout, NoStatistics, Payload, Record, Replace, Statistics, Stored, Wide,
    Word,
};

/// The slots that [`Handle::hashfull`] looks at.
const SAMPLE: usize = 1_000;

/// The signature to read with where no key is looked for.
pub(crate) const NO_KEY: Signature = Signature { key: 0, rest: 0 };

/// Access to the records of a [`Table`](crate::Table) or a `SharedTable`, by
/// [`Table::handle`](crate::Table::handle). Both kinds of table give handles of one type, so code
/// that works with handles is compiled once for both. A handle is a few words that can be copied;
/// it borrows the table.
///
/// ```
/// use tt_core::{Entry, Handle, Table};
///
/// fn move_of(table: Handle<'_>, key: u64) -> Option<u16> {
///     table.probe(key).map(|entry| entry.mv)
/// }
///
/// let table: Table = Table::new(1 << 20)?;
/// let handle = table.handle();
/// handle.store(0x9d39_247e_3377_6d41, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(move_of(handle, 0x9d39_247e_3377_6d41), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub struct Handle<
    'a,
    P: Payload = Entry,
    L: Layout = Wide,
    R: Replace = Ageing,
    S: Statistics = NoStatistics,
> {
    pub(crate) buckets: &'a [L::Bucket],
    pub(crate) index: L::Index,
    pub(crate) generation: &'a Generation,
    pub(crate) statistics: &'a S,
    pub(crate) kind: PhantomData<fn() -> (P, R)>,
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> Clone for Handle<'_, P, L, R, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> Copy for Handle<'_, P, L, R, S> {}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> fmt::Debug for Handle<'_, P, L, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

impl<'a, P: Payload, L: Layout, R: Replace, S: Statistics> Handle<'a, P, L, R, S> {
    /// Compiles only if the payload's fields are as [`Payload`] demands, and the bucket as
    /// [`Bucket`] does.
    pub(crate) const IS_SOUND: () = {
        assert!(size_of::<L::Bucket>() > 0, "a bucket without a size");
        assert!(1 <= L::Bucket::WAYS && L::Bucket::WAYS <= MAX_WAYS, "a bucket has 1 to 8 slots");
        assert!(P::PRIORITY.max() <= i32::MAX as u64, "a priority has at most 31 bits");
        assert!(P::GENERATION.max() < 1 << 16, "a generation has at most 16 bits");
        assert!(P::EFFORT.max() <= i32::MAX as u64, "an effort has at most 31 bits");
        assert!(P::ORDER.max() <= i32::MAX as u64, "an order has at most 31 bits");
        let judged = P::PRIORITY.mask() | P::EFFORT.mask() | P::ORDER.mask();
        assert!(judged & P::GENERATION.mask() == 0, "a field overlaps the generation");
        let is_judged = match R::UNIT {
            Some(unit) => unit as u8 == P::UNIT as u8,
            None => true,
        };
        assert!(is_judged, "the policy judges priorities of another unit than the payload's");
    };

    /// Returns the record of `key`, as [`Table::probe`](crate::Table::probe) does.
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

    /// Offers a record of `key`, as [`Table::store`](crate::Table::store) does.
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        if R::TWO_LEVEL {
            self.statistics.stored(self.store_in_two_levels(key, payload));
            return;
        }
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let place = place_in::<P, R, _>(bucket, of, now);
        let Place { slot, bits: old, same_key } = place;
        let record = record_view::<P>(old, now);
        let renews = u64::from(payload.claim()) >= R::renewal_bar(record);
        let evicts = (old == 0) | (strength_of::<P, R>(payload) >= R::eviction_bar(record));
        let heir = payload.inherit(P::from_bits(old)).to_bits();
        let bits = stamp::<P>(select_unpredictable(same_key, heir, payload.to_bits()), now);
        // Without a branch on what was read: none of it can be predicted, and a wrong guess would
        // begin again when the bucket has come from memory. What is refused is written elsewhere.
        let is_kept = select_unpredictable(same_key, renews, evicts);
        let elsewhere = L::Bucket::default();
        select_unpredictable(is_kept, bucket, &elsewhere).write(slot, of, bits);
        self.statistics.stored(match place {
            _ if !is_kept => Stored::Refused,
            Place { same_key: true, .. } => Stored::Renewed,
            Place { bits: 0, .. } => Stored::Vacant,
            _ if record.age == 0 => Stored::Evicted,
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
            || strength_of::<P, R>(payload) >= R::eviction_bar(record_view::<P>(first.bits, now));
        let renews =
            |bits| u64::from(payload.claim()) >= R::renewal_bar(record_view::<P>(bits, now));
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

    /// Changes the record of `key`, as [`Table::update`](crate::Table::update) does.
    pub fn update(&self, key: u64, mut change: impl FnMut(P) -> P) -> Option<P> {
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        loop {
            let slots = bucket.read(of);
            let mut records = slots.as_ref().iter().enumerate();
            let (slot, record) = records.find(|(_, slot)| slot.matches && slot.bits != 0)?;
            let payload = change(P::from_bits(record.bits));
            if bucket.exchange(slot, of, record.bits, stamp::<P>(payload.to_bits(), now)) {
                self.statistics.stored(Stored::Renewed);
                return Some(payload);
            }
        }
    }

    /// Brings the bucket of `key` nearer, as [`Table::prefetch`](crate::Table::prefetch) does.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Returns how full the table is, as [`Table::hashfull`](crate::Table::hashfull) does.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.now();
        let sampled = (SAMPLE / L::Bucket::WAYS).min(self.buckets.len());
        let current: usize = (0..sampled)
            .map(|i| {
                // In 64 bits: `i × buckets` may exceed a 32-bit word.
                let bucket = (i as u64 * self.buckets.len() as u64 / sampled as u64) as usize;
                let slots = self.buckets[bucket].read(NO_KEY);
                let is_current = |bits| bits != 0 && age::<P>(bits, now) == 0;
                slots.as_ref().iter().filter(|slot| is_current(slot.bits)).count()
            })
            .sum();
        (current * 1_000 / (sampled * L::Bucket::WAYS)) as u32
    }

    /// Counts the records, as [`Table::snapshot`](crate::Table::snapshot) does.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let now = self.generation.now();
        let mut priorities = Histogram::new(P::PRIORITY.max());
        let mut ages = Histogram::new(P::GENERATION.max());
        let mut bounds = [0; 4];
        let mut filled = vec![0; L::Bucket::WAYS + 1];
        for bucket in self.buckets {
            let slots = bucket.read(NO_KEY);
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
            capacity: (self.buckets.len() * L::Bucket::WAYS) as u64,
            occupied: ages.counts.iter().sum(),
            priorities: priorities.counts,
            bounds,
            ages: ages.counts,
            filled,
        }
    }

    /// Returns the slots of the bucket of `key`, as
    /// [`Table::bucket_of`](crate::Table::bucket_of) does.
    #[must_use]
    pub fn bucket_of(&self, key: u64) -> Vec<Option<Record<P>>> {
        let mut records = vec![None; L::Bucket::WAYS];
        self.see(self.bucket(key), self.signature(key), |slot, record| {
            records[slot] = Some(record);
        });
        records
    }

    /// Calls `see` with the records of some buckets, as [`Table::visit`](crate::Table::visit) does.
    pub fn visit(&self, buckets: Range<usize>, mut see: impl FnMut(usize, usize, Record<P>)) {
        for number in buckets {
            self.see(&self.buckets[number], NO_KEY, |slot, record| {
                see(number, slot, Record { matches: false, ..record });
            });
        }
    }

    /// Calls `see` with the number of each taken slot of a bucket, and its record.
    fn see(&self, bucket: &L::Bucket, of: Signature, mut see: impl FnMut(usize, Record<P>)) {
        let now = self.generation.now();
        let mut keys = bucket.records().map(|(key, _)| key);
        for (number, slot) in bucket.read(of).as_ref().iter().enumerate() {
            if slot.bits == 0 {
                continue;
            }
            let (payload, age) = (P::from_bits(slot.bits), age::<P>(slot.bits, now));
            let key = keys.next().filter(|_| L::Bucket::WHOLE_KEYS);
            see(number, Record { payload, age, matches: slot.matches, key });
        }
    }

    /// Returns every record with its key, while no other thread writes; none if the layout does not
    /// keep whole keys.
    #[cfg(any(feature = "persist", feature = "shared"))]
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        self.buckets.iter().flat_map(Bucket::records)
    }

    /// Puts a record that carries its generation where it belongs, unless a record of its key that
    /// is as deep is there, or all that live there are worth as much.
    pub(crate) fn settle(&self, key: u64, bits: u64) {
        let now = self.generation.now();
        let of = self.signature(key);
        let bucket = self.bucket(key);
        let place = place_in::<P, R, _>(bucket, of, now);
        let worth = |bits| match place.same_key {
            true => P::PRIORITY.get(bits) as i64,
            false => R::worth(record_view::<P>(bits, now)),
        };
        if place.bits == 0 || worth(place.bits) < worth(bits) {
            bucket.write(place.slot, of, bits);
        }
    }

    /// Returns all buckets, in the order of their numbers: for code in another language that reads
    /// them in place, as [`formats`](crate::formats) draws them.
    #[must_use]
    pub const fn as_buckets(&self) -> &'a [L::Bucket] {
        self.buckets
    }

    /// Returns the word that counts the generations, of which a record carries the low bits.
    ///
    /// ```
    /// use tt_core::{Entry, Table};
    ///
    /// let table = Table::new(1 << 20)?;
    /// table.advance_generation();
    /// assert_eq!(table.handle().generation().get(), 1);
    /// assert_eq!(table.handle().as_buckets().len(), table.buckets());
    /// # Ok::<(), tt_core::AllocError>(())
    /// ```
    #[must_use]
    pub const fn generation(&self) -> &'a Word {
        self.generation.word()
    }

    #[inline]
    fn bucket(&self, key: u64) -> &L::Bucket {
        &self.buckets[self.index.bucket(key)]
    }

    #[inline]
    pub(crate) fn signature(&self, key: u64) -> Signature {
        Signature::of(key, self.index)
    }
}

/// Returns the strength with which a record claims the place of another key.
#[inline]
fn strength_of<P: Payload, R: Replace>(payload: P) -> u64 {
    // A newcomer is of the current generation: its field is 0, and so is `now` here.
    R::strength(record_view::<P>(payload.to_bits(), 0))
}
