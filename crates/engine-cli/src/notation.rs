//! Moves, lines and scores as our documents and files write them.

pub(crate) mod names;
pub(crate) mod scores;
