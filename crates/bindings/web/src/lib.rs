//! The engine, its tables and the lessons on them, for a page in a browser.
//!
//! The functions take and return plain values and texts and are tested natively. On WebAssembly the
//! module `bindings` exports them to TypeScript, whose types are in `page/src/wasm.ts`.
#![forbid(unsafe_code)]
#![expect(missing_docs, reason = "page/src/wasm.ts documents what the page gets")]

#[cfg(target_arch = "wasm32")]
mod bindings;
mod compare;
mod game;
pub mod lessons;
pub mod player;
pub mod playground;
pub mod uci;
mod words;

pub use compare::{CompareRow, Half, compare};

/// Returns the version of the engine.
#[must_use]
pub fn version() -> String {
    format!("Palimpsest {}", env!("CARGO_PKG_VERSION"))
}
