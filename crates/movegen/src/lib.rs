//! movegen.
