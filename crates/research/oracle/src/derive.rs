//! Derives the perft files of movegen's tests: `FEN ;D1 20 ;D2 400 ...`. Each count is that of two
//! generators, neither of them ours.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use movegen::Variant;
use rayon::prelude::*;
use zobrist_keys::SplitMix64;

use crate::corpus;
use crate::trio::Trio;

/// Leaves up to which a count is taken into the file of standard positions.
const AFFORDABLE: u64 = 1_000_000;

/// Plies to which the starts of Chess960 are counted.
const START_DEPTH: u32 = 4;

struct Suite {
    name: &'static str,
    head: &'static str,
    positions: Vec<String>,
    /// The greatest depth to count to, and the most leaves.
    depth: u32,
    leaves: u64,
}

/// Compares the files with the derived text, or writes them.
///
/// # Errors
/// If the generators differ from each other or from a file, or if a file cannot be read or written.
pub(crate) fn run(write: bool, report: impl Fn(String)) -> Result<()> {
    for suite in suites() {
        let lines: Vec<String> =
            suite.positions.par_iter().map(|fen| line(fen, &suite)).collect::<Result<_>>()?;
        let text = format!("{}\n{}\n", suite.head, lines.join("\n"));
        let path = folder().join(suite.name);
        if write {
            fs::write(&path, text).with_context(|| format!("cannot write {path:?}"))?;
        } else {
            let stored = fs::read_to_string(&path).with_context(|| format!("no {path:?}"))?;
            ensure!(
                stored == text,
                "{path:?} is not what the oracles say: write it anew (--write)"
            );
        }
        report(format!("{}: {} positions", suite.name, lines.len()));
    }
    Ok(())
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../movegen/tests/data")
}

fn suites() -> [Suite; 3] {
    [
        Suite {
            name: "standard.epd",
            head: "# Hand-made cases, openings and positions of random games; two generators \
                   agree on each\n# count. Derived by: cargo xtask oracle --write",
            positions: standard(),
            depth: 6,
            leaves: AFFORDABLE,
        },
        Suite {
            name: "chess960.epd",
            head: "# The 960 starts of Chess960 in Scharnagl's order. Derived by: \
                   cargo xtask oracle --write",
            positions: corpus::chess960().collect(),
            depth: START_DEPTH,
            leaves: u64::MAX,
        },
        Suite {
            name: "dfrc.epd",
            head: "# Starts of double Chess960, drawn at random. Derived by: \
                   cargo xtask oracle --write",
            positions: corpus::double_chess960().collect(),
            depth: START_DEPTH,
            leaves: u64::MAX,
        },
    ]
}

/// Returns the cases; every third opening; the last position of a random game from every other
/// opening.
fn standard() -> Vec<String> {
    let mut random = SplitMix64::new(1);
    let mut positions: Vec<String> = corpus::cases().map(str::to_owned).collect();
    positions.extend(corpus::openings().step_by(3).map(str::to_owned));
    for (number, fen) in corpus::openings().step_by(2).enumerate() {
        let game = corpus::random_game(fen, 10 + number, &mut random);
        let end = game.iter().rfind(|position| position.count_legal() > 0);
        positions.push(end.expect("an opening has moves").to_fen_as(Variant::Chess960));
    }
    positions
}

/// Returns a line of the file: counts to the depth wanted, or to the last that is affordable.
fn line(fen: &str, suite: &Suite) -> Result<String> {
    let trio = Trio::read(fen)?;
    trio.moves()?;
    trio.compare_fens()?;
    let mut line = fen.to_owned();
    let (mut last, mut growth) = (1u64, 1);
    for depth in 1..=suite.depth {
        // Looks ahead by the growth so far: a count that would be thrown away takes longest.
        if depth > 1 && last.saturating_mul(growth) > suite.leaves {
            break;
        }
        let leaves = trio.perft(depth)?;
        if leaves > suite.leaves {
            break;
        }
        line += &format!(" ;D{depth} {leaves}");
        growth = (leaves / last.max(1)).max(1);
        last = leaves;
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_counts_become_too_large() {
        let suite = Suite { name: "", head: "", positions: Vec::new(), depth: 6, leaves: 10_000 };
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(line(fen, &suite).unwrap(), format!("{fen} ;D1 20 ;D2 400 ;D3 8902"));
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(
            line(mated, &Suite { depth: 2, ..suite }).unwrap(),
            format!("{mated} ;D1 0 ;D2 0")
        );
    }

    /// The lists of positions; `cargo xtask oracle` compares the counts too.
    #[test]
    fn the_files_hold_the_positions_that_are_derived() {
        for suite in suites() {
            let text = fs::read_to_string(folder().join(suite.name)).unwrap();
            let stored: Vec<&str> = text
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|line| line.split(" ;D").next().unwrap())
                .collect();
            assert_eq!(stored, suite.positions, "{}", suite.name);
        }
    }
}
