//! The contract of this crate, seen from outside: one program, because each costs a link. Tests
//! with an allocator, a model checker or a sanitizer of their own are separate.

mod any_table;
mod contract;
mod formats;
mod full_disk;
#[cfg(all(feature = "laws", not(tt_core_mutant)))]
mod laws;
mod layouts;
mod new_file;
mod paths;
mod persist;
mod shared;
mod shared_files;
mod shared_kill;
mod shared_processes;
mod statistics;
mod threads;
