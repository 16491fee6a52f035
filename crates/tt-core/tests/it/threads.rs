//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use tt_core::{
    Ageing, AllocError, Always, Bound, Counters, Counts, Dense, DenseBucket, DepthPreferred, Entry,
    Field, Handle, LinearWorth, Mask, MemoryReport, MultiplyHigh, Newest, NoStatistics,
    OwnedHandle, Pages, Record, RecordView, Signature, Slot, Snapshot, Stored, Table, Unit, Wide,
    WideBucket, Word,
};
#[cfg(feature = "persist")]
use tt_core::{FileError, FileInfo, FileLookup, FileMerge, NewFile};
#[cfg(all(feature = "shared", unix))]
use tt_core::{SharedError, SharedTable};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Table, Table<Entry, Dense, Newest, Counters>, Handle<'_>, OwnedHandle)>();
    threads_share::<(Ageing, Always, DepthPreferred, Newest, LinearWorth, RecordView)>();
    threads_share::<(Bound, Entry, Field, Record<Entry>, Signature, Slot, Word)>();
    threads_share::<(Dense, DenseBucket, Mask, MultiplyHigh, Wide, WideBucket<4>)>();
    threads_share::<(
        AllocError,
        Counts,
        MemoryReport,
        NoStatistics,
        OwnedHandle,
        Pages,
        Snapshot,
        Stored,
        Unit,
    )>();
    #[cfg(feature = "persist")]
    threads_share::<(FileError, FileInfo, FileLookup<Entry>, FileMerge<Entry>, NewFile)>();
    #[cfg(all(feature = "shared", unix))]
    threads_share::<(SharedError, SharedTable)>();
    #[cfg(feature = "laws")]
    threads_share::<tt_core::laws::Race>();
}
