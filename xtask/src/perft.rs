//! `perft`: counts the leaves of trees of legal moves with the engine, and compares them with
//! published counts.
//!
//! The counts are those of movegen's tests, a line for each position in the format of the usual
//! perft suites: `FEN ;D1 20 ;D2 400`. Lines that begin with `#` are comments.

use std::time::Instant;
use std::{fs, thread};

use anyhow::{Context, Result, ensure};

use crate::engine::{Build, Engine};
use crate::output::{self, Outcome};
use crate::process;

const SUITE: &str = "crates/movegen/tests/data/perft.epd";

/// Deep counts from the start position: plies and published leaves.
const DEEP: [(u32, u64); 2] = [(8, 84_998_978_956), (9, 2_439_530_234_167)];

const DEEP_TABLE: u32 = 4096;

/// A quick count walks to the deepest level of at most this many leaves.
const QUICK_LEAVES: u64 = 100_000;

#[derive(Clone, Copy)]
pub(crate) enum Effort {
    Full,
    /// To the deepest level of at most [`QUICK_LEAVES`], with a build that checks itself.
    Quick,
}

/// Builds the engine and counts every position of the suite; a full count, which takes its time,
/// prints a line for each.
pub(crate) fn run(effort: Effort) -> Result<Outcome> {
    let build = match effort {
        Effort::Full => Build::Release,
        Effort::Quick => Build::Checked,
    };
    count(&Engine::build(build)?, effort)
}

/// Counts every position of the suite with an engine that was built before.
pub(crate) fn count(engine: &Engine, effort: Effort) -> Result<Outcome> {
    let suite = fs::read_to_string(process::root().join(SUITE));
    let cases = parse(&suite.with_context(|| format!("cannot read {SUITE}"))?)?;
    let mut total = 0;
    for Case { fen, counts } in &cases {
        let (depth, published) = level(counts, effort);
        output::status(format_args!("        perft: depth {depth} of {fen}"));
        let start = Instant::now();
        let last = engine.last_line(&["perft", &depth.to_string(), "--fen", fen])?;
        let leaves: u64 = last.parse().with_context(|| format!("`{last}` is no total"))?;
        ensure!(
            leaves == published,
            "depth {depth} of {fen}: the engine counts {leaves} leaves, published are {published}"
        );
        if matches!(effort, Effort::Full) {
            let seconds = start.elapsed().as_secs_f64();
            output::line(format_args!(
                "{leaves:>14} leaves {seconds:>6.1} s  depth {depth} of {fen}"
            ));
        }
        total += leaves;
    }
    Ok(Outcome::Passed(format!("{} positions, {total} leaves", cases.len())))
}

/// Counts the start position eight and nine plies deep, with a table and all threads of the
/// machine, and prints the time that each took.
pub(crate) fn deep(engine: &Engine) -> Result<Outcome> {
    let threads = thread::available_parallelism().map_or(1, usize::from).to_string();
    let hash = DEEP_TABLE.to_string();
    for (depth, published) in DEEP {
        output::status(format_args!("        perft: depth {depth} of the start position"));
        let start = Instant::now();
        let depth = depth.to_string();
        let last = engine.last_line(&["perft", &depth, "--threads", &threads, "--hash", &hash])?;
        ensure!(last == published.to_string(), "{last} leaves counted, {published} published");
        let seconds = start.elapsed().as_secs_f64();
        output::line(format_args!("{published:>14} leaves {seconds:>6.1} s  depth {depth}"));
    }
    Ok(Outcome::Passed(format!("{threads} threads, {DEEP_TABLE} MiB")))
}

#[derive(Debug, PartialEq, Eq)]
struct Case {
    fen: String,
    /// Depths in plies and numbers of leaves, both ascending, at least one.
    counts: Vec<(u32, u64)>,
}

fn level(counts: &[(u32, u64)], effort: Effort) -> (u32, u64) {
    let small = counts.iter().take_while(|(_, leaves)| *leaves <= QUICK_LEAVES).count();
    match effort {
        Effort::Full => counts[counts.len() - 1],
        Effort::Quick => counts[small.max(1) - 1],
    }
}

fn parse(suite: &str) -> Result<Vec<Case>> {
    let lines = suite.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let cases = lines.map(|(number, line)| {
        parse_line(line).with_context(|| format!("line {} of the perft suite", number + 1))
    });
    let cases: Vec<Case> = cases.collect::<Result<_>>()?;
    ensure!(!cases.is_empty(), "the perft suite is empty");
    Ok(cases)
}

fn parse_line(line: &str) -> Result<Case> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let counts = parts.map(|part| {
        let count = part.strip_prefix('D').and_then(|part| part.split_once(' '));
        let (depth, leaves) = count.with_context(|| format!("expected `D1 20`, found `{part}`"))?;
        Ok((depth.parse()?, leaves.parse()?))
    });
    let counts: Vec<(u32, u64)> = counts.collect::<Result<_>>()?;
    ensure!(!counts.is_empty(), "the position has no count");
    Ok(Case { fen, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_a_position_and_its_counts() {
        let cases = parse("# kings\n8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5000001\n").unwrap();
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned();
        assert_eq!(cases, [Case { fen, counts: vec![(1, 1), (2, 5_000_001)] }]);
        assert_eq!(level(&cases[0].counts, Effort::Full), (2, 5_000_001));
        assert_eq!(level(&cases[0].counts, Effort::Quick), (1, 1));
        assert_eq!(level(&[(6, 5_000_001)], Effort::Quick), (6, 5_000_001));
        assert!(parse("# kings\n").is_err() && parse("8/8/8/8/8/8/8/K1k5 w - - 0 1\n").is_err());
    }

    /// An engine that counts 20 leaves of whatever position.
    #[test]
    #[cfg(unix)]
    fn an_engine_that_counts_otherwise_fails() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine");
        fs::write(&script, "echo 20").unwrap();
        let engine = Engine::emulated("sh", script);
        for counted in [count(&engine, Effort::Quick), deep(&engine)] {
            let error = counted.err().unwrap().to_string();
            assert!(error.contains("20 leaves"), "{error}");
        }
    }

    /// The counts that the project's documents promise, at their full depths.
    #[test]
    fn the_suite_holds_the_published_counts() {
        let cases = parse(&fs::read_to_string(process::root().join(SUITE)).unwrap()).unwrap();
        let deepest = cases.iter().map(|case| level(&case.counts, Effort::Full));
        assert_eq!(
            deepest.take(6).collect::<Vec<_>>(),
            [
                (6, 119_060_324),
                (5, 193_690_690),
                (7, 178_633_661),
                (6, 706_045_033),
                (5, 89_941_194),
                (5, 1_701_579),
            ]
        );
    }
}
