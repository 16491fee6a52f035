#![doc = include_str!("../README.md")]
//! ## Names
//!
//! Each thing has one name here:
//!
//! | name | thing | type |
//! |---|---|---|
//! | key | the 64 bits that stand for a position | `u64` |
//! | bucket | the slots that a key may be in, searched together | [`Bucket`] |
//! | slot | the place in a bucket for one record | [`Slot`] |
//! | record | a payload in a slot, with its generation | [`Record`]; [`RecordView`] for a policy |
//! | payload | the 64 bits or less that a game keeps for a key | [`Payload`] |
//! | entry | the payload of this crate | [`Entry`] |
//! | newcomer | the record that a store brings | [`RecordView`] |
//! | victim | the record that makes room for it | |
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
#[doc = include_str!("../FORMATS.md")]
pub mod formats {}
mod index;
#[cfg(feature = "laws")]
pub mod laws;
mod memory;
mod mix;
mod payload;
#[cfg(feature = "persist")]
mod persist;
mod prefetch;
mod record;
mod replacement;
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
mod shared;
mod snapshot;
mod statistics;
mod sync;
mod table;
mod view;

pub use bound::Bound;
pub use bucket::dense::{Dense, DenseBucket};
pub use bucket::wide::{Wide, WideBucket};
pub use bucket::{AllWords, Bucket, Layout, Signature, Slot};
pub use entry::{DRAFT_MAX, DRAFT_MIN, Entry};
pub use error::AllocError;
pub use field::Field;
pub use fingerprint::of_text as fingerprint_of_text;
pub use index::{Index, Mask, MultiplyHigh};
pub use memory::{MemoryReport, Pages};
pub use payload::Payload;
#[cfg(feature = "persist")]
pub use persist::{FileError, FileInfo, FileMerge, file_info, file_records, verify_file};
pub use prefetch::prefetch;
pub use record::Record;
pub use replacement::policies::{Ageing, Always, DepthPreferred, Newest};
pub use replacement::{RecordView, Replace};
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
pub use shared::{Shareable, SharedError, SharedTable};
pub use snapshot::Snapshot;
pub use statistics::{Counters, Counts, NoStatistics, Statistics, Stored};
pub use sync::Word;
pub use table::Table;
