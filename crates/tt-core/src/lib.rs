//! A transposition table in cache lines, shared by threads without a lock, for any game.
//!
//! ```
//! use tt_core::{Bound, Entry, Table};
//!
//! let mut table = Table::new(16 << 20)?; // bytes
//! table.advance_generation(); // before each search
//!
//! // At a node: a record may end it, or name the move to try first.
//! let (key, depth) = (0x9d39_247e_3377_6d41, 5);
//! table.prefetch(key); // as soon as the key is known
//! assert_eq!(table.probe(key), None);
//!
//! // When the node is finished: here it failed high.
//! let entry = Entry { mv: 77, score: 42, draft: depth, bound: Bound::Lower, ..Entry::default() };
//! table.store(key, entry);
//! assert_eq!(table.probe(key), Some(entry));
//!
//! table.resize(24 << 20)?; // between searches; the records stay
//! assert_eq!(table.probe(key), Some(entry));
//! # Ok::<(), tt_core::AllocError>(())
//! ```
//!
//! | to | take |
//! |---|---|
//! | remember positions, on one thread or many | [`Table`], [`Entry`], [`Bound`] |
//! | keep records of your own | [`Payload`], [`Field`], [`Unit`] |
//! | choose the records that stay | [`Ageing`], [`Newest`], [`Always`], [`DepthPreferred`] |
//! | keep more records in the memory | [`Dense`] in place of [`Wide`] |
//! | choose buckets by the low bits of a key | [`Mask`] in place of [`MultiplyHigh`] |
//! | count from several threads | [`Table::update`] |
//! | serve any kind of table, keep one alive | [`AnyTable`], [`OwnedHandle`] |
//! | see what it does | [`Counters`], [`Snapshot`], [`Table::bucket_of`], [`Table::memory`] |
//! | take pages of 1 GiB | [`Table::with_pages`], [`Pages`] |
//! | run threads where a table's memory is | [`processors_by_node`] |
#![cfg_attr(
    feature = "persist",
    doc = "| save, load and merge (feature `persist`) | [`Table::save`], [`Table::load`], [`FileMerge`], [`file_records`] |\n| ask a file for single records (feature `persist`) | [`FileLookup`] |\n| replace a file of your own as a whole (feature `persist`) | [`NewFile`] |"
)]
#![cfg_attr(
    all(feature = "shared", unix, target_has_atomic = "64", not(loom)),
    doc = "| share a table with processes (feature `shared`) | [`SharedTable`] |"
)]
//! | bring a part of your own | [`Replace`], [`Index`], [`Layout`] and [`Bucket`], [`Statistics`] |
#![cfg_attr(feature = "laws", doc = "| test a part of your own (feature `laws`) | [`laws`] |")]
//! | read the bytes in another language | [`formats`] |
//!
//! # Names
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
//!
//! # Speed
//!
//! A probe reads one cache line, by one 512-bit, two 256-bit or four 128-bit loads where the target
//! of the build has AVX-512, AVX2 or AVX, elsewhere by eight 64-bit ones; the results are the same.
//! A build for plain `x86-64` has none of them. So set `target-cpu`, in `RUSTFLAGS` or in
//! `.cargo/config.toml`: `-C target-cpu=native` for this machine, `x86-64-v3` for AVX2. The flag
//! `--cfg tt_core_line="scalar"` (or `128`, `256`, `512`) beside it forces one that the target has.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod age;
mod any_table;
mod bound;
mod bucket;
mod entry;
mod error;
mod field;
mod fingerprint;
#[doc = include_str!("../FORMATS.md")]
pub mod formats {}
mod handle;
mod index;
#[cfg(feature = "laws")]
pub mod laws;
mod memory;
mod mix;
mod operations;
mod payload;
#[cfg(feature = "persist")]
mod persist;
mod prefetch;
mod rank;
mod replacement;
mod settler;
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
mod shared;
mod snapshot;
mod statistics;
mod sync;
mod table;

pub use any_table::AnyTable;
#[cfg(target_has_atomic = "ptr")]
pub use any_table::OwnedHandle;
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
pub use memory::{MemoryReport, Pages, processors_by_node};
pub use payload::{Payload, Unit};
#[cfg(feature = "persist")]
pub use persist::{
    FileError, FileInfo, FileLookup, FileMerge, NewFile, file_info, file_records, filter_file,
    verify_file,
};
pub use prefetch::prefetch;
pub use rank::LinearWorth;
pub use replacement::policies::{Ageing, Always, DepthPreferred, Newest};
pub use replacement::{RecordView, Replace};
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
pub use shared::{Shareable, SharedError, SharedTable};
pub use snapshot::{Record, Snapshot};
pub use statistics::{Counters, Counts, NoStatistics, Statistics, Stored};
pub use sync::Word;
pub use table::Table;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
