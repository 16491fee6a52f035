//! The contract of this crate, seen from outside: one program, because each costs a link.

mod arithmetic;
mod canonical;
mod captures;
mod strategies;
