//! Experiment `transpositions`: how many paths lead to one position, where two of them meet, and
//! what is saved there.

mod census;
mod en_passant;
mod saving;

use anyhow::Result;
use movegen::{Position, perft};

use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series};
use census::{Count, census};
use en_passant::{CLAIMED, EnPassant, MEETING, ORDERS, meetings, position};
use saving::{CLAIMED_DEPTH, DEPTH, Example, Saved, WholeTree};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("transpositions", run);

/// The ply whose figures the result names, which the short form reaches too.
const NAMED: usize = 5;

fn run(Setting { effort, .. }: Setting) -> Result<Report> {
    let (deepest, depth, bytes) = effort.choose((5, 4, 1 << 22), (6, 8, 256 << 20));
    let counts = census(&Position::startpos().with_keys(), deepest);
    let (example, tree) = (Example::measure(), WholeTree::measure(depth, bytes)?);
    let mut found = Page::empty();
    let mut csv = Csv::new(&["part", "at", "what", "value"]);
    write_counts(&counts, &mut found, &mut csv);
    write_meetings(&mut found);
    write_example(&example, &mut found, &mut csv);
    write_tree(&tree, depth, &mut found, &mut csv);
    let named = counts[NAMED - 1];
    Ok(Report {
        result: format!(
            "After {NAMED} plies from the start {} paths lead to {} positions if en passant is hashed \
             where a capture is legal, and to {} if it always is. The record of the position where \
             Rival's two orders meet saves {:.1} % of the tree of depth {CLAIMED_DEPTH} that the \
             document says is saved whole.",
            named.paths,
            named.distinct[2],
            named.distinct[0],
            100.0 * (example.without - example.with) as f64 / example.without as f64
        ),
        found,
        differs: None,
        method: format!(
            "Positions are counted by keys of 128 random bits, nodes in plain alpha-beta by one \
             thread: for the example without a table but for the one record, which a search of \
             the position to depth {DEPTH} left; for the tree to depth {depth} over a table of {} \
             MiB.",
            bytes >> 20
        ),
        csv,
        svg: picture(&counts).svg()?,
    })
}

fn write_counts(counts: &[Count], found: &mut Page, csv: &mut Csv) {
    found.paragraph(
        "Paths from the start position, and the different positions at their ends, by the rule that \
         says when a key holds the file of a double step:",
    );
    let rules = EnPassant::ALL.map(EnPassant::name);
    let names = ["ply", "paths"].into_iter().chain(rules).chain(["paths to each, if legal"]);
    let mut table = MarkdownTable::new(names, 0);
    for count in counts {
        let cells = [u64::from(count.ply), count.paths].into_iter().chain(count.distinct);
        let each = format!("{:.2}", count.paths_each(2));
        table.row(cells.map(|cell| cell.to_string()).chain([each]));
        let values = [count.paths].into_iter().chain(count.distinct);
        for (what, value) in ["paths"].into_iter().chain(rules).zip(values) {
            csv.row(&[&"positions", &count.ply, &what, &value]);
        }
    }
    found.table(&table);
}

fn write_meetings(found: &mut Page) {
    found.paragraph(
        "Rival's example, played through, and then a fifth ply that both orders can have: whether the \
         keys of both are one.",
    );
    let rules = EnPassant::ALL.map(EnPassant::name);
    let names = ["ply", "one order", "the other"].into_iter().chain(rules);
    let mut table = MarkdownTable::new(names, 3);
    for (ply, met) in meetings().into_iter().enumerate() {
        let moves = ORDERS.map(|order| order[ply].to_owned());
        let met = met.map(|met| if met { "one key" } else { "differ" }.to_owned());
        table.row([(ply + 1).to_string()].into_iter().chain(moves).chain(met));
    }
    found.table(&table);
}

fn write_example(example: &Example, found: &mut Page, csv: &mut Csv) {
    let claimed = perft(&position(1, CLAIMED), CLAIMED_DEPTH);
    let meeting = perft(&position(1, MEETING), DEPTH);
    found.paragraph(&format!(
        "What the record of the meeting saves in a tree of depth 8. Negamax without cutoffs has \
         {claimed} leaves in the sub-tree of depth {CLAIMED_DEPTH} below the second order's ply \
         {CLAIMED}, and {meeting} of them ({:.2} %) in that of depth {DEPTH} below the meeting. Plain \
         alpha-beta visits:",
        100.0 * meeting as f64 / claimed as f64
    ));
    let rows = [
        ("from the meeting", DEPTH, example.meeting),
        ("from the second order's ply 3, without the record", CLAIMED_DEPTH, example.without),
        ("the same, with the record", CLAIMED_DEPTH, example.with),
        ("saved", CLAIMED_DEPTH, example.without - example.with),
    ];
    let mut table = MarkdownTable::new(["search", "depth", "nodes"], 1);
    for (name, depth, nodes) in rows {
        table.row([name.to_owned(), depth.to_string(), nodes.to_string()]);
        csv.row(&[&"example", &depth, &name, &nodes]);
    }
    found.table(&table);
}

fn write_tree(tree: &WholeTree, depth: u32, found: &mut Page, csv: &mut Csv) {
    found.paragraph(&format!(
        "And what all records save in the whole tree of depth {depth} from the start position, {} \
         nodes without a table and {} with it: how often a record settled a node by its draft, and \
         the nodes that had been visited to make it.",
        tree.without, tree.with
    ));
    let names = ["draft", "nodes settled", "nodes saved by each", "saved in all"];
    let mut table = MarkdownTable::new(names, 0);
    for (draft, saved) in (1..).zip(&tree.saved) {
        let each = format!("{:.0}", saved.nodes as f64 / saved.times.max(1) as f64);
        let &Saved { times, nodes } = saved;
        table.row([draft.to_string(), times.to_string(), each, nodes.to_string()]);
        csv.row(&[&"tree", &draft, &"settled", &times]);
        csv.row(&[&"tree", &draft, &"saved", &nodes]);
    }
    found.table(&table);
}

fn picture(counts: &[Count]) -> Chart {
    let series = EnPassant::ALL.iter().enumerate().map(|(number, rule)| {
        let points = counts.iter().map(|count| (f64::from(count.ply), count.paths_each(number)));
        Series::line(format!("en passant hashed {}", rule.name()), points)
    });
    Chart {
        title: "Paths from the start that lead to one position",
        x: Axis { name: "plies", scale: Scale::Linear },
        y: Axis { name: "paths to a position, on average", scale: Scale::Linear },
        series: series.collect(),
    }
}
