//! A table by name, which several processes share.
//!
//! ```text
//!  header, 4,096 bytes                                      │ buckets as in a table of one process
//!  magic, version, layout, payload, schema, lines,          │
//!  generation │ seats: who is attached, by process number   │
//! ```
//!
//! Who is attached is known twice over. A lock (`flock`) on the file of the table, shared by all who are
//! attached, decides whether one is alone: the kernel releases it when a process ends, however it ends. The
//! seats in the header are for people who want to know who it is. Attaching, clearing, resizing and removing
//! happen one after another, under a second lock on a file beside, the door.

mod door;
mod error;
mod header;
mod layout;
mod mapping;

use core::fmt;
use core::marker::PhantomData;
use std::fs;
use std::path::{Path, PathBuf};
use std::vec::Vec;

use static_assertions::assert_impl_all;

use self::door::Door;
use self::error::Kind;
pub use self::error::SharedError;
use self::header::Kin;
pub use self::layout::Shareable;
use self::mapping::Mapping;
use crate::bucket::Bucket;
use crate::memory::on_threads;
use crate::snapshot::Snapshot;
use crate::sync::Word;
use crate::view::{NOBODY, View};
use crate::{Ageing, Entry, Index, NoStatistics, Payload, Replace, Statistics, Wide};

/// A transposition table in memory that several processes share under a name: the path of a file, best
/// one below `/dev/shm`, where it is memory and nothing else.
///
/// # Contract
///
/// **Threads and processes** may probe, store, prefetch, advance the generation and read the picture of the
/// table at once, in any way. A probe returns what some store of some process put there for that key, or
/// nothing, at the rates that the README states for the layout. The code is that of [`Table`](crate::Table), and
/// so are the policies; two processes may follow different ones.
///
/// **A process that is killed** while it stores, at any instruction, costs at most the record that it was
/// overwriting ([`Dense`](crate::Dense) may lose a neighbour, as always): what it left behind is a torn
/// record, which no probe returns. It does not count as attached any longer.
///
/// **Borrowing proves nothing** across processes. [`clear`](Self::clear) and [`resize`](Self::resize) take
/// `&mut self` for the threads of this one, and are refused with an error while anybody else is attached, in
/// another process or through another `SharedTable` in this one.
///
/// **The generation** belongs to the table: it stands in the shared memory, and one process that
/// [advances](Self::advance_generation) it does so for all. Of several engines on one game, one does so.
///
/// **Another program** that may write the file can put there what it likes. This one reads the memory by
/// atomic words only and trusts no number in it after it attached, so the worst are wrong records and a wrong
/// generation; [`Payload::from_bits`] must return for any bits. But who makes the file shorter kills every
/// process that reads beyond the end (`SIGBUS`): that is how systems tell of memory that is gone.
///
/// **A fork** of a process that is attached shares its place: the table counts as attached until both have
/// ended.
///
/// # Example
///
/// ```
/// use tt_core::{Entry, SharedTable};
///
/// /// Says how the keys are made: processes with another number are refused.
/// const SCHEMA: u64 = 0x5c4e_3a00_0000_0001;
///
/// let path = std::env::temp_dir().join(format!("tt-core-example-{}", std::process::id()));
/// // Creates the table, or attaches to the one that stands there.
/// let first: SharedTable = SharedTable::open(&path, 1 << 20, SCHEMA)?;
/// // Here in the same process; it is the same from another.
/// let mut second: SharedTable = SharedTable::attach(&path, SCHEMA)?;
/// first.store(0x9d39_247e_3377_6d41, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(second.probe(0x9d39_247e_3377_6d41).map(|entry| entry.mv), Some(5));
/// assert!(second.clear(1).is_err(), "the first is attached");
/// drop(first);
/// second.clear(1)?;
/// drop(second);
/// SharedTable::<Entry>::remove(&path)?;
/// # Ok::<(), tt_core::SharedError>(())
/// ```
pub struct SharedTable<
    P: Payload = Entry,
    L: Shareable = Wide,
    R: Replace = Ageing,
    S: Statistics = NoStatistics,
