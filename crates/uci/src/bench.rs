//! A fixed set of searches: a node count that identifies the search's behaviour, and a speed.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::time::Duration;

use engine::movegen::Position;
use engine::{BENCH, Engine, Game, Numbers, Request, RunSearch, bench_positions};
use search::Clock;

use crate::error::UciError;
use crate::options::Offer;
use crate::output::Output;
use crate::report::{fewer_threads, nodes_per_second};
use crate::runs::JobClock;
use crate::size::Size;

/// The depths that a bench accepts, in plies.
pub const DEPTHS: RangeInclusive<i64> = 1..=64;

/// The settings of a bench. With one thread the node count is the same on every machine and build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Table size.
    pub hash: Size,
    /// Search threads.
    pub threads: u32,
    /// Depth of each search in plies.
    pub depth: u32,
}

impl Config {
    /// The settings of the count that commits quote: 16 MiB, one thread.
    pub const DEFAULT: Self =
        Self { hash: Size::mebibytes((BENCH.hash >> 20) as u32), threads: 1, depth: BENCH.depth };

    /// Reads `[hash [threads [depth]]]`; the hash is a number of MB, or one with a unit.
    ///
    /// # Errors
    /// If a word is not a size or a number in range, or there is one word too many.
    pub fn parse(mut words: SplitWhitespace<'_>, offer: Offer) -> Result<Self, UciError> {
        let mut config = Self::DEFAULT;
        if let Some(text) = words.next() {
            config.hash = text.parse().map_err(|error| UciError::new("bench hash", error))?;
            if config.hash > Size::mebibytes(offer.hash_mb as u32) {
                let expected = format_args!("at most {} MB", offer.hash_mb);
                return Err(UciError::expected("bench hash", expected, Some(text)));
            }
        }
        for (name, range, place) in [
            ("threads", 1..=offer.threads, &mut config.threads),
            ("depth", DEPTHS, &mut config.depth),
        ] {
            let Some(text) = words.next() else { break };
            let number = UciError::read_number(format_args!("bench {name}"), Some(text), &range)?;
            *place = number as u32;
        }
        match words.next() {
            None => Ok(config),
            word => Err(UciError::expected("bench", "the end of the line", word)),
        }
    }

    /// Creates the engine of the bench.
    ///
    /// # Errors
    /// If its table could not be allocated.
    pub fn engine(&self, numbers: &Numbers) -> Result<Engine, String> {
        let builder = Engine::builder().hash(self.hash.bytes()).threads(self.threads as usize);
        builder.numbers(numbers.clone()).build().map_err(|error| error.to_string())
    }
}

/// The sum over all positions, displayed for testing frameworks: `N nodes M nps`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    nodes: u64,
    elapsed: Duration,
}

impl Total {
    /// Adds a search.
    pub fn add(&mut self, nodes: u64, elapsed: Duration) {
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
/// If the table could not be allocated, or the run was stopped.
pub fn run(
    config: &Config,
    numbers: &Numbers,
    output: &impl Output,
    clock: &JobClock<'_>,
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
        let (control, limits) = (Some(clock.control), Request::depth(config.depth));
        let request = Request { control, clock: Some(clock), runner, ..limits };
        let game = Game::new(position.clone());
        let started = clock.elapsed();
        let outcome = engine.analyse(&game, &request, &mut |_| ());
        if clock.control.is_stopped() {
            return Err("stopped".into());
        }
        total.add(outcome.nodes, clock.elapsed() - started);
        let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
        output.line(format_args!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use search::Control;

    use super::*;
    use crate::output::tests::Capture;

    #[test]
    fn a_line_a_position_comes_before_the_total() {
        let capture = Capture::default();
        let config = Config { hash: Size::mebibytes(1), threads: 1, depth: 1 };
        let control = Control::new();
        let clock = JobClock::new(&control);
        let total = run(&config, &Numbers::default(), &capture, &clock, |_| None).unwrap();
        let text = capture.text();
        assert_eq!(text.lines().count(), bench_positions().count());
        assert!(text.lines().zip(bench_positions()).all(|(line, (_, name))| line.ends_with(name)));
        assert!(total.to_string().ends_with(" nps"));
        control.stop();
        let stopped = run(&config, &Numbers::default(), &capture, &clock, |_| None);
        assert_eq!(stopped.map(|_| ()), Err("stopped".into()));
    }

    #[test]
    fn the_engine_of_a_bench_has_its_table_and_its_threads() {
        let config = Config { hash: Size::mebibytes(2), threads: 3, depth: 1 };
        let engine = config.engine(&Numbers::default()).expect("a small table");
        assert_eq!((engine.hash().bytes(), engine.threads()), (2 << 20, 3));
    }

    #[test]
    fn words() {
        let parse = |text: &'static str| Config::parse(text.split_whitespace(), Offer::default());
        assert_eq!(parse(""), Ok(Config::DEFAULT));
        let hash = |text: &str| text.parse().expect("a size");
        assert_eq!(parse("64"), Ok(Config { hash: hash("64"), ..Config::DEFAULT }));
        assert_eq!(parse("8 2 5"), Ok(Config { hash: hash("8MB"), threads: 2, depth: 5 }));
        assert_eq!(parse("512KB"), Ok(Config { hash: hash("512KB"), ..Config::DEFAULT }));
        let error = |text| parse(text).unwrap_err().to_string();
        assert!(error("x").starts_with("bench hash: 'x' is not a valid size"));
        assert_eq!(
            error("16 0"),
            "bench threads: expected a whole number from 1 to 1024, found '0'"
        );
        assert_eq!(error("16 1 x"), "bench depth: expected a whole number from 1 to 64, found 'x'");
        assert_eq!(error("16 1 5 y"), "bench: expected the end of the line, found 'y'");
        let offer = Offer { hash_mb: 64, threads: 1, ..Offer::default() };
        let error = |text: &str| Config::parse(text.split_whitespace(), offer).unwrap_err();
        assert_eq!(error("65").to_string(), "bench hash: expected at most 64 MB, found '65'");
        assert!(error("64 2").to_string().ends_with("from 1 to 1, found '2'"));
    }
}
