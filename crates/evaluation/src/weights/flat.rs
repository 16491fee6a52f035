//! [`Flat`]: reads and writes an array of weights one by one; and the macro that declares the
//! weights.

use crate::score::{S, Score};

/// A weight, or an array (of arrays …) of weights.
pub(super) trait Flat {
    const LEN: usize;

    /// Takes the next weights.
    fn take(values: &mut dyn Iterator<Item = Score>) -> Self;

    /// Calls `visit` with the name and the place of each weight, in memory order.
    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score));
}

impl Flat for Score {
    const LEN: usize = 1;

    fn take(values: &mut dyn Iterator<Item = Score>) -> Self {
        values.next().expect("there is a value for each weight")
    }

    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score)) {
        visit(name, self);
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    const LEN: usize = N * T::LEN;

    fn take(values: &mut dyn Iterator<Item = Score>) -> Self {
        core::array::from_fn(|_| T::take(values))
    }

    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut Score)) {
        for (i, item) in self.iter_mut().enumerate() {
            item.visit(&format!("{name}[{i}]"), visit);
        }
    }
}

/// Returns the `N` values of a text in the form of [`text`](super::Weights::text), in its order.
pub(super) const fn values<const N: usize>(text: &str) -> [Score; N] {
    let text = text.as_bytes();
    let mut values = [Score::ZERO; N];
    let mut count = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'#' && text[at] != b'\n' {
            while text[at] != b'=' {
                at += 1;
            }
            let (middle_game, end_of_first) = number(text, at + 2);
            let (end_game, end_of_line) = number(text, end_of_first + 1);
            values[count] = S(middle_game, end_game);
            (count, at) = (count + 1, end_of_line);
        }
        while text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    assert!(count == N, "the text has another number of weights");
    values
}

/// Returns the number that begins at a place, and the place where it ends.
const fn number(text: &[u8], mut at: usize) -> (i16, usize) {
    let is_negative = text[at] == b'-';
    if is_negative {
        at += 1;
    }
    assert!(text[at].is_ascii_digit(), "a weight is no number");
    let mut value = 0;
    while text[at].is_ascii_digit() {
        value = 10 * value + (text[at] - b'0') as i16;
        at += 1;
    }
    (if is_negative { -value } else { value }, at)
}

/// Declares `Weights` from each weight's meaning and shape, written once, and the text with the
/// values.
macro_rules! weights {
    ($text:expr; $($(#[doc = $doc:literal])+ $name:ident: $shape:ty;)+) => {
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
                const VALUES: [Score; Weights::COUNT] = $crate::weights::flat::values($text);
                Weights::take(&mut VALUES.into_iter())
            }
        }

        impl Weights {
            /// The number of weights.
            pub const COUNT: usize = 0 $(+ <$shape as $crate::weights::flat::Flat>::LEN)+;

            /// The name of each weight or array of weights, and what it is for.
            pub(super) const MEANINGS: &[(&str, &str)] =
                &[$((stringify!($name), concat!($($doc),+)),)+];

            /// Takes the values in the order of the indices.
            pub(super) fn take(values: &mut dyn Iterator<Item = Score>) -> Weights {
                Weights { $($name: $crate::weights::flat::Flat::take(values),)+ }
            }

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
