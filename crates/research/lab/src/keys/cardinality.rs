//! Experiment `cardinality`: how many positions, keys and entries there are.
//!
//! A collision is likely or not because of these sizes: far more positions than keys, far more keys
//! than entries. Each row is beside the figure that the literature gives.

use anyhow::Result;

use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Bars, Csv, MarkdownTable, Page};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("cardinality", run);

/// One size and the figure that a source gives for it.
struct Cardinality {
    what: &'static str,
    /// The size: exact below 2^53, else rounded to the nearest `f64`.
    count: f64,
    /// The figure as the source writes it.
    source: &'static str,
}

/// Shirish Chinchalkar, *An Upper Bound for the Number of Reachable Positions*, ICCA Journal 19(3),
/// 1996.
const REACHABLE_POSITIONS: f64 = 1e46;
/// Moves of a long game, both sides counted together.
const MOVES_PER_GAME: f64 = 100.0;
const NODES_PER_MOVE: f64 = 1e8;
const TABLE_ENTRIES: f64 = 1e8;

const PAWN_SQUARES: u32 = 48;

/// Returns the five rows of the wiki page "Transposition Table", in its order.
fn search_rows() -> [Cardinality; 5] {
    let row = |what, count, source| Cardinality { what, count, source };
    [
        row("reachable positions, upper bound", REACHABLE_POSITIONS, "1e46"),
        row("different 64-bit keys", 64_f64.exp2(), "1.84e19"),
        row("nodes per game (100 moves, 1e8 nodes each)", MOVES_PER_GAME * NODES_PER_MOVE, "1e10"),
        row("different 32-bit keys", 32_f64.exp2(), "4.29e9"),
        row("entries of an arbitrary table", TABLE_ENTRIES, "1e8"),
    ]
}

/// Returns the pawn structures of the wiki page "Pawn Hash Table". Its 2^55 rounds the third row
/// down.
fn pawn_rows() -> [Cardinality; 4] {
    let row = |what, count: u128, source| Cardinality { what, count: count as f64, source };
    let exactly_eight = binomial(PAWN_SQUARES, 8) * binomial(PAWN_SQUARES - 8, 8);
    [
        row("pawn structures, any number of pawns", 3_u128.pow(PAWN_SQUARES), "> 2^72"),
        row("pawn structures of at most 16 pawns", structures_of_at_most(16), "2^64"),
        row("pawn structures of at most 8 pawns a side", structures_of_at_most_each(8), "2^55"),
        row("pawn structures of 8 pawns a side", exactly_eight, "2^54.68"),
    ]
}

fn binomial(n: u32, k: u32) -> u128 {
    (0..k).fold(1, |product, i| product * u128::from(n - i) / u128::from(i + 1))
}

/// Ways to place at most `pawns` pawns, each of either colour.
fn structures_of_at_most(pawns: u32) -> u128 {
    (0..=pawns).map(|count| binomial(PAWN_SQUARES, count) << count).sum()
}

/// Ways to place at most `pawns` white and at most `pawns` black pawns.
fn structures_of_at_most_each(pawns: u32) -> u128 {
    (0..=pawns)
        .flat_map(|white| (0..=pawns).map(move |black| (white, black)))
        .map(|(white, black)| binomial(PAWN_SQUARES, white) * binomial(PAWN_SQUARES - white, black))
        .sum()
}

/// Returns a count as the literature writes it: at most three digits, cut off rather than rounded,
/// then the power of ten.
fn scientific(count: f64) -> String {
    let exact = format!("{count:.15e}");
    let (digits, power) = exact.split_once('e').expect("the format has an exponent");
    let three = digits[..4].trim_end_matches('0').trim_end_matches('.');
    format!("{three}e{power}")
}

fn run(_: Setting) -> Result<Report> {
    let mut csv = Csv::new(&["set", "count", "bits", "the source says"]);
    let mut bars = Vec::new();
    let (search, pawns) = (search_rows(), pawn_rows());
    for row in search.iter().chain(&pawns) {
        let bits = row.count.log2();
        bars.push((row.what, bits));
        csv.row(&[&row.what, &format!("{:e}", row.count), &format!("{bits:.3}"), &row.source]);
    }
    bars.sort_by(|one, other| other.1.total_cmp(&one.1));
    let agreeing = search.iter().filter(|row| scientific(row.count) == row.source).count();
    let mut found = Page::empty();
    found.paragraph("Counts are cut off after three digits, as the sources do it.");
    found.table(&table());
    let unit = "bits";
    Ok(Report {
        result: format!(
            "{agreeing} of {} sizes of positions, keys and entries are those of the source; there are \
             2^{:.1} reachable positions at most for 2^64 keys, and 2^{:.1} pawn structures of at most \
             eight pawns a side.",
            search.len(),
            REACHABLE_POSITIONS.log2(),
            pawns[2].count.log2(),
        ),
        found,
        differs: None,
        method: "By binomial coefficients in 128-bit integers; nothing is drawn at random."
            .to_owned(),
        csv,
        svg: Bars { title: "Sizes, as powers of two", unit, bars }.svg()?,
    })
}

fn table() -> MarkdownTable {
    let mut table = MarkdownTable::new(["set", "count", "bits", "the source says"], 1);
    for row in search_rows().iter().chain(&pawn_rows()) {
        let (count, bits) = (scientific(row.count), row.count.log2());
        table.row([row.what.to_owned(), count, format!("{bits:.2}"), row.source.to_owned()]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_wiki_page_is_reproduced() {
        for row in search_rows() {
            assert_eq!(scientific(row.count), row.source, "{}", row.what);
        }
    }

    #[test]
    fn reachable_positions_need_153_bits() {
        assert_eq!(format!("{:.1}", REACHABLE_POSITIONS.log2()), "152.8");
    }

    #[test]
    fn keys_are_counted_exactly() {
        let rows = search_rows();
        assert_eq!(rows[1].count, 18_446_744_073_709_551_616.0);
        assert_eq!(rows[3].count, 4_294_967_296.0);
    }

    #[test]
    fn pawn_structures_are_counted_exactly() {
        assert_eq!(structures_of_at_most_each(8), 49_095_495_585_283_107);
        let bits = pawn_rows().map(|row| format!("{:.3}", row.count.log2()));
        assert_eq!(bits, ["76.078", "57.425", "55.446", "54.688"]);
    }

    #[test]
    fn structures_of_few_pawns_equal_an_enumeration() {
        // Zero, one or two pawns on 48 squares, each of either colour.
        assert_eq!(structures_of_at_most(2), 1 + 48 * 2 + 48 * 47 / 2 * 4);
        // At most one a side: none, one white, one black, one of each.
        assert_eq!(structures_of_at_most_each(1), 1 + 48 + 48 + 48 * 47);
    }

    #[test]
    fn the_table_has_every_row_with_its_bits() {
        let report = table().to_string();
        assert_eq!(report.lines().count(), 2 + 5 + 4);
        assert!(report.contains("| 1e46 | 152.81 | 1e46 |"), "{report}");
    }
}