> {
    mapping: Mapping,
    index: L::Index,
    path: PathBuf,
    schema: u64,
    statistics: S,
    kind: PhantomData<fn() -> (P, R)>,
}

assert_impl_all!(SharedTable: Send, Sync);

impl<P: Payload, L: Shareable, R: Replace, S: Statistics> SharedTable<P, L, R, S> {
    /// Attaches to the table at `path`, or creates one of at most `bytes` bytes (beside its header) if there
    /// is none. Of several processes that do so at once, one creates it. `schema` is the fingerprint of how
    /// the game makes its keys.
    ///
    /// # Errors
    /// If what stands there is no such table, or has another version, layout, payload, schema or number of
    /// buckets; if it cannot be created, as [`Table::new`](crate::Table::new) or because the file system is
    /// full; if too many processes are attached; if files cannot be opened or locked.
    pub fn open(path: &Path, bytes: usize, schema: u64) -> Result<Self, SharedError> {
        const { View::<P, L, R, S>::IS_SOUND };
        let _door = Door::enter(path)?;
        let lines = bytes / size_of::<L::Bucket>();
        match Self::find(path, schema) {
            Ok(table) if table.buckets() == lines => Ok(table),
            Ok(table) => Err(Kind::Size { expected: bytes, found: table.bytes() }.into()),
            Err(error) if error.is_not_found() => Self::make(path, bytes, schema),
            Err(error) => Err(error),
        }
    }

    /// Attaches to the table at `path`, whatever its size.
    ///
    /// # Errors
    /// As for [`open`](Self::open), and if there is none.
    pub fn attach(path: &Path, schema: u64) -> Result<Self, SharedError> {
        const { View::<P, L, R, S>::IS_SOUND };
        let _door = Door::enter(path)?;
        Self::find(path, schema)
    }

    /// Removes the table at `path` and the lock beside it: its memory is free again.
    ///
    /// # Errors
    /// If somebody is attached, if there is no table, or if files cannot be opened, locked or removed.
    pub fn remove(path: &Path) -> Result<(), SharedError> {
        let _door = Door::enter(path)?;
        let mapping = Mapping::open(path)?;
        mapping.be_alone()?;
        Ok(fs::remove_file(path)?)
    }

    /// Attaches; the door is ours.
    fn find(path: &Path, schema: u64) -> Result<Self, SharedError> {
        let mut mapping = Mapping::open(path)?;
        mapping.check::<L::Bucket>(&Self::kin(schema))?;
        Self::with(mapping, path, schema)
    }

    /// Creates and attaches; the door is ours, and nothing stands at `path`.
    fn make(path: &Path, bytes: usize, schema: u64) -> Result<Self, SharedError> {
        let mapping = Mapping::create::<L::Bucket>(path, bytes, &Self::kin(schema))?;
        let mut table = Self::with(mapping, path, schema)?;
        table.mapping.publish(path)?;
        Ok(table)
    }

    fn with(mut mapping: Mapping, path: &Path, schema: u64) -> Result<Self, SharedError> {
        mapping.sit_down()?;
        let index = L::Index::new(mapping.buckets::<L::Bucket>().len());
        let path = path.to_path_buf();
        Ok(Self { mapping, index, path, schema, statistics: S::default(), kind: PhantomData })
    }

    /// What all who share a table must agree on.
    fn kin(schema: u64) -> Kin {
        Kin { layout: layout::fingerprint::<L>(), payload: P::fingerprint(), schema }
    }

