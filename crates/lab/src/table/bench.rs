//! Verb `bench-tt`: how fast the transposition table is, beside what the machine can do at all.
//!
//! Each loop runs twice in turns within one round: on the table, and on the limit, a loop over the same keys
//! with the same index and one load of the same line (a store to it too where the table stores), nothing
//! else. Time is what a thread has had of its processor, so that other programs disturb less. The figure is the median over the rounds of the quotient of both, with the least and the
//! greatest, because on a shared machine only what ran side by side can be compared.

mod limit;
mod loops;
mod pages;
mod timing;

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use tt_core::{Entry, Table};

use crate::page::machine::machine;
use crate::page::spread::Spread;
use crate::page::units::size_name;
use limit::Limit;
use loops::Loop;
use timing::{cycle, time};

/// What `bench-tt` may be told.
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
}

/// What a loop cost on the table and on the limit.
struct Measured {
    limit: Spread,
    table: Spread,
    ratio: Spread,
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

/// Measures everything and prints as it goes.
pub(crate) fn run(arguments: &BenchTtArguments, mut print: impl FnMut(String)) -> Result<()> {
    let cycle = cycle();
    print(format!("{}; a cycle is {cycle:.3} ns", machine()));
    print("| loop | MiB | threads | limit ns | table ns | cycles | × limit | from | to |".into());
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|".into());
    let mut figures = String::new();
    for &size in &arguments.sizes {
        let table: Table = Table::new(size << 20)?;
        let limit = Limit::new(size << 20);
        loops::fill(&table);
        for which in Loop::ALL {
            let mut alone = None;
            for &threads in &arguments.threads {
                let measured = measure(&table, &limit, which, threads, arguments);
                let Measured { limit, table, ratio } = &measured;
                print(format!(
                    "| {} | {size} | {threads} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} |",
                    which.title(),
                    limit.median,
                    table.median,
                    table.median / cycle,
                    ratio.median,
                    ratio.least,
                    ratio.greatest,
                ));
                let name = format!("tt.{}.{}", which.name(), size_name(size));
                if threads == 1 {
                    alone = Some(table.median);
                    writeln!(figures, "figure {name}.x_limit {:.3} x", ratio.median)?;
                    writeln!(figures, "figure {name}.ns {:.2} ns", table.median)?;
                    writeln!(figures, "figure {name}.cycles {:.1} cycles", table.median / cycle)?;
                } else if let Some(alone) = alone {
                    let cost = table.median / alone;
                    writeln!(figures, "figure {name}.{threads}_threads {cost:.3} x")?;
                }
            }
        }
    }
    for &size in &arguments.pages {
        let operations = arguments.kilo_operations * 1_000;
        figures += &pages::compare(size, arguments.rounds, operations, &mut print)?;
    }
    print(figures);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_prints_a_row_and_its_figures() {
        let arguments = BenchTtArguments {
            sizes: vec![1],
            rounds: 1,
            threads: vec![1, 2],
            pages: vec![4],
            kilo_operations: 5,
        };
        let mut text = String::new();
        run(&arguments, |line| text += &format!("{line}\n")).unwrap();
        for which in Loop::ALL {
            assert!(text.contains(&format!("figure tt.{}.1MiB.x_limit ", which.name())), "{text}");
            assert!(
                text.contains(&format!("figure tt.{}.1MiB.2_threads ", which.name())),
                "{text}"
            );
        }
        assert!(text.contains("figure tt.thr.4MiB.huge_pages "), "{text}");
        assert_eq!(text.matches("\n| ").count(), 1 + 2 * Loop::ALL.len());
    }
}
