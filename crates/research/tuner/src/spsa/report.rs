//! The report of a run's numbers.

use std::fmt;

use super::parameter::Parameter;
use super::state::State;

/// The start values of a run's numbers and their values now, then their lines for OpenBench.
pub(super) struct Report<'a>(pub(super) &'a State);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(State { parameters, progress, .. }) = self;
        let width = parameters.iter().map(|it| it.name.len()).max().unwrap_or(0).max("name".len());
        let games = 2 * progress.pairs;
        writeln!(f, "{games} games, pairs by half points {:?}", progress.results)?;
        writeln!(f, "\n{:width$}  start       now  by C_end  range", "name")?;
        for (parameter, theta) in parameters.iter().zip(&progress.theta) {
            let Parameter { name, start, min, max, c_end, .. } = parameter;
            let moved = (theta - f64::from(*start)) / c_end;
            writeln!(f, "{name:width$} {start:>6} {theta:>9.2} {moved:>+9.2}  {min}..={max}")?;
        }
        writeln!(f, "\nFor OpenBench: name, int, value, min, max, C_end, R_end")?;
        for (parameter, value) in parameters.iter().zip(progress.rounded()) {
            writeln!(f, "{}", parameter.starting_at(value))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::descent::tests::descent;

    #[test]
    fn a_run_is_shown_as_a_table_and_as_lines() {
        let mut state = State::new(Vec::new(), descent(10, 0.002).parameters);
        state.progress.theta = vec![107.5, 30.0, -520.4];
        state.progress.pairs = 7;
        state.progress.results = [0, 1, 5, 1, 0];
        let expected = "\
14 games, pairs by half points [0, 1, 5, 1, 0]

name  start       now  by C_end  range
a       100    107.50     +1.50  0..=200
b        30     30.00     +0.00  10..=50
c      -500   -520.40     -0.51  -1300..=300

For OpenBench: name, int, value, min, max, C_end, R_end
a, int, 108, 0, 200, 5, 0.002
b, int, 30, 10, 50, 1, 0.002
c, int, -520, -1300, 300, 40, 0.002
";
        assert_eq!(Report(&state).to_string(), expected);
    }
}
