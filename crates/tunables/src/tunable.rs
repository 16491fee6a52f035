//! [`Tunable`]: the description of one tunable number.

/// The description of one tunable number: its name, default, range, step, unit and meaning.
/// [`tunables!`](crate::tunables!) writes it; programs that show or tune the number read it.
///
/// ```
/// use tunables::{Tunable, Tunables};
///
/// tunables::tunables! {
///     /// How eagerly a search gives up.
///     struct Params {
///         /// Plies taken off the depth of a late move.
///         late_reduction: 2, 0..=4, step 1, "plies";
///     }
/// }
///
/// // A line of help for a user.
/// let Tunable { name, default, unit, meaning, .. } = Params::ALL[0];
/// let help = format!("{name} ({default} {unit}): {meaning}");
/// assert_eq!(help, "late_reduction (2 plies): Plies taken off the depth of a late move.");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tunable {
    /// The field's name, by which a user sets the number.
    pub name: &'static str,
    /// The value without tuning, in `min..=max`.
    pub default: i32,
    /// The smallest value allowed.
    pub min: i32,
    /// The largest value allowed.
    pub max: i32,
    /// The smallest change worth trying, in the number's own unit; positive. A tuner ends with it.
    pub step: i32,
    /// The unit in which the number counts, such as "plies".
    pub unit: &'static str,
    /// The effect of the number, from the field's doc comment.
    pub meaning: &'static str,
}

impl Tunable {
    /// Describes a number; for [`tunables!`](crate::tunables!).
    ///
    /// # Panics
    ///
    /// If the default is not in the range, or the step is not positive. Both happen in a constant,
    /// so such a number does not compile.
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

    /// Returns whether `value` is in `min..=max`.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// // A hill climber tries a step up and a step down, as far as the range goes.
    /// let (tunable, value) = (Params::ALL[0], 4);
    /// let steps = [value - tunable.step, value + tunable.step];
    /// let tried: Vec<i32> = steps.into_iter().filter(|&value| tunable.allows(value)).collect();
    /// assert_eq!(tried, [3]);
    /// ```
    #[must_use]
    pub const fn allows(&self, value: i32) -> bool {
        self.min <= value && value <= self.max
    }
}
