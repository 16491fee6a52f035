//! A table that keeps the exact position beside each record, and so knows every error.

use std::collections::VecDeque;

use crate::keys::features::FeatureSet;

/// The bits of a key that a table compares: a bit field of `index` bits from bit 1 chooses the
/// bucket, the `lock` lowest of the other bits are in the record.
///
/// Bit 0 is never in the index: it is the parity bit of nested BCH keys, which positions do not
/// leave to chance. Index and lock together are the lowest `index + lock` bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) index: u32,
    pub(crate) lock: u32,
}

impl Address {
    pub(crate) fn buckets(self) -> usize {
        1 << self.index
    }

    pub(crate) fn bucket(self, key: u64) -> usize {
        (key >> 1) as usize & (self.buckets() - 1)
    }

    pub(crate) fn lock(self, key: u64) -> u64 {
        let others = (key >> (1 + self.index)) << 1 | key & 1;
        others & (u64::MAX >> (u64::BITS - self.lock))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Errors {
    pub(crate) probes: u64,
    /// Records of other positions that probes were compared with.
    pub(crate) compared: u64,
    /// Another position with the same lock in the same bucket.
    pub(crate) first: u64,
    /// Other locks in every slot of the bucket: one of them gives way.
    pub(crate) second: u64,
    /// The least feature distance of two positions that were taken for each other.
    pub(crate) nearest: Option<u32>,
}

impl Errors {
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            probes: self.probes + other.probes,
            compared: self.compared + other.compared,
            first: self.first + other.first,
            second: self.second + other.second,
            nearest: self.nearest.into_iter().chain(other.nearest).min(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct OracleRecord {
    lock: u64,
    position: FeatureSet,
}

/// A table of buckets, in which a newcomer takes the place of its own lock, or an empty one, or
/// that of the record that was written first.
#[derive(Debug)]
pub(crate) struct OracleTable {
    address: Address,
    ways: usize,
    /// The records of each bucket, the first written in front.
    buckets: Vec<VecDeque<OracleRecord>>,
    errors: Errors,
}

impl OracleTable {
    pub(crate) fn new(address: Address, ways: usize) -> Self {
        let buckets = vec![VecDeque::with_capacity(ways); address.buckets()];
        Self { address, ways, buckets, errors: Errors::default() }
    }

    pub(crate) fn errors(&self) -> Errors {
        self.errors
    }

    pub(crate) fn visit(&mut self, key: u64, position: &FeatureSet) {
        let lock = self.address.lock(key);
        let bucket = &mut self.buckets[self.address.bucket(key)];
        let errors = &mut self.errors;
        errors.probes += 1;
        errors.compared +=
            bucket.iter().filter(|record| record.position != *position).count() as u64;
        if let Some(match_) = bucket.iter_mut().find(|record| record.lock == lock) {
            if match_.position != *position {
                errors.first += 1;
                let distance = match_.position.distance(position);
                errors.nearest = Some(errors.nearest.map_or(distance, |least| least.min(distance)));
                match_.position = *position;
            }
            return;
        }
        if bucket.len() == self.ways {
            errors.second += 1;
            bucket.pop_front();
        }
        bucket.push_back(OracleRecord { lock, position: *position });
    }
}

/// Returns how many of `probes` distinct positions meet a full bucket, if no two share a lock and
/// the index is uniform: all but those that find an empty slot.
pub(crate) fn replaced(probes: usize, buckets: usize, ways: usize) -> f64 {
    let (n, chance) = (probes as f64, 1.0 / buckets as f64);
    // The binomial chance that `count` positions fall on one bucket, from that for one fewer.
    let mut exactly = (n * (-chance).ln_1p()).exp();
    let (mut below, mut stored) = (0.0, 0.0);
    for count in 0..ways {
        below += exactly;
        stored += exactly * count as f64;
        exactly *= (n - count as f64) / (count as f64 + 1.0) * chance / (1.0 - chance);
    }
    stored += ways as f64 * (1.0 - below);
    n - stored * buckets as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::tree::gather;

    #[test]
    fn index_and_lock_are_the_lowest_bits_of_the_key() {
        let address = Address { index: 4, lock: 8 };
        assert_eq!((address.buckets(), address.bucket(0b1_1010), address.lock(0)), (16, 0b1101, 0));
        // Bits 0 and 5 to 11.
        let seen = (0..64).filter(|bit| address.lock(1 << bit) != 0);
        assert!(seen.eq([0, 5, 6, 7, 8, 9, 10, 11]));
        assert_eq!(Address { index: 16, lock: 48 }.lock(u64::MAX), u64::MAX >> 16);
    }

    /// Both kinds of error by hand, in one bucket of two slots.
    #[test]
    fn errors_of_both_kinds_are_counted() {
        let positions = gather(1, 4, 1).remove(0);
        let mut table = OracleTable::new(Address { index: 0, lock: 8 }, 2);
        let one = 0x101;
        let two = 0x202;
        let three = 0x303;
        table.visit(one, &positions[0]);
        table.visit(two, &positions[1]);
        assert_eq!((table.errors().compared, table.errors().first), (1, 0));
        // Its own record: no error, but another one is compared.
        table.visit(one, &positions[0]);
        assert_eq!((table.errors().compared, table.errors().second), (2, 0));
        // Another position with the lock of the first: their keys differ in bit 8 only.
        table.visit(0x001, &positions[2]);
        let distance = positions[0].distance(&positions[2]);
        let expected =
            Errors { probes: 4, compared: 4, first: 1, second: 0, nearest: Some(distance) };
        assert_eq!(table.errors(), expected);
        // Another lock, and no empty slot; the bucket's oldest record gives way.
        table.visit(three, &positions[3]);
        assert_eq!((table.errors().first, table.errors().second), (1, 1));
        table.visit(one, &positions[0]);
        assert_eq!((table.errors().first, table.errors().second), (1, 2));
    }

    #[test]
    fn the_occupancy_formula_counts_what_finds_no_empty_slot() {
        // One slot a bucket: N - n (1 - (1 - 1/n)^N).
        let direct = 1000.0 - 100.0 * (1.0 - 0.99_f64.powi(1000));
        assert!((replaced(1000, 100, 1) - direct).abs() < 1e-6);
        // One bucket of four: all but four.
        assert!((replaced(1000, 2, 4) - 992.0).abs() < 1e-6);
        // Room for all.
        assert!(replaced(100, 1 << 20, 4) < 1e-6);
    }
}
