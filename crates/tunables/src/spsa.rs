//! The text that a tuning service takes.

use core::fmt;

use crate::tunable::Tunable;

/// The learning rate at the end of a tuning run that OpenBench's pages recommend.
const R_END: &str = "0.002";

/// Displays numbers with their values for OpenBench.
pub(crate) struct Spsa<I>(pub(crate) I);

impl<I: Iterator<Item = (&'static Tunable, i32)> + Clone> fmt::Display for Spsa<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tunable, value) in self.0.clone() {
            let Tunable { name, min, max, step, .. } = tunable;
            writeln!(f, "{name}, int, {value}, {min}, {max}, {step}, {R_END}")?;
        }
        Ok(())
    }
}
