#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod age;
mod bound;
mod bucket;
mod entry;
mod error;
mod field;
mod fingerprint;
mod handle;
mod index;
#[cfg(feature = "laws")]
pub mod laws;
mod memory;
mod mix;
mod occupant;
mod payload;
#[cfg(feature = "persist")]
mod persist;
mod prefetch;
mod replacement;
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
mod shared;
mod snapshot;
mod statistics;
mod sync;
mod table;

pub use bound::Bound;
pub use bucket::dense::{Dense, DenseBucket};
pub use bucket::wide::{Wide, WideBucket};
pub use bucket::{AllWords, Bucket, Layout, Signature, Slot};
pub use entry::{DRAFT_MAX, DRAFT_MIN, Entry};
pub use error::AllocError;
pub use field::Field;
pub use fingerprint::of_text as fingerprint_of_text;
pub use handle::Handle;
pub use index::{Index, Mask, MultiplyHigh};
pub use memory::{MemoryReport, Pages};
pub use occupant::Occupant;
pub use payload::Payload;
#[cfg(feature = "persist")]
pub use persist::{FileError, FileInfo, FileMerge, file_info, file_records, verify_file};
pub use prefetch::prefetch;
pub use replacement::policies::{Ageing, Always, DepthPreferred, Newest};
pub use replacement::{Replace, Resident};
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
pub use shared::{Shareable, SharedError, SharedTable};
pub use snapshot::Snapshot;
pub use statistics::{Counters, Counts, NoStatistics, Statistics, Stored};
pub use sync::Word;
pub use table::Table;
