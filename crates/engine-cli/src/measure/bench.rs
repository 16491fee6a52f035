//! A fixed set of searches: a node count that identifies the search's behaviour, and a speed.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::movegen::Position;
use engine::{BENCH, Engine, Game, Numbers, Request, RunSearch, bench_positions};
use search::Control;

use crate::hash::size::Size;
use crate::io::output::Output;
use crate::threads::fewer_threads;
use uci::nodes_per_second;

/// The depths that a bench accepts, in plies.
pub(crate) const DEPTHS: RangeInclusive<i64> = 1..=64;

/// The settings of a bench. With one thread the node count is the same on every machine and build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    /// Table size.
    pub(crate) hash: Size,
    /// Search threads.
    pub(crate) threads: u32,
    /// Depth of each search in plies.
    pub(crate) depth: u32,
}

impl Config {
    /// The settings of the count that commits quote: 16 MiB, one thread.
    pub(crate) const DEFAULT: Self =
        Self { hash: Size::mebibytes((BENCH.hash >> 20) as u32), threads: 1, depth: BENCH.depth };

    /// Creates the engine of the bench.
    ///
    /// # Errors
    ///
    /// If its table could not be allocated.
    pub(crate) fn engine(&self, numbers: &Numbers) -> Result<Engine, String> {
        let builder = Engine::builder().hash(self.hash.bytes()).threads(self.threads as usize);
        builder.numbers(numbers.clone()).build().map_err(|error| error.to_string())
    }
}

/// The sum over all positions, displayed for testing frameworks: `N nodes M nps`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    nodes: u64,
    elapsed: Duration,
}

impl Total {
    /// Adds a search.
    pub(crate) fn add(&mut self, nodes: u64, elapsed: Duration) {
        self.nodes += nodes;
        self.elapsed += elapsed;
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = nodes_per_second(self.nodes, self.elapsed);
        write!(f, "{} nodes {speed} nps", self.nodes)
    }
}

/// Searches each position by `numbers` with an empty table, so that no count depends on the others,
/// and writes a line about each. `join` returns the way in which others join the search.
///
/// # Errors
///
/// If the table could not be allocated, or `control` stopped the run.
pub(crate) fn run(
    config: &Config,
    numbers: &Numbers,
    output: &Output,
    control: &Control,
    join: impl Fn(&Position) -> Option<Arc<dyn RunSearch>>,
) -> Result<Total, String> {
    let mut engine = config.engine(numbers)?;
    if let Some(remark) = fewer_threads(config.threads as usize, engine.threads()) {
        output.info_string(remark);
    }
    let mut total = Total::default();
    for (position, name) in bench_positions() {
        engine.new_game();
        let runner = join(&position);
        let request = Request { control: Some(control), runner, ..Request::depth(config.depth) };
        let game = Game::new(position.clone());
        let started = Instant::now();
        let outcome = engine.analyse(&game, &request, &mut |_| ());
        if control.is_stopped() {
            return Err("stopped".into());
        }
        total.add(outcome.nodes, started.elapsed());
        let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
        output.line(format_args!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
    }
    Ok(total)
}

/// Returns the lines of a data file, without empty ones and remarks.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_position_comes_before_the_total() {
        let capture = crate::io::output::tests::Capture::default();
        let config = Config { hash: Size::mebibytes(1), threads: 1, depth: 1 };
        let total = run(&config, &Numbers::default(), &capture.output(), &Control::new(), |_| None)
            .unwrap();
        let text = capture.text();
        assert_eq!(text.lines().count(), bench_positions().count());
        assert!(text.lines().zip(bench_positions()).all(|(line, (_, name))| line.ends_with(name)));
        assert!(total.to_string().ends_with(" nps"));
    }
}
