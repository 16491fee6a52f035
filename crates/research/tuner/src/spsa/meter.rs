//! How far a run has come, on the terminal and in a log.

use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

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
