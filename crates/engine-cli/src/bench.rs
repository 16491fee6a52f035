//! A fixed set of searches: a node count that identifies what the search does, and a speed.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::SplitWhitespace;
use std::time::{Duration, Instant};

use movegen::Position;
use search::{Control, Limits, Search};
use tt_core::Table;

use crate::engine::mebibytes;
use crate::hand_crafted::HandCrafted;
use crate::output::Output;
use crate::uci::error::UciError;
use crate::uci::options::{HASH_MB, THREADS};
use crate::uci::report::nodes_per_second;

/// The positions: `FEN ; name`, one a line.
const POSITIONS: &str = include_str!("../data/bench.epd");

/// The depths that a bench takes, in plies.
pub(crate) const DEPTHS: RangeInclusive<i64> = 1..=64;

/// How to search. With one thread the node count is the same on every machine and build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    /// Table size in MiB.
    pub(crate) hash_mb: u32,
    /// Search threads.
    pub(crate) threads: u32,
    /// Depth of each search in plies.
    pub(crate) depth: u32,
}

impl Config {
    /// What commits quote: 16 MiB, one thread.
    pub(crate) const DEFAULT: Self = Self { hash_mb: 16, threads: 1, depth: 13 };

    /// Reads `[hash [threads [depth]]]`.
    ///
    /// # Errors
    ///
    /// A word that is not a number in range, or one too many.
    pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Self, UciError> {
        let mut config = Self::DEFAULT;
        for (name, range, place) in [
            ("hash", HASH_MB, &mut config.hash_mb),
            ("threads", THREADS, &mut config.threads),
            ("depth", DEPTHS, &mut config.depth),
        ] {
            let Some(text) = words.next() else { break };
            *place =
                text.parse().ok().filter(|&number| range.contains(&i64::from(number))).ok_or_else(
                    || {
                        let place = format_args!("bench {name}");
                        UciError::number(place, Some(text), range.start(), range.end())
                    },
                )?;
        }
        match words.next() {
            None => Ok(config),
            Some(word) => Err(UciError::new("bench", format_args!("unknown word '{word}'"))),
        }
    }
}

/// The sum over all positions. Displayed as testing frameworks read it: `N nodes M nps`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    nodes: u64,
    elapsed: Duration,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = nodes_per_second(self.nodes, self.elapsed);
        write!(f, "{} nodes {speed} nps", self.nodes)
    }
}

/// Searches each position with an empty table, so that each count stands for itself, and writes a
/// line about each.
///
/// # Errors
///
/// If the table could not be allocated, or `control` stopped the run.
pub(crate) fn run(config: &Config, output: &Output, control: &Control) -> Result<Total, String> {
    let bytes = mebibytes(config.hash_mb as usize);
    let mut table: Table = Table::new(bytes).map_err(|error| error.to_string())?;
    let threads = config.threads as usize;
    let mut pool = HandCrafted::pool();
    pool.set_threads(threads);
    let mut total = Total { nodes: 0, elapsed: Duration::ZERO };
    for (position, name) in positions() {
        table.clear(threads);
        pool.clear();
        let limits = Limits { depth: Some(config.depth), ..Limits::default() };
        let search = Search::new(&table).position(position.clone()).limits(limits);
        let started = Instant::now();
        let outcome = search.control(control).run(&mut pool);
        if control.is_stopped() {
            return Err("stopped".into());
        }
        total.nodes += outcome.nodes;
        total.elapsed += started.elapsed();
        let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
        output.line(format_args!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
    }
    Ok(total)
}

/// The positions and their names.
fn positions() -> impl Iterator<Item = (Position, &'static str)> {
    POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (fen, name) = line.split_once(" ; ").expect("each line is `FEN ; name`");
        (Position::from_fen(fen).expect("the file holds legal positions"), name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_many_legal_different_and_playable() {
        let mut keys: Vec<u64> = positions().map(|(position, _)| position.key()).collect();
        assert!((40..=50).contains(&keys.len()));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), positions().count());
        assert!(positions().all(|(position, _)| position.count_legal() > 0));
        let chess960 = positions().filter(|(position, _)| crate::game::is_chess960(position));
        assert!(chess960.count() >= 3);
    }

    #[test]
    fn a_line_a_position_comes_before_the_total() {
        let capture = crate::output::tests::Capture::default();
        let config = Config { hash_mb: 1, threads: 1, depth: 1 };
        let total = run(&config, &capture.output(), &Control::new()).unwrap();
        let text = capture.text();
        assert_eq!(text.lines().count(), positions().count());
        assert!(text.lines().zip(positions()).all(|(line, (_, name))| line.ends_with(name)));
        assert!(total.to_string().ends_with(" nps"));
    }

    #[test]
    fn words() {
        let parse = |text: &'static str| Config::parse(text.split_whitespace());
        assert_eq!(parse(""), Ok(Config::DEFAULT));
        assert_eq!(parse("64"), Ok(Config { hash_mb: 64, ..Config::DEFAULT }));
        assert_eq!(parse("8 2 5"), Ok(Config { hash_mb: 8, threads: 2, depth: 5 }));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(error("16 0"), "bench threads: '0' is not a whole number from 1 to 1024");
        assert_eq!(error("16 1 x"), "bench depth: 'x' is not a whole number from 1 to 64");
        assert_eq!(error("16 1 5 y"), "bench: unknown word 'y'");
    }
}
