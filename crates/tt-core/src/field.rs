//! A field of a packed 64-bit word.

/// A run of neighbouring bits in a `u64`, named by where it starts and how wide it is.
///
/// ```
/// use tt_core::Field;
///
/// const DRAFT: Field = Field::new(48, 8);
/// let bits = DRAFT.place(7);
/// assert_eq!(bits, 7 << 48);
/// assert_eq!(DRAFT.get(bits), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    shift: u32,
    max: u64,
}

impl Field {
    /// Returns the field of `width` bits whose lowest is bit `shift`. A width of 0 is a field that
    /// is always 0.
    ///
    /// # Panics
    /// If the field does not fit in 64 bits (at compile time for a constant).
    #[must_use]
    pub const fn new(shift: u32, width: u32) -> Self {
        assert!(shift < u64::BITS && width <= u64::BITS - shift, "the field leaves the word");
        let max = if width == u64::BITS { u64::MAX } else { (1 << width) - 1 };
        Self { shift, max }
    }

    /// Returns the greatest value the field holds.
    #[must_use]
    pub const fn max(self) -> u64 {
        self.max
    }

    /// Returns the field's bits in place, all set.
    #[must_use]
    pub const fn mask(self) -> u64 {
        self.max << self.shift
    }

    /// Returns the field's value in `bits`.
    #[inline]
    #[must_use]
    pub const fn get(self, bits: u64) -> u64 {
        (bits >> self.shift) & self.max
    }

    /// Returns `value`, cut to the field's width, moved to its place; every other bit is 0.
    #[inline]
    #[must_use]
    pub const fn place(self, value: u64) -> u64 {
        (value & self.max) << self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn every_field_of_a_word_holds_its_whole_range() {
        for shift in 0..64 {
            for width in 0..=64 - shift {
                let field = Field::new(shift, width);
                assert_eq!(field.mask().count_ones(), width);
                assert_eq!(field.get(field.place(field.max())), field.max());
                assert_eq!(field.place(u64::MAX), field.mask());
                assert_eq!(field.get(!field.mask()), 0);
            }
        }
    }

    #[test]
    #[should_panic(expected = "leaves the word")]
    fn a_field_past_the_word_is_refused() {
        let _ = Field::new(60, 5);
    }
}
