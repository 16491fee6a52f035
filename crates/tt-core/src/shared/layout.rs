//! The layouts that shared memory can hold.

use crate::bucket::{AllWords, Bucket};
use crate::{Index, Layout, fingerprint};

/// A layout of which several processes may share a table, with any index: [`Wide`](crate::Wide),
/// [`Dense`](crate::Dense), and any whose bucket is [`AllWords`].
///
/// ```
/// use tt_core::{Dense, Entry, Mask, Shareable, SharedTable, Wide};
///
/// /// Returns the bytes of a file of `records` records, without its header.
/// fn bytes_of<L: Shareable>(records: usize) -> usize {
///     records.div_ceil(<L::Bucket as tt_core::Bucket>::WAYS) * size_of::<L::Bucket>()
/// }
///
/// assert_eq!(bytes_of::<Wide<4, Mask>>(1_200), 19_200);
/// assert_eq!(bytes_of::<Dense>(1_200), 12_800);
/// ```
pub trait Shareable: Layout<Bucket: AllWords> {}

impl<L: Layout<Bucket: AllWords>> Shareable for L {}

pub(super) fn fingerprint<L: Shareable>() -> u64 {
    let bucket = fingerprint::of_text(L::Bucket::NAME);
    [L::Bucket::WAYS as u64, size_of::<L::Bucket>() as u64, fingerprint::of_text(L::Index::NAME)]
        .into_iter()
        .fold(bucket, fingerprint::with)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use crate::{Dense, Mask, Wide};

    const PINNED: [u64; 7] = [
        0xd057_2001_7443_452e,
        0xe512_ac6d_c21f_dbab,
        0xb7f2_6aa8_24de_fdbc,
        0xa2d0_2770_6396_f582,
        0x2a81_b1a8_1c37_3347,
        0x5bd9_c89b_e78d_b906,
        0x7dd4_363f_ab73_4e0f,
    ];

    /// A shared table is refused by a build whose numbers are others, so these do not change.
    #[test]
    fn every_layout_has_its_own_fingerprint() {
        let prints = [
            fingerprint::<Wide>(),
            fingerprint::<Wide<1>>(),
            fingerprint::<Wide<2>>(),
            fingerprint::<Wide<8>>(),
            fingerprint::<Wide<4, Mask>>(),
            fingerprint::<Dense>(),
            fingerprint::<Dense<Mask>>(),
        ];
        assert_eq!(prints, PINNED);
    }
}
