//! The rule by which all histories learn: a number is pulled back harder the farther it is from
//! zero.

/// Creates `N` entries of zero.
///
/// The system hands out memory that is zero already, and nothing is written to it: so a page costs
/// its time when it is first learnt something about, not when a thread begins.
pub(super) fn zeroed<const N: usize>() -> Box<[i16; N]> {
    vec![0; N].into_boxed_slice().try_into().expect("there are N")
}

/// Moves a learnt value in `-LIMIT..=LIMIT` towards `LIMIT` (or, below zero, `-LIMIT`) by up to
/// `bonus`.
///
/// An update by `b` adds `b − value · |b| / LIMIT`, so that the value never leaves its range,
/// recent updates count more than old ones, and a surprise counts more than a confirmation.
#[inline]
pub(super) fn update<const LIMIT: i32>(entry: &mut i16, bonus: i32) {
    const { assert!(0 < LIMIT && LIMIT <= i16::MAX as i32, "the limit fits in 16 bits") };
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::{update, zeroed};

    #[test]
    fn new_entries_are_zero() {
        assert_eq!(*zeroed(), [0; 777]);
    }

    #[test]
    fn a_value_stays_in_its_range_whatever_the_bonus() {
        let mut entry = 0;
        for bonus in [400, 400, 5_000, 1_000, i32::MAX, -3, -1_000, i32::MIN, 7, 999, -999] {
            update::<1_000>(&mut entry, bonus);
            assert!((-1_000..=1_000).contains(&entry), "{bonus}: {entry}");
        }
        for _ in 0..100 {
            update::<1_000>(&mut entry, 300);
        }
        assert!((990..=1_000).contains(&entry));
    }

    #[test]
    fn a_surprise_counts_more_than_a_confirmation() {
        let mut entry = 0;
        for (bonus, value) in [(500, 500), (500, 750), (-500, -125)] {
            update::<1_000>(&mut entry, bonus);
            assert_eq!(entry, value);
        }
    }
}
