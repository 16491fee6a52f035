//! tt-core.
