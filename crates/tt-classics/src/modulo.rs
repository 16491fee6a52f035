//! The remainder as the bucket.

use tt_core::Index;

/// The remainder of the key by the number of buckets. The rest is the key's high half.
#[derive(Clone, Copy, Debug)]
pub struct Modulo {
    buckets: u64,
}

impl Index for Modulo {
    const NAME: &'static str = "modulo";

    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64 }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        (key % self.buckets) as usize
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        key >> 32
    }
}
