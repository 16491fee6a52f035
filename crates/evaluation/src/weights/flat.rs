//! [`Flat`]: reads and writes an array of weights one by one; and the macro that declares the
//! weights.

use crate::score::Score;

/// A weight, or an array (of arrays …) of weights.
pub(super) trait Flat {
    const LEN: usize;

    /// Calls `visit` with the name and the place of each weight, in memory order.
    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score));
}

impl Flat for Score {
    const LEN: usize = 1;

    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score)) {
        visit(name, self);
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    const LEN: usize = N * T::LEN;

    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score)) {
        for (i, item) in self.iter_mut().enumerate() {
            item.visit(&format!("{name}[{i}]"), visit);
        }
    }
}

/// Declares `Weights` from each weight's meaning, shape and value, written once.
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident: $shape:ty = $value:expr;)+) => {
        /// Every weight of the evaluation, in centipawns as (middle game, end game).
        ///
        /// The fields are scores and arrays of scores without gaps, so a weight has an index: its
        /// place in memory, counted in scores. [`Weights::as_flat`] lists them in that order;
        /// [`Weights::read`] and [`Weights::text`] are their form in a file.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[repr(C)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: $shape,)+
        }

        impl Default for Weights {
            /// The weights that the engine plays with.
            fn default() -> Weights {
                Weights { $($name: $value,)+ }
            }
        }

        impl Weights {
            /// The number of weights.
            pub const COUNT: usize = 0 $(+ <$shape as $crate::weights::flat::Flat>::LEN)+;

            /// The name of each weight or array of weights, and what it is for.
            pub(super) const MEANINGS: &[(&str, &str)] =
                &[$((stringify!($name), concat!($($doc),+)),)+];

            /// Calls `each` with the name and the place of every weight, in the order of the
            /// indices.
            fn visit(&mut self, each: &mut dyn FnMut(&str, &mut Score)) {
                $($crate::weights::flat::Flat::visit(&mut self.$name, stringify!($name), each);)+
            }
        }

        const _: () = assert!(size_of::<Weights>() == Weights::COUNT * size_of::<Score>());
    };
}

pub(super) use weights;
