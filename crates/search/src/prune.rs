//! Pruning of whole nodes and of single moves.

mod enhanced_cutoff;
mod moves;
mod node;
