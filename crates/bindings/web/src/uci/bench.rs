//! `bench`: the signature of the search, equal to that of the native program.

use std::ops::RangeInclusive;
use std::str::SplitWhitespace;
use std::time::Duration;

use engine::{BENCH, BenchSettings, Game, Request, bench_positions};
use search::{Clock, Control, Limits, MonotonicClock};
use uci::{UciError, nodes_per_second};

use super::Uci;
use super::clock::{AskingClock, Poll};
use super::think::fresh;
use crate::player::{HASH_MIB, MIB, Polling};

/// The depths of a bench in plies.
const DEPTHS: RangeInclusive<u32> = 1..=64;

/// Reads `[hash [threads [depth]]]`, the hash in MiB.
///
/// # Errors
/// If a word is not a number in range, or there is one word too many.
pub(super) fn parse(mut words: SplitWhitespace<'_>) -> Result<BenchSettings, UciError> {
    let mut read = |name: &str, range: RangeInclusive<u32>, default: u32| {
        let Some(text) = words.next() else { return Ok(default) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let place = format_args!("bench {name}");
            UciError::number(place, Some(text), range.start(), range.end())
        })
    };
    let sizes = *HASH_MIB.start() as u32..=*HASH_MIB.end() as u32;
    let hash = read("hash", sizes, (BENCH.hash / MIB) as u32)? as usize * MIB;
    read("threads", 1..=1, 1)?;
    let depth = read("depth", DEPTHS, BENCH.depth)?;
    match words.next() {
        None => Ok(BenchSettings { hash, depth }),
        word => Err(UciError::expected("bench", "the end of the line", word)),
    }
}

impl Uci {
    /// Searches each position of the bench with an empty table, and writes a line about each and
    /// the sum.
    pub(super) fn bench(&mut self, config: BenchSettings, poll: Poll<'_>) -> Result<(), UciError> {
        let mut engine = fresh(config.hash).map_err(|error| UciError::new("bench", error))?;
        let (mut nodes, mut elapsed) = (0, Duration::ZERO);
        for (position, name) in bench_positions() {
            engine.new_game();
            let control = Control::new();
            let clock = AskingClock::new(&control, false, &mut *poll);
            let limits = Limits { depth: Some(config.depth), ..Limits::default() };
            let request = Request {
                limits: Polling::bind(limits),
                clock: Some(&clock),
                control: Some(&control),
                ..Request::default()
            };
            let game = Game::new(position.clone());
            let started = MonotonicClock::start();
            let outcome = engine.analyse(&game, &request, &mut |_| ());
            if control.is_stopped() {
                return Err(UciError::new("bench", "stopped"));
            }
            nodes += outcome.nodes;
            elapsed += started.elapsed();
            let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
            self.line(format!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
        }
        self.line(format!("{nodes} nodes {} nps", nodes_per_second(nodes, elapsed)));
        Ok(())
    }
}
