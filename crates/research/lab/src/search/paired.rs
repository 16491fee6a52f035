//! Nodes of several ways to use a table, line by line: how far they lie apart, and how surely.

use anyhow::Result;
use movegen::{Move, Position};
use search::Outcome;

use super::line::nodes;
use crate::page::{Axis, Chart, Csv, MarkdownTable, Scale, Series, progress};

/// The nodes of one way, by size of the table and line of positions.
pub(super) struct PairedWay {
    pub(super) name: &'static str,
    pub(super) nodes: Vec<Vec<u64>>,
    pub(super) best: Vec<Vec<Option<Move>>>,
}

/// The nodes of several ways on the same lines, of which the first is the base of comparison.
pub(super) struct Paired {
    /// Sizes of the table in MiB.
    pub(super) sizes: Vec<usize>,
    pub(super) ways: Vec<PairedWay>,
}

impl Paired {
    /// Searches each line with each way over tables of each size; `search` gets the way's number,
    /// the line and the bytes of the table.
    pub(super) fn measure(
        what: &'static str,
        names: &[&'static str],
        sizes: &[usize],
        lines: &[Vec<Position>],
        search: impl Fn(usize, &[Position], usize) -> Result<Vec<Outcome>> + Sync + Send,
    ) -> Result<Self> {
        let cells: Vec<(usize, usize, &Vec<Position>)> = (0..names.len())
            .flat_map(|way| sizes.iter().map(move |&size| (way, size)))
            .flat_map(|(way, size)| lines.iter().map(move |line| (way, size, line)))
            .collect();
        let searched = progress::each(what, &cells, |&(way, size, line)| {
            let outcomes = search(way, line, size << 20)?;
            let best: Vec<Option<Move>> = outcomes.iter().map(|outcome| outcome.best).collect();
            Ok((nodes(&outcomes), best))
        })?;
        let mut by_size = searched.chunks(lines.len()).map(|lines| {
            let (nodes, best): (Vec<u64>, Vec<_>) = lines.iter().cloned().unzip();
            (nodes, best.concat())
        });
        let ways = names.iter().map(|&name| {
            let (nodes, best) = by_size.by_ref().take(sizes.len()).unzip();
            PairedWay { name, nodes, best }
        });
        Ok(Self { sizes: sizes.to_vec(), ways: ways.collect() })
    }

    fn total(&self, way: usize, size: usize) -> u64 {
        self.ways[way].nodes[size].iter().sum()
    }

    fn percent_at(&self, way: usize, size: usize) -> f64 {
        100.0 * self.total(way, size) as f64 / self.total(0, size) as f64
    }

    /// Returns the geometric mean over the lines of the ratio of a way's nodes to the base's, in
    /// percent, and its standard error. Of each line it takes the mean over all sizes.
    pub(super) fn ratio(&self, way: usize) -> (f64, f64) {
        let lines = self.ways[0].nodes[0].len();
        let of_line = |line: usize| -> f64 {
            let logs = self.ways[way].nodes.iter().zip(&self.ways[0].nodes);
            let logs = logs.map(|(nodes, base)| (nodes[line] as f64 / base[line] as f64).ln());
            logs.sum::<f64>() / self.sizes.len() as f64
        };
        let logs: Vec<f64> = (0..lines).map(of_line).collect();
        let mean = logs.iter().sum::<f64>() / lines as f64;
        let squares = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
        let error = (squares / (lines * (lines - 1).max(1)) as f64).sqrt();
        (100.0 * mean.exp(), 100.0 * mean.exp() * error)
    }

    /// Returns the number of a way.
    ///
    /// # Panics
    /// If there is none of that name.
    pub(super) fn number(&self, name: &str) -> usize {
        let number = self.ways.iter().position(|way| way.name == name);
        number.unwrap_or_else(|| panic!("expected one of the ways, found {name}"))
    }

    pub(super) fn ratio_of(&self, name: &str) -> String {
        self.ratio_text(self.number(name))
    }

    pub(super) fn ratio_text(&self, way: usize) -> String {
        let (ratio, error) = self.ratio(way);
        format!("{ratio:.1} ± {error:.1}")
    }

    pub(super) fn best(&self) -> usize {
        let ratios = (0..self.ways.len()).map(|way| self.ratio(way).0);
        ratios.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(way, _)| way)
    }

