//! Searches for a fixed time, as in games, on all threads: the speed of this machine with this
//! engine.
//!
//! The bench tests the behaviour of the search, and so begins each position with an empty table and
//! stops at a depth. Here the positions follow each other as in games, with a table of the size for
//! games, and the time is fixed. The number of nodes differs from run to run.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::SplitWhitespace;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Engine, Game, Numbers, Request};
use search::{Control, Limits};

use uci::{Size, THREADS, UciError, fewer_threads, nodes_per_second};

use crate::args::{NumberWords, whole};
use crate::io::output::Output;
use crate::{build, processor};

/// The games: `name : moves`, one a line.
const GAMES: &str = include_str!("../data/speedtest.txt");

/// The first ply of a game that is searched; the opening is over by then.
const FIRST_PLY: usize = 12;

/// The plies from one position to the next: both sides are to move in turn, and the table helps as
/// in a game.
const STEP: usize = 9;

/// The default size of the table, in MiB for each thread: eight million records, and a thread
/// searches fewer nodes than that in the time of a game's positions.
const HASH_PER_THREAD: u32 = 128;

/// The greatest default size of the table, in MiB.
const MOST_HASH: u32 = 8192;

/// The times that are accepted, in seconds.
const SECONDS: RangeInclusive<i64> = 1..=3600;

/// The words of `speedtest` on the command line.
#[derive(Args)]
pub(crate) struct SpeedtestWords {
    #[command(flatten)]
    pub(crate) numbers: NumberWords,
    #[command(flatten)]
    measurement: Measurement,
}

impl SpeedtestWords {
    pub(crate) fn obey(&self, numbers: &Numbers, output: &Output) -> Result<(), String> {
        output.line(run(&self.measurement, numbers, output, &Control::new())?);
        Ok(())
    }
}

#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[group(skip)]
pub(crate) struct Measurement {
    /// Search threads [default: as many as the machine runs at once]
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32>(THREADS))]
    threads: Option<u32>,
    // Without a size the engine has one that fits the threads, or half of it, and so on, if the
    // system refuses.
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB) [default: 128 MB for
    /// each thread]
    #[arg(allow_negative_numbers = true)]
    hash: Option<Size>,
    /// The time of all searches together, in seconds
    #[arg(
        default_value_t = Self::DEFAULT.seconds,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(SECONDS)
    )]
    seconds: u32,
}

impl Measurement {
    /// The settings for all of this machine, for half a minute.
    const DEFAULT: Self = Self { threads: None, hash: None, seconds: 30 };

    /// Reads `[threads [hash [seconds]]]`; the hash is a number of MB, or one with a unit.
    pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Self, UciError> {
        let mut asked = Self::DEFAULT;
        if let Some(text) = words.next() {
            asked.threads = Some(number("threads", text, &THREADS)?);
        }
        if let Some(text) = words.next() {
            let size = text.parse().map_err(|error| UciError::new("speedtest hash", error))?;
            asked.hash = Some(size);
        }
        if let Some(text) = words.next() {
            asked.seconds = number("seconds", text, &SECONDS)?;
        }
        match words.next() {
            None => Ok(asked),
            word => Err(UciError::expected("speedtest", "the end of the line", word)),
        }
    }

    fn threads_or_all(&self) -> usize {
        self.threads.map_or_else(machine_threads, |threads| threads as usize)
    }

    fn engine(&self, numbers: &Numbers) -> Result<(Engine, Size), String> {
        let build = |size: Size| {
            let builder = Engine::builder().hash(size.bytes()).threads(self.threads_or_all());
            builder.numbers(numbers.clone()).build().map(|engine| (engine, size))
        };
        if let Some(size) = self.hash {
            return build(size).map_err(|error| error.to_string());
        }
        let threads = u32::try_from(self.threads_or_all()).unwrap_or(u32::MAX);
        let mut megabytes = HASH_PER_THREAD.saturating_mul(threads).min(MOST_HASH);
        loop {
            match build(Size::mebibytes(megabytes)) {
                Ok(built) => return Ok(built),
                Err(_) if megabytes > 1 => megabytes /= 2,
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

fn number(name: &str, text: &str, range: &RangeInclusive<i64>) -> Result<u32, UciError> {
    UciError::read_number(format_args!("speedtest {name}"), Some(text), range).map(|it| it as u32)
}

/// Returns the number of threads that this machine runs at once, as far as the system reports it.
fn machine_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The counts of the searches, displayed for testing frameworks: `N nodes M nps`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    nodes: u64,
    elapsed: Duration,
    searches: u32,
    depths: u32,
    /// The sum of the table's fill over the searches, in per mille.
    fills: u32,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
        self.searches += other.searches;
        self.depths += other.depths;
        self.fills += other.fills;
    }

    /// Returns counts, speed, the mean depth, and how full a search left the table with its own
    /// records.
    fn line(&self) -> String {
        let mean = |sum: u32| f64::from(sum) / f64::from(self.searches.max(1));
        let (nodes, fill) = (self.nodes, mean(self.fills) / 10.0);
        let speed = nodes_per_second(nodes, self.elapsed);
        let depth = mean(self.depths);
        format!("{nodes:>12} nodes {speed:>11} nps   depth {depth:4.1}   hash {fill:5.1} %")
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.elapsed))
    }
}

