//! [`Policy`]: how a table attends to the no-progress clock.

use search::ClockBuckets;

/// The attention of a table to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Not at all.
    Naive,
    /// Reads are guarded: near the limit an entry settles nothing, and a mate beyond it proves
    /// nothing.
    GuardedReads,
    /// Reads are guarded, and nothing is stored of a node whose search may have come to the limit.
    GuardedStores,
    /// Positions that differ in the clock are different.
    ClockInKey,
    /// Reads are guarded, and positions whose clocks lie in different buckets are different: the
    /// engine's, with the default buckets.
    Buckets(ClockBuckets),
}

impl Policy {
    /// The policies of the first comparison.
    pub(super) const ALL: [Self; 4] =
        [Self::Naive, Self::GuardedReads, Self::GuardedStores, Self::ClockInKey];

    pub(super) fn name(self) -> String {
        match self {
            Self::Naive => "naive".to_owned(),
            Self::GuardedReads => "reads guarded".to_owned(),
            Self::GuardedStores => "stores guarded, too".to_owned(),
            Self::ClockInKey => "clock in the key".to_owned(),
            Self::Buckets(ClockBuckets { first, step }) => {
                format!("buckets of {step} from {first}")
            }
        }
    }

    pub(super) fn buckets(self) -> ClockBuckets {
        match self {
            Self::Buckets(buckets) => buckets,
            _ => ClockBuckets::NONE,
        }
    }
}
