//! A struct of tunable numbers: its values by name.

use alloc::vec::Vec;
use core::fmt;

use crate::error::TuneError;
use crate::spsa::Spsa;
use crate::text::{Text, assignments};
use crate::tunable::Tunable;

/// A struct of tunable numbers, as [`tunables!`](crate::tunables!) declares it.
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
        check::<Self>(name, value)?;
        if let Some(field) = self.field_mut(name) {
            *field = value;
        }
        Ok(())
    }

    /// Sets numbers from a text, those that it does not name stay. A line is `name = value`; `#`
    /// begins a comment, blank lines are passed over.
    ///
    /// # Errors
    ///
    /// A line that is none of these, a name that is not declared or was set by an earlier line, a
    /// value that is no number or outside its range. The error names the line, and nothing has
    /// changed.
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

    /// Every number with its present value, in the order of [`ALL`](Tunables::ALL).
    fn iter(&self) -> impl Iterator<Item = (&'static Tunable, i32)> + Clone {
        Self::ALL.iter().filter_map(|tunable| Some((tunable, *self.field(tunable.name)?)))
    }

    /// Displays the present values as a text that [`read`](Self::read) takes: each number's
    /// meaning, unit, range and default in comments.
    fn text(&self) -> impl fmt::Display {
        Text(self.iter())
    }

    /// Displays the present values as lines `name, int, value, min, max, c_end, r_end`, ready to
    /// paste into OpenBench's form for an SPSA run (simultaneous perturbation stochastic
    /// approximation, James C. Spall, 1992). `c_end`, the size of the last perturbation, is the
    /// number's step.
    fn spsa(&self) -> impl fmt::Display {
        Spsa(self.iter())
    }
}

/// Whether a number of that name may have that value.
fn check<T: Tunables>(name: &str, value: i32) -> Result<(), TuneError> {
    let tunable = T::ALL.iter().find(|tunable| tunable.name == name);
    let tunable = tunable.ok_or_else(|| TuneError::unknown(name))?;
    if tunable.allows(value) { Ok(()) } else { Err(TuneError::out_of_range(*tunable, value)) }
}
