//! The one entry of all histories: a number that is pulled back harder the farther it is from zero.

/// A learnt value in `-LIMIT..=LIMIT`.
///
/// An update by `b` adds `b − value · |b| / LIMIT`, so that the value never leaves its range,
/// recent updates count more than old ones, and a surprise counts more than a confirmation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Gravity<const LIMIT: i32>(i16);

impl<const LIMIT: i32> Gravity<LIMIT> {
    const FITS: () = assert!(0 < LIMIT && LIMIT <= i16::MAX as i32, "the limit fits in 16 bits");

    /// The value.
    #[inline]
    pub(super) fn get(self) -> i32 {
        self.0.into()
    }

    /// Moves the value towards `LIMIT` (or, below zero, `-LIMIT`) by up to `bonus`.
    #[inline]
    pub(super) fn update(&mut self, bonus: i32) {
        let () = Self::FITS;
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::Gravity;

    #[test]
    fn a_value_stays_in_its_range_whatever_the_bonus() {
        let mut entry = Gravity::<1_000>::default();
        for bonus in [400, 400, 5_000, 1_000, i32::MAX, -3, -1_000, i32::MIN, 7, 999, -999] {
            entry.update(bonus);
            assert!((-1_000..=1_000).contains(&entry.get()), "{bonus}: {}", entry.get());
        }
        for _ in 0..100 {
            entry.update(300);
        }
        assert!((990..=1_000).contains(&entry.get()));
    }

    #[test]
    fn a_surprise_counts_more_than_a_confirmation() {
        let mut entry = Gravity::<1_000>::default();
        entry.update(500);
        assert_eq!(entry.get(), 500);
        entry.update(500);
        assert_eq!(entry.get(), 750);
        entry.update(-500);
        assert_eq!(entry.get(), -125);
    }
}
