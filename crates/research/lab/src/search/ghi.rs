//! Experiment `ghi`, graph-history interaction: what a table does to scores that depend on the way
//! to a position, by the clock of no progress and by repetition.

mod audit;
mod buckets;
mod cost;
mod graph;
mod placement;
mod reasons;
mod repetition;
mod solver;
mod sums;
mod trial;

use anyhow::Result;

use crate::experiment::{Effort, Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};
use audit::{Policy, PolicySum};
use placement::WhitePiece;
use solver::Endings;
use sums::PolicySums;
use trial::{Before, Root};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("ghi", run);

/// The two endings, with the names that the literature gives them.
const ENDINGS: [(WhitePiece, &str); 2] = [(WhitePiece::Rook, "KRK"), (WhitePiece::Pawn, "KPK")];

struct Plan {
    /// Plies without progress that make a draw.
    limit: u32,
    depth: u32,
    roots: usize,
    clocks: Vec<u32>,
    graphs: usize,
}

impl Plan {
    fn new(effort: Effort) -> Self {
        match effort {
            Effort::Quick => {
                Self { limit: 16, depth: 6, roots: 8, clocks: vec![4, 10, 13], graphs: 1_000 }
            }
            Effort::Full => Self {
                limit: 24,
                depth: 8,
                roots: 60,
                clocks: vec![4, 8, 12, 14, 16, 18, 20, 22],
                graphs: 100_000,
            },
        }
    }
}

fn run(setting: Setting) -> Result<Report> {
    let plan = Plan::new(setting.effort);
    let endings = Endings::new(plan.limit);
    let sums = measure(&plan, &endings, &Policy::ALL, setting.seed)?;
    report(&plan, &sums, setting)
}

fn report(plan: &Plan, sums: &PolicySums, setting: Setting) -> Result<Report> {
    let (naive, engine) = (sums.of(Policy::Naive), sums.of(Policy::GuardedReads));
    let mut found = Page::empty();
    let names = ["ending", "before", "policy", "clock", "settled", "proofs"];
    let faults = ["false_wins", "early_mates", "false_draws", "wrong_roots", "nodes"];
    let mut csv = Csv::new(&[&names[..], &faults].concat());
    describe_wrong(&mut found, sums);
    reasons::describe(&mut found, sums);
    cost::describe(&mut found, setting)?;
    let bucketed = buckets::describe(&mut found, plan, setting)?;
    let repeated = repetition::describe(&mut found, plan.graphs, setting.seed);
    for (key, sum) in sums.cells() {
        let (piece, before, policy, clock) = key;
        let [wins, mates, draws] = sum.faults();
        let PolicySum { settled, proofs, wrong_roots, nodes, .. } = sum;
        let (piece, before, policy) = (name(piece), before.name(), policy.name());
        csv.row(&[
            &piece,
            &before,
            &policy,
            &clock,
            settled,
            proofs,
            &wins,
            &mates,
            &draws,
            wrong_roots,
            nodes,
        ]);
    }
    let [false_wins, early, false_draws] = engine.faults();
    let [naive_wins, naive_early, naive_draws] = naive.faults();
    Ok(Report {
        result: format!(
            "Of the proofs by which a naive table settled nodes {naive_wins} were false wins, \
             {naive_early} mates too early and {naive_draws} false draws; with guarded reads \
             {false_wins}, {early} and {false_draws}, for {:.1} % of the nodes. {bucketed} {repeated}",
            100.0 * engine.nodes as f64 / naive.nodes as f64
        ),
        found,
        differs: None,
        method: format!(
            "KRK, KPK and what the pawn turns into were solved by retrograde analysis over all \
             positions and clocks with a draw after {limit} plies without progress. {roots} roots \
             of each ending, half of them won within {plies} plies, were searched by one thread \
             to depth {depth} at the clocks {clocks}, each over a table of its own, which a \
             search to depth {plies} had filled where it was not cold. The claim of each entry \
             that settled a node (a mate or a draw) was held against the truth at that clock.",
            limit = plan.limit,
            roots = plan.roots,
            plies = Root::filled(plan.depth),
            depth = plan.depth,
            clocks = plan.clocks.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        ),
        csv,
        svg: picture(plan, sums)?,
    })
}

fn name(piece: WhitePiece) -> &'static str {
    ENDINGS.iter().find(|ending| ending.0 == piece).map_or("", |ending| ending.1)
}

/// Searches each root at each clock, with each past and a table of each policy.
fn measure(plan: &Plan, endings: &Endings, policies: &[Policy], seed: u64) -> Result<PolicySums> {
    let mut items = Vec::new();
    for (piece, _) in ENDINGS {
        for root in Root::draw(endings, piece, plan.roots, plan.depth, seed) {
            items.extend(plan.clocks.iter().map(|&clock| (root, clock)));
        }
    }
    let parts = progress::each("ghi", &items, |&(root, clock)| {
        let mut sums = PolicySums::default();
        for before in Before::ALL {
            for &policy in policies {
                let judged = root.judged(endings, policy, before, clock)?;
                sums.add((root.piece, before, policy, clock), judged);
            }
        }
        sums.without_table[root.piece as usize] +=
            u64::from(root.without_table(endings, clock)?.is_some());
        Ok(sums)
    })?;
    Ok(parts.into_iter().fold(PolicySums::default(), PolicySums::merge))
}

