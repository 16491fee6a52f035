//! Experiment `gillogly`: bits a key needs against collisions among stored positions.
//!
//! Source: James Gillogly, *Transposition Table Collisions*, Workshop on New Directions in
//! Game-Tree Search, 1989. With `n` random keys of `b` bits, the chance that two are equal is about
//! `1 - exp(-n(n-1)/2 / 2^b)`; solved for `b` and rounded up, it gives each cell of his table.

use anyhow::Result;
use zobrist_keys::SplitMix64;

use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, Mark, MarkdownTable, Page, Scale, Series, progress};

/// The columns: numbers of stored positions.
const POSITIONS: [f64; 6] = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
/// The rows: probabilities of at least one collision.
const PROBABILITIES: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];
/// The cells as the Chess Programming Wiki's page "Transposition Table" prints them.
const PUBLISHED: [[u32; 6]; 4] = [
    [39, 46, 53, 59, 66, 73],
    [43, 49, 56, 63, 69, 76],
    [46, 53, 59, 66, 73, 79],
    [49, 56, 63, 69, 76, 83],
];
/// Numbers of keys that can be drawn often enough to see the rarest collision.
const SIMULATED: [usize; 4] = [100, 1_000, 10_000, 100_000];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("gillogly", run);

/// Returns the bits of address and check together that keep the probability of a collision among
/// `positions` random keys at or below `probability` (between 0 and 1, exclusive).
fn bits_required(positions: f64, probability: f64) -> u32 {
    exact_bits(positions, probability).ceil() as u32
}

/// Returns the bits of [`bits_required`] before they are rounded up.
fn exact_bits(positions: f64, probability: f64) -> f64 {
    let pairs = positions * (positions - 1.0) / 2.0;
    let collisions_expected = -(-probability).ln_1p();
    (pairs / collisions_expected).log2()
}

/// Returns the chance that two of `positions` random keys of `bits` bits are equal.
fn chance(positions: f64, bits: u32) -> f64 {
    -(-positions * (positions - 1.0) / 2.0 / f64::from(bits).exp2()).exp_m1()
}

/// A cell of the table, drawn many times.
struct Cell {
    probability: f64,
    positions: usize,
    bits: u32,
    trials: u64,
    /// Trials with a collision.
    collided: u64,
}

impl Cell {
    /// Creates a cell with as many trials as make `work` keys; none is drawn yet.
    fn new(probability: f64, positions: usize, work: u64) -> Self {
        let bits = bits_required(positions as f64, probability);
        let trials = work / positions as u64;
        Self { probability, positions, bits, trials, collided: 0 }
    }

    fn draw(&self, seed: u64) -> Self {
        let &Self { probability, positions, bits, trials, .. } = self;
        let stream_seed = zobrist_keys::mix(seed ^ (u64::from(bits) << 32) ^ positions as u64);
        let mut stream = SplitMix64::new(stream_seed);
        let mut keys = vec![0; positions];
        let mut collided = 0;
        for _ in 0..trials {
            keys.iter_mut().for_each(|key| *key = stream.next() >> (u64::BITS - bits));
            keys.sort_unstable();
            collided += u64::from(keys.windows(2).any(|pair| pair[0] == pair[1]));
        }
        Self { probability, positions, bits, trials, collided }
    }

    fn expected(&self) -> f64 {
        self.trials as f64 * chance(self.positions as f64, self.bits)
    }

    /// Returns the standard deviations between the count and the formula's expectation.
    fn deviation(&self) -> f64 {
        (self.collided as f64 - self.expected()) / self.expected().sqrt()
    }
}

/// Returns the cells that can be drawn with `work` keys each: of the others no collision is
/// expected.
fn simulate(work: u64, seed: u64) -> Result<Vec<Cell>> {
    let cells = PROBABILITIES
        .into_iter()
        .flat_map(|probability| SIMULATED.map(|positions| Cell::new(probability, positions, work)));
    let cells: Vec<Cell> = cells.filter(|cell| cell.expected() >= 1.0).collect();
    progress::each("gillogly", &cells, |cell| Ok(cell.draw(seed)))
}

