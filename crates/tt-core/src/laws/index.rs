//! The laws of an index.

use crate::Index;
use crate::mix::mix;

/// Numbers of buckets: the least, odd ones, those about a power of two, and more than fit in a word
/// of 32 bits where there are words of 64.
const SIZES: [usize; 12] =
    [1, 2, 3, 4, 5, 7, 1_023, 1_024, 1_025, 630_153, u32::MAX as usize >> 4, usize::MAX >> 20];

const KEYS: u64 = 10_000;

/// Checks the laws of an index: its name is not empty; for 1 to 2^44 buckets, odd numbers among
/// them, each key's bucket is among those that it reaches, at the ends of the key range too; bucket
/// and rest depend on nothing but the key and the number of buckets.
///
/// # Panics
/// If one is broken.
pub fn check_index<I: Index>() {
    assert!(!I::NAME.is_empty(), "an index needs a name");
    for buckets in SIZES {
        let (index, again) = (I::new(buckets), I::new(buckets));
        let (size, reach) = (buckets as u64, I::reach(buckets));
        assert!(0 < reach && reach <= buckets, "{index:?} reaches {reach} of {buckets} buckets");
        let ends =
            [0, 1, size - 1, size, size + 1, size << 1, u64::MAX >> 1, u64::MAX - 1, u64::MAX];
        for key in ends.into_iter().chain((0..64).map(|bit| 1 << bit)).chain((0..KEYS).map(mix)) {
            let bucket = index.bucket(key);
            assert!(bucket < reach, "{index:?} puts {key:#x} in bucket {bucket} of {reach}");
            let (same, rest) = (again.bucket(key), index.rest(key));
            assert_eq!(bucket, same, "{index:?} puts {key:#x} in two buckets");
            assert_eq!(rest, again.rest(key), "{index:?} leaves two rests of {key:#x}");
        }
    }
}