fn describe_wrong(found: &mut Page, sums: &PolicySums) {
    found.paragraph(
        "Nodes that the table settled, how many of them by a proof (a mate or a draw), and which \
         proofs were wrong at the node's clock; roots whose score was wrong; nodes of the same \
         searches, as a percentage of the naive table's. A false win is a draw; an early mate comes \
         later than claimed; a false draw is won by one side.",
    );
    let mut table = MarkdownTable::new(
        [
            "ending",
            "table before",
            "policy",
            "settled",
            "proofs",
            "false wins",
            "early mates",
            "false draws",
            "wrong roots",
            "nodes, %",
        ],
        3,
    );
    for (piece, ending) in ENDINGS {
        for before in Before::ALL {
            let sum =
                |policy| sums.of_kind(|key| key.0 == piece && key.1 == before && key.2 == policy);
            let naive = sum(Policy::Naive).nodes as f64;
            for policy in Policy::ALL {
                let sum = sum(policy);
                let percent = format!("{:.1}", 100.0 * sum.nodes as f64 / naive);
                let counts = [sum.settled, sum.proofs].map(|count| count.to_string());
                let faults = sum.faults().map(|count| count.to_string());
                let names = [ending.to_owned(), before.name().to_owned(), policy.name()];
                let last = [sum.wrong_roots.to_string(), percent];
                table.row(names.into_iter().chain(counts).chain(faults).chain(last));
            }
        }
    }
    found.table(&table);
    let without: Vec<String> = ENDINGS
        .iter()
        .map(|&(piece, ending)| format!("{} in {ending}", sums.without_table[piece as usize]))
        .collect();
    found.paragraph(&format!(
        "Searches without a table that gave the root a wrong score: {}. What they get wrong they \
         prune or call a draw at the first repetition, and no table is to blame.",
        without.join(", ")
    ));
}

/// Returns the picture of wrong proofs by the plies that are left, of the naive table and the
/// one whose reads are guarded.
fn picture(plan: &Plan, sums: &PolicySums) -> Result<String> {
    let mut series = Vec::new();
    for (piece, ending) in ENDINGS {
        for policy in [Policy::Naive, Policy::GuardedReads, Policy::ClockInKey] {
            let point = |&clock: &u32| {
                let sum = sums.of_kind(|key| {
                    key.0 == piece && key.1 == Before::Fresh && key.2 == policy && key.3 == clock
                });
                let wrong = sum.wrong.len() as f64;
                (f64::from(plan.limit - clock), 1_000.0 * wrong / sum.settled.max(1) as f64)
            };
            let name = format!("{ending}, {}", policy.name());
            series.push(Series::line(name, plan.clocks.iter().map(point)));
        }
    }
    Chart {
        title: "Wrong proofs over a table that was filled at clock 0",
        x: Axis { name: "plies left to the limit at the root", scale: Scale::Linear },
        y: Axis { name: "wrong proofs in 1,000 settled nodes", scale: Scale::Linear },
        series,
    }
    .svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short form, of whose figures all is asserted.
    #[test]
    fn the_engine_claims_no_false_win_and_the_naive_table_does() {
        let setting = Setting { effort: Effort::Quick, seed: 1 };
        let plan = Plan::new(setting.effort);
        let sums = measure(&plan, &Endings::new(plan.limit), &Policy::ALL, setting.seed).unwrap();
        let [false_wins, ..] = sums.of(Policy::Naive).faults();
        assert!(false_wins > 0);
        for policy in [Policy::GuardedReads, Policy::GuardedStores, Policy::ClockInKey] {
            let sum = sums.of(policy);
            assert_eq!(sum.faults()[..2], [0, 0], "{policy:?}: {:?}", sum.wrong.first());
            assert!(sum.proofs > 0 && sum.nodes > sums.of(Policy::Naive).nodes);
        }
        // A draw by the clock is true nearer to the limit, and most of the false ones are such.
        let engine = sums.of(Policy::GuardedReads);
        let true_there = engine.wrong.iter().filter(|wrong| wrong.true_there);
        assert!(true_there.into_iter().all(|wrong| wrong.stored > wrong.asked));
        let [[all, of_clock], [guarded, _], [_, in_key]] =
            [Policy::GuardedReads, Policy::GuardedStores, Policy::ClockInKey]
                .map(|policy| reasons::false_draws(&sums.of(policy)));
        assert!(
            2 * of_clock > all && guarded < all - of_clock / 2,
            "{of_clock} of {all}, {guarded}"
        );
        assert_eq!(in_key, 0, "a clock in the key brings no other clock's draw");
        let report = report(&plan, &sums, setting).unwrap();
        let page = EXPERIMENT.page(&report, setting);
        insta::assert_snapshot!(
            "the_quick_form",
            format!("{}\n{}", page.text(), report.csv.as_str())
        );
    }
}
