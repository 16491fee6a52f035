//! The declaring macro. It only spells out fields; the trait holds everything else.

/// Declares a struct of tunable numbers; see the [crate's page](crate) for an example.
///
/// Each field reads `name: default, min..=max, step s, "unit";` after its doc comment, which is
/// mandatory and becomes the number's meaning. The struct is `Clone`, `Debug`, `PartialEq`, `Eq`
/// and `Default`, its fields are public `i32`s, and it implements [`Tunables`](crate::Tunables).
///
/// ```
/// tunables::tunables! {
///     /// Attributes of the struct's own are kept.
///     #[derive(Copy, Hash)]
///     pub(crate) struct Params {
///         /// Added to the score of the side to move;
///         /// a line of comment may go on.
///         tempo: -5, -10..=20, step 1, "points";
///     }
/// }
///
/// let params = Params::default();
/// let copy = params;
/// assert_eq!((params.tempo, copy.tempo), (-5, -5));
/// ```
///
/// The defaults may stand in a file that a tuner writes, with a line `name = value` for each, as in
/// `pub struct Params = "params.txt" {`. Then a field reads `name: min..=max, step s, "unit";`. The
/// path is relative to the source file. A number that has no line does not compile.
#[macro_export]
macro_rules! tunables {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $struct:ident = $file:literal {
            $(
                $(#[doc = $meaning:literal])+
                $name:ident: $min:literal..=$max:literal, step $step:literal, $unit:literal;
            )+
        }
    ) => {
        $crate::tunables! {
            $(#[$attribute])*
            $visibility struct $struct {
                $(
                    $(#[doc = $meaning])+
                    $name: const {
                        $crate::value_in(::core::include_str!($file), ::core::stringify!($name))
                    },
                    $min..=$max, step $step, $unit;
                )+
            }
        }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $struct:ident {
            $(
                $(#[doc = $meaning:literal])+
                $name:ident: $default:expr, $min:literal..=$max:literal, step $step:literal,
                    $unit:literal;
            )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility struct $struct {
            $($(#[doc = $meaning])+ pub $name: i32,)+
        }

        impl ::core::default::Default for $struct {
            fn default() -> Self {
                Self { $($name: $default),+ }
            }
        }

        impl $crate::Tunables for $struct {
            const ALL: &'static [$crate::Tunable] = &[$(
                $crate::Tunable::new(
                    ::core::stringify!($name),
                    $default,
                    [$min, $max],
                    $step,
                    $unit,
                    ::core::concat!($($meaning),+),
                )
            ),+];

            fn field(&self, name: &str) -> ::core::option::Option<&i32> {
                match name {
                    $(::core::stringify!($name) => ::core::option::Option::Some(&self.$name),)+
                    _ => ::core::option::Option::None,
                }
            }

            fn field_mut(&mut self, name: &str) -> ::core::option::Option<&mut i32> {
                match name {
                    $(::core::stringify!($name) => ::core::option::Option::Some(&mut self.$name),)+
                    _ => ::core::option::Option::None,
                }
            }
        }

        // This checks the descriptions even where nobody reads them.
        const _: &[$crate::Tunable] = <$struct as $crate::Tunables>::ALL;
    };
}
