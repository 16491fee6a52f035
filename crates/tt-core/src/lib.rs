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
mod fingerprint;
mod index;
mod memory;
mod payload;
#[cfg(feature = "persist")]
mod persist;
mod prefetch;
mod replacement;
#[cfg(all(feature = "shared", unix, not(loom)))]
mod shared;
mod snapshot;
mod statistics;
mod sync;
mod table;
mod view;

/// Bars other crates from the traits that only this one may implement.
mod sealed {
    pub trait Sealed {}
}

pub use bucket::{Dense, Layout, Packed, Wide};
pub use entry::{Bound, DRAFT_MAX, DRAFT_MIN, Entry};
pub use error::AllocError;
pub use field::Field;
pub use index::{Divide, Index, Mask, Modulo, MultiplyHigh, RivalDrawn, RivalFold};
pub use memory::{MemoryReport, Pages};
pub use payload::{HintedEntry, Payload, Proof, RivalEntry, TwoBounds};
#[cfg(feature = "persist")]
pub use persist::{FileError, FileInfo, file_info, verify_file};
pub use replacement::{
    Ageing, Always, ByEffort, ByOrder, DepthPreferred, Never, OldestFirst, Replace, Resident,
    Staleness, StrictlyDeeper, TwoLevel,
};
#[cfg(all(feature = "shared", unix, not(loom)))]
pub use shared::{Shareable, SharedError, SharedTable};
pub use snapshot::Snapshot;
pub use statistics::{Counters, Counts, NoStatistics, Statistics, Stored};
pub use table::Table;