/// Adds the published table beside ours; returns how many cells agree.
fn cells(found: &mut Page, csv: &mut Csv) -> usize {
    let columns = POSITIONS.map(|positions| format!("10^{} positions", positions.log10()));
    let first = ["probability of a collision".to_owned()];
    let mut table = MarkdownTable::new(first.into_iter().chain(columns), 1);
    let mut agreeing = 0;
    for (probability, published) in PROBABILITIES.into_iter().zip(PUBLISHED) {
        let bits = POSITIONS.map(|positions| bits_required(positions, probability));
        table.row([probability.to_string()].into_iter().chain(bits.map(|bits| bits.to_string())));
        for ((positions, bits), published) in POSITIONS.into_iter().zip(bits).zip(published) {
            agreeing += usize::from(bits == published);
            csv.row(&[&probability, &positions, &bits, &published, &"", &""]);
        }
    }
    found.table(&table);
    agreeing
}

fn chart() -> Chart {
    let published = PUBLISHED.iter().flat_map(|row| POSITIONS.into_iter().zip(row.map(f64::from)));
    let published = Series::line("Gillogly 1989", published);
    let mut series = vec![Series { mark: Mark::Literature, ..published }];
    for probability in PROBABILITIES {
        let points = POSITIONS.map(|n| (n, exact_bits(n, probability)));
        let name = format!("1 in 10^{:.0}, not rounded", -probability.log10());
        series.push(Series::theory(name, points));
    }
    Chart {
        title: "Bits that keep the chance of any collision at or below a limit",
        x: Axis { name: "stored positions", scale: Scale::Decimal },
        y: Axis { name: "bits of address and check together", scale: Scale::Linear },
        series,
    }
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let work = effort.choose(400_000, 400_000_000);
    let simulated = simulate(work, seed)?;
    let mut found = Page::empty();
    let columns = ["probability", "positions", "bits", "published", "trials", "collided"];
    let mut csv = Csv::new(&columns);
    found.paragraph("Bits by the formula, rounded up.");
    let agreeing = cells(&mut found, &mut csv);
    found.paragraph(
        "Random keys of as many bits, drawn anew in each trial, for numbers of positions that allow \
         many trials: how often any two were equal, and how many standard deviations that is from \
         what the formula expects.",
    );
    let names = ["limit", "positions", "bits", "chance", "trials", "expected", "collided", "σ"];
    let mut table = MarkdownTable::new(names, 0);
    for cell in &simulated {
        let &Cell { probability, positions, bits, trials, collided } = cell;
        table.row([
            probability.to_string(),
            positions.to_string(),
            bits.to_string(),
            format!("{:.6}", chance(positions as f64, bits)),
            trials.to_string(),
            format!("{:.1}", cell.expected()),
            collided.to_string(),
            format!("{:+.1}", cell.deviation()),
        ]);
        csv.row(&[&probability, &positions, &bits, &"", &trials, &collided]);
    }
    found.table(&table);
    let within = simulated.iter().filter(|cell| cell.deviation().abs() <= 3.0).count();
    Ok(Report {
        result: format!(
            "{agreeing} of 24 cells are the published ones; {within} of {} simulated cells lie within \
             3 σ of the formula.",
            simulated.len(),
        ),
        found,
        differs: None,
        method: format!(
            "n random keys of b bits are all different with probability exp(-n (n - 1) / 2^(b + \
             1)). The simulation draws {work} keys for each cell."
        ),
        csv,
        svg: chart().svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulation_agrees_with_the_formula_within_three_sigma() {
        for cell in simulate(400_000, 7).unwrap() {
            let Cell { positions, bits, collided, .. } = cell;
            assert!(cell.deviation().abs() <= 3.0, "{positions} of {bits} bits: {collided}");
        }
    }

    #[test]
    fn all_24_cells_are_reproduced() {
        let cells =
            PROBABILITIES.map(|probability| POSITIONS.map(|n| bits_required(n, probability)));
        assert_eq!(cells, PUBLISHED);
        let nearest = PROBABILITIES.map(|p| POSITIONS.map(|n| exact_bits(n, p).round() as u32));
        let pairs = nearest.as_flattened().iter().zip(PUBLISHED.as_flattened());
        assert_eq!(pairs.filter(|(nearest, published)| nearest == published).count(), 9);
    }

    #[test]
    fn one_bit_fewer_breaks_the_promise_in_every_cell() {
        for (row, probability) in PUBLISHED.iter().zip(PROBABILITIES) {
            for (&bits, positions) in row.iter().zip(POSITIONS) {
                assert!(chance(positions, bits) <= probability, "{positions} at {probability}");
                assert!(chance(positions, bits - 1) > probability, "{positions} at {probability}");
            }
        }
    }
}
