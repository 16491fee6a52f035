#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod age;
mod bucket;
mod entry;
mod error;
mod field;
mod index;
mod memory;
mod payload;
mod prefetch;
mod replacement;
mod sync;
mod table;

/// Bars other crates from the traits that only this one may implement.
mod sealed {
    pub trait Sealed {}
}

pub use bucket::{Layout, Wide};
pub use entry::{Bound, DRAFT_MAX, DRAFT_MIN, Entry};
pub use error::AllocError;
pub use field::Field;
pub use index::{Index, MultiplyHigh};
pub use payload::Payload;
pub use replacement::{Ageing, Always, DepthPreferred, Replace, Resident};
pub use table::Table;
