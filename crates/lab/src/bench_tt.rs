//! Verb `bench-tt`: how fast the transposition table is, beside what the machine can do at all.
//!
//! Each loop runs twice in turns within one round: on the table, and on the limit, a loop over the same keys
//! with the same index and one load of the same line (a store to it too where the table stores), nothing
//! else. Time is what a thread has had of its processor, so that other programs disturb less. The figure is the median over the rounds of the quotient of both, with the least and the
//! greatest, because on a shared machine only what ran side by side can be compared.

mod clock;
mod limit;
mod loops;
mod pages;

use std::fmt::Write as _;
use std::hint::black_box;
use std::thread;

use anyhow::Result;
use clap::Args;
use tt_core::{Entry, Table};

use limit::Limit;
use loops::{Loop, Subject};

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

/// Nanoseconds of one operation of one thread.
type Nanoseconds = f64;

/// The median of some samples and their ends.
#[derive(Clone, Copy)]
struct Spread {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    /// Of at least one sample.
    fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let last = samples.len() - 1;
        Self { median: samples[last / 2], least: samples[0], greatest: samples[last] }
    }
}

/// What a loop cost on the table and on the limit.
struct Measured {
    limit: Spread,
    table: Spread,
    ratio: Spread,
}

/// Runs a loop on `threads` threads at once; the mean of what each took of its processor.
fn time<S: Subject>(subject: &S, which: Loop, threads: usize, operations: u64) -> Nanoseconds {
    let timed = |thread: usize| {
        let start = clock::now();
        black_box(which.run(subject, thread as u64, operations));
        (clock::now() - start) / operations as f64
    };
    let sum: f64 = thread::scope(|scope| {
        let timed = &timed;
        let started: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || timed(thread))).collect();
        let own = timed(0);
        own + started.into_iter().map(|thread| thread.join().expect("a loop ends")).sum::<f64>()
    });
    sum / threads as f64
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

/// Nanoseconds of a processor cycle, from a chain whose links take [`loops::LINK_CYCLES`].
fn cycle() -> Nanoseconds {
    let samples = (0..15).map(|_| {
        let links = 200_000;
        let start = clock::now();
        black_box(loops::chain(black_box(1), links));
        (clock::now() - start) / (loops::LINK_CYCLES * f64::from(links))
    });
    Spread::of(samples.collect()).least
}

/// The processor and what this build may use of it.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let flags: Vec<&str> = [
        ("avx", cfg!(target_feature = "avx")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ]
    .iter()
    .filter_map(|&(name, built)| built.then_some(name))
    .collect();
    let model = model.map_or("unknown processor", |(_, name)| name);
    format!(
        "{model}; built for {}",
        if flags.is_empty() { "no vectors".into() } else { flags.join(" ") }
    )
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
        figures += &pages::compare(size, arguments, &mut print)?;
    }
    print(figures);
    Ok(())
}

/// `1MiB`, `256MiB`, `4GiB`.
fn size_name(mebibytes: usize) -> String {
    if mebibytes.is_multiple_of(1_024) {
        format!("{}GiB", mebibytes / 1_024)
    } else {
        format!("{mebibytes}MiB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_its_median_between_its_ends() {
        let Spread { median, least, greatest } = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!((least, median, greatest), (1.0, 2.0, 3.0));
    }

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
