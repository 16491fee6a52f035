//! Random numbers for the laws, the same in each run; keys that a layout can distinguish, and how
//! often it may fail to.

use std::vec::Vec;

use crate::mix::mix;
use crate::{Bucket, Index, Layout, Signature};

/// The number of keys tried for each requested one.
const TRIES: usize = 100;

/// Returns `count` keys of which none matches an empty slot or the record of another one in its
/// bucket.
pub(super) fn distinct_keys<L: Layout>(index: L::Index, count: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut keys: Vec<u64> = Vec::new();
    for _ in 0..TRIES * count {
        let key = random.next();
        let of = Signature::of(key, index);
        let is_new =
            keys.iter().filter(|&&other| index.bucket(other) == index.bucket(key)).all(|&other| {
                let other = Signature::of(other, index);
                !matches::<L>(other, of) && !matches::<L>(of, other)
            });
        if is_new && L::Bucket::default().read(of).as_ref().iter().all(|slot| !slot.matches) {
            keys.push(key);
        }
        if keys.len() == count {
            return keys;
        }
    }
    panic!("of {} keys the layout tells {} apart", TRIES * count, keys.len());
}

/// Returns whether a record of the key `holds` matches the key `asked`.
fn matches<L: Layout>(holds: Signature, asked: Signature) -> bool {
    let bucket = L::Bucket::default();
    bucket.write(0, holds, 1 << 40 | 1);
    bucket.find(asked) != 0
}

/// The most hits in `trials` trials of that probability that are no surprise: six standard
/// deviations above the mean, and none at all for a probability of 0.
pub(super) fn most_hits(probability: f64, trials: u64) -> u64 {
    let mean = probability * trials as f64;
    if mean == 0.0 { 0 } else { (mean + 6.0 * mean.sqrt() + 3.0) as u64 }
}

/// A stream of mixed numbers.
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The stream of that number.
    pub(super) fn new(seed: u64) -> Self {
        Self(mix(!seed))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `end`, which is small.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
