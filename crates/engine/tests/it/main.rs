//! The engine as a program that imports it meets it: books, tables, faults, threads and numbers.

mod books;
mod explosions;
mod faults;
mod levels;
mod searches;
mod tables;
mod threads;
mod wired;

use engine::{Engine, EngineBuilder, Request};

/// Returns a builder of an engine with a table of a mebibyte.
fn small() -> EngineBuilder {
    Engine::builder().hash(1 << 20)
}

/// Returns an engine with a table of a mebibyte.
fn engine() -> Engine {
    small().build().expect("a table")
}

fn from_book() -> Request<'static> {
    Request { book: true, ..Request::depth(1) }
}