    /// As [`Table::probe`](crate::Table::probe).
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        self.view().probe(key)
    }

    /// As [`Table::store`](crate::Table::store).
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        self.view().store(key, payload);
    }

    /// As [`Table::prefetch`](crate::Table::prefetch).
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.view().prefetch(key);
    }

    /// Begins a new generation for all who are attached: to be called by one of them, once before each search
    /// of the game.
    pub fn advance_generation(&self) {
        self.mapping.header().generation.advance();
    }

    /// As [`Table::hashfull`](crate::Table::hashfull): what all processes together stored in this
    /// generation.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.view().hashfull()
    }

    /// As [`Table::snapshot`](crate::Table::snapshot).
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.view().snapshot()
    }

    /// Who counts what happens in this process.
    #[must_use]
    pub fn statistics(&self) -> &S {
        &self.statistics
    }

    /// The number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.mapping.buckets::<L::Bucket>().len()
    }

    /// The number of records the table can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets() * L::Bucket::WAYS
    }

    /// The size of all buckets in bytes; the header comes to that.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets() * size_of::<L::Bucket>()
    }

    /// The numbers of the processes that are attached, this one among them, once for each `SharedTable`. A
    /// process that was killed is not among them. Where the processes do not see each other (containers with
    /// numbers of their own) the list may be short; what is refused is not decided by it.
    #[must_use]
    pub fn attached(&self) -> Vec<u32> {
        self.mapping.header().living()
    }

    /// Empties the table with up to `threads` threads; it is then as a new one. What somebody outside the
    /// contract writes meanwhile may remain.
    ///
    /// # Errors
    /// If others are attached; the table is then as it was.
    pub fn clear(&mut self, threads: usize) -> Result<(), SharedError> {
        let _door = Door::enter(&self.path)?;
        self.mapping.be_alone()?;
        let buckets = self.mapping.buckets::<L::Bucket>();
        // Through the atomics, not by exclusive references: the memory is not this process's own.
        let next = Word::default();
        on_threads(threads.clamp(1, buckets.len().div_ceil(PART)), || {
            while let Some(part) = buckets.chunks(PART).nth(next.increment() as usize) {
                let slots =
                    part.iter().flat_map(|bucket| (0..L::Bucket::WAYS).map(move |i| (bucket, i)));
                slots.for_each(|(bucket, slot)| bucket.write(slot, NOBODY, 0));
            }
        });
        self.mapping.header().generation.set(0);
        self.mapping.be_one_of_many()
    }

    /// Gives the table another size, as [`Table::resize`](crate::Table::resize) does: a new file takes the
    /// place of the old one. Both are in memory while the records move. A process that is killed meanwhile
    /// leaves the old table.
    ///
    /// # Errors
    /// If others are attached, if the table was removed, and as for [`open`](Self::open); the table is then
    /// as it was.
    pub fn resize(&mut self, bytes: usize) -> Result<(), SharedError> {
        if bytes / size_of::<L::Bucket>() == self.buckets() {
            return Ok(());
        }
        let _door = Door::enter(&self.path)?;
        self.mapping.be_alone()?;
        let resized = self.move_to(bytes);
        match resized {
            Ok(table) => {
                let Self { mapping, index, .. } = table;
                (self.mapping, self.index) = (mapping, index);
                Ok(())
            }
            Err(error) => {
                self.mapping.be_one_of_many()?;
                Err(error)
            }
        }
    }

    /// A table of another size with the records of this one, in its place. Nobody else is attached, and the
    /// door is ours.
    fn move_to(&self, bytes: usize) -> Result<Self, SharedError> {
        if !self.mapping.stands_at(&self.path)? {
            return Err(Kind::Gone.into());
        }
        let mapping = Mapping::create::<L::Bucket>(&self.path, bytes, &Self::kin(self.schema))?;
        let mut resized = Self::with(mapping, &self.path, self.schema)?;
        let (from, to) = (self.view(), resized.view());
        to.generation.set(from.generation.now());
        from.buckets.iter().flat_map(Bucket::records).for_each(|(key, bits)| to.settle(key, bits));
        resized.mapping.publish(&self.path)?;
        Ok(resized)
    }

    /// The operations on these buckets.
    #[inline]
    fn view(&self) -> View<'_, P, L, R, S> {
        View {
            buckets: self.mapping.buckets::<L::Bucket>(),
            index: self.index,
            generation: &self.mapping.header().generation,
            statistics: &self.statistics,
            kind: self.kind,
        }
    }
}

/// How many buckets a thread clears at a time.
const PART: usize = 1 << 14;

impl<P: Payload, L: Shareable, R: Replace, S: Statistics> fmt::Debug for SharedTable<P, L, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedTable")
            .field("path", &self.path)
            .field("bytes", &self.bytes())
            .field("generation", &self.mapping.header().generation.now())
            .finish_non_exhaustive()
    }
}
