//! [`Settler`]: a table filled with records that carry their generations.

use crate::bucket::Bucket;
use crate::handle::{Handle, NO_KEY};
use crate::index::Index;
use crate::rank::MAX_WAYS;
use crate::{Layout, Payload, Replace, Statistics};

/// A writer of records into a table, each where [`Handle::settle`] puts it. Records of one bucket
/// that follow each other, as files and other tables have them, are written at once where the
/// bucket is empty: then each takes the next slot, and nothing is to be compared.
pub(crate) struct Settler<'t, P: Payload, L: Layout, R: Replace, S: Statistics> {
    handle: Handle<'t, P, L, R, S>,
    bucket: usize,
    waiting: [(u64, u64); MAX_WAYS],
    length: usize,
}

impl<'t, P: Payload, L: Layout, R: Replace, S: Statistics> Settler<'t, P, L, R, S> {
    pub(crate) fn new(handle: Handle<'t, P, L, R, S>) -> Self {
        Self { handle, bucket: 0, waiting: [(0, 0); MAX_WAYS], length: 0 }
    }

    /// Adds a record; it is in the table after [`finish`](Self::finish).
    #[inline]
    pub(crate) fn push(&mut self, key: u64, bits: u64) {
        let bucket = self.handle.index.bucket(key);
        if bucket != self.bucket || self.length == L::Bucket::WAYS {
            self.flush();
            self.bucket = bucket;
        }
        self.waiting[self.length] = (key, bits);
        self.length += 1;
    }

    pub(crate) fn finish(mut self) {
        self.flush();
    }

    #[inline]
    fn flush(&mut self) {
        let waiting = &self.waiting[..self.length];
        self.length = 0;
        let bucket = &self.handle.buckets[self.bucket];
        let is_empty = bucket.read(NO_KEY).as_ref()[0].bits == 0;
        let is_new = |(number, &(key, bits)): (usize, &(u64, u64))| {
            bits != 0 && waiting[..number].iter().all(|&(other, _)| other != key)
        };
        if is_empty && waiting.iter().enumerate().all(is_new) {
            for (slot, &(key, bits)) in waiting.iter().enumerate() {
                bucket.write(slot, self.handle.signature(key), bits);
            }
        } else {
            waiting.iter().for_each(|&(key, bits)| self.handle.settle(key, bits));
        }
    }
}

#[cfg(all(test, feature = "std", not(loom)))]
mod tests {
    use std::vec::Vec;

    use zobrist_keys::SplitMix64;

    use super::Settler;
    use crate::age::stamp;
    use crate::{Entry, Layout, Mask, MultiplyHigh, Payload, Table, Wide};

    /// Fills one table through a settler and another record by record, and returns the records of
    /// each in the order of its slots.
    fn both<L: Layout>(records: &[(u64, u64)]) -> [Vec<(u64, u64)>; 2] {
        let [settled, single] = [(); 2].map(|()| Table::<Entry, L>::with_parts(1 << 12).unwrap());
        let mut settler = Settler::new(settled.handle());
        records.iter().for_each(|&(key, bits)| settler.push(key, bits));
        settler.finish();
        records.iter().for_each(|&(key, bits)| single.handle().settle(key, bits));
        [settled, single].map(|table| table.records().collect())
    }

    /// Records in the order of their buckets and in none, few and more than fit, some of one key
    /// and some without bits, as a hostile file may have them.
    #[test]
    fn a_settler_fills_a_table_as_single_records_do() {
        let mut random = SplitMix64::new(3);
        for round in 0..400 {
            let count = random.next() % 700;
            let mut records: Vec<(u64, u64)> = (0..count)
                .map(|_| {
                    let key = random.next() & !(random.next() & random.next());
                    let draft = (random.next() % 40) as i16;
                    let bits = Entry { draft, ..Entry::default() }.to_bits();
                    (key, stamp::<Entry>(bits, random.next() % 3))
                })
                .collect();
            if round % 2 == 0 {
                records.sort_unstable();
            }
            if round % 5 < 2 {
                let deeper = |bits: u64| Entry { draft: 40, ..Entry::from_bits(bits) }.to_bits();
                let other = |bits: u64| if round % 5 == 0 { 0 } else { deeper(bits) };
                let again = |(key, bits)| [(key, bits), (key, other(bits))];
                records = records.into_iter().flat_map(again).collect();
            }
            let [settled, single] = both::<Wide<4, MultiplyHigh>>(&records);
            assert_eq!(settled, single);
            let [settled, single] = both::<Wide<2, Mask>>(&records);
            assert_eq!(settled, single);
            let [settled, single] = both::<Wide<8>>(&records);
            assert_eq!(settled, single);
        }
    }
}
