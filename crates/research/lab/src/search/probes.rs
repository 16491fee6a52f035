//! Experiment `probes`: buckets of one, two, four and eight slots, each probed whole.

use anyhow::Result;
use movegen::Position;
use tt_classics::wiki::ShallowestFirst;
use tt_core::{Ageing, Dense, Entry, Table, Wide};

use super::by_size::{NodesBySize, Unit};
use super::line::{Design, PLAIN};
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Page, effect, verdict};

/// Slots of a bucket, with ageing and without.
const DESIGNS: &[Design] = &[
    Design::of::<Table<Entry, Wide<1>, Ageing>>("1 slot, ageing"),
    Design::of::<Table<Entry, Wide<2>, Ageing>>("2 slots, ageing"),
    Design::of::<Table<Entry, Wide<4>, Ageing>>("4 slots, ageing"),
    Design::of::<Table<Entry, Wide<8>, Ageing>>("8 slots, ageing"),
    Design::of::<Table<Entry, Dense, Ageing>>("6 short slots, ageing"),
    Design::of::<Table<Entry, Wide<1>, ShallowestFirst>>("1 slot"),
    Design::of::<Table<Entry, Wide<2>, ShallowestFirst>>("2 slots"),
    Design::of::<Table<Entry, Wide<4>, ShallowestFirst>>("4 slots"),
    Design::of::<Table<Entry, Wide<8>, ShallowestFirst>>("8 slots"),
];

/// The number of designs of the list that age; those without ageing follow them.
const AGEING: usize = 5;
/// One slot and four, with ageing.
const ONE: usize = 0;
const FOUR: usize = 2;

/// Designs that the chart leaves out.
const HIDDEN: [usize; 2] = [AGEING + 1, AGEING + 3];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("probes", run);

fn measure(lines: &[Vec<Position>], exponents: Vec<u32>, depth: u32) -> Result<NodesBySize> {
    let named = |number, design: &Design| {
        (vec![design.name.to_owned()], if number < AGEING { 0 } else { AGEING })
    };
    NodesBySize::measure(&["bucket"], exponents, DESIGNS, named, |design, bytes| {
        design.nodes(lines, bytes, (depth, PLAIN))
    })
}

/// Returns at how many sizes four slots, which fill a cache line, need no more nodes than one.
fn no_worse(four: &[u64], one: &[u64]) -> usize {
    four.iter().zip(one).filter(|(four, one)| four <= one).count()
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).collect());
    let (positions, depth) = effort.choose((4, 3), (48, 5));
    let nodes = measure(&roots::draw(positions, 1, seed)?, exponents, depth)?;
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches; the last column is the sum over all sizes, as a percentage of one \
         slot under the same policy.",
    );
    found.table(&nodes.table());
    found.paragraph(&format!(
        "Four slots with ageing, one cache line, need no more nodes than one slot at {} of {} \
        sizes.",
        no_worse(nodes.nodes(FOUR), nodes.nodes(ONE)),
        nodes.exponents().len()
    ));
    let unit = (Unit::Millions, "nodes, millions");
    let hidden = HIDDEN.map(|number| DESIGNS[number].name);
    let chart = nodes.chart("Nodes to the same depth, by slots of a bucket", unit, |name| {
        !hidden.contains(&name)
    });
    let of = |base: usize| [1, 2, 3].map(|way| nodes.percent(base + way));
    let ([two, four, eight], [plain_two, plain_four, plain_eight]) = (of(0), of(AGEING));
    Ok(Report {
        result: format!(
            "With ageing, two slots need {two:.1} % of the nodes that one needs, four {four:.1} %, \
             eight {eight:.1} %; without, {plain_two:.1} %, {plain_four:.1} % and \
             {plain_eight:.1} %."
        ),
        found,
        differs: Some(differs(&nodes)),
        method: format!(
            "As in `replacement`: {positions} positions, depth \
             {depth}, the same bytes for every bucket. With ageing a newcomer takes the slot of \
             least draft less age; without, of least draft."
        ),
        csv: nodes.csv(),
        svg: chart.svg()?,
    })
}

fn differs(nodes: &NodesBySize) -> String {
    let saving = |many: usize, few: usize| 100.0 * (1.0 - nodes.sum(many) / nodes.sum(few));
    let several = saving(FOUR, ONE);
    let eight = saving(FOUR + 1, FOUR);
    format!(
        "Several probes over one: {} (a bucket of four {} of the nodes of one slot). Eight over \
         four: {} (a bucket of eight {}). {}",
        verdict(several),
        effect(several),
        verdict(eight),
        effect(eight),
        if several > 0.0 {
            "That is worth least where the table is far too small, and nothing where all records \
             have room."
        } else {
            "Where all records have room, buckets differ by chance alone: which of two positions \
             with one place is kept can save a node here and cost one there."
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes at which the searches crowd the table.
    #[test]
    fn four_slots_need_no_more_nodes_than_one_at_five_of_six_sizes() {
        let nodes = measure(&roots::draw(8, 1, 1).unwrap(), vec![5, 6, 7, 8, 9, 10], 4).unwrap();
        let [one, four] = [ONE, FOUR].map(|at| nodes.nodes(at));
        assert!(no_worse(four, one) >= 5, "one slot {one:?}, four {four:?}");
    }

    #[test]
    fn those_without_ageing_follow_those_with() {
        for (number, design) in DESIGNS.iter().enumerate() {
            assert_eq!(design.name.contains("ageing"), number < AGEING, "{}", design.name);
        }
        assert_eq!([ONE, FOUR].map(|number| &DESIGNS[number].name[..6]), ["1 slot", "4 slot"]);
        assert_eq!(HIDDEN.map(|number| DESIGNS[number].name), ["2 slots", "8 slots"]);
    }
}
