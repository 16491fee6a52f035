//! Tables of two levels (Thompson and Condon, "Belle chess hardware", 1982).

use core::marker::PhantomData;

use tt_core::{Replace, Resident};

/// Two levels in a bucket: the first slot belongs to whom the policy `R` lets in there, and whom it
/// displaces moves to the others; so does a newcomer that it refuses. Nothing is dropped at once.
/// (Thompson and Condon, "Belle chess hardware", 1982; "TwoDeep" and "TwoBig" of Breuker, Uiterwijk and
/// van den Herik, 1994, with `DepthPreferred` and `ByEffort` in buckets of two.)
#[derive(Clone, Copy, Debug)]
pub struct TwoLevel<R>(PhantomData<R>);

impl<R: Replace> Replace for TwoLevel<R> {
    const REFRESH: bool = R::REFRESH;
    const TWO_LEVEL: bool = true;

    #[inline]
    fn worth(resident: Resident) -> i64 {
        R::worth(resident)
    }

    #[inline]
    fn strength(newcomer: Resident) -> u64 {
        R::strength(newcomer)
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        R::eviction_bar(resident)
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        R::renewal_bar(resident)
    }
}
