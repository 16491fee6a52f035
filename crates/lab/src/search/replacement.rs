//! Experiment `replacement`: how many nodes a search visits to the same depth over each design of a
//! table, by its size.

mod list;

use anyhow::Result;

use super::design::Sweep;
use super::line::PLAIN;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::chart::{Axis, Chart, Mark, Scale, Series};
use crate::page::csv::Csv;
use crate::page::document::Page;
use crate::page::table::MarkdownTable;
use list::DESIGNS;

/// Bytes of an entry of tt-core, in which the sizes are counted.
const ENTRY_BYTES: usize = 16;

/// What the chart shows: Breuker's, and the engine's own.
const SHOWN: [&str; 7] = [
    "New",
    "Deep",
    "Big1",
    "TwoDeep",
    "TwoBig1",
    "bucket system",
    "ageing, four ways: the default",
];

/// Replacement schemes by size.
pub(in crate::search) const EXPERIMENT: Experiment = Experiment {
    name: "replacement",
    title: "Replacement schemes",
    literature: "Breuker, Uiterwijk and van den Herik (\"Replacement schemes for transposition \
                 tables\", ICCA Journal 17(4), 1994; \"Replacement schemes and two-level tables\", \
                 ICCA Journal 19(3), 1996) searched middle-game positions to a fixed depth with \
                 tables of many sizes and counted nodes. Two levels were better than one; a scheme \
                 that protects what cost many nodes was better than one that protects deep \
                 records; of those that replace at all, New, which always replaces, was worst. \
                 Between the best and the worst lay about 23 % of the nodes with small tables and \
                 3 % with large ones.",
    run,
};

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).collect());
    let (positions, depth) = effort.choose((4, 3), (48, 5));
    let sizes: Vec<usize> = exponents.iter().map(|exponent| ENTRY_BYTES << exponent).collect();
    let roots = roots::draw(positions, 1, seed)?;
    let nodes = Sweep { sizes: &sizes, lines: &roots, depth, settings: PLAIN }.run(DESIGNS)?;
    let found = SchemeNodes { exponents, nodes };
    Ok(Report {
        result: found.result(),
        found: found.page(),
        differs: found.differs(),
        method: format!(
            "{positions} middle-game positions after 8 to 16 random plies, each searched by one thread to \
             depth {depth}, by iterative deepening, over a table that was empty before. All designs \
             have the same bytes: a size of 2^n is that of 2^n entries of {ENTRY_BYTES} bytes. Rival's \
             records have 13 bytes, those of six in a line less than 11. The search is plain \
             alpha-beta with quiescence: nothing is pruned, reduced or extended, and no table \
             changes its score."
        ),
        csv: found.csv(),
        svg: found.chart().svg()?,
    })
}

/// The nodes of each design, size by size.
struct SchemeNodes {
    exponents: Vec<u32>,
    nodes: Vec<Vec<u64>>,
}

impl SchemeNodes {
    /// The nodes of a design.
    fn of(&self, name: &str) -> &[u64] {
        let place = DESIGNS.iter().position(|design| design.name == name);
        &self.nodes[place.expect("a design of the list")]
    }

    fn sum(&self, names: &[&str]) -> f64 {
        let sum: u64 = names.iter().flat_map(|name| self.of(name)).sum();
        sum as f64 / names.len() as f64
    }

    /// How much less, in percent, the first designs visit than the second ones, over all sizes.
    fn saving(&self, better: &[&str], worse: &[&str]) -> f64 {
        100.0 * (1.0 - self.sum(better) / self.sum(worse))
    }

    /// Greatest over least nodes of Breuker's schemes that replace, at a size, in percent more.
    fn spread(&self, size: usize) -> f64 {
        let names = ["Deep", "New", "Big1", "BigAll", "TwoDeep", "TwoBig1", "TwoBigAll"];
        let nodes = names.map(|name| self.of(name)[size] as f64);
        let (least, most) = (
            nodes.iter().fold(f64::MAX, |a, &b| a.min(b)),
            nodes.iter().fold(0.0, |a: f64, &b| a.max(b)),
        );
        100.0 * (most / least - 1.0)
    }

    fn levels(&self) -> f64 {
        self.saving(&["TwoDeep", "TwoBig1", "TwoBigAll"], &["Deep", "Big1", "BigAll"])
    }

    fn effort(&self) -> f64 {
        self.saving(&["Big1", "TwoBig1"], &["Deep", "TwoDeep"])
    }

    fn result(&self) -> String {
        let verdict = |saving: f64| {
            if saving > 0.0 {
                format!("saves {saving:.1} %")
            } else {
                format!("costs {:.1} %", -saving)
            }
        };
        format!(
            "A second level {} of the nodes, effort in place of draft {}; Breuker's schemes \
             lie {:.0} % apart in the smallest table and {:.1} % in the largest.",
            verdict(self.levels()),
            verdict(self.effort()),
            self.spread(0),
            self.spread(self.exponents.len() - 1)
        )
    }

    fn page(&self) -> Page {
        let mut page = Page::empty();
        page.paragraph(
            "Nodes of all searches over each design. The last column is the sum over all sizes, as \
             a percentage of the engine's own table.",
        );
        let names = ["design", "record, layout, policy"].map(str::to_owned);
        let columns = self.exponents.iter().map(|exponent| format!("2^{exponent}"));
        let columns = names.into_iter().chain(columns).chain(["all, %".to_owned()]);
        let mut table = MarkdownTable::new(columns, 2);
        let own = self.sum(&["ageing, four ways: the default"]);
        for (design, nodes) in DESIGNS.iter().zip(&self.nodes) {
            let share = 100.0 * nodes.iter().sum::<u64>() as f64 / own;
            let names = [design.name.to_owned(), format!("`{}`", design.kind())];
            let nodes = nodes.iter().map(u64::to_string);
            table.row(names.into_iter().chain(nodes).chain([format!("{share:.1}")]));
        }
        page.table(&table);
        page
    }

