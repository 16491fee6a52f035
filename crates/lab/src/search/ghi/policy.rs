//! [`Policy`]: how a table attends to the no-progress clock.

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
}

impl Policy {
    pub(super) const ALL: [Self; 4] =
        [Self::Naive, Self::Engine, Self::GuardedStores, Self::ClockInKey];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Engine => "the engine's",
            Self::GuardedStores => "stores guarded, too",
            Self::ClockInKey => "clock in the key",
        }
    }
}
