//! Experiment `replacement`: how many nodes a search visits to the same depth over each design of a
//! table, by its size.

mod list;

use anyhow::Result;

use super::by_size::{ENTRY_BYTES, NodesBySize, Unit};
use super::line::{Design, PLAIN};
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{MarkdownTable, Page, effect, verdict};
use list::DESIGNS;

const DEFAULT: &str = "ageing, four ways: the default";

/// The designs of the chart: Breuker's, and the engine's own.
const SHOWN: [&str; 7] = ["New", "Deep", "Big1", "TwoDeep", "TwoBig1", "bucket system", DEFAULT];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("replacement", run);

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).collect());
    let (positions, depth) = effort.choose((2, 3), (48, 5));
    let roots = roots::draw(positions, 1, seed)?;
    let base = DESIGNS.iter().position(|design| design.name == DEFAULT);
    let base = base.expect("the default is one of the designs");
    let named =
        |_, design: &Design| (vec![design.name.to_owned(), format!("`{}`", design.kind())], base);
    let columns = &["design", "record, layout, policy"];
    let nodes = NodesBySize::measure(columns, exponents, DESIGNS, named, |design, bytes| {
        design.nodes(&roots, bytes, (depth, PLAIN))
    })?;
    let found = SchemeNodes(nodes);
    let unit = (Unit::Millions, "nodes, millions");
    let title = "Nodes to the same depth, by size of the table";
    Ok(Report {
        result: found.result(),
        found: found.page(),
        differs: Some(found.differs()),
        method: format!(
            "{positions} middle-game positions after 8 to 16 random plies, each searched by one \
             thread to depth {depth}, by iterative deepening, over a table that was empty before. \
             All designs have the same bytes: a size of 2^n is that of 2^n entries of \
             {ENTRY_BYTES} bytes. The search is plain alpha-beta with quiescence."
        ),
        csv: found.0.csv(),
        svg: found.0.chart(title, unit, |name| SHOWN.contains(&name)).svg()?,
    })
}

struct SchemeNodes(NodesBySize);

/// Breuker's schemes that replace.
const REPLACING: [&str; 7] = ["Deep", "New", "Big1", "BigAll", "TwoDeep", "TwoBig1", "TwoBigAll"];
/// Those that may keep a record, in one level and in two.
const ONE_LEVEL: &[&str] = &["Deep", "Big1", "BigAll"];
const TWO_LEVELS: &[&str] = &["TwoDeep", "TwoBig1", "TwoBigAll"];
/// Those that weigh draft, and those that weigh effort in its place.
const DRAFT: &[&str] = &["Deep", "TwoDeep"];
const EFFORT: &[&str] = &["Big1", "TwoBig1"];

impl SchemeNodes {
    fn of(&self, name: &str) -> &[u64] {
        self.0.nodes(self.0.named(name))
    }

