//! Verb `mtdf`: MTD(f) over the table of two bounds has the value of principal variation search.
//!
//! MTD(f) is a row of null-window searches that close in on the value, each from the bound that the
//! last one proved (Aske Plaat, Jonathan Schaeffer, Wim Pijls, Arie de Bruin, *Best-First
//! Fixed-Depth Minimax Algorithms*, 1996). It asks the same positions with many windows; a table
//! that keeps both bounds answers most of them. Both drivers deepen iteratively over the same node
//! function, each with an empty table of its own.

mod alpha_beta;

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::ParallelProgressIterator;
use movegen::Position;
use rayon::prelude::*;
use self_play::{Openings, Random};

use alpha_beta::{INFINITE, Searcher};

/// Random plies before a position.
const OPENING_PLIES: std::ops::RangeInclusive<u32> = 8..=24;

#[derive(Args, Clone, Copy)]
pub(crate) struct MtdfArguments {
    /// Positions, each after random moves
    #[arg(long, default_value_t = 500)]
    positions: usize,
    /// Depth of both searches in plies
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: u8,
    /// Size of each table in KiB
    #[arg(long, value_name = "KB", default_value_t = 16_384)]
    hash_kb: usize,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The value that one driver found, and its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    value: i16,
    nodes: u64,
    /// Searches from the root at the last depth.
    passes: u64,
}

/// Compares both drivers on every position.
///
/// # Errors
/// At the first position where the values differ, or if there is no memory for the tables.
pub(crate) fn run(arguments: &MtdfArguments) -> Result<String> {
    let MtdfArguments { positions, depth, .. } = *arguments;
    let roots = draw(arguments);
    let found: Vec<[Found; 2]> = roots
        .par_iter()
        .progress()
        .map(|root| {
            let both = [pvs(root, arguments)?, mtdf(root, arguments)?];
            let [pvs, mtdf] = both.map(|found| found.value);
            let fen = root.to_fen();
            ensure!(pvs == mtdf, "{fen}: principal variation search {pvs}, MTD(f) {mtdf}");
            Ok(both)
        })
        .collect::<Result<_>>()?;
    let sum = |driver: usize, of: fn(Found) -> u64| -> u64 {
        found.iter().map(|both| of(both[driver])).sum()
    };
    let (pvs, mtdf) = (sum(0, |found| found.nodes), sum(1, |found| found.nodes));
    let passes = sum(1, |found| found.passes) as f64 / positions.max(1) as f64;
    let share = 100.0 * mtdf as f64 / pvs.max(1) as f64;
    Ok([
        format!("{positions} positions at depth {depth}: every value of MTD(f) is that of PVS"),
        format!("figure mtdf.nodes.pvs {pvs} nodes"),
        format!("figure mtdf.nodes.mtdf {mtdf} nodes, {share:.1} % of those of PVS"),
        format!("figure mtdf.passes {passes:.2} null-window searches at the last depth"),
    ]
    .join("\n"))
}

fn draw(arguments: &MtdfArguments) -> Vec<Position> {
    let openings = Openings::from_startpos(OPENING_PLIES);
    let mut random = Random::new(arguments.seed);
    (0..arguments.positions).map(|_| openings.draw(&mut random)).collect()
}

/// Searches by iterative deepening with an open window at each depth.
fn pvs(root: &Position, arguments: &MtdfArguments) -> Result<Found> {
    let mut searcher = Searcher::new(Some(arguments.hash_kb << 10))?;
    let mut value = 0;
    for depth in 1..=arguments.depth {
        value = searcher.search(root, -INFINITE, INFINITE, depth);
    }
    Ok(Found { value, nodes: searcher.nodes, passes: 1 })
}

/// Searches by iterative deepening with MTD(f): the value of one depth is the first guess of the
/// next.
fn mtdf(root: &Position, arguments: &MtdfArguments) -> Result<Found> {
    let mut searcher = Searcher::new(Some(arguments.hash_kb << 10))?;
    let (mut value, mut passes) = (0, 0);
    for depth in 1..=arguments.depth {
        (value, passes) = close_in(&mut searcher, root, value, depth);
    }
    Ok(Found { value, nodes: searcher.nodes, passes })
}

/// Returns the value, from a first guess of it, and how many null-window searches that took.
fn close_in(searcher: &mut Searcher, root: &Position, guess: i16, depth: u8) -> (i16, u64) {
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let (mut value, mut passes) = (guess, 0);
    while lower < upper {
        let beta = value.max(lower + 1);
        value = searcher.search(root, beta - 1, beta, depth);
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
        passes += 1;
    }
    (value, passes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(positions: usize, depth: u8) -> MtdfArguments {
        MtdfArguments { positions, depth, hash_kb: 64, seed: 7 }
    }

    #[test]
    fn both_drivers_find_the_value_of_plain_alpha_beta() {
        let arguments = arguments(20, 3);
        for root in draw(&arguments) {
            let plain = Searcher::new(None).unwrap().search(&root, -INFINITE, INFINITE, 3);
            assert_eq!(pvs(&root, &arguments).unwrap().value, plain, "{root:?}");
            assert_eq!(mtdf(&root, &arguments).unwrap().value, plain, "{root:?}");
        }
        let text = run(&arguments).unwrap();
        assert!(text.starts_with("20 positions at depth 3: every value"), "{text}");
    }

    #[test]
    fn any_first_guess_leads_to_the_value() {
        let root = Position::startpos();
        let value = pvs(&root, &arguments(1, 3)).unwrap().value;
        for guess in [-INFINITE, -500, value - 1, value, value + 1, 500, INFINITE] {
            let mut searcher = Searcher::new(Some(1 << 16)).unwrap();
            let (found, passes) = close_in(&mut searcher, &root, guess, 3);
            assert_eq!(found, value, "guess {guess}");
            assert!(passes >= 1 && (guess != value || passes == 2), "{passes} passes from {guess}");
        }
    }

    #[test]
    fn a_mate_is_worth_more_the_sooner_it_comes() {
        let root = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let values = [1, 2, 3].map(|depth| {
            let arguments = arguments(1, depth);
            let value = mtdf(&root, &arguments).unwrap().value;
            assert_eq!(pvs(&root, &arguments).unwrap().value, value);
            value
        });
        // The mate is on the board after one ply, with one ply less to go than at the root.
        assert_eq!(values, [0, 1, 2].map(|rest| alpha_beta::MATE + rest));
    }
}
