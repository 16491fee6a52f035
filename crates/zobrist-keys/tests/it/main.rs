//! The contract of this crate, seen from outside: one program, because each costs a link.

mod bch;
mod groups;
mod independence;
mod schema;
mod tables;
mod threads;
