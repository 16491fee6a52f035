//! Verb `gillogly`: bits a key needs against collisions among stored positions.
//!
//! Source: James Gillogly, *Transposition Table Collisions*, Workshop on New Directions in
//! Game-Tree Search, 1989. With `n` random keys of `b` bits, the chance that two are equal is about
//! `1 - exp(-n(n-1)/2 / 2^b)`; solved for `b` and rounded up, it gives each cell of his table.

use crate::page::table::MarkdownTable;

/// The columns: numbers of stored positions.
const POSITIONS: [f64; 6] = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
/// The rows: probabilities of at least one collision.
const PROBABILITIES: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];

/// Bits of address and check together that keep the probability of a collision among `positions`
/// random keys at or below `probability` (between 0 and 1, exclusive).
fn bits_required(positions: f64, probability: f64) -> u32 {
    let pairs = positions * (positions - 1.0) / 2.0;
    let collisions_expected = -(-probability).ln_1p();
    (pairs / collisions_expected).log2().ceil() as u32
}

/// The table in Markdown.
pub(crate) fn report() -> String {
    let columns = POSITIONS.map(|positions| format!("10^{} positions", positions.log10()));
    let first = ["probability of a collision".to_owned()];
    let mut table = MarkdownTable::new(first.into_iter().chain(columns), 1);
    for probability in PROBABILITIES {
        let bits = POSITIONS.map(|positions| bits_required(positions, probability).to_string());
        table.row([probability.to_string()].into_iter().chain(bits));
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells as the wiki page "Transposition Table" prints them.
    const PUBLISHED: [[u32; 6]; 4] = [
        [39, 46, 53, 59, 66, 73],
        [43, 49, 56, 63, 69, 76],
        [46, 53, 59, 66, 73, 79],
        [49, 56, 63, 69, 76, 83],
    ];

    #[test]
    fn all_24_cells_are_reproduced() {
        let cells =
            PROBABILITIES.map(|probability| POSITIONS.map(|n| bits_required(n, probability)));
        assert_eq!(cells, PUBLISHED);
    }

    #[test]
    fn one_bit_fewer_breaks_the_promise_in_every_cell() {
        for (row, probability) in PUBLISHED.iter().zip(PROBABILITIES) {
            for (&bits, positions) in row.iter().zip(POSITIONS) {
                let chance = |bits: u32| {
                    -(-positions * (positions - 1.0) / 2.0 / f64::from(bits).exp2()).exp_m1()
                };
                assert!(chance(bits) <= probability, "{positions} at {probability}");
                assert!(chance(bits - 1) > probability, "{positions} at {probability}");
            }
        }
    }

    #[test]
    fn report_prints_the_published_cells() {
        let report = report();
        let rows: Vec<_> = report.lines().collect();
        assert_eq!(rows.len(), 2 + PROBABILITIES.len());
        assert!(rows[0].contains("| 10^5 positions | 10^6 positions |"), "{}", rows[0]);
        assert_eq!(rows[2], "| 0.01 | 39 | 46 | 53 | 59 | 66 | 73 |");
        assert_eq!(rows[5], "| 0.00001 | 49 | 56 | 63 | 69 | 76 | 83 |");
    }
}
