//! The contract of this crate, seen from outside: one program, because each costs a link.

mod indexes;
mod laws;
mod layouts;
mod node_counts;
mod payloads;
mod policies;
mod rival;
mod threads;
mod torn;
mod two_bounds;
