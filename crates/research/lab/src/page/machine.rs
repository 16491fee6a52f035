//! The machine that measured.

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
}
