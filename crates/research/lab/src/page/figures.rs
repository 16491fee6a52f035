//! The words that pages and figures share: the machine, spreads, sizes, verdicts.

use std::fs;

/// The instruction sets of this build that its speed depends on most.
const FEATURES: [(&str, bool); 6] = [
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("avx", cfg!(target_feature = "avx")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("neon", cfg!(target_feature = "neon")),
];

/// Returns the processor's name and the instruction sets that this build may use.
pub(crate) fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let built: Vec<&str> =
        FEATURES.iter().filter_map(|&(name, built)| built.then_some(name)).collect();
    let features =
        if built.is_empty() { "the baseline of its architecture".into() } else { built.join(" ") };
    format!("{}; built for {features}", processor(&text))
}

/// Returns the processor's name in the text of `/proc/cpuinfo`, which Linux alone has.
fn processor(text: &str) -> &str {
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown processor", |(_, name)| name)
}

/// The median of some samples and their ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// The sample in the middle, the greater one of two.
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Spread {
    /// Returns the spread of at least one sample.
    pub(crate) fn of(samples: impl IntoIterator<Item = f64>) -> Self {
        let mut samples: Vec<f64> = samples.into_iter().collect();
        samples.sort_by(f64::total_cmp);
        let last = samples.len() - 1;
        Self { median: samples[samples.len() / 2], least: samples[0], greatest: samples[last] }
    }
}

/// Returns the geometric mean of some ratios.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// Returns the name of a size: `1MiB`, `256MiB`, `4GiB`.
pub(crate) fn size_name(mebibytes: usize) -> String {
    if mebibytes.is_multiple_of(1_024) {
        format!("{}GiB", mebibytes / 1_024)
    } else {
        format!("{mebibytes}MiB")
    }
}

/// A difference of less than this, in percent, decides nothing: searches of other positions might
/// turn it round.
const UNDECIDED: f64 = 0.1;

/// Returns the verdict on a claim that one way saves nodes against another, by the percentage that
/// it saved here.
pub(crate) fn verdict(saving: f64) -> &'static str {
    if saving >= UNDECIDED {
        "confirmed"
    } else if saving <= -UNDECIDED {
        "refuted"
    } else {
        "neither confirmed nor refuted"
    }
}

/// Returns the saving in words, as a predicate of the way that saves or costs.
pub(crate) fn effect(saving: f64) -> String {
    if saving >= 0.0 { format!("saves {saving:.1} %") } else { format!("costs {:.1} %", -saving) }
}

/// Returns χ² over its degrees of freedom (Karl Pearson, 1900), if every value were equally likely.
pub(crate) fn chi_square_ratio(counts: &[u32]) -> f64 {
    let expected = counts.iter().map(|&count| f64::from(count)).sum::<f64>() / counts.len() as f64;
    let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    counts.iter().map(square).sum::<f64>() / (counts.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named_by_its_model() {
        let text = "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Made Up 9000 @ 3.1GHz\n";
        assert_eq!(processor(text), "Made Up 9000 @ 3.1GHz");
        assert_eq!(processor(""), "unknown processor");
        let ours = machine();
        assert_eq!(ours.contains("avx2"), cfg!(target_feature = "avx2"), "{ours}");
    }

    #[test]
    fn a_spread_has_its_median_between_its_ends() {
        let Spread { median, least, greatest } = Spread::of([3.0, 1.0, 2.0, 9.0, 0.5]);
        assert_eq!((least, median, greatest), (0.5, 2.0, 9.0));
        assert_eq!(Spread::of([4.0, 1.0]).median, 4.0);
    }

    #[test]
    fn whole_gibibytes_are_named_so() {
        assert_eq!([1, 1_536, 4_096].map(size_name), ["1MiB", "1536MiB", "4GiB"]);
    }

    #[test]
    fn a_small_difference_decides_nothing() {
        let verdicts = [0.1, 0.05, -0.05, -3.0].map(verdict);
        let undecided = "neither confirmed nor refuted";
        assert_eq!(verdicts, ["confirmed", undecided, undecided, "refuted"]);
        assert_eq!([2.04, -0.31].map(effect), ["saves 2.0 %", "costs 0.3 %"]);
    }
}
