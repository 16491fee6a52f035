//! The report of a run's numbers, and how far it has come, on the terminal and in a log.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

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

pub(super) struct Meter {
    pub(super) bar: ProgressBar,
    started: Instant,
    games: u64,
    /// Games that an earlier start has played.
    earlier: u64,
}

impl Meter {
    /// Creates the meter of a run of `games` games, of which `earlier` were played earlier.
    pub(super) fn new(games: u64, earlier: u64) -> Result<Self> {
        let template = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
        let style = ProgressStyle::with_template(template)?;
        let bar = ProgressBar::new(games).with_style(style).with_position(earlier);
        bar.reset_eta();
        Ok(Self { bar, started: Instant::now(), games, earlier })
    }

    pub(super) fn standing(&self, played: u64) -> String {
        let rate = (played - self.earlier) as f64 / self.started.elapsed().as_secs_f64();
        let seconds = (self.games - played) as f64 / rate;
        let left = HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        format!("{played} of {} games, {:.0} a minute, {left} left", self.games, 60.0 * rate)
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
