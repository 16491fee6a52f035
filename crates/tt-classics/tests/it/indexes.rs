//! Tests of the indexes: a bucket is below their number, uniform indexes spread keys evenly, and
//! every index has a name of its own.

use tt_classics::greenblatt::Divide;
use tt_classics::rival::{RivalDrawn, RivalFold};
use tt_classics::wiki::Modulo;
use tt_core::{Index, Mask, MultiplyHigh};
use zobrist_keys::mix;

/// Returns how often `keys` mixed keys hit each of `buckets` buckets.
fn counts<I: Index>(buckets: usize, keys: u64) -> Vec<f64> {
    let index = I::new(buckets);
    let mut counts = vec![0.0; buckets];
    for i in 0..keys {
        counts[index.bucket(mix(i))] += 1.0;
    }
    counts
}

/// χ² per degree of freedom; near 1 if uniform.
fn chi_squared_per_degree<I: Index>(buckets: usize, keys: u64) -> f64 {
    let expected = keys as f64 / buckets as f64;
    let counts = counts::<I>(buckets, keys);
    counts.iter().map(|n| (n - expected).powi(2) / expected).sum::<f64>() / (buckets - 1) as f64
}

#[test]
fn mixed_keys_spread_uniformly() {
    for buckets in [4_095, 4_096, 4_097, 10_007, 60_000] {
        let keys = 1 << 20;
        let mut ratios = vec![
            chi_squared_per_degree::<Modulo>(buckets, keys),
            chi_squared_per_degree::<Divide>(buckets, keys),
        ];
        if buckets.is_power_of_two() {
            ratios.push(chi_squared_per_degree::<RivalFold>(buckets, keys));
            ratios.push(chi_squared_per_degree::<RivalDrawn>(buckets, keys));
        }
        for (i, ratio) in ratios.into_iter().enumerate() {
            assert!((0.9..=1.1).contains(&ratio), "index {i}, {buckets} buckets: {ratio}");
        }
    }
}

#[test]
fn every_index_has_its_own_name() {
    let names = [
        MultiplyHigh::NAME,
        Mask::NAME,
        Modulo::NAME,
        Divide::NAME,
        RivalFold::NAME,
        RivalDrawn::NAME,
    ];
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name}");
    }
}
