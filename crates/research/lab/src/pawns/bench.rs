//! Verb `bench-pawn`: the hit rates of the pawn tables over what our own search asks them, and
//! what a hit saves.
//!
//! The search of each position is recorded evaluation by evaluation, and the record is played to
//! tables of every size and verification.

pub(super) mod claims;
mod page;
pub(super) mod recording;
pub(super) mod replay;
mod speed;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use recording::{BenchHits, POSITIONS, record};
use replay::{Replay, SIZES, percent};
use speed::Speed;

#[derive(Args)]
pub(crate) struct BenchPawnArguments {
    /// Evaluations to record of each position
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    evaluations: usize,
    /// Plies that the positions of the engine's bench are searched
    #[arg(long, value_name = "PLIES", default_value_t = 13)]
    bench_depth: u32,
    /// Write the page of results, by default to docs/records/bench/pawn.md
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "docs/records/bench/pawn.md"
    )]
    write: Option<PathBuf>,
}

/// Measures everything, prints a line `figure NAME VALUE` for each number, and writes the page if
/// the arguments say so.
pub(crate) fn run(arguments: &BenchPawnArguments, mut print: impl FnMut(String)) -> Result<()> {
    let (mut replays, mut speeds) = (Vec::new(), Vec::new());
    for (name, fen) in POSITIONS {
        let trace = record(fen, arguments.evaluations).context(name)?;
        let replay = Replay::of(name, &trace);
        figures(&replay, &mut print);
        speeds.push(Speed::of(&trace));
        replays.push(replay);
    }
    let bench = BenchHits::count(arguments.bench_depth)?;
    print(format!("figure pawn.probes.bench {}", bench.pawns.probes()));
    print(format!("figure pawn.hit.bench.16384 {:.3}", percent(bench.pawns)));
    print(format!("figure pawn-king.hit.bench.16384 {:.3}", percent(bench.pawn_kings)));
    let speed = Speed::mean(&speeds);
    print(format!("figure pawn.ns.hit {:.2}", speed.hit));
    print(format!("figure pawn.ns.miss {:.2}", speed.miss));
    print(format!("figure pawn.ns.recomputed {:.2}", speed.recomputed));
    print(format!("figure pawn.speedup {:.2}", speed.speedup()));
    if let Some(path) = &arguments.write {
        page::page((&replays, arguments.evaluations), &bench, &speed).write(path)?;
    }
    for replay in &replays {
        ensure!(replay.exact_errors == 0, "{}: an exact table answered wrongly", replay.name);
    }
    Ok(())
}

fn figures(replay: &Replay, print: &mut impl FnMut(String)) {
    let name = replay.name;
    for (size, exact) in SIZES.iter().zip(&replay.exact) {
        print(format!("figure pawn.hit.{name}.{size} {:.3}", percent(*exact)));
    }
    print(format!("figure pawn.hit.{name}.infinite {:.3}", percent(replay.infinite)));
    print(format!("figure pawn.share.{name}.16384 {:.3}", 100.0 * replay.share_at_16_k()));
    print(format!("figure pawn-king.hit.{name}.16384 {:.3}", percent(replay.with_kings)));
    for by_bits in &replay.inexact {
        for ((size, counters), errors) in SIZES.iter().zip(&by_bits.counters).zip(&by_bits.errors) {
            let (strategy, hits) = (by_bits.name, percent(*counters));
            print(format!("figure pawn.hit.{name}.{size}.{strategy} {hits:.3}"));
            print(format!("figure pawn.false-hits.{name}.{size}.{strategy} {errors}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_small_run_prints_every_figure_and_writes_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("pawn.md");
        let write = Some(page.clone());
        let arguments = BenchPawnArguments { evaluations: 3_000, bench_depth: 2, write };
        let mut lines = Vec::new();
        run(&arguments, |line| lines.push(line)).unwrap();
        for (name, _) in POSITIONS {
            assert!(name.starts_with("open-") || name.starts_with("settled-"), "{name}");
            for size in
                SIZES.map(|size| size.to_string()).iter().map(String::as_str).chain(["infinite"])
            {
                let start = format!("figure pawn.hit.{name}.{size} ");
                let found: Vec<_> = lines.iter().filter_map(|l| l.strip_prefix(&start)).collect();
                assert_eq!(found.len(), 1, "{start}");
                let value: f64 = found[0].parse().unwrap();
                assert!((0.0..=100.0).contains(&value), "{start}{value}");
            }
        }
        assert!(lines.iter().any(|line| line.starts_with("figure pawn.speedup ")));
        let page = fs::read_to_string(page).unwrap();
        assert!(POSITIONS.iter().all(|(name, fen)| page.contains(name) && page.contains(fen)));
        assert!(page.contains("built for"), "{page}");
    }
}