    /// Returns the table of the page: the base's nodes at each size, the others' percentages.
    pub(super) fn table(&self) -> MarkdownTable {
        let sizes = self.sizes.iter().map(|size| format!("{size} MiB"));
        let columns = ["way".to_owned()].into_iter().chain(sizes);
        let columns = columns.chain(["mean of the lines, %".to_owned()]);
        let mut table = MarkdownTable::new(columns, 1);
        for (number, way) in self.ways.iter().enumerate() {
            let cell = |size: usize| match number {
                0 => self.total(0, size).to_string(),
                _ => format!("{:.1} %", self.percent_at(number, size)),
            };
            let cells = (0..self.sizes.len()).map(cell);
            table.row([way.name.to_owned()].into_iter().chain(cells).chain([if number == 0 {
                "100".to_owned()
            } else {
                self.ratio_text(number)
            }]));
        }
        table
    }

    /// Adds the figures: the search, the way, the size in MiB, and the nodes of all lines.
    pub(super) fn rows(&self, search: &str, csv: &mut Csv) {
        for (number, way) in self.ways.iter().enumerate() {
            for (place, size) in self.sizes.iter().enumerate() {
                csv.row(&[&search, &way.name, size, &self.total(number, place)]);
            }
        }
    }

    pub(super) fn chart(&self, title: &'static str, shown: &[&str]) -> Chart {
        let ways = self.ways.iter().enumerate().filter(|(_, way)| shown.contains(&way.name));
        let series = ways.map(|(number, way)| {
            let point =
                |(place, &size): (usize, &usize)| (size as f64, self.percent_at(number, place));
            Series::line(way.name, self.sizes.iter().enumerate().map(point))
        });
        Chart {
            title,
            x: Axis { name: "size of the table, MiB", scale: Scale::Binary },
            y: Axis { name: "nodes, % of the engine's", scale: Scale::Linear },
            series: series.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_of_all_nodes_and_the_ratio_is_the_mean_of_the_lines() {
        let way = |name, nodes: [[u64; 2]; 2]| PairedWay {
            name,
            nodes: nodes.map(Vec::from).into(),
            best: Vec::new(),
        };
        let ways = vec![way("base", [[100, 300], [100, 100]]), way("half", [[50, 150], [50, 50]])];
        let paired = Paired { sizes: vec![1, 4], ways };
        let lines: Vec<String> = paired.table().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "| way | 1 MiB | 4 MiB | mean of the lines, % |");
        assert_eq!(lines[2], "| base | 400 | 200 | 100 |");
        assert_eq!(lines[3], "| half | 50.0 % | 50.0 % | 50.0 ± 0.0 |");
        assert_eq!(paired.best(), 1);
        let mut csv = Csv::new(&["search", "way", "MiB", "nodes"]);
        paired.rows("plain", &mut csv);
        assert!(csv.as_str().ends_with("plain,half,1,200\nplain,half,4,100\n"), "{csv:?}");
    }

    #[test]
    fn the_error_is_that_of_the_mean() {
        let way = |name, nodes: [u64; 4]| PairedWay {
            name,
            nodes: vec![nodes.to_vec()],
            best: Vec::new(),
        };
        let ways = vec![way("base", [100; 4]), way("other", [50, 200, 50, 200])];
        let (ratio, error) = Paired { sizes: vec![1], ways }.ratio(1);
        // Each logarithm lies ln 2 from the mean of 0; the root of 4 (ln 2)² / (4 × 3).
        let expected = 100.0 * 2.0_f64.ln() / 3.0_f64.sqrt();
        assert!((ratio - 100.0).abs() < 1e-9 && (error - expected).abs() < 1e-9, "{ratio} {error}");
    }
}
