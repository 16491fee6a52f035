//! Pruning of whole nodes and of single moves.

mod enhanced;
mod moves;
mod node;
