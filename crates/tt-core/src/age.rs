//! Generations: which search wrote a record, and how long ago that was.
//!
//! A table counts searches. A record carries the low bits of that count in its payload's generation
//! field; its age is the difference modulo the field's range, so the count may wrap around for
//! ever.

use crate::Payload;
use crate::sync::Word;

#[derive(Debug, Default)]
#[repr(transparent)]
pub(crate) struct Generation(Word);

impl Generation {
    #[inline]
    pub(crate) fn now(&self) -> u64 {
        self.0.get()
    }

    pub(crate) const fn word(&self) -> &Word {
        &self.0
    }

    pub(crate) fn advance(&self) {
        self.0.increment();
    }

    #[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
    pub(crate) fn set(&self, count: u64) {
        self.0.set(count);
    }
}

/// `bits` as a record of the generation `now`.
#[inline]
pub(crate) fn stamp<P: Payload>(bits: u64, now: u64) -> u64 {
    (bits & !P::GENERATION.mask()) | P::GENERATION.place(now)
}

/// Returns the generations from the store or last refresh of the record `bits` to `now`, modulo the
/// field's range.
#[inline]
pub(crate) fn age<P: Payload>(bits: u64, now: u64) -> u32 {
    (now.wrapping_sub(P::GENERATION.get(bits)) & P::GENERATION.max()) as u32
}

#[cfg(test)]
mod tests {
    use super::{age, stamp};
    use crate::{Entry, Payload};

    #[test]
    fn age_counts_generations_across_the_wrap() {
        let bits = Entry { draft: 5, ..Entry::default() }.to_bits();
        for birth in [0, 1, 30, 31, 32, 1_000, u64::MAX - 7, u64::MAX] {
            let record = stamp::<Entry>(bits, birth);
            assert_eq!(record & !Entry::GENERATION.mask(), bits);
            for passed in 0..32 {
                assert_eq!(age::<Entry>(record, birth.wrapping_add(passed)), passed as u32);
            }
            assert_eq!(age::<Entry>(record, birth.wrapping_add(32)), 0, "five bits wrap");
        }
    }
}
