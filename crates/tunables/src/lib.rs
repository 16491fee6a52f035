//! tunables.
