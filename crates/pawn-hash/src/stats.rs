//! What a table counts: nothing, or probes and what became of them.

/// An observer of a table's probes.
///
/// A table calls it on every probe. [`NoStats`] has empty methods and no size, so a table that
/// counts nothing spends no instruction on it.
pub trait Statistics: Default {
    /// A probe found its structure.
    fn hit(&mut self);
    /// A probe did not find its structure; `evicted` says whether storing it displaced another.
    fn miss(&mut self, evicted: bool);
}

/// Counts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoStats;

impl Statistics for NoStats {
    #[inline]
    fn hit(&mut self) {}
    #[inline]
    fn miss(&mut self, _evicted: bool) {}
}

/// Counts probes, hits and evictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lookups, found or not.
    pub probes: u64,
    /// Lookups that found their structure.
    pub hits: u64,
    /// Structures displaced by another one.
    pub evictions: u64,
}

impl core::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.evictions += other.evictions;
    }
}

impl Statistics for Counters {
    #[inline]
    fn hit(&mut self) {
        self.probes += 1;
        self.hits += 1;
    }

    #[inline]
    fn miss(&mut self, evicted: bool) {
        self.probes += 1;
        self.evictions += u64::from(evicted);
    }
}
