//! What is not searched: whole nodes, and single moves.

mod moves;
mod node;
