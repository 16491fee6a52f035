//! Experiment `probes`: buckets of one, two, four and eight slots, each probed whole.

use anyhow::Result;
use tt_classics::wiki::ShallowestFirst;
use tt_core::{Ageing, Dense, Entry, Wide};

use super::design::{Design, Sweep};
use super::line::PLAIN;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::chart::{Axis, Chart, Mark, Scale, Series};
use crate::page::csv::Csv;
use crate::page::document::Page;
use crate::page::table::MarkdownTable;

/// Bytes of an entry of tt-core.
const ENTRY_BYTES: usize = 16;

/// Slots of a bucket, with ageing and without.
const DESIGNS: &[Design] = &[
    Design::of::<Entry, Wide<1>, Ageing>("1 slot, ageing"),
    Design::of::<Entry, Wide<2>, Ageing>("2 slots, ageing"),
    Design::of::<Entry, Wide<4>, Ageing>("4 slots, ageing"),
    Design::of::<Entry, Wide<8>, Ageing>("8 slots, ageing"),
    Design::of::<Entry, Dense, Ageing>("6 short slots, ageing"),
    Design::of::<Entry, Wide<1>, ShallowestFirst>("1 slot"),
    Design::of::<Entry, Wide<2>, ShallowestFirst>("2 slots"),
    Design::of::<Entry, Wide<4>, ShallowestFirst>("4 slots"),
    Design::of::<Entry, Wide<8>, ShallowestFirst>("8 slots"),
];

/// How many designs of the list age; those without ageing follow them.
const AGEING: usize = 5;

/// Several probes by size.
pub(in crate::search) const EXPERIMENT: Experiment = Experiment {
    name: "probes",
    title: "Several probes of one bucket",
    literature: "Beal and Smith (\"Multiple probes of transposition tables\", ICCA Journal 19(4), \
                 1996) let an entry stand in one of several places, of which a newcomer takes the \
                 one of least value, and counted nodes of searches to a fixed depth. Several \
                 probes were better than one, and eight a little better than four. Buckets of a \
                 cache line cost no more than one slot, because the line is loaded as a whole.",
    run,
};

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).collect());
    let (positions, depth) = effort.choose((4, 3), (48, 5));
    let sizes: Vec<usize> = exponents.iter().map(|exponent| ENTRY_BYTES << exponent).collect();
    let roots = roots::draw(positions, 1, seed)?;
    let nodes = Sweep { sizes: &sizes, lines: &roots, depth, settings: PLAIN }.run(DESIGNS)?;
    let sum = |design: usize| nodes[design].iter().sum::<u64>() as f64;
    let percent = |design: usize, of: usize| 100.0 * sum(design) / sum(of);
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches; the last column is the sum over all sizes, as a percentage of one \
         slot under the same policy.",
    );
    let columns = exponents.iter().map(|exponent| format!("2^{exponent}"));
    let names = ["bucket".to_owned()].into_iter().chain(columns).chain(["all, %".to_owned()]);
    let mut table = MarkdownTable::new(names, 1);
    let mut csv = Csv::new(["bucket", "entries", "nodes"]);
    let mut series = Vec::new();
    for (number, (design, nodes)) in DESIGNS.iter().zip(&nodes).enumerate() {
        let one = if number < AGEING { 0 } else { AGEING };
        let cells = nodes.iter().map(u64::to_string);
        let share = format!("{:.1}", percent(number, one));
        table.row([design.name.to_owned()].into_iter().chain(cells).chain([share]));
        let mut points = Vec::new();
        for (exponent, nodes) in exponents.iter().zip(nodes) {
            let entries = 1u64 << exponent;
            csv.row([design.name.to_owned(), entries.to_string(), nodes.to_string()]);
            points.push((entries as f64, *nodes as f64 / 1e6));
        }
        if number != AGEING + 1 && number != AGEING + 3 {
            series.push(Series { name: design.name.to_owned(), mark: Mark::Line, points });
        }
    }
    found.table(&table);
    let chart = Chart {
        title: "Nodes to the same depth, by slots of a bucket",
        x: Axis { name: "size of the table, in entries of 16 bytes", scale: Scale::Binary },
        y: Axis { name: "nodes, millions", scale: Scale::Linear },
        series,
    };
    Ok(Report {
        result: format!(
            "With ageing, two slots need {:.1} % of the nodes that one needs, four {:.1} %, eight \
             {:.1} %; without, {:.1} %, {:.1} % and {:.1} %.",
            percent(1, 0),
            percent(2, 0),
            percent(3, 0),
            percent(AGEING + 1, AGEING),
            percent(AGEING + 2, AGEING),
            percent(AGEING + 3, AGEING),
        ),
        found,
        differs:
            "The order is that of the literature where the last column falls from one slot to \
                  eight. What several slots save is least where the table is far too small (all \
                  slots of a bucket hold what was just searched) and where it is large enough for \
                  all records. Six short slots hold half as many records again in the same bytes, \
                  for eleven bits less of the key."
                .to_owned(),
        method: format!(
            "As in [replacement](replacement.md): {positions} positions, depth \
             {depth}, the same bytes for every bucket. With ageing a newcomer takes the slot of \
             least draft less age; without, of least draft."
        ),
        csv,
        svg: chart.svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::quick;

    #[test]
    fn the_quick_form() {
        insta::assert_snapshot!(quick(&EXPERIMENT));
    }

    #[test]
    fn those_without_ageing_follow_those_with() {
        for (number, design) in DESIGNS.iter().enumerate() {
            assert_eq!(design.name.contains("ageing"), number < AGEING, "{}", design.name);
        }
    }
}
