//! A table in plain words: what happens is looked up from the start, slot by slot, in the numbers
//! that the payload, the policy and the layout give.

use core::marker::PhantomData;
use std::vec;
use std::vec::Vec;

use crate::age::stamp;
use crate::{Bucket, Counts, Index, Layout, Payload, RecordView, Replace, Signature};

/// A record and the generation that it was stored or refreshed in.
#[derive(Clone, Copy)]
struct ModelRecord {
    of: Signature,
    bits: u64,
    born: u64,
}

pub(super) struct Model<P, L: Layout, R> {
    index: L::Index,
    buckets: Vec<Vec<Option<ModelRecord>>>,
    now: u64,
    pub(super) counts: Counts,
    kind: PhantomData<(P, R)>,
}

impl<P: Payload, L: Layout, R: Replace> Model<P, L, R> {
    pub(super) fn new(buckets: usize) -> Self {
        Self {
            index: L::Index::new(buckets),
            buckets: vec![vec![None; L::Bucket::WAYS]; buckets],
            now: 0,
            counts: Counts::default(),
            kind: PhantomData,
        }
    }

    /// Empties the table. The counts remain.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| bucket.fill(None));
        self.now = 0;
    }

    pub(super) fn advance_generation(&mut self) {
        self.now += 1;
    }

    pub(super) fn probe(&mut self, key: u64) -> Option<P> {
        let (of, bucket) = self.place(key);
        let own = self.own(of, bucket, 0);
        match own {
            Some(_) => self.counts.hits += 1,
            None => self.counts.misses += 1,
        }
        let record = self.buckets[bucket][own?].as_mut()?;
        if R::REFRESH {
            record.of = of;
            record.born = self.now;
        }
        Some(P::from_bits(record.bits))
    }

    pub(super) fn store(&mut self, key: u64, payload: P) {
        let (of, bucket) = self.place(key);
        let before = self.buckets[bucket].clone();
        let first_is_own = self.own(of, bucket, 0) == Some(0);
        let own = if R::TWO_LEVEL && !first_is_own {
            self.own(of, bucket, 1)
        } else {
            self.own(of, bucket, 0)
        };
        let old = own.and_then(|slot| before[slot]);
        let renews = old.is_none_or(|record| {
            u64::from(payload.claim()) >= R::renewal_bar(self.view_of(record))
        });
        let heir = old.map_or(payload, |record| payload.inherit(P::from_bits(record.bits)));
        let fresh = Some(ModelRecord { of, bits: heir.to_bits(), born: self.now });
        let lost = if !R::TWO_LEVEL || first_is_own {
            let slot = own.unwrap_or_else(|| self.victim(bucket, 0));
            if !renews || old.is_none() && !self.evicts(payload, before[slot]) {
                self.counts.refused += 1;
                return;
            }
            self.buckets[bucket][slot] = fresh;
            before[slot]
        } else {
            // The slot behind the first level: for the record that the newcomer displaces, or for
            // itself.
            let behind = own.unwrap_or_else(|| self.victim(bucket, 1));
            if self.evicts(payload, before[0]) {
                self.buckets[bucket][behind] = before[0];
                self.buckets[bucket][0] = fresh;
            } else if renews {
                self.buckets[bucket][behind] = fresh;
            } else {
                self.counts.refused += 1;
                return;
            }
            before[behind].filter(|_| before[0].is_some())
        };
        match lost {
            _ if old.is_some() => self.counts.renewed += 1,
            None => self.counts.vacant += 1,
            Some(record) if self.age(record) == 0 => self.counts.evicted += 1,
            Some(_) => self.counts.evicted_old += 1,
        }
    }

    /// Slots in the table, with a record, and with one of the current generation.
    pub(super) fn slots(&self) -> (usize, usize, usize) {
        let records = self.buckets.iter().flatten().flatten();
        let current = records.clone().filter(|&&record| self.age(record) == 0).count();
        (self.buckets.len() * L::Bucket::WAYS, records.count(), current)
    }

    fn place(&self, key: u64) -> (Signature, usize) {
        (Signature::of(key, self.index), self.index.bucket(key))
    }

    /// The first slot, from one on, whose record the layout takes for the key's.
    fn own(&self, of: Signature, bucket: usize, from: usize) -> Option<usize> {
        let slots = self.buckets[bucket].iter().enumerate().skip(from);
        slots.filter_map(|(slot, record)| Some((slot, (*record)?))).find_map(|(slot, record)| {
            let alone = L::Bucket::default();
            alone.write(0, record.of, stamp::<P>(record.bits, record.born));
            (alone.find(of) != 0).then_some(slot)
        })
    }

    /// The first empty slot, from one on, or else the first of those that are worth least.
    fn victim(&self, bucket: usize, from: usize) -> usize {
        let slots = &self.buckets[bucket];
        let worth = |slot: &usize| slots[*slot].map(|record| R::worth(self.view_of(record)));
        let all = from..slots.len();
        let empty = all.clone().find(|&slot| slots[slot].is_none());
        empty.or_else(|| all.min_by_key(worth)).unwrap_or(from)
    }

    /// Whether the newcomer may take the place of another key's record, or an empty one.
    fn evicts(&self, payload: P, place: Option<ModelRecord>) -> bool {
        place.is_none_or(|record| {
            let newcomer =
                self.view_of(ModelRecord { bits: payload.to_bits(), born: self.now, ..record });
            R::strength(newcomer) >= R::eviction_bar(self.view_of(record))
        })
    }

    fn view_of(&self, record: ModelRecord) -> RecordView {
        RecordView {
            priority: P::PRIORITY.get(record.bits) as u32,
            age: self.age(record),
            effort: P::EFFORT.get(record.bits) as u32,
            order: P::ORDER.get(record.bits) as u32,
        }
    }

    /// Generations since it was stored or refreshed, of which the record's field holds the lowest
    /// bits.
    fn age(&self, record: ModelRecord) -> u32 {
        ((self.now - record.born) % (P::GENERATION.max() + 1)) as u32
    }
}
