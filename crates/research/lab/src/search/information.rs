//! Experiments `information` and `worth`: the parts of a record (its move, its score, or both) and
//! their worth to a search.

use anyhow::Result;
use movegen::Position;
use search::Switches;

use super::by_size::{NodesBySize, Unit};
use super::line::{PLAIN, Task, sum_of};
use super::record_part::RecordPart;
use super::roots;
use super::worth_match::Matches;
use crate::evaluation_kind::EvaluationKind;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{
    Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, effect, progress, verdict,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("information", run_information);

const MOVE: usize = 1;
const SCORE: usize = 2;
const BOTH: usize = 3;

fn run_information(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 12], (8..=20).collect());
    let (positions, depth) = effort.choose((4, 3), (48, 5));
    let roots = roots::draw(positions, 1, seed)?;
    let named = |_, told: &RecordPart| (vec![told.name().to_owned()], 0);
    let nodes =
        NodesBySize::measure(&["told"], exponents, &RecordPart::ALL, named, |told, bytes| {
            sum_of(&roots, |line| {
                let task = Task { line, bytes, depth, switches: PLAIN };
                told.nodes(&task, EvaluationKind::HandCrafted)
            })
        })?;
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches, by the entries that the table has room for; the last column is the \
         sum over all sizes, as a percentage of a search without a table.",
    );
    found.table(&nodes.table());
    let unit = (Unit::Millions, "nodes, millions");
    let chart = nodes.chart("Nodes to the same depth, by what a record tells", unit, |_| true);
    let [moves, score, both] = [MOVE, SCORE, BOTH].map(|told| nodes.percent_in_largest(told));
    Ok(Report {
        result: format!(
            "In the largest table the move alone needs {moves:.1} % of the nodes of a search \
             without a table, the score alone {score:.1} %, both {both:.1} %."
        ),
        found,
        differs: Some(differs(&nodes)),
        method: format!(
            "As in `replacement`: {positions} positions to depth {depth}, over tt-core's defaults."
        ),
        csv: nodes.csv(),
        svg: chart.svg()?,
    })
}

fn differs(nodes: &NodesBySize) -> String {
    let percent = |told| nodes.percent_in_largest(told);
    let better = percent(MOVE).min(percent(SCORE));
    let saving = 100.0 * (1.0 - percent(BOTH) / better);
    let (alone, reason) = if percent(MOVE) < percent(SCORE) {
        (
            "move",
            "In plain alpha-beta a record settles a node only at equal draft, and in so shallow a \
             tree few ways lead to one position.",
        )
    } else {
        (
            "score",
            "Every transposition that it settles saves a whole sub-tree; killers and histories \
             seldom try a worse move first.",
        )
    };
    format!(
        "Both together over the better of one alone, in the largest table: {} (it {}). Of one \
         alone, the {alone} saves more here. {reason}",
        verdict(saving),
        effect(saving),
    )
}

pub(crate) const WORTH: Experiment = Experiment::new("worth", run_worth);

/// The nodes of each way to use the table, depth by depth.
struct Worth {
    search: &'static str,
    nodes: [Vec<u64>; 3],
}

/// The ways to use the table that are compared, and their names.
const WORTHS: [(RecordPart, &str); 3] = [
    (RecordPart::Nothing, "no table"),
    (RecordPart::Move, "ordering only"),
    (RecordPart::Both, "the whole table"),
];

impl Worth {
    fn measure(
        search: &'static str,
        roots: &[Vec<Position>],
        (deepest, bytes, switches): (u32, usize, Switches),
        kind: EvaluationKind,
    ) -> Result<Self> {
        let cells: Vec<(RecordPart, u32)> = WORTHS
            .iter()
            .flat_map(|&(told, _)| (1..=deepest).map(move |depth| (told, depth)))
            .collect();
        let nodes = progress::each(search, &cells, |&(told, depth)| {
            sum_of(roots, |line| told.nodes(&Task { line, bytes, depth, switches }, kind))
        })?;
        let row = |told: usize| nodes[told * deepest as usize..][..deepest as usize].to_vec();
        Ok(Self { search, nodes: [row(0), row(1), row(2)] })
    }

    /// Returns the nodes of a way as a multiple of those with the whole table.
    fn ratio(&self, told: usize, at: usize) -> f64 {
        self.nodes[told][at] as f64 / self.nodes[2][at] as f64
    }

