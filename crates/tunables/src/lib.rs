//! Numbers that a tuner may move, each written once.
//!
//! [`tunables!`] declares a struct of `i32` fields. Each field states its meaning, default, range,
//! step and unit in one place; from there come the defaults, setting by name, the list that a
//! program shows its user, and the lines that a tuning service reads. Reading a parameter is a
//! plain field access.
//!
//! ```
//! use tunables::Tunables;
//!
//! tunables::tunables! {
//!     /// How eagerly a search gives up.
//!     pub struct Params {
//!         /// How far below the window a node may fall before it is dropped.
//!         drop_margin: 300, 100..=800, step 20, "points per ply";
//!         /// Plies taken off the depth of a late move.
//!         late_reduction: 2, 0..=4, step 1, "plies";
//!     }
//! }
//!
//! let mut params = Params::default();
//! assert_eq!(params.drop_margin, 300);
//! params.set("drop_margin", 420)?;
//! assert_eq!(params.drop_margin, 420);
//!
//! let error = params.set("drop_margin", 99).unwrap_err();
//! assert_eq!(error.to_string(), "drop_margin = 99 is outside 100..=800 points per ply");
//! assert_eq!(params.drop_margin, 420);
//!
//! assert_eq!(Params::ALL[1].meaning, "Plies taken off the depth of a late move.");
//! assert_eq!(params.spsa().to_string(), "\
//! drop_margin, int, 420, 100, 800, 20, 0.002
//! late_reduction, int, 2, 0, 4, 1, 0.002
//! ");
//! # Ok::<(), tunables::TuneError>(())
//! ```
//!
//! A default outside its range, an empty range or a step that is not positive does not compile:
//!
//! ```compile_fail,E0080
//! tunables::tunables! {
//!     /// A default beyond the range.
//!     pub struct Params {
//!         /// Too large.
//!         margin: 900, 100..=800, step 20, "points";
//!     }
//! }
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod declare;
mod error;
mod spsa;

pub use error::TuneError;
pub use spsa::Spsa;

/// What is known of one tunable number. Written by [`tunables!`], read by whoever shows or tunes
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tunable {
    /// The field's name, which is also the name a user sets it by.
    pub name: &'static str,
    /// The value without tuning; in `min..=max`.
    pub default: i32,
    /// The smallest value allowed.
    pub min: i32,
    /// The largest value allowed.
    pub max: i32,
    /// The smallest change worth trying, in the number's own unit; positive. A tuner's last step.
    pub step: i32,
    /// What the number counts, such as "plies".
    pub unit: &'static str,
    /// What the number does, from its doc comment.
    pub meaning: &'static str,
}

impl Tunable {
    /// Describes a number; for [`tunables!`].
    ///
    /// # Panics
    ///
    /// If the default is not in the range, or the step is not positive: in a constant, so it does
    /// not compile.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        default: i32,
        [min, max]: [i32; 2],
        step: i32,
        unit: &'static str,
        meaning: &'static str,
    ) -> Self {
        assert!(min <= default && default <= max, "the default is not in the range");
        assert!(step > 0, "the step is not positive");
        Self { name, default, min, max, step, unit, meaning: meaning.trim_ascii() }
    }

    /// Whether `value` is in `min..=max`.
    #[must_use]
    pub const fn allows(&self, value: i32) -> bool {
        self.min <= value && value <= self.max
    }
}

/// A struct of tunable numbers, as [`tunables!`] declares it.
pub trait Tunables: Default {
    /// All numbers, in the order of their declaration.
    const ALL: &'static [Tunable];

    /// The field called `name`.
    #[doc(hidden)]
    fn field(&self, name: &str) -> Option<&i32>;

    /// The field called `name`, to write to without a look at its range.
    #[doc(hidden)]
    fn field_mut(&mut self, name: &str) -> Option<&mut i32>;

    /// The value of the number called `name`.
    ///
    /// # Errors
    ///
    /// If there is no such number.
    fn get(&self, name: &str) -> Result<i32, TuneError> {
        self.field(name).copied().ok_or_else(|| TuneError::unknown(name))
    }

    /// Gives the number called `name` a new value.
    ///
    /// # Errors
    ///
    /// If there is no such number, or the value is outside its range. Then nothing has changed.
    fn set(&mut self, name: &str, value: i32) -> Result<(), TuneError> {
        let tunable = Self::ALL.iter().find(|tunable| tunable.name == name);
        let (Some(tunable), Some(field)) = (tunable, self.field_mut(name)) else {
            return Err(TuneError::unknown(name));
        };
        if !tunable.allows(value) {
            return Err(TuneError::out_of_range(*tunable, value));
        }
        *field = value;
        Ok(())
    }

    /// Every number with its present value, in the order of [`ALL`](Tunables::ALL).
    fn iter(&self) -> impl Iterator<Item = (&'static Tunable, i32)> {
        Self::ALL.iter().filter_map(|tunable| Some((tunable, *self.field(tunable.name)?)))
    }

    /// The present values as lines for OpenBench's SPSA tuner.
    fn spsa(&self) -> Spsa<'_, Self> {
        Spsa::new(self)
    }
}

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
