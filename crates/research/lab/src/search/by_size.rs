//! Nodes by the size of the table: how several subjects are measured, and what the page, the
//! figures and the picture show of them.

use anyhow::Result;

use crate::page::{Axis, Chart, Csv, MarkdownTable, Scale, Series, progress};

/// Bytes of an entry of tt-core, in which sizes are counted.
pub(crate) const ENTRY_BYTES: usize = 16;

/// Returns the nodes of each subject at each size in bytes, worked on by all cores.
pub(super) fn sweep<T: Sync>(
    what: &'static str,
    subjects: &[T],
    sizes: &[usize],
    nodes: impl Fn(&T, usize) -> Result<u64> + Sync + Send,
) -> Result<Vec<Vec<u64>>> {
    let cells: Vec<(&T, usize)> = subjects
        .iter()
        .flat_map(|subject| sizes.iter().map(move |&bytes| (subject, bytes)))
        .collect();
    let counts = progress::each(what, &cells, |&(subject, bytes)| nodes(subject, bytes))?;
    Ok(counts.chunks(sizes.len()).map(<[u64]>::to_vec).collect())
}

/// Returns the sizes in bytes of numbers of entries, given as powers of two.
pub(super) fn bytes(exponents: &[u32]) -> Vec<usize> {
    exponents.iter().map(|exponent| ENTRY_BYTES << exponent).collect()
}

/// A subject that searches with each size of the table.
struct SizeRow {
    /// The names that distinguish it from the others, its own first.
    names: Vec<String>,
    /// The subject whose nodes count as 100 % in the last column.
    base: usize,
    nodes: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Millions,
    /// Percent of the base's nodes at the same size.
    OfBase,
}

pub(super) struct NodesBySize {
    /// The names of the subjects' names.
    columns: &'static [&'static str],
    /// Sizes in entries, as powers of two.
    exponents: Vec<u32>,
    subjects: Vec<SizeRow>,
}