    fn table(&self) -> MarkdownTable {
        let names = WORTHS.iter().map(|(_, name)| (*name).to_owned());
        let times = ["no table, times".to_owned(), "ordering only, times".to_owned()];
        let names = ["depth".to_owned()].into_iter().chain(names).chain(times);
        let mut table = MarkdownTable::new(names, 0);
        for at in 0..self.nodes[0].len() {
            let counts = self.nodes.iter().map(|row| row[at].to_string());
            let ratios = [0, 1].map(|told| format!("{:.2}", self.ratio(told, at)));
            table.row([(at + 1).to_string()].into_iter().chain(counts).chain(ratios));
        }
        table
    }
}

fn run_worth(Setting { effort, seed }: Setting) -> Result<Report> {
    let (lines, bytes) = effort.choose((3, 1 << 20), (24, 64 << 20));
    let (plain_depth, depth) = effort.choose((3, 6), (6, 14));
    let roots = roots::draw(lines, 1, seed)?;
    let plain = (plain_depth, bytes, PLAIN);
    let own = (depth, bytes, Switches::NONE);
    let [crafted, network] = EvaluationKind::ALL;
    let all = [
        Worth::measure("plain alpha-beta", &roots, plain, crafted)?,
        Worth::measure("plain alpha-beta, network", &roots, plain, network)?,
        Worth::measure("the engine's search", &roots, own, crafted)?,
        Worth::measure("the engine's search, network", &roots, own, network)?,
    ];
    let mut found = Page::empty();
    let mut csv = Csv::new(&["search", "told", "depth", "nodes"]);
    let mut series = Vec::new();
    for worth in &all {
        found.paragraph(&format!("Nodes of all searches to a depth, {}:", worth.search));
        found.table(&worth.table());
        for ((_, name), nodes) in WORTHS.iter().zip(&worth.nodes) {
            let mut points = Vec::new();
            for (depth, nodes) in (1..).zip(nodes) {
                csv.row(&[&worth.search, name, &depth, nodes]);
                points.push((f64::from(depth), *nodes as f64));
            }
            series.push(Series::line(format!("{}: {name}", worth.search), points));
        }
    }
    let chart = Chart {
        title: "Nodes by depth: what a table is worth",
        x: Axis { name: "depth, plies", scale: Scale::Linear },
        y: Axis { name: "nodes", scale: Scale::Decimal },
        series,
    };
    // A machine's time is not the same every time, so the short form leaves it out.
    let matches = effort.choose(None, Matches::written());
    if let Some(matches) = &matches {
        matches.show(&mut found);
    }
    let at = plain_depth as usize - 1;
    let [[nothing, moves], [nothing_network, moves_network]] =
        [0, 1].map(|kind: usize| [0, 1].map(|told| all[kind].ratio(told, at)));
    let result = format!(
        "In plain alpha-beta to depth {plain_depth} a search without a table visits {nothing:.2} \
         times the nodes of one with it, and one that only takes its moves {moves:.2} times; by \
         the engine's network it is {nothing_network:.2} and {moves_network:.2} times."
    );
    Ok(Report {
        result: matches.iter().fold(result, |result, matches| result + &matches.in_a_sentence()),
        found,
        differs: None,
        method: format!(
            "{lines} middle-game positions after 8 to 16 random plies, each searched by one thread \
             to each depth over an empty table of {} MiB, by the hand-crafted evaluation and by \
             the engine's network.",
            bytes >> 20
        ),
        csv,
        svg: chart.svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Breuker 1997: a record's move, its score, and both save nodes; both save most.
    #[test]
    fn moves_alone_scores_alone_and_both_each_save_nodes() {
        let lines = roots::draw(6, 1, 1).unwrap();
        let nodes = |told: RecordPart, line: &[Position]| {
            let task = Task { line, bytes: 1 << 20, depth: 4, switches: PLAIN };
            told.nodes(&task, EvaluationKind::HandCrafted).unwrap()
        };
        let nodes =
            RecordPart::ALL.map(|told| lines.iter().map(|line| nodes(told, line)).sum::<u64>());
        let [nothing, moves, score, both] = nodes;
        assert!(moves < nothing && score < nothing, "{nodes:?}");
        assert!(both < moves && both < score, "{nodes:?}");
    }
}
