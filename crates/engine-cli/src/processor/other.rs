//! Targets on which the processor is not checked.

use super::Feature;

/// An empty table: no features are known.
pub(super) static FEATURES: [Feature; 0] = [];

/// Returns the processor's architecture in place of its name.
pub(super) fn name() -> String {
    std::env::consts::ARCH.into()
}
