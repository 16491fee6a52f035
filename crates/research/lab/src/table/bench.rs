//! Verb `bench-tt`: how fast the transposition table is, beside what the machine can do at all.
//!
//! Each loop runs twice in turns within one round: on the table, and on the limit, a loop over the
//! same keys with the same index and one load of the same line (a store to it too where the table
//! stores), nothing else. Time is what a thread has had of its processor, so that other programs
//! disturb less. The figure is the median over the rounds of the quotient of both, with the least
//! and the greatest, because on a shared machine only what ran side by side can be compared.

mod limit;
mod loops;
mod timing;

use std::fmt::Display;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use tt_core::{Entry, Table};

use crate::page::{Csv, MarkdownTable, Page, Spread, machine, size_name, write};
use limit::Limit;
use loops::Loop;
use timing::{Nanoseconds, compare, cycle, time};

#[derive(Args)]
pub(crate) struct BenchTtArguments {
    /// Sizes of the table in MiB
    #[arg(long, value_delimiter = ',', default_values_t = [1, 256, 4096])]
    sizes: Vec<usize>,
    /// Rounds of each loop; the median counts
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Numbers of threads
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Sizes in MiB whose tables are measured on huge and on small pages too
    #[arg(long, value_delimiter = ',', default_values_t = [4096])]
    pages: Vec<usize>,
    /// Thousands of operations of a thread in each round
    #[arg(long, default_value_t = 500)]
    kilo_operations: u64,
    /// Write the page of results, by default to docs/records/bench/tt.md
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "docs/records/bench/tt.md")]
    write: Option<PathBuf>,
}

/// The way in which the table reads a line, if the flag `tt_core_line` forces one in this build.
const FORCED: &str = if cfg!(tt_core_line = "scalar") {
    "; lines are read word by word"
} else if cfg!(tt_core_line = "128") {
    "; lines are read by vectors of 128 bits"
} else if cfg!(tt_core_line = "256") {
    "; lines are read by vectors of 256 bits"
} else {
    ""
};

/// The cost of a loop on the table and on the limit.
struct Measured {
    limit: Spread,
    table: Spread,
    ratio: Spread,
}

struct Results {
    cycle: Nanoseconds,
    rows: MarkdownTable,
    /// The rows of one thread, for the page.
    shown: MarkdownTable,
    csv: Csv,
    /// Lines `figure NAME VALUE UNIT`.
    figures: Vec<String>,
}

/// Measures everything and prints as it goes, at the end a line `figure NAME VALUE UNIT` for each
/// number.
pub(crate) fn run(arguments: &BenchTtArguments, mut print: impl FnMut(String)) -> Result<()> {
    ensure!(arguments.rounds > 0, "at least one round");
    let columns =
        ["loop", "MiB", "threads", "limit ns", "table ns", "cycles", "× limit", "from", "to"];
    let (rows, csv) = (MarkdownTable::new(columns, 1), Csv::new(&columns));
    let shown = MarkdownTable::new(columns.into_iter().filter(|name| *name != "threads"), 1);
    let mut results = Results { cycle: cycle(), rows, shown, csv, figures: Vec::new() };
    let machine = format!("{}{FORCED}; a cycle is {:.3} ns", machine(), results.cycle);
    print(machine.clone());
    results.rows.lines().for_each(|line| print(line.to_owned()));
    let mut memory = Vec::new();
    for &size in &arguments.sizes {
        let table: Table = Table::new(size << 20)?;
        memory.push(format!("{}: {}", size_name(size), table.memory()));
        let limit = Limit::new(size << 20);
        loops::fill(&table);
        for which in Loop::ALL {
            run_loop(&table, &limit, which, size, arguments, &mut results, &mut print);
        }
    }
    let operations = arguments.kilo_operations * 1_000;
    let mut of_pages = Vec::new();
    for &size in &arguments.pages {
        let compared = compare(size, arguments.rounds, operations)?;
        compared.lines.iter().for_each(|line| print(format!("pages: {line}")));
        results.figures.push(compared.figure);
        of_pages.extend(compared.lines);
    }
    results.figures.iter().for_each(|figure| print(figure.clone()));
    match &arguments.write {
        Some(path) => {
            write(&path.with_extension("csv"), results.csv.as_str())?;
            page(arguments, &machine, &memory, &results, &of_pages).write(path)
        }
        None => Ok(()),
    }
}

