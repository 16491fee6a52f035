//! The only atomics of the crate: real ones, or those of the model checker loom.

#[cfg(all(not(loom), target_has_atomic = "64"))]
use core::sync::atomic::AtomicU64;
#[cfg(not(loom))]
use core::sync::atomic::Ordering;
#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(all(not(loom), not(target_has_atomic = "64"), feature = "portable-atomic"))]
use portable_atomic::AtomicU64;

#[cfg(all(not(loom), not(target_has_atomic = "64"), not(feature = "portable-atomic")))]
use self::absent::AtomicU64;

/// Reports what is missing, once: the type below replaces the atomic one for the rest of the crate.
#[cfg(all(not(loom), not(target_has_atomic = "64"), not(feature = "portable-atomic")))]
mod absent {
    use super::Ordering;

    compile_error!(
        "tt-core's tables are made of 64-bit atomic words, which this target does not have. Turn \
         on the feature `portable-atomic` of palimpsest-tt-core: the words are then those of the \
         crate portable-atomic, by a lock. If the target has no compare-and-swap either, depend \
         on portable-atomic as well and turn on its feature `critical-section`."
    );

    #[derive(Debug, Default)]
    pub(super) struct AtomicU64(u64);

    impl AtomicU64 {
        pub(super) const fn new(value: u64) -> Self {
            Self(value)
        }

        pub(super) fn load(&self, _: Ordering) -> u64 {
            self.0
        }

        pub(super) fn store(&self, _: u64, _: Ordering) {}

        pub(super) fn fetch_add(&self, _: u64, _: Ordering) -> u64 {
            self.0
        }

        pub(super) fn compare_exchange(
            &self,
            _: u64,
            _: u64,
            _: Ordering,
            _: Ordering,
        ) -> Result<u64, u64> {
            Err(self.0)
        }
    }
}

/// A 64-bit word that threads read and write without order among different words: every access is
/// relaxed. Buckets that threads share are made of these; `Default` is 0.
///
/// ```
/// use tt_core::Word;
///
/// let nodes = Word::default();
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| (0..500).for_each(|_| _ = nodes.increment()));
///     }
/// });
/// assert_eq!(nodes.get(), 1_000, "none is lost");
/// ```
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Word(AtomicU64);

impl Word {
    /// Creates a word of that value.
    #[cfg(not(loom))]
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    /// Creates a word of that value.
    #[cfg(loom)]
    #[must_use]
    pub fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    /// Returns its value: what some thread set, whole.
    #[inline]
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets its value.
    #[inline]
    pub fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// Sets its value to `new` in a single step if it is `old`, and returns whether it was.
    #[inline]
    pub fn exchange(&self, old: u64, new: u64) -> bool {
        self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Adds one in a single step, wrapping, and returns what was there before.
    #[inline]
    pub fn increment(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}
