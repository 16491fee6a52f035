//! The instructions that this binary needs, and those that the processor has.
//!
//! A build for a machine uses every instruction that the machine knows, and dies of the first one
//! that another machine lacks. [`require`] runs before everything else and reports that instead: on
//! Linux even before Rust's own start-up, into which the optimiser may put such an instruction,
//! too. The check is plain integer code without formatting, but the compiler may use any
//! instruction of the build in it, so this is no guarantee. `cargo xtask dist` runs each build on
//! emulated processors that have less.
//!
//! On targets other than x86-64 nothing is checked.

#[cfg(target_arch = "x86_64")]
mod cpuid;
mod refusal;

#[cfg(target_arch = "x86_64")]
use self::cpuid as asked;

use asked::{FEATURES, name};

/// Targets on which the processor is not checked: no features are known, and the architecture
/// stands for the name.
#[cfg(not(target_arch = "x86_64"))]
mod asked {
    pub(super) static FEATURES: [super::Feature; 0] = [];

    pub(super) fn name() -> String {
        std::env::consts::ARCH.into()
    }
}

/// A level of the x86-64 instruction set, numbered as in the psABI (H.J. Lu and others, 2020); each
/// includes all levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// The instructions of every x86-64 processor.
    V1,
    /// SSE 4.2 and population count (2008).
    V2,
    /// AVX2 and bit manipulation (2013).
    V3,
    /// AVX-512 (2017).
    V4,
    /// Features of single families of processors.
    Beyond,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Self::V1 => "x86-64",
            Self::V2 => "x86-64-v2",
            Self::V3 => "x86-64-v3",
            Self::V4 | Self::Beyond => "x86-64-v4",
        }
    }
}

/// A group of instructions that the compiler may be allowed to use.
struct Feature {
    name: &'static str,
    /// The first level that includes it.
    level: Level,
    /// Whether this binary was compiled to use it.
    compiled: bool,
    /// Whether this processor has it, and the system lets programs use it.
    present: fn() -> bool,
}

/// Ends the process, with exit code 1, if this processor lacks something that the binary was
/// compiled to use. One line on standard error names the feature, and the build to take.
pub fn require() {
    if let Some(lacking) = FEATURES.iter().find(|one| one.compiled && !(one.present)()) {
        // No formatting: this runs on the processor that the code was not built for.
        refusal::tell("error: this build needs ");
        refusal::tell(lacking.name);
        refusal::tell(", which this processor lacks");
        refusal::tell(advice(has));
        refusal::exit();
    }
}

fn has(feature: &Feature) -> bool {
    (feature.present)()
}

/// Returns the end of the message for a processor with the features for which `has` is true.
fn advice(has: fn(&Feature) -> bool) -> &'static str {
    match level_of(has) {
        Level::V1 => {
            "; no x86-64-v2 build would run here either: build from source on this machine\n"
        }
        Level::V2 => ": take the build for x86-64-v2, or build from source on this machine\n",
        Level::V3 => ": take the build for x86-64-v3, or build from source on this machine\n",
        Level::V4 | Level::Beyond => {
            ": take the build for x86-64-v4, or build from source on this machine\n"
        }
    }
}

fn level_of(has: fn(&Feature) -> bool) -> Level {
    let complete = |level| FEATURES.iter().filter(|one| one.level == level).all(has);
    if !complete(Level::V2) {
        Level::V1
    } else if !complete(Level::V3) {
        Level::V2
    } else if !complete(Level::V4) {
        Level::V3
    } else {
        Level::V4
    }
}

/// Returns the target of the build: a level, and the features beyond that.
pub(crate) fn built_for() -> String {
    let compiled = |one: &Feature| one.compiled;
    let level = level_of(compiled);
    let beyond: Vec<_> = FEATURES.iter().filter(|one| one.compiled && one.level > level).collect();
    let names: Vec<&str> = beyond.iter().map(|one| one.name).collect();
    match (FEATURES.is_empty(), names.is_empty()) {
        (true, _) => std::env::consts::ARCH.into(),
        (false, true) => level.name().into(),
        (false, false) => format!("{} with {}", level.name(), names.join(" ")),
    }
}

pub(crate) fn this_one() -> String {
    if FEATURES.is_empty() { name() } else { format!("{} ({})", name(), level_of(has).name()) }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn every_feature_of_this_build_can_be_looked_for() {
        // Every x86-64 processor has these; `crt-static` is about linking, and a program cannot ask
        // for `lahfsahf` and `prfchw` by the names of a stable compiler.
        let known = ["fxsr", "sse", "sse2", "x87", "crt-static", "lahfsahf", "prfchw"];
        for name in env!("PALIMPSEST_FEATURES").split(',').filter(|name| !name.is_empty()) {
            let row = FEATURES.iter().find(|one| one.name == name);
            assert!(row.map_or(known.contains(&name), |one| one.compiled), "{name}");
        }
    }

    #[test]
    fn what_the_processor_has_is_what_the_standard_library_sees() {
        macro_rules! agree {
            ($($name:tt)*) => {$(
                let row = FEATURES.iter().find(|one| one.name == $name).expect($name);
                // For a feature of the build the standard library does not ask the processor: but
                // then the test would not run on one without.
                assert_eq!(has(row), std::is_x86_feature_detected!($name), $name);
            )*};
        }
        agree!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b" "avx" "avx2" "bmi1" "bmi2"
            "fma" "f16c" "lzcnt" "movbe" "xsave" "avx512f" "avx512bw" "avx512cd" "avx512dq"
            "avx512vl" "adx" "aes" "pclmulqdq" "rdrand" "rdseed" "sha" "sse4a" "tbm" "vaes"
            "vpclmulqdq" "gfni" "xsavec" "xsaveopt" "xsaves" "avx512vnni" "avx512vbmi"
            "avx512vbmi2" "avx512ifma" "avx512bitalg" "avx512vpopcntdq" "avx512bf16" "avx512fp16"
            "avx512vp2intersect" "avxvnni" "avxifma" "avxneconvert" "avxvnniint8" "avxvnniint16"
            "sha512" "sm3" "sm4" "kl" "widekl");
        assert_eq!(FEATURES.len(), 53);
    }

    #[test]
    fn the_test_runs_where_the_build_does() {
        require();
        assert!(level_of(has) >= level_of(|one| one.compiled));
        assert!(this_one().contains("x86-64"));
        assert!(built_for().starts_with("x86-64"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_processors_name_is_the_one_that_linux_shows() {
        let shown = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let shown = shown.lines().find_map(|line| line.strip_prefix("model name\t: ")).unwrap();
        assert_eq!(name(), shown.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn the_advice_is_the_highest_level_of_which_nothing_is_missing() {
        assert!(advice(|_| false).contains("no x86-64-v2 build"));
        assert!(advice(|one| one.level <= Level::V2).contains("the build for x86-64-v2,"));
        let old = |one: &Feature| one.level <= Level::V3 && one.name != "movbe";
        assert!(advice(old).contains("the build for x86-64-v2,"));
        assert!(advice(|one| one.level <= Level::V3).contains("the build for x86-64-v3,"));
        assert!(advice(|one| one.name != "sse4a").contains("the build for x86-64-v4,"));
        let old = |one: &Feature| one.name != "sse4.2";
        assert_eq!(level_of(old).name(), "x86-64");
    }
}
