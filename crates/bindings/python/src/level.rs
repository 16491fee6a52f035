//! The levels of x86-64 that a module is built for and that the processor has: 1, 2 or 3, and 0 on
//! other architectures.

/// The level that this module is built for.
pub(crate) const BUILT_FOR: u8 = if cfg!(not(target_arch = "x86_64")) {
    0
} else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) {
    3
} else if cfg!(all(target_feature = "sse4.2", target_feature = "popcnt")) {
    2
} else {
    1
};

/// Returns the level that this processor has.
pub(crate) fn runs() -> u8 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;

        let second = has!("sse4.2") && has!("popcnt") && has!("cmpxchg16b");
        let third = has!("avx2") && has!("fma") && has!("f16c") && has!("movbe");
        match second && third && has!("bmi1") && has!("bmi2") && has!("lzcnt") {
            true => 3,
            false => 1 + u8::from(second),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    0
}
