//! The one entry of all histories: a number that is pulled back harder the farther it is from zero.

/// A learnt value in `-LIMIT..=LIMIT`.
///
/// An update by `b` adds `b − value · |b| / LIMIT`, so that the value never leaves its range,
/// recent updates count more than old ones, and a surprise counts more than a confirmation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Gravity<const LIMIT: i32>(i16);

/// Creates `N` entries of zero.
///
/// The system hands out memory that is zero already, and nothing is written to it: so a page costs
/// its time when it is first learnt something about, not when a thread begins. (The entries are
/// made of the numbers in their place. Rust's tests of generated code hold the standard library to
/// that, and to leaving out the loop.)
pub(super) fn zeroed<const LIMIT: i32, const N: usize>() -> Box<[Gravity<LIMIT>; N]> {
    let entries: Vec<Gravity<LIMIT>> = vec![0_i16; N].into_iter().map(Gravity).collect();
    entries.into_boxed_slice().try_into().expect("there are N")
}

impl<const LIMIT: i32> Gravity<LIMIT> {
    const FITS: () = assert!(0 < LIMIT && LIMIT <= i16::MAX as i32, "the limit fits in 16 bits");

    /// Returns the value.
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
    use super::{Gravity, zeroed};

    #[test]
    fn new_entries_are_zero() {
        assert!(zeroed::<1_000, 777>().iter().all(|entry| *entry == Gravity::default()));
    }

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
