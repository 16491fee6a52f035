//! [`Tunables`]: a struct of tunable numbers, read and set by name.

use alloc::vec::Vec;
use core::fmt;

use crate::error::TuneError;
use crate::spsa::Spsa;
use crate::text::{Text, assignments};
use crate::tunable::Tunable;

/// A struct of tunable numbers, as [`tunables!`](crate::tunables!) declares it.
///
/// In the examples of the methods `Params` is the struct of the [crate's page](crate), with two
/// numbers: `drop_margin` (300, of 100 to 800) and `late_reduction` (2, of 0 to 4).
///
/// Code for any such struct, here the options that an engine lists for its interface:
///
/// ```
/// use tunables::Tunables;
///
/// tunables::tunables! {
///     /// How eagerly a search gives up.
///     struct Params {
///         /// Plies taken off the depth of a late move.
///         late_reduction: 2, 0..=4, step 1, "plies";
///     }
/// }
///
/// fn options<T: Tunables>() -> Vec<String> {
///     let option = |it: &tunables::Tunable| {
///         let tunables::Tunable { name, default, min, max, .. } = it;
///         format!("option name {name} type spin default {default} min {min} max {max}")
///     };
///     T::ALL.iter().map(option).collect()
/// }
///
/// assert_eq!(options::<Params>(), ["option name late_reduction type spin default 2 min 0 max 4"]);
/// ```
pub trait Tunables: Default {
    /// All numbers, in the order of their declaration.
    const ALL: &'static [Tunable];

    /// Returns the field called `name`.
    #[doc(hidden)]
    fn field(&self, name: &str) -> Option<&i32>;

    /// Returns the field called `name` for writing, without a check of its range.
    #[doc(hidden)]
    fn field_mut(&mut self, name: &str) -> Option<&mut i32>;

    /// Returns the value of the number called `name`.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// // A command line asks by name.
    /// let params = Params { drop_margin: 420, ..Params::default() };
    /// assert_eq!((params.get("drop_margin")?, params.get("late_reduction")?), (420, 2));
    /// let error = params.get("margin").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no parameter called \"margin\"");
    /// # Ok::<(), tunables::TuneError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such number.
    fn get(&self, name: &str) -> Result<i32, TuneError> {
        self.field(name).copied().ok_or_else(|| TuneError::unknown(name))
    }

    /// Gives the number called `name` a new value.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// // A match between two values: the tuning program sends each as an option.
    /// let mut params = Params::default();
    /// params.set("late_reduction", 3)?;
    /// assert_eq!(params.late_reduction, 3);
    /// assert!(params.set("late_reduction", 5).is_err());
    /// assert_eq!(params.late_reduction, 3);
    /// # Ok::<(), tunables::TuneError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such number, or the value is outside its range. Then nothing has changed.
    fn set(&mut self, name: &str, value: i32) -> Result<(), TuneError> {
        check::<Self>(name, value)?;
        if let Some(field) = self.field_mut(name) {
            *field = value;
        }
        Ok(())
    }

    /// Sets the numbers that a text names; the others keep their values. A line is `name = value`;
    /// `#` begins a comment, and blank lines count for nothing.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// let mut params = Params::default();
    /// params.read("# tuned overnight\ndrop_margin = 340  # was 300\n")?;
    /// assert_eq!((params.drop_margin, params.late_reduction), (340, 2));
    ///
    /// // A slip of the pen in the last line: no line is applied.
    /// let error = params.read("drop_margin = 360\nlate_reductoin = 3").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: there is no parameter called \"late_reductoin\"");
    /// assert_eq!(params.drop_margin, 340);
    /// # Ok::<(), tunables::TuneError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a line is none of these, a name is not declared or was set by an earlier line, or a value
    /// is no number or outside its range. The error names the line, and nothing has changed.
    fn read(&mut self, text: &str) -> Result<(), TuneError> {
        let mut read: Vec<(usize, &str, i32)> = Vec::new();
        for assignment in assignments(text) {
            let (line, name, value) = assignment?;
            check::<Self>(name, value).map_err(|error| error.on_line(line))?;
            if let Some(&(first, ..)) = read.iter().find(|(_, other, _)| *other == name) {
                return Err(TuneError::repeated(name, first).on_line(line));
            }
            read.push((line, name, value));
        }
        read.into_iter().try_for_each(|(_, name, value)| self.set(name, value))
    }

    /// Returns every number with its present value, in the order of [`ALL`](Tunables::ALL).
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// // What a log of a tuned program begins with: the numbers that are not the declared ones.
    /// let params = Params { late_reduction: 3, ..Params::default() };
    /// let moved = params.iter().filter(|(tunable, value)| *value != tunable.default);
    /// let moved: Vec<String> = moved.map(|(it, value)| format!("{} {value}", it.name)).collect();
    /// assert_eq!(moved, ["late_reduction 3"]);
    /// ```
    fn iter(&self) -> impl Iterator<Item = (&'static Tunable, i32)> + Clone {
        Self::ALL.iter().filter_map(|tunable| Some((tunable, *self.field(tunable.name)?)))
    }

    /// Displays the present values as a text that [`read`](Self::read) takes: each number's
    /// meaning, unit, range and default in comments.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// let params = Params { drop_margin: 340, ..Params::default() };
    /// let text = params.text().to_string();
    /// assert!(text.contains("drop_margin = 340  # points per ply; 100 to 800, by default 300"));
    /// // What was written can be read: a file for the next run.
    /// let mut again = Params::default();
    /// again.read(&text)?;
    /// assert_eq!(again.drop_margin, params.drop_margin);
    /// # Ok::<(), tunables::TuneError>(())
    /// ```
    fn text(&self) -> impl fmt::Display {
        Text(self.iter())
    }

    /// Displays the present values as lines `name, int, value, min, max, c_end, r_end`, ready to
    /// paste into OpenBench's form for an SPSA run (simultaneous perturbation stochastic
    /// approximation, James C. Spall, 1992). `c_end`, the size of the last perturbation, is the
    /// number's step.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// How far below the window a node may fall before it is dropped.
    /// #         drop_margin: 300, 100..=800, step 20, "points per ply";
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// let lines = Params::default().spsa().to_string();
    /// assert_eq!(lines.lines().next(), Some("drop_margin, int, 300, 100, 800, 20, 0.002"));
    /// ```
    fn spsa(&self) -> impl fmt::Display {
        Spsa(self.iter())
    }
}

/// Checks that a number is called `name` and that its range allows `value`.
fn check<T: Tunables>(name: &str, value: i32) -> Result<(), TuneError> {
    let tunable = T::ALL.iter().find(|tunable| tunable.name == name);
    let tunable = tunable.ok_or_else(|| TuneError::unknown(name))?;
    if tunable.allows(value) { Ok(()) } else { Err(TuneError::out_of_range(*tunable, value)) }
}
