//! Targets whose processors are not asked.

use super::Feature;

/// Nothing is known.
pub(super) static FEATURES: [Feature; 0] = [];

/// The processor's name.
pub(super) fn name() -> String {
    std::env::consts::ARCH.into()
}