    /// Returns how much less, in percent, the first designs visit than the second ones, which are
    /// as many, size by size; over all sizes last.
    fn savings(&self, better: &[&str], worse: &[&str]) -> Vec<f64> {
        let at = |names: &[&str], size: usize| -> u64 {
            names.iter().map(|name| self.of(name)[size]).sum()
        };
        let sizes = 0..self.0.exponents().len();
        let pairs: Vec<[u64; 2]> = sizes.map(|size| [at(better, size), at(worse, size)]).collect();
        let all = [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).sum());
        let saving = |[better, worse]: [u64; 2]| 100.0 * (1.0 - better as f64 / worse as f64);
        pairs.into_iter().chain([all]).map(saving).collect()
    }

    /// Returns by how much the greatest nodes of Breuker's schemes that replace exceed the least
    /// ones at a size, in percent.
    fn spread(&self, size: usize) -> f64 {
        let nodes = REPLACING.map(|name| self.of(name)[size] as f64);
        let (least, most) = (
            nodes.iter().fold(f64::MAX, |a, &b| a.min(b)),
            nodes.iter().fold(0.0, |a: f64, &b| a.max(b)),
        );
        100.0 * (most / least - 1.0)
    }

    fn levels(&self) -> Vec<f64> {
        self.savings(TWO_LEVELS, ONE_LEVEL)
    }

    fn effort(&self) -> Vec<f64> {
        self.savings(EFFORT, DRAFT)
    }

    fn result(&self) -> String {
        let all = |savings: Vec<f64>| effect(savings[savings.len() - 1]);
        format!(
            "A second level {} of the nodes, effort in place of draft {}; Breuker's schemes \
             lie {:.0} % apart in the smallest table and {:.1} % in the largest.",
            all(self.levels()),
            all(self.effort()),
            self.spread(0),
            self.spread(self.0.exponents().len() - 1)
        )
    }

    fn page(&self) -> Page {
        let mut page = Page::empty();
        page.paragraph(
            "Nodes of all searches over each design. The last column is the sum over all sizes, as \
             a percentage of the engine's own table.",
        );
        page.table(&self.0.table());
        page.paragraph(
            "What the literature compares, in percent of nodes saved (negative: lost) by a second \
             level against one and by effort against draft, over the schemes that Breuker has in \
             both forms, and by Deep against New.",
        );
        let sizes = self.0.exponents().iter().map(|exponent| format!("2^{exponent}"));
        let names = ["saved, %".to_owned()].into_iter().chain(sizes).chain(["all".to_owned()]);
        let mut table = MarkdownTable::new(names, 1);
        let new = self.savings(&["Deep"], &["New"]);
        for (name, savings) in
            [("two levels", self.levels()), ("effort", self.effort()), ("Deep against New", new)]
        {
            let savings = savings.iter().map(|saving| format!("{saving:+.1}"));
            table.row([name.to_owned()].into_iter().chain(savings));
        }
        page.table(&table);
        page
    }

    /// Returns the best size of a comparison and the saving there.
    fn best(&self, savings: &[f64]) -> String {
        let sizes = self.0.exponents().iter().zip(savings);
        let best = sizes.max_by(|one, other| one.1.total_cmp(other.1));
        best.map_or_else(String::new, |(exponent, saving)| {
            format!("at best {saving:+.1} %, with 2^{exponent} entries")
        })
    }

    fn differs(&self) -> String {
        let says = |savings: &[f64]| {
            let all = savings[savings.len() - 1];
            let best = self.best(&savings[..savings.len() - 1]);
            format!("{} (it {} over all sizes, {best})", verdict(all), effect(all))
        };
        let new = self.0.sum(self.0.named("New"));
        let better = REPLACING.iter().filter(|name| self.0.sum(self.0.named(name)) < new).count();
        format!(
            "Two levels over one: {}. Effort over draft: {}. New as the worst of those that \
             replace: {}, {better} of the other six need fewer nodes. The paper's records were \
             those of the main search; ours are mostly those of quiescence, so many that both \
             levels of a small table are swept by leaves. Draft and effort order records alike in \
             trees of fixed depth without reductions.",
            says(&self.levels()),
            says(&self.effort()),
            if better == REPLACING.len() - 1 { "confirmed" } else { "refuted" },
        )
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use search::{NoTable, Outcome, Switches};

    use super::*;
    use crate::experiment::tests::quick;
    use crate::search::by_size::sweep;
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
                let task = Task { line, bytes: BYTES, depth: 5, switches: Switches::NONE };
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
        for line in &roots::draw(2, 2, 4).unwrap() {
            let task = Task { line, bytes: BYTES, depth: 4, switches: PLAIN };
            let scores = |outcomes: Vec<Outcome>| -> Vec<i32> {
                outcomes.iter().map(|outcome| outcome.score.value()).collect()
            };
            let expected = scores(search_line(&NoTable, &task));
            for design in DESIGNS {
                let found = scores(design.search(&task).unwrap());
                assert_eq!(found, expected, "{}, {line:?}", design.name);
            }
        }
    }

    /// Two designs that visited as many nodes at every size would be one under two names.
    #[test]
    fn no_two_designs_visit_the_same_nodes() {
        let sizes = &[BYTES / 16, BYTES / 4, BYTES];
        let lines = &lines();
        let counts = sweep("designs", DESIGNS, sizes, |design, bytes| {
            design.nodes(lines, bytes, (8, Switches::NONE))
        })
        .unwrap();
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
        let nodes = |design: &Design, bytes| design.nodes(&lines(), bytes, (1, PLAIN));
        let fault = sweep("designs", DESIGNS, &[0], nodes).unwrap_err();
        // Of several designs at once any may be the first.
        let text = format!("{fault:#}");
        assert!(text.contains("smaller than one bucket"), "{text}");
        assert!(DESIGNS.iter().any(|design| text.starts_with(design.name)), "{text}");
    }
}
