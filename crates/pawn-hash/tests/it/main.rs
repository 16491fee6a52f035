//! The contract of this crate, seen from outside: one program, because each costs a link.

mod drawings;
mod naive;
mod shared;
mod strategies;
mod table;
