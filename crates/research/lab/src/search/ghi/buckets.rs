//! Buckets of the clock in the key of the table, under the limit of chess: the faults that they do
//! away with, and the nodes that they cost where nothing is near the limit.

use anyhow::Result;
use movegen::Position;
use search::{ClockBuckets, Switches};
use tt_core::Table;

use super::audit::Policy;
use super::cost::with_clock;
use super::solver::Endings;
use super::sums::PolicySums;
use super::trial::Before;
use super::{Plan, measure, reasons};
use crate::experiment::{Effort, Setting};
use crate::page::{MarkdownTable, Page, progress};
use crate::search::line::{Task, nodes, search_line};
use crate::search::roots;

/// The clocks at which the second bucket begins, and the plies of the buckets after it.
const FIRSTS: [u32; 3] = [8, 14, 20];
const STEPS: [u32; 3] = [4, 8, 16];

const TABLE_BYTES: usize = 16 << 20;

/// Returns guarded reads alone, the whole clock in the key, and all buckets; in the short form
/// those of one size.
fn policies(effort: Effort) -> Vec<Policy> {
    let steps = effort.choose(&STEPS[1..2], &STEPS);
    let buckets = steps.iter().flat_map(|&step| {
        FIRSTS.into_iter().map(move |first| Policy::Buckets(ClockBuckets { first, step }))
    });
    [Policy::GuardedReads, Policy::ClockInKey].into_iter().chain(buckets).collect()
}

/// Returns the endings under the limit of chess: half as many roots, at clocks as near to it.
fn plan(plan: &Plan, effort: Effort) -> Plan {
    let limit = effort.choose(plan.limit, 100);
    let clocks = plan.clocks.iter().map(|clock| limit - (plan.limit - clock)).collect();
    Plan { limit, clocks, roots: plan.roots / 2, ..*plan }
}

/// Adds the faults and the nodes of all buckets to the page; returns the result in a sentence.
pub(super) fn describe(found: &mut Page, first: &Plan, setting: Setting) -> Result<String> {
    let (plan, policies) = (plan(first, setting.effort), policies(setting.effort));
    let sums = measure(&plan, &Endings::new(plan.limit), &policies, setting.seed)?;
    let games = Games::new(setting)?;
    let nodes = games.nodes(&policies)?;
    found.paragraph(&format!(
        "The clock in the key by buckets, beside guarded reads alone, under the limit of {} plies. A name \
         says the plies of a bucket, and the clock at which the second one begins; the first begins \
         at 0. Buckets are read as the engine reads its table, the whole clock as above. The same \
         endings, {} roots of each at the clocks {}: false draws, those among them that \
         were true where they were stored, wrong roots, and nodes as a percentage of those with \
         guarded reads, by what the table held before. Then games: {}; nodes as a percentage, too, \
         by the clock at the first position.",
        plan.limit,
        plan.roots,
        plan.clocks.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        games.method(),
    ));
    found.table(&table(&sums, &policies, &games, &nodes));
    Ok(summary(&sums, &policies, &nodes))
}

fn nodes_of(sums: &PolicySums, policy: Policy, before: Before) -> f64 {
    sums.of_kind(|key| key.1 == before && key.2 == policy).nodes as f64
}

fn table(
    sums: &PolicySums,
    policies: &[Policy],
    games: &Games,
    nodes: &[Vec<u64>],
) -> MarkdownTable {
    let names = ["key", "false draws", "true where stored", "wrong roots"].map(str::to_owned);
    let nodes_names = ["cold, %", "asked nearer, %", "asked at 0, %"].map(str::to_owned);
    let clocks = games.starts.iter().map(|start| format!("game from {start}, %"));
    let columns = names.into_iter().chain(nodes_names).chain(clocks);
    let mut table = MarkdownTable::new(columns, 1);
    for (number, &policy) in policies.iter().enumerate() {
        let sum = sums.of(policy);
        let [draws, true_there] = reasons::false_draws(&sum);
        let share = |before| {
            100.0 * nodes_of(sums, policy, before) / nodes_of(sums, Policy::GuardedReads, before)
        };
        let of_game = nodes[number].iter().zip(&nodes[0]);
        let of_game = of_game.map(|(&nodes, &base)| 100.0 * nodes as f64 / base as f64);
        let shares = Before::ALL.map(share).into_iter().chain(of_game);
        let counts = [draws.to_string(), true_there.to_string(), sum.wrong_roots.to_string()];
        let cells = [policy.name()].into_iter().chain(counts);
        table.row(cells.chain(shares.map(|share| format!("{share:.1}"))));
    }
    table
}

