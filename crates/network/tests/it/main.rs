//! Tests of networks from outside: the value by the definition, moves, files.

mod bytes;
mod files;
mod moves;
mod naive;
mod support;
mod threads;
