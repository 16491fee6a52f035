//! What is not searched: whole nodes, and single moves.

mod enhanced;
mod moves;
mod node;