fn run_loop(
    table: &Table<Entry>,
    limit: &Limit,
    which: Loop,
    size: usize,
    arguments: &BenchTtArguments,
    results: &mut Results,
    print: &mut impl FnMut(String),
) {
    let mut alone = None;
    let name = format!("tt.{}.{}", which.name(), size_name(size));
    for &threads in &arguments.threads {
        let Measured { limit, table, ratio } = measure(table, limit, which, threads, arguments);
        let cycles = table.median / results.cycle;
        let cells = [
            which.title().to_owned(),
            size.to_string(),
            threads.to_string(),
            format!("{:.2}", limit.median),
            format!("{:.2}", table.median),
            format!("{cycles:.0}"),
            format!("{:.2}", ratio.median),
            format!("{:.2}", ratio.least),
            format!("{:.2}", ratio.greatest),
        ];
        results.csv.row(&cells.each_ref().map(|cell| cell as &dyn Display));
        print(results.rows.row(cells.clone()).to_owned());
        if threads == 1 {
            let [which, size, _, rest @ ..] = cells;
            results.shown.row([which, size].into_iter().chain(rest));
            alone = Some(table.median);
            results.figures.extend([
                format!("figure {name}.x_limit {:.3} x", ratio.median),
                format!("figure {name}.ns {:.2} ns", table.median),
                format!("figure {name}.cycles {cycles:.1} cycles"),
            ]);
        } else if let Some(alone) = alone {
            let cost = table.median / alone;
            results.figures.push(format!("figure {name}.{threads}_threads {cost:.3} x"));
        }
    }
}

/// Rounds of both subjects in turns, after one that is not counted.
fn measure(
    table: &Table<Entry>,
    limit: &Limit,
    which: Loop,
    threads: usize,
    arguments: &BenchTtArguments,
) -> Measured {
    let operations = arguments.kilo_operations * 1_000 / which.weight();
    let mut samples: [Vec<f64>; 3] = Default::default();
    for round in 0..=arguments.rounds {
        let of_limit = time(limit, which, threads, operations);
        let of_table = time(table, which, threads, operations);
        if round > 0 {
            for (list, sample) in samples.iter_mut().zip([of_limit, of_table, of_table / of_limit])
            {
                list.push(sample);
            }
        }
    }
    let [limit, table, ratio] = samples.map(Spread::of);
    Measured { limit, table, ratio }
}

fn page(
    arguments: &BenchTtArguments,
    machine: &str,
    memory: &[String],
    results: &Results,
    of_pages: &[String],
) -> Page {
    let mut page =
        Page::new("The speed of the transposition table", "cargo xtask bench tt --write");
    page.paragraph(&format!("On {machine}."));
    page.paragraph(&format!(
        "Each loop runs on the table and, in turns with it, on the limit: the same keys, the same \
         index and one load of the same line (and a store to it where the table stores), nothing \
         else. Nanoseconds and cycles are processor time for one operation of one thread; each \
         number is the median of {} rounds of {} thousand operations (STEP: {}). The quotients \
         are those of neighbouring measurements; their median, least and greatest are the last \
         three columns. All numbers of threads are in [tt.csv](tt.csv).",
        arguments.rounds,
        arguments.kilo_operations,
        arguments.kilo_operations / Loop::Step.weight()
    ));
    page.list(Loop::ALL.map(|which| format!("**{}**: {}", which.title(), which.meaning())));
    page.table(&results.shown);
    page.heading("Memory");
    page.paragraph("What the tables of the figures above were given:");
    page.list(memory);
    if !of_pages.is_empty() {
        page.paragraph(
            "Independent probes (THR) of two empty tables of one size, on huge and on small pages:",
        );
        page.list(of_pages);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_prints_a_row_and_its_figures_and_stands_on_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tt.md");
        let arguments = BenchTtArguments {
            sizes: vec![1],
            rounds: 1,
            threads: vec![1, 2],
            pages: vec![4],
            kilo_operations: 5,
            write: Some(path.clone()),
        };
        let mut text = String::new();
        run(&arguments, |line| text += &format!("{line}\n")).unwrap();
        for which in Loop::ALL {
            for figure in ["x_limit", "ns", "cycles", "2_threads"] {
                let start = format!("\nfigure tt.{}.1MiB.{figure} ", which.name());
                assert_eq!(text.matches(&start).count(), 1, "{start}: {text}");
            }
        }
        assert!(text.contains("figure tt.thr.4MiB.huge_pages "), "{text}");
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let page = std::fs::read_to_string(path).unwrap();
        assert_eq!(rows.clone().count(), 1 + 2 * Loop::ALL.len());
        let mut alone = rows.filter(|row| row.contains(" | 1 | 1 | "));
        assert!(alone.all(|row| page.contains(&row.replacen("| 1 | 1 |", "| 1 |", 1))), "{page}");
        let csv = std::fs::read_to_string(folder.path().join("tt.csv")).unwrap();
        assert_eq!(csv.lines().count(), 1 + 2 * Loop::ALL.len());
        // The machine is in the first line of the output, and on the page.
        let (machine, _) = text.split_once("; a cycle").unwrap();
        assert!(page.contains(machine.split(';').next().unwrap()), "{page}");
        assert_eq!(page.matches("1MiB: ").count(), 1, "{page}");
        assert!(page.contains("huge over small"), "{page}");
    }
}
