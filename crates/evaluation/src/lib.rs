//! evaluation.