/// Searches the positions of the games by `numbers`, each for its share of the time. Writes the
/// settings, a line about each game, and one about all.
pub(crate) fn run(
    config: &Measurement,
    numbers: &Numbers,
    output: &Output,
    control: &Control,
) -> Result<Tally, String> {
    let (mut engine, size) = config.engine(numbers)?;
    let threads = engine.threads();
    if let Some(remark) = fewer_threads(config.threads_or_all(), threads) {
        output.info_string(remark);
    }
    output.line(build::first_line());
    output.line(format_args!("Built for {}", processor::built_for()));
    let machine = machine_threads();
    output.line(format_args!("Machine: {}, {machine} threads", processor::this_one()));
    output.line(format_args!("Threads {threads}, hash {size}, {} s", config.seconds));
    let count: usize = games().map(|(_, plies)| plies.len()).sum();
    let count = u32::try_from(count).expect("the games are few");
    let share = Duration::from_secs(config.seconds.into()) / count;
    let mut total = Tally::default();
    for (name, games) in games() {
        engine.new_game();
        let one = play(&games, share, &mut engine, control)?;
        output.line(format_args!("{}   {name}", one.line()));
        total.add(&one);
    }
    output.line(format_args!("{}   all", total.line()));
    Ok(total)
}

fn play(
    games: &[Game],
    share: Duration,
    engine: &mut Engine,
    control: &Control,
) -> Result<Tally, String> {
    let mut total = Tally::default();
    let limits = Limits { movetime: Some(share), ..Limits::default() };
    let request = Request { limits, control: Some(control), ..Request::default() };
    for game in games {
        let started = Instant::now();
        let outcome = engine.analyse(game, &request, &mut |_| ());
        if control.is_stopped() {
            return Err("stopped".into());
        }
        let elapsed = started.elapsed();
        total.add(&Tally {
            nodes: outcome.nodes,
            elapsed,
            searches: 1,
            depths: outcome.depth,
            fills: engine.hash().hashfull(),
        });
    }
    Ok(total)
}

fn games() -> impl Iterator<Item = (&'static str, Vec<Game>)> {
    let lines = GAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (name, moves) = line.split_once(" : ").expect("each line is `name : moves`");
        let moves: Vec<&str> = moves.split(' ').collect();
        let after = |plies: usize| {
            let mut game = Game::default();
            let made = moves[..plies].iter().try_for_each(|text| game.make_text(text).map(drop));
            made.map(|()| game)
        };
        let games = (FIRST_PLY..moves.len()).step_by(STEP).map(after);
        (name, games.map(|game| game.expect("the moves are legal")).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::output::Capture;

    #[test]
    fn games_are_long_and_their_positions_can_be_played_on() {
        let games: Vec<_> = games().collect();
        assert_eq!(games.len(), 6);
        for (name, positions) in games {
            assert!((8..=20).contains(&positions.len()), "{name}");
            let white = positions.iter().filter(|game| game.position().side_to_move().index() == 0);
            assert!(white.count().abs_diff(positions.len() / 2) <= 1, "{name}");
            assert!(positions.iter().all(|game| game.position().count_legal() > 0), "{name}");
        }
    }

    #[test]
    fn what_is_told_adds_up() {
        let capture = Capture::default();
        let config = Measurement { threads: Some(2), hash: Some(Size::mebibytes(1)), seconds: 1 };
        let output = capture.output();
        let total = run(&config, &Numbers::default(), &output, &Control::new()).unwrap();
        let text = capture.text();
        let counts =
            |line: &str| Some(line.split_once(" nodes ")?.0.trim().parse::<u64>().unwrap());
        let counts: Vec<u64> = text.lines().filter_map(counts).collect();
        let (all, games) = counts.split_last().unwrap();
        assert_eq!((games.len(), games.iter().sum::<u64>()), (6, *all));
        assert!(text.contains("Threads 2, hash 1 MB, 1 s\n"), "{text}");
        assert!(total.to_string().starts_with(&format!("{all} nodes ")), "{text}");
    }

    #[test]
    fn a_stop_ends_it_without_a_figure() {
        let control = Control::new();
        control.stop();
        let output = Capture::default().output();
        let config = Measurement { hash: Some(Size::mebibytes(1)), ..Measurement::DEFAULT };
        let stopped = run(&config, &Numbers::default(), &output, &control);
        assert_eq!(stopped.unwrap_err(), "stopped");
    }

    #[test]
    fn the_size_of_the_table_follows_the_threads() {
        let size = |threads, hash| {
            let config = Measurement { threads: Some(threads), hash, ..Measurement::DEFAULT };
            config.engine(&Numbers::default()).unwrap().1
        };
        assert_eq!(size(1, None), Size::mebibytes(HASH_PER_THREAD));
        assert_eq!(size(2, None), Size::mebibytes(2 * HASH_PER_THREAD));
        let asked = Size::mebibytes(3);
        assert_eq!(size(2, Some(asked)), asked);
    }

    #[test]
    fn words() {
        let parse = |text: &'static str| Measurement::parse(text.split_whitespace());
        assert_eq!(parse(""), Ok(Measurement::DEFAULT));
        assert_eq!(parse("2"), Ok(Measurement { threads: Some(2), ..Measurement::DEFAULT }));
        let hash = Some(Size::mebibytes(8));
        let all = Measurement { threads: Some(2), hash, seconds: 5 };
        assert_eq!(parse("2 8192KB 5"), Ok(all));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("0"),
            "speedtest threads: expected a whole number from 1 to 1024, found '0'"
        );
        assert!(error("1 x").starts_with("speedtest hash: 'x' is not a valid size "));
        assert_eq!(
            error("1 1 x"),
            "speedtest seconds: expected a whole number from 1 to 3600, found 'x'"
        );
        assert_eq!(error("1 1 5 y"), "speedtest: expected the end of the line, found 'y'");
    }
}
