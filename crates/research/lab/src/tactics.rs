//! Tactics: the moves and mates that engines find in a number of nodes, and the suites that ask for
//! them.

pub(crate) mod best_moves;
pub(crate) mod contest;
pub(crate) mod draws;
pub(crate) mod fine70;
pub(crate) mod make;
pub(crate) mod mates;
mod suite;

/// The page of results, docs/records/bench/tactics.md, before it has a section.
const HEAD: &str = "\
# Tactics at equal nodes

Each section is written by the command that it names; do not edit. Nodes decide, not time, so every
machine gets the same figures from the same engines.
";
