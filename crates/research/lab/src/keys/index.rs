//! Experiment `index`: how evenly each index spreads real positions, and how many buckets it is
//! worth.

use std::collections::HashSet;

use anyhow::Result;
use tt_classics::rival::RivalFold;
use tt_classics::wiki::Modulo;
use tt_core::{Index, Mask, MultiplyHigh};

use super::chi2;
use super::chi2::indexes::{RIVAL_ENTRIES, effective_size, uniform};
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, Mark, MarkdownTable, Page, Scale, Series, progress};

/// Sizes are these parts of a power of two, in 32nds.
const PARTS: std::ops::RangeInclusive<usize> = 17..=32;

pub(crate) const EXPERIMENT: Experiment = Experiment::new("index", run);

/// An index and how many buckets it is worth.
struct Rule {
    name: &'static str,
    size: fn(&HashSet<u64>, usize) -> f64,
    /// The share by theory, by the number of buckets in parts of the next power of two.
    theory: fn(f64) -> f64,
}

const RULES: [Rule; 4] = [
    Rule { name: MultiplyHigh::NAME, size: effective_size::<MultiplyHigh>, theory: |_| 1.0 },
    Rule { name: Modulo::NAME, size: effective_size::<Modulo>, theory: |_| 1.0 },
    Rule { name: RivalFold::NAME, size: effective_size::<RivalFold>, theory: folded },
    Rule { name: Mask::NAME, size: effective_size::<Mask>, theory: masked },
];

/// Returns 1 / Σ p², where 1 - r of r buckets are hit twice as often as the others.
fn folded(part: f64) -> f64 {
    1.0 / (part * (3.0 - 2.0 * part))
}

/// Returns the share of a mask, which reaches the greatest power of two that is not above the
/// number of buckets.
fn masked(part: f64) -> f64 {
    if part < 1.0 { 0.5 / part } else { 1.0 }
}

/// Returns Rival's entries, in parts of the next power of two.
fn rival() -> f64 {
    RIVAL_ENTRIES as f64 / RIVAL_ENTRIES.next_power_of_two() as f64
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponent = effort.choose(16, 20);
    let keys = chi2::engine_keys(1 << exponent, seed)?;
    // As many buckets as keys, or fewer: many pairs of keys meet.
    let power = 1usize << effort.choose(14, 20);

    let mut found = Page::empty();
    found.paragraph(
        "χ² over its degrees of freedom: 1 in the mean if every bucket is equally likely, more if \
         some are crowded.",
    );
    let mut table = MarkdownTable::new(["index", "buckets", "χ² / degrees of freedom"], 1);
    let mut csv = Csv::new(&["index", "buckets", "figure", "measured", "theory"]);
    let even = uniform(&keys);
    for &(name, buckets, ratio) in &even {
        table.row([name.to_owned(), buckets.to_string(), format!("{ratio:.3}")]);
        csv.row(&[&name, &buckets, &"chi-square ratio", &format!("{ratio:.4}"), &1]);
    }
    found.table(&table);
    found.paragraph(&format!(
        "What {RIVAL_ENTRIES} buckets are worth: the number of buckets of a uniform index in which \
         as many pairs of positions would meet."
    ));
    let mut table = MarkdownTable::new(["index", "worth", "of the buckets, %", "theory, %"], 1);
    let mut series = Vec::new();
    let mut fold = 0.0;
    for rule in &RULES {
        let size = (rule.size)(&keys, RIVAL_ENTRIES);
        let share = 100.0 * size / RIVAL_ENTRIES as f64;
        if rule.name == RivalFold::NAME {
            fold = share;
        }
        table.row([
            rule.name.to_owned(),
            format!("{size:.0}"),
            format!("{share:.2}"),
            format!("{:.2}", 100.0 * (rule.theory)(rival())),
        ]);
        let parts: Vec<usize> = PARTS.collect();
        let shares = progress::each(rule.name, &parts, |part| {
            let buckets = power * part / PARTS.end();
            Ok((buckets, 100.0 * (rule.size)(&keys, buckets) / buckets as f64))
        })?;
        let mut points = Vec::new();
        for (part, (buckets, share)) in parts.into_iter().zip(shares) {
            let part = part as f64 / *PARTS.end() as f64;
            points.push((part, share));
            let [share, theory] = [share, 100.0 * (rule.theory)(part)].map(|n| format!("{n:.3}"));
            csv.row(&[&rule.name, &buckets, &"share, %", &share, &theory]);
        }
        series.push(Series::line(rule.name, points));
    }
    found.table(&table);
    let of_rival = [(rival(), 100.0 * 583_165.0 / RIVAL_ENTRIES as f64)];
    series.push(Series { mark: Mark::Literature, ..Series::line("Rival's table", of_rival) });
    let chart = Chart {
        title: "What the buckets of a table are worth, by its index",
        x: Axis { name: "buckets, in parts of the next power of two", scale: Scale::Linear },
        y: Axis { name: "effective size, % of the buckets", scale: Scale::Linear },
        series,
    };
    let ratios = even.iter().map(|&(_, _, ratio)| ratio);
    let (least, most) = ratios
        .fold((f64::MAX, 0.0_f64), |(least, most), ratio| (least.min(ratio), most.max(ratio)));
    Ok(Report {
        result: format!(
            "Multiply-high, remainder and mask spread real positions evenly (χ² {least:.3} to \
             {most:.3}); Rival's fold is worth {fold:.1} % of its buckets."
        ),
        found,
        differs: None,
        method: format!(
            "2^{exponent} distinct positions of alpha-beta trees below random openings, with the \
             engine's keys; the picture has 2^{} buckets at its right end.",
            power.ilog2(),
        ),
        csv,
        svg: chart.svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_worth_what_theory_says() {
        assert!((folded(rival()) * RIVAL_ENTRIES as f64 - 583_165.0).abs() < 1.0);
        let keys = chi2::engine_keys(1 << 16, 2).unwrap();
        for rule in &RULES {
            for buckets in [4096, 3072, 2465, 2100] {
                let part = buckets as f64 / 4096.0;
                let share = (rule.size)(&keys, buckets) / buckets as f64;
                let theory = (rule.theory)(part);
                assert!((share / theory - 1.0).abs() < 0.01, "{} {buckets}: {share}", rule.name);
            }
        }
    }
}
