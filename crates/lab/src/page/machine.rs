//! The machine that measured.

use std::fs;

/// The vector extensions that a build may use, widest last.
const VECTORS: [(&str, bool); 3] = [
    ("avx", cfg!(target_feature = "avx")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
];

/// The processor's name and the vector extensions that this build may use.
pub(crate) fn machine() -> String {
    let built: Vec<&str> =
        VECTORS.iter().filter_map(|&(name, built)| built.then_some(name)).collect();
    let vectors = if built.is_empty() { "no vectors".to_owned() } else { built.join(" ") };
    format!("{}; built for {vectors}", processor())
}

/// The processor's name as Linux tells it; elsewhere, that it is unknown.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.to_owned())
}