    fn differs(&self) -> String {
        let says = |holds: bool| if holds { "confirmed" } else { "not confirmed" };
        let worst = ["Deep", "Big1", "BigAll", "TwoDeep", "TwoBig1", "TwoBigAll"]
            .iter()
            .all(|name| self.sum(&[name]) <= self.sum(&["New"]));
        format!(
            "Two levels over one: {} ({:.1} %). Effort over draft: {} ({:.1} %). New as the worst of \
             those that replace: {}. The paper searched deeper for the size of its tables, and did \
             not store what quiescence finds, which is most of our records: with it a second level \
             mostly keeps leaves, and a first level that never gives way to them is worth less.",
            says(self.levels() > 0.0),
            self.levels(),
            says(self.effort() > 0.0),
            self.effort(),
            says(worst),
        )
    }

    fn csv(&self) -> Csv {
        let mut csv = Csv::new(["design", "entries", "nodes"]);
        for (design, nodes) in DESIGNS.iter().zip(&self.nodes) {
            for (exponent, nodes) in self.exponents.iter().zip(nodes) {
                csv.row([
                    design.name.to_owned(),
                    (1u64 << exponent).to_string(),
                    nodes.to_string(),
                ]);
            }
        }
        csv
    }

    fn chart(&self) -> Chart {
        let entries = |&exponent: &u32| f64::from(exponent).exp2();
        let series = SHOWN.iter().map(|&name| Series {
            name: name.to_owned(),
            mark: Mark::Line,
            points: self
                .exponents
                .iter()
                .map(entries)
                .zip(self.of(name).iter().map(|&n| n as f64 / 1e6))
                .collect(),
        });
        Chart {
            title: "Nodes to the same depth, by size of the table",
            x: Axis { name: "size of the table, in entries of 16 bytes", scale: Scale::Binary },
            y: Axis { name: "nodes, millions", scale: Scale::Linear },
            series: series.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use search::{NoTable, Outcome, Settings};

    use super::*;
    use crate::experiment::tests::quick;
    use crate::search::line::{Task, search_line};

    /// Few buckets, and not a power of two of them.
    const BYTES: usize = 24 << 10;

    fn lines() -> Vec<Vec<Position>> {
        roots::draw(3, 3, 2).unwrap()
    }

    #[test]
    fn every_design_finds_legal_moves() {
        for design in DESIGNS {
            for line in &lines() {
                let task = Task { line, bytes: BYTES, depth: 5, settings: Settings::default() };
                let outcomes = design.search(&task).unwrap();
                assert_eq!(outcomes.len(), line.len());
                for (root, outcome) in line.iter().zip(outcomes) {
                    let legal = outcome.best.is_some_and(|mv| root.is_legal(mv));
                    assert!(legal, "{}: {:?} in {root:?}", design.name, outcome.best);
                }
            }
        }
    }

    /// In plain alpha-beta the score belongs to position and depth, whatever the table remembers.
    #[test]
    fn every_design_gives_the_score_of_a_search_without_a_table() {
        let settings = Settings { plain: true, ..Settings::default() };
        for line in &roots::draw(6, 3, 4).unwrap() {
            for depth in [3, 4] {
                let task = Task { line, bytes: BYTES, depth, settings };
                let scores = |outcomes: Vec<Outcome>| -> Vec<i32> {
                    outcomes.iter().map(|outcome| outcome.score).collect()
                };
                let expected = scores(search_line(&NoTable, &task));
                for design in DESIGNS {
                    let found = scores(design.search(&task).unwrap());
                    assert_eq!(found, expected, "{} at depth {depth}, {line:?}", design.name);
                }
            }
        }
    }

    /// Two designs that visited as many nodes at every size would be one under two names.
    #[test]
    fn no_two_designs_visit_the_same_nodes() {
        let (sizes, lines, settings) = (&[BYTES / 4, BYTES], &lines(), Settings::default());
        let sweep = Sweep { sizes, lines, depth: 8, settings };
        let counts = sweep.run(DESIGNS).unwrap();
        for (number, nodes) in counts.iter().enumerate() {
            for (other, others) in counts[..number].iter().enumerate() {
                assert_ne!(nodes, others, "{} and {}", DESIGNS[number].name, DESIGNS[other].name);
            }
        }
    }

    #[test]
    fn the_quick_form_has_a_row_for_each_design() {
        let text = quick(&EXPERIMENT);
        for design in DESIGNS {
            let start = format!("\n| {} | `", design.name);
            assert_eq!(text.matches(&start).count(), 1, "{start}");
        }
        assert!(text.contains("| `RivalEntry, Packed, Staleness` |"), "{text}");
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_size_below_one_bucket_is_refused_with_the_name_of_the_design() {
        let sweep = Sweep { sizes: &[0], lines: &lines(), depth: 1, settings: PLAIN };
        let fault = sweep.run(DESIGNS).unwrap_err();
        // Of several designs at once any may be the first.
        let text = format!("{fault:#}");
        assert!(text.contains("smaller than one bucket"), "{text}");
        assert!(DESIGNS.iter().any(|design| text.starts_with(design.name)), "{text}");
    }
}
