//! How evenly each of tt-core's indexes spreads the keys of real positions over its buckets, and
//! how many buckets Rival's fold is worth.

use std::collections::HashSet;

use tt_classics::greenblatt::Divide;
use tt_classics::rival::RivalFold;
use tt_classics::wiki::Modulo;
use tt_core::{Index, Mask, MultiplyHigh};

use crate::page::chi_square_ratio;

/// Buckets of the uniform indexes: a power of two, which is all that a mask reaches, and a number
/// that is none.
const SIZES: [usize; 2] = [1 << 16, 60_000];

/// Entries of Rival's table of 8000 K.
pub(crate) const RIVAL_ENTRIES: usize = 630_153;

fn counts<I: Index>(keys: &HashSet<u64>, buckets: usize) -> Vec<u32> {
    let index = I::new(buckets);
    let mut counts = vec![0; buckets];
    for &key in keys {
        counts[index.bucket(key)] += 1;
    }
    counts
}

/// Returns χ² over its degrees of freedom, if every bucket were equally likely.
fn ratio<I: Index>(keys: &HashSet<u64>, buckets: usize) -> f64 {
    chi_square_ratio(&counts::<I>(keys, buckets))
}

/// Returns the buckets that a uniform index would need for as few pairs of keys in one bucket.
pub(crate) fn effective_size<I: Index>(keys: &HashSet<u64>, buckets: usize) -> f64 {
    let pairs = |n: f64| n * (n - 1.0);
    let met: f64 = counts::<I>(keys, buckets).into_iter().map(|count| pairs(count.into())).sum();
    pairs(keys.len() as f64) / met
}

/// Returns name, buckets and χ² over its degrees of freedom of every uniform index.
pub(crate) fn uniform(keys: &HashSet<u64>) -> Vec<(&'static str, usize, f64)> {
    let mut rows = vec![(Mask::NAME, SIZES[0], ratio::<Mask>(keys, SIZES[0]))];
    for size in SIZES {
        rows.push((MultiplyHigh::NAME, size, ratio::<MultiplyHigh>(keys, size)));
        rows.push((Modulo::NAME, size, ratio::<Modulo>(keys, size)));
        rows.push((Divide::NAME, size, ratio::<Divide>(keys, size)));
    }
    rows
}

pub(super) fn lines(keys: &HashSet<u64>) -> Vec<String> {
    let mut lines = vec!["index, buckets, chi-square / degrees of freedom".to_owned()];
    let row = |(name, buckets, ratio): (&str, usize, f64)| format!("{name} {buckets} {ratio:.3}");
    lines.extend(uniform(keys).into_iter().map(row));
    lines.push(format!(
        "effective size of {RIVAL_ENTRIES} entries: {} {:.0}, {} {:.0}",
        RivalFold::NAME,
        effective_size::<RivalFold>(keys, RIVAL_ENTRIES),
        MultiplyHigh::NAME,
        effective_size::<MultiplyHigh>(keys, RIVAL_ENTRIES),
    ));
    lines
}
