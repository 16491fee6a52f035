//! Perft: counts of the tree of legal moves against published ones and against other generators'.

mod derived;
mod published;
mod suite;
