//! [`Policy`]: how a table attends to the no-progress clock.

use search::ClockBuckets;

/// The attention of a table to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Not at all.
    Naive,
    /// As the engine does: near the limit it settles nothing, and a mate beyond it proves nothing.
    Engine,
    /// As the engine does, and nothing is stored of a node whose search may have come to the limit.
    GuardedStores,
    /// Positions that differ in the clock are different.
    ClockInKey,
    /// As the engine does, and positions whose clocks lie in different buckets are different.
    Buckets(ClockBuckets),
}

impl Policy {
    /// The policies of the first comparison.
    pub(super) const ALL: [Self; 4] =
        [Self::Naive, Self::Engine, Self::GuardedStores, Self::ClockInKey];

    pub(super) fn name(self) -> String {
        match self {
            Self::Naive => "naive".to_owned(),
            Self::Engine => "the engine's".to_owned(),
            Self::GuardedStores => "stores guarded, too".to_owned(),
            Self::ClockInKey => "clock in the key".to_owned(),
            Self::Buckets(ClockBuckets { first, step }) => {
                format!("buckets of {step} from {first}")
            }
        }
    }

    /// Returns the buckets of the clock in the search's own key.
    pub(super) fn buckets(self) -> Option<ClockBuckets> {
        match self {
            Self::Buckets(buckets) => Some(buckets),
            _ => None,
        }
    }
}
