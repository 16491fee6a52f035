//! What is not searched: whole nodes, and single moves.

pub(crate) mod moves;
mod node;
