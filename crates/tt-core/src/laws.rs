//! The laws of the open traits, for tests of anybody's implementation (feature `laws`).
//!
//! Each function takes a type and panics with the broken law unless the type obeys. Each does the
//! same in each run, except [`check_race`] and [`check_statistics`], whose threads meet at other
//! moments each time, and takes seconds at most.
//!
//! - A [`Payload`](crate::Payload): [`check_payload`].
//! - A [`Replace`](crate::Replace): [`check_policy`], and [`check_table`] on your layout.
//! - An [`Index`](crate::Index): [`check_index`].
//! - A [`Layout`](crate::Layout): [`check_layout`] and [`check_table`]; [`check_race`] if threads
//!   share it, [`check_torn_writes`] if its bucket is [`AllWords`](crate::AllWords).
//! - A [`Statistics`](crate::Statistics): [`check_statistics`].
//!
//! ```
//! use tt_core::laws::{check_index, check_policy};
//! use tt_core::{Entry, Index, RecordView, Replace};
//!
//! /// A newcomer always enters, in place of the shallowest.
//! struct Shallowest;
//!
//! impl Replace for Shallowest {
//!     fn worth(record: RecordView) -> i64 {
//!         record.priority.into()
//!     }
//! }
//!
//! /// The remainder.
//! #[derive(Clone, Copy, Debug)]
//! struct Remainder(u64);
//!
//! impl Index for Remainder {
//!     const NAME: &'static str = "remainder";
//!
//!     fn new(buckets: usize) -> Self {
//!         Self(buckets as u64)
//!     }
//!
//!     fn bucket(self, key: u64) -> usize {
//!         (key % self.0) as usize
//!     }
//!
//!     fn rest(self, key: u64) -> u64 {
//!         key / self.0
//!     }
//! }
//!
//! let entries: Vec<Entry> = (0..20).map(|draft| Entry { draft, ..Entry::default() }).collect();
//! check_policy::<Entry, Shallowest>(&entries);
//! check_index::<Remainder>();
//! ```

mod keys;
mod layout;
mod model;
mod payload;
mod policy;
mod race;
mod statistics;
mod table;
mod torn;

pub use self::layout::{check_index, check_layout};
pub use self::payload::check_payload;
pub use self::policy::check_policy;
pub use self::race::{Race, check_race};
pub use self::statistics::check_statistics;
pub use self::table::check_table;
pub use self::torn::check_torn_writes;