impl NodesBySize {
    /// Searches with each subject and size; `nodes` gets the size in bytes. `named` returns a
    /// subject's names, its own first, and the number of the subject whose nodes count as 100 %.
    pub(super) fn measure<T: Sync>(
        columns: &'static [&'static str],
        exponents: Vec<u32>,
        subjects: &[T],
        named: impl Fn(usize, &T) -> (Vec<String>, usize),
        nodes: impl Fn(&T, usize) -> Result<u64> + Sync + Send,
    ) -> Result<Self> {
        let nodes = sweep(columns[0], subjects, &bytes(&exponents), nodes)?;
        let subjects = subjects.iter().enumerate().zip(nodes).map(|((number, subject), nodes)| {
            let (names, base) = named(number, subject);
            SizeRow { names, base, nodes }
        });
        Ok(Self { columns, subjects: subjects.collect(), exponents })
    }

    pub(super) fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    pub(super) fn nodes(&self, subject: usize) -> &[u64] {
        &self.subjects[subject].nodes
    }

    /// Returns the subject of a name.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn named(&self, name: &str) -> usize {
        let place = self.subjects.iter().position(|subject| subject.names[0] == name);
        place.unwrap_or_else(|| panic!("no subject {name}"))
    }

    pub(super) fn sum(&self, subject: usize) -> f64 {
        self.nodes(subject).iter().sum::<u64>() as f64
    }

    /// Returns the nodes of a subject over all sizes, as a percentage of the base's.
    pub(super) fn percent(&self, subject: usize) -> f64 {
        100.0 * self.sum(subject) / self.sum(self.subjects[subject].base)
    }

    /// Returns the nodes of a subject in the largest table, as a percentage of the base's.
    pub(super) fn percent_in_largest(&self, subject: usize) -> f64 {
        let largest = self.exponents.len() - 1;
        let base = self.subjects[subject].base;
        100.0 * self.nodes(subject)[largest] as f64 / self.nodes(base)[largest] as f64
    }

    pub(super) fn table(&self) -> MarkdownTable {
        let names = self.columns.iter().map(|name| (*name).to_owned());
        let sizes = self.exponents.iter().map(|exponent| format!("2^{exponent}"));
        let columns = names.chain(sizes).chain(["all, %".to_owned()]);
        let mut table = MarkdownTable::new(columns, self.columns.len());
        for (number, subject) in self.subjects.iter().enumerate() {
            let nodes = subject.nodes.iter().map(u64::to_string);
            let share = format!("{:.1}", self.percent(number));
            table.row(subject.names.iter().cloned().chain(nodes).chain([share]));
        }
        table
    }

    /// Returns the figures: a line for each subject and size.
    pub(super) fn csv(&self) -> Csv {
        let mut csv = Csv::new(&[self.columns[0], "entries", "nodes"]);
        for subject in &self.subjects {
            for (exponent, nodes) in self.exponents.iter().zip(&subject.nodes) {
                csv.row(&[&subject.names[0], &(1_u64 << exponent), nodes]);
            }
        }
        csv
    }

    /// Returns the picture of those subjects that are to be shown.
    pub(super) fn chart(
        &self,
        title: &'static str,
        (unit, axis): (Unit, &'static str),
        shown: impl Fn(&str) -> bool,
    ) -> Chart {
        let series = |subject: &SizeRow| {
            let base = self.nodes(subject.base);
            let height = |(&nodes, &base): (&u64, &u64)| match unit {
                Unit::Millions => nodes as f64 / 1e6,
                Unit::OfBase => 100.0 * nodes as f64 / base as f64,
            };
            let entries = self.exponents.iter().map(|&exponent| f64::from(exponent).exp2());
            let points = entries.zip(subject.nodes.iter().zip(base).map(height));
            Series::line(&subject.names[0], points)
        };
        let subjects = self.subjects.iter().filter(|subject| shown(&subject.names[0]));
        Chart {
            title,
            x: Axis { name: "size of the table, in entries of 16 bytes", scale: Scale::Binary },
            y: Axis { name: axis, scale: Scale::Linear },
            series: subjects.map(series).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> NodesBySize {
        let subjects = [("a", [100, 200]), ("b", [50, 220])];
        let named = |_, (name, _): &(&str, _)| (vec![(*name).to_owned(), name.to_uppercase()], 0);
        let columns = &["way", "in capitals"];
        NodesBySize::measure(columns, vec![8, 10], &subjects, named, |(_, nodes), bytes| {
            Ok(nodes[usize::from(bytes > ENTRY_BYTES << 8)])
        })
        .unwrap()
    }

    #[test]
    fn table_figures_and_picture_show_the_same_nodes() {
        let nodes = example();
        let lines: Vec<String> = nodes.table().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "| way | in capitals | 2^8 | 2^10 | all, % |");
        assert_eq!(lines[2..], ["| a | A | 100 | 200 | 100.0 |", "| b | B | 50 | 220 | 90.0 |"]);
        let csv = "way,entries,nodes\na,256,100\na,1024,200\nb,256,50\nb,1024,220\n";
        assert_eq!(nodes.csv().as_str(), csv);
        let chart = nodes.chart("Ways", (Unit::OfBase, "%"), |name| name == "b");
        assert_eq!(chart.series.len(), 1);
        let points = [(256.0, 50.0), (1024.0, 110.0)];
        for (found, expected) in chart.series[0].points.iter().zip(points) {
            assert!((found.0 - expected.0).abs() + (found.1 - expected.1).abs() < 1e-9);
        }
        assert!((nodes.percent_in_largest(nodes.named("b")) - 110.0).abs() < 1e-9);
    }

    #[test]
    fn a_sweep_has_a_row_for_each_subject_and_a_column_for_each_size() {
        let sizes = bytes(&[1, 3]);
        let counts = sweep("sweep", &[1, 100], &sizes, |n, bytes| Ok(n * bytes as u64)).unwrap();
        assert_eq!(counts, [[32, 128], [3_200, 12_800]]);
    }
}
