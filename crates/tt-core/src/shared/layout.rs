//! Which layouts can stand in shared memory.

use crate::bucket::{Bucket, DenseBucket, WideBucket};
use crate::{Index, Layout, fingerprint};

/// A layout of which several processes may share a table: [`Wide`](crate::Wide) and [`Dense`](crate::Dense), with any index. (A
/// [`Packed`](crate::Packed) table belongs to one thread.)
pub trait Shareable: Layout<Bucket: AllWords> {}

impl<L: Layout<Bucket: AllWords>> Shareable for L {}

/// A bucket that is nothing but atomic words.
///
/// # Safety
/// The type consists of [`Word`](crate::sync::Word)s alone, without padding, and is aligned to 64 bytes
/// at most. So every content of its memory is a value of it, and other processes may change it at any time.
pub unsafe trait AllWords: Bucket + Sync {
    /// The layout's name, which the header tells apart.
    const NAME: &'static str;
}

// SAFETY: an array of slots of two words each.
unsafe impl<const N: usize> AllWords for WideBucket<N> {
    const NAME: &'static str = "wide";
}

// SAFETY: two arrays of words, and the assertion in its module says that they fill its 64 bytes.
unsafe impl AllWords for DenseBucket {
    const NAME: &'static str = "dense";
}

/// The fingerprint of a layout: its bucket and its index.
pub(super) fn fingerprint<L: Shareable>() -> u64 {
    let bucket = fingerprint::of_text(L::Bucket::NAME);
    [L::Bucket::WAYS as u64, size_of::<L::Bucket>() as u64, fingerprint::of_text(L::Index::NAME)]
        .into_iter()
        .fold(bucket, fingerprint::with)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use crate::{Dense, Divide, Mask, Modulo, MultiplyHigh, RivalDrawn, RivalFold, Wide};

    #[test]
    fn every_layout_has_its_own_fingerprint() {
        let prints = [
            fingerprint::<Wide>(),
            fingerprint::<Wide<1>>(),
            fingerprint::<Wide<2>>(),
            fingerprint::<Wide<8>>(),
            fingerprint::<Wide<4, Mask>>(),
            fingerprint::<Wide<4, Modulo>>(),
            fingerprint::<Wide<4, Divide>>(),
            fingerprint::<Wide<4, RivalFold>>(),
            fingerprint::<Wide<4, RivalDrawn>>(),
            fingerprint::<Dense>(),
            fingerprint::<Dense<Mask>>(),
        ];
        for (i, print) in prints.iter().enumerate() {
            assert!(!prints[..i].contains(print), "{i}");
        }
        assert_eq!(fingerprint::<Wide<4, MultiplyHigh>>(), prints[0]);
    }
}