fn summary(sums: &PolicySums, policies: &[Policy], nodes: &[Vec<u64>]) -> String {
    let total = |number: usize| nodes[number].iter().sum::<u64>() as f64;
    let of = |policy: Policy| {
        let number = policies.iter().position(|&other| other == policy).unwrap_or_default();
        (sums.of(policy), 100.0 * total(number) / total(0))
    };
    let engine = sums.of(Policy::GuardedReads);
    let (whole, whole_nodes) = of(Policy::ClockInKey);
    let (bucket, bucket_nodes) = of(Policy::Buckets(ClockBuckets::DEFAULT));
    let draws = |sum| reasons::false_draws(sum)[0];
    format!(
        "Under the limit of chess guarded reads alone leave {} false draws; the engine's buckets of 8 \
         plies from 14 in the key leave {}, for {bucket_nodes:.1} % of the nodes in games, the whole clock {}, for \
         {whole_nodes:.1} %.",
        draws(&engine),
        draws(&bucket),
        draws(&whole),
    )
}

/// Successive positions of games, searched over one table as in play.
struct Games {
    lines: Vec<Vec<Position>>,
    depth: u32,
    /// The clocks at the first position of each line.
    starts: Vec<u32>,
}

impl Games {
    fn new(Setting { effort, seed }: Setting) -> Result<Self> {
        let (lines, positions, depth) = effort.choose((2, 3, 5), (40, 6, 10));
        let starts = effort.choose(vec![0, 12], vec![0, 10, 20, 40, 60, 80]);
        Ok(Self { lines: roots::draw(lines, positions, seed)?, depth, starts })
    }

    fn method(&self) -> String {
        format!(
            "{} games of our player, {} successive positions of one side searched to depth {} over \
             one table",
            self.lines.len(),
            self.lines[0].len(),
            self.depth
        )
    }

    fn nodes(&self, policies: &[Policy]) -> Result<Vec<Vec<u64>>> {
        let mut cells = Vec::new();
        for &policy in policies {
            for &start in &self.starts {
                cells.extend(self.lines.iter().map(|line| (policy, start, line)));
            }
        }
        let counts = progress::each("games", &cells, |&(policy, start, line)| {
            self.replay(policy, &clocked(line, start)?)
        })?;
        let sums: Vec<u64> =
            counts.chunks(self.lines.len()).map(|counts| counts.iter().sum()).collect();
        Ok(sums.chunks(self.starts.len()).map(<[u64]>::to_vec).collect())
    }

    fn replay(&self, policy: Policy, line: &[Position]) -> Result<u64> {
        let table: Table = Table::new(TABLE_BYTES)?;
        let clock_buckets = match policy {
            Policy::ClockInKey => ClockBuckets { first: 1, step: 1 },
            _ => policy.buckets(),
        };
        let switches = Switches { clock_buckets, ..Switches::NONE };
        let task = Task { line, bytes: TABLE_BYTES, depth: self.depth, switches };
        Ok(nodes(&search_line(&table, &task)))
    }
}

/// Returns a line whose first position has the clock `start`: as long as no progress is made the
/// clocks run on from there.
fn clocked(line: &[Position], start: u32) -> Result<Vec<Position>> {
    let first = line[0].halfmove_clock();
    let clocks = line.iter().enumerate().scan(true, |runs, (number, position)| {
        let clock = position.halfmove_clock();
        *runs &= clock == first + 2 * number as u32;
        Some(if *runs { start + 2 * number as u32 } else { clock })
    });
    line.iter().zip(clocks).map(|(position, clock)| with_clock(position, clock)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_of_a_line_run_on_until_there_is_progress() {
        let fens =
            ["3 10", "5 11", "0 12", "2 13"].map(|end| format!("4k3/8/8/8/8/8/8/R3K3 w - - {end}"));
        let line: Vec<Position> = fens.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
        let clocks = clocked(&line, 40).unwrap();
        let clocks: Vec<u32> = clocks.iter().map(Position::halfmove_clock).collect();
        assert_eq!(clocks, [40, 42, 0, 2]);
    }

    #[test]
    fn the_clocks_keep_their_distance_to_the_limit() {
        let first = Plan::new(Effort::Full);
        let plan = plan(&first, Effort::Full);
        let left =
            |plan: &Plan| plan.clocks.iter().map(|clock| plan.limit - clock).collect::<Vec<_>>();
        assert_eq!((left(&plan), plan.limit), (left(&first), 100));
    }
}
