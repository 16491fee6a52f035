//! Verb `cluster-scaling`: how well transposition-driven scheduling uses more ranks than this
//! machine has, by running it in virtual time.

mod ida_star;
mod puzzle;
mod timed;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use cluster::Worker;

use self::ida_star::{IdaStar, begin};
use self::puzzle::Puzzle;
use self::timed::{Costs, TimedNetwork, run_in_virtual_time};
use crate::page::{Axis, Chart, MarkdownTable, Scale, Series, write};

/// An instance of Korf (1985), number 90: 50 steps.
const INSTANCE: &str = "5 4 7 1 11 12 14 15 10 13 8 6 2 0 9 3";

/// The tables of all ranks together, in bytes.
const TABLE: usize = 512 << 20;

/// Nanoseconds to expand a board: measured on one core of the machine of docs/cluster.md.
const EXPANSION: u64 = 260;

/// Networks: what they are called, and the nanoseconds that a batch costs its sender, its receiver,
/// and on its way. The first two were measured there by the example `tds` of the crate cluster; the
/// receiver's part is an estimate.
const NETWORKS: [(&str, [u64; 3]); 4] = [
    ("shared memory", [380, 300, 300]),
    ("TCP on one machine", [6_400, 1_000, 1_000]),
    ("InfiniBand, assumed", [400, 400, 1_500]),
    ("Ethernet, assumed", [6_400, 1_000, 25_000]),
];

#[derive(Args)]
pub(crate) struct ScalingArguments {
    /// Most ranks: it begins with one and doubles
    #[arg(long, default_value_t = 256)]
    ranks: usize,
    /// Iterations for lengths below this are searched, each to its end
    #[arg(long, default_value_t = 50)]
    bound: u8,
    /// Nanoseconds to expand a state
    #[arg(long, value_name = "NS", default_value_t = EXPANSION)]
    expansion: u64,
    /// Where the drawing goes
    #[arg(long, value_name = "FILE", default_value = "docs/cluster-scaling.svg")]
    svg: PathBuf,
}

struct Run {
    time: u64,
    expanded: u64,
}

pub(crate) fn run(arguments: &ScalingArguments, mut print: impl FnMut(String)) -> Result<()> {
    let puzzle: Puzzle = INSTANCE.parse()?;
    let one = solve(puzzle, 1, NETWORKS[0].1, arguments)?;
    let mut series = NETWORKS.map(|(name, _)| Series::line(name, []));
    let columns = ["ranks"].into_iter().chain(NETWORKS.iter().map(|&(name, _)| name));
    let mut table = MarkdownTable::new(columns, 0);
    table.lines().for_each(|line| print(line.to_owned()));
    let mut ranks = 1;
    while ranks <= arguments.ranks {
        let mut cells = vec![ranks.to_string()];
        for (&(_, costs), series) in NETWORKS.iter().zip(&mut series) {
            let run = solve(puzzle, ranks, costs, arguments)?;
            let efficiency = one.time as f64 / (run.time * ranks as u64) as f64;
            let more = run.expanded as f64 / one.expanded as f64;
            cells.push(format!("{:.1} % ({more:.3})", 100.0 * efficiency));
            series.points.push((ranks as f64, efficiency));
        }
        print(table.row(cells).to_owned());
        ranks *= 2;
    }
    let seconds = one.time as f64 / 1e9;
    print(format!("one rank: {} boards, {seconds:.2} s of virtual time", one.expanded));
    let chart = Chart {
        title: "Efficiency of transposition-driven scheduling (15-puzzle, simulated)",
        x: Axis { name: "ranks", scale: Scale::Binary },
        y: Axis { name: "efficiency", scale: Scale::Linear },
        series: series.into(),
    };
    write(&arguments.svg, &chart.svg()?).with_context(|| format!("{:?}", arguments.svg))
}

/// Runs all iterations below the bound, none of which stops early.
fn solve(
    puzzle: Puzzle,
    ranks: usize,
    costs: [u64; 3],
    arguments: &ScalingArguments,
) -> Result<Run> {
    let &ScalingArguments { expansion, bound: last, .. } = arguments;
    let [send, receive, latency] = costs;
    let costs = Costs { expansion, send, receive, latency };
    let network = TimedNetwork::new(ranks, costs);
    let mut workers = Vec::new();
    for transport in network.transports() {
        workers.push(Worker::new(IdaStar::new(TABLE / ranks)?, transport));
    }
    let mut sum = Run { time: 0, expanded: 0 };
    for bound in (puzzle.distance()..last).step_by(2) {
        begin(&mut workers, puzzle, bound);
        let (totals, time) = run_in_virtual_time(&network, &mut workers);
        sum.time += time;
        sum.expanded += totals.expanded;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests;
