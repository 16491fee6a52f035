//! [`Words`]: payloads of the shared table.

/// A payload that can be taken apart into 64-bit words and put together again, as
/// [`SharedPawnTable`](crate::SharedPawnTable) keeps it.
///
/// It is implemented for the integers and for arrays of words. A payload of an engine:
///
/// ```
/// use pawn_hash::{SharedPawnTable, Words};
///
/// #[derive(Debug, PartialEq)]
/// struct Pawns {
///     passed: u64,
///     middle_game: i32,
///     end_game: i32,
/// }
///
/// impl Words for Pawns {
///     type Array = [u64; 2];
///     const ZERO: [u64; 2] = [0; 2];
///
///     fn to_words(&self) -> [u64; 2] {
///         let high = u64::from(self.middle_game as u32) << 32;
///         [self.passed, high | u64::from(self.end_game as u32)]
///     }
///
///     fn from_words([passed, values]: [u64; 2]) -> Self {
///         Self { passed, middle_game: (values >> 32) as i32, end_game: values as i32 }
///     }
/// }
///
/// let table: SharedPawnTable<Pawns> = SharedPawnTable::new(1 << 10);
/// let pawns = Pawns { passed: 1 << 28, middle_game: -7, end_game: 31 };
/// table.store([1 << 28, 1 << 48], 5, &pawns);
/// assert_eq!(table.probe([1 << 28, 1 << 48], 5), Some(pawns));
/// ```
pub trait Words {
    /// The words, an array.
    type Array: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// Words to be filled.
    const ZERO: Self::Array;

    /// The payload as words.
    fn to_words(&self) -> Self::Array;

    /// The payload of words that [`to_words`](Self::to_words) made.
    fn from_words(words: Self::Array) -> Self;
}

impl<const N: usize> Words for [u64; N] {
    type Array = [u64; N];
    const ZERO: [u64; N] = [0; N];

    #[inline]
    fn to_words(&self) -> [u64; N] {
        *self
    }

    #[inline]
    fn from_words(words: [u64; N]) -> [u64; N] {
        words
    }
}

macro_rules! one_word {
    ($($integer:ty)+) => {$(
        impl Words for $integer {
            type Array = [u64; 1];
            const ZERO: [u64; 1] = [0];

            #[inline]
            fn to_words(&self) -> [u64; 1] {
                [*self as u64]
            }

            #[inline]
            fn from_words([word]: [u64; 1]) -> $integer {
                word as $integer
            }
        }
    )+};
}

one_word!(u8 u16 u32 u64 i8 i16 i32 i64);

#[cfg(test)]
mod tests {
    use core::fmt::Debug;

    use super::Words;

    fn comes_back<T: Words + PartialEq + Debug + Copy>(payloads: &[T]) {
        for payload in payloads {
            assert_eq!(T::from_words(payload.to_words()), *payload);
        }
    }

    #[test]
    fn integers_and_arrays_come_back() {
        comes_back(&[0, 1, u8::MAX]);
        comes_back(&[0, 1, u16::MAX]);
        comes_back(&[0, 1, u32::MAX]);
        comes_back(&[0, 1, u64::MAX]);
        comes_back(&[i8::MIN, -1, 0, i8::MAX]);
        comes_back(&[i16::MIN, -1, 0, i16::MAX]);
        comes_back(&[i32::MIN, -1, 0, i32::MAX]);
        comes_back(&[i64::MIN, -1, 0, i64::MAX]);
        comes_back(&[[1, u64::MAX, 0]]);
    }
}
