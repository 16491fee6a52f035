//! The contract of this crate, seen from outside: one program, because each costs a link.

mod endings;
mod known_draws;
mod laws;
mod solver;
mod statistics;
mod terms;
mod threads;
mod traces;
mod weights_text;
