//! Pruning of whole nodes and of single moves.

mod moves;
mod node;
