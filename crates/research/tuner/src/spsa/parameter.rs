//! A number that is tuned, and its line in OpenBench's notation.

use std::fmt;

use anyhow::{Context as _, Result, bail, ensure};

/// A number that is tuned. Its text is the line that OpenBench takes for it:
/// `name, int, value, min, max, C_end, R_end`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) start: i32,
    pub(super) min: i32,
    pub(super) max: i32,
    /// The last perturbation, in the number's unit.
    pub(super) c_end: f64,
    /// The last step's gain divided by the square of the last perturbation.
    pub(super) r_end: f64,
}

impl Parameter {
    pub(super) fn starting_at(&self, start: i32) -> Self {
        Self { start, ..self.clone() }
    }

    pub(super) fn parse(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, start, min, max, c_end, r_end] = fields[..] else {
            bail!("not `name, int, value, min, max, C_end, R_end`: {line:?}");
        };
        ensure!(kind == "int", "{name} is of type {kind:?}; every number here is an int");
        let whole = |what: &str, text: &str| {
            text.parse::<i32>().with_context(|| format!("{name}: its {what} {text:?}"))
        };
        let real = |what: &str, text: &str| {
            text.parse::<f64>().with_context(|| format!("{name}: its {what} {text:?}"))
        };
        Ok(Self {
            name: name.to_owned(),
            start: whole("value", start)?,
            min: whole("minimum", min)?,
            max: whole("maximum", max)?,
            c_end: real("C_end", c_end)?,
            r_end: real("R_end", r_end)?,
        })
    }

    /// Makes sure that the number can be tuned: its range holds the start and has room for a
    /// perturbation to either side.
    pub(super) fn check(&self) -> Result<()> {
        let Self { name, start, min, max, c_end, r_end } = self;
        ensure!(min <= start && start <= max, "{name} = {start} is outside {min}..={max}");
        ensure!(0.0 < *c_end && c_end.is_finite(), "{name}: C_end = {c_end} is not above 0");
        ensure!(0.0 < *r_end && r_end.is_finite(), "{name}: R_end = {r_end} is not above 0");
        let width = f64::from(*max) - f64::from(*min);
        ensure!(
            width >= 2.0 * c_end,
            "{name}: the range {min}..={max} is too small for perturbations of {c_end} either way"
        );
        Ok(())
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, start, min, max, c_end, r_end } = self;
        write!(f, "{name}, int, {start}, {min}, {max}, {c_end}, {r_end}")
    }
}

#[cfg(test)]
mod tests {
    use search::{Params, Tunables};

    use super::*;

    #[test]
    fn lines_are_those_that_the_declarations_print() {
        let declared = Params::default().spsa().to_string();
        for line in declared.lines() {
            assert_eq!(Parameter::parse(line).unwrap().to_string(), line);
        }
        let parameter = Parameter::parse("a[1],int, -3,-10 , 10, 0.5, 0.002").unwrap();
        assert_eq!(parameter.to_string(), "a[1], int, -3, -10, 10, 0.5, 0.002");
        assert_eq!(parameter.starting_at(4).to_string(), "a[1], int, 4, -10, 10, 0.5, 0.002");
    }

    #[test]
    fn faults_of_a_line_are_named() {
        let fault = |line: &str| {
            let read = Parameter::parse(line).and_then(|parameter| parameter.check());
            format!("{:#}", read.unwrap_err())
        };
        assert!(fault("a, int, 1, 0, 9, 1").contains("C_end"));
        assert!(fault("a, float, 1, 0, 9, 1, 1").contains("float"));
        assert!(fault("a, int, 1.5, 0, 9, 1, 1").contains("value \"1.5\""));
        assert!(fault("a, int, 1, 0, 9, x, 1").contains("C_end \"x\""));
        assert!(fault("a, int, 10, 0, 9, 1, 1").contains("outside 0..=9"));
        assert!(fault("a, int, 1, 0, 9, 0, 1").contains("C_end = 0"));
        assert!(fault("a, int, 1, 0, 9, 1, NaN").contains("R_end = NaN"));
        assert!(fault("a, int, 1, 0, 9, 5, 1").contains("range 0..=9 is too small"));
    }
}
