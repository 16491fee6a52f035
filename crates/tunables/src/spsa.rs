//! The text that a tuning service takes.

use core::fmt;

use crate::Tunables;

/// The learning rate at the end of a tuning run that OpenBench's pages recommend.
const R_END: &str = "0.002";

/// Displays one line `name, int, value, min, max, c_end, r_end` for each number, ready to paste
/// into OpenBench's form for an SPSA run (simultaneous perturbation stochastic approximation, James
/// C. Spall, 1992). `c_end`, the size of the last perturbation, is the number's step.
#[derive(Clone, Copy, Debug)]
pub struct Spsa<'a, T>(&'a T);

impl<'a, T: Tunables> Spsa<'a, T> {
    pub(crate) fn new(tunables: &'a T) -> Self {
        Self(tunables)
    }
}

impl<T: Tunables> fmt::Display for Spsa<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tunable, value) in self.0.iter() {
            let (name, min, max, step) = (tunable.name, tunable.min, tunable.max, tunable.step);
            writeln!(f, "{name}, int, {value}, {min}, {max}, {step}, {R_END}")?;
        }
        Ok(())
    }
}
