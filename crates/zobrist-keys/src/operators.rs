//! The operators of the groups: `^` where the operation is XOR, `+` and `-` where it is addition,
//! and the sum of an iterator for each.

use core::iter::Sum;
use core::ops::{Add, AddAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::{Additive64, Key, NoKey, Xor64, Xor128};

/// An operator with its assigning form, as one method of the key.
macro_rules! operator {
    ($key:ty: $operator:ident $function:ident, $assign:ident $assigns:ident, $method:ident) => {
        impl $operator for $key {
            type Output = Self;

            #[inline]
            fn $function(self, feature: Self) -> Self {
                self.$method(feature)
            }
        }

        impl $assign for $key {
            #[inline]
            fn $assigns(&mut self, feature: Self) {
                *self = self.$method(feature);
            }
        }
    };
}

operator!(Xor64: BitXor bitxor, BitXorAssign bitxor_assign, toggle);
operator!(Xor128: BitXor bitxor, BitXorAssign bitxor_assign, toggle);
operator!(Additive64: Add add, AddAssign add_assign, plus);
operator!(Additive64: Sub sub, SubAssign sub_assign, minus);

/// The sum of an iterator is that of the group: XOR where the operation is XOR.
macro_rules! sum {
    ($($key:ty)+) => {$(
        impl Sum for $key {
            fn sum<I: Iterator<Item = Self>>(features: I) -> Self {
                features.fold(Self::ZERO, Self::insert)
            }
        }

        impl<'a> Sum<&'a Self> for $key {
            fn sum<I: Iterator<Item = &'a Self>>(features: I) -> Self {
                features.copied().sum()
            }
        }
    )+};
}

sum!(Xor64 Xor128 Additive64 NoKey);
