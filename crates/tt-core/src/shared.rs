//! A table by name, which several processes share.
//!
//! ```text
//!  header, 4,096 bytes                             │ buckets as in a table of one process
//!  magic, version, layout, payload, schema,        │
//!  buckets, generation │ attach slots: who is      │
//!  attached, by process number                     │
//! ```
//!
//! Two records say which processes are attached. A lock (`flock`) on the table's file, shared by
//! all that are attached, decides whether one is alone: the kernel releases it when a process ends,
//! however it ends. The attach slots in the header name these processes for people. Attaching,
//! clearing, resizing and removing happen one at a time, under a second lock on a file of its own,
//! `NAME.lock`, for which nobody waits more than two seconds. A file that is being made is called
//! `NAME.new`.
//!
//! Other users may have put anything at these three names. [`files`] holds what is done about that.

mod error;
mod files;
mod header;
mod layout;
mod lock;
mod mapping;
#[cfg(feature = "persist")]
mod saved;

use core::fmt;
use core::marker::PhantomData;
use std::fs;
use std::path::Path;
use std::vec::Vec;

use static_assertions::assert_impl_all;

pub use self::error::SharedError;
use self::error::{At, SharedFault};
use self::files::{beside, remove_stale, user};
use self::header::Identity;
pub use self::layout::Shareable;
use self::lock::AttachLock;
use self::mapping::Mapping;
use crate::bucket::Bucket;
use crate::handle::{Handle, NO_KEY};
use crate::memory::on_threads;
use crate::operations::operations;
use crate::settler::Settler;
use crate::snapshot::Snapshot;
use crate::sync::Word;

use crate::{Ageing, Entry, Index, NoStatistics, Payload, Record, Replace, Statistics, Wide};

/// A transposition table in memory that several processes share under a name: the path of a file,
/// best one below `/dev/shm`, where files are in memory only.
///
/// # Contract
///
/// **Threads and processes** may probe, store, prefetch, advance the generation and take snapshots
/// of the table at once, in any way. A probe returns what some store of some process put there for
/// that key, or nothing, at the rates that [`Layout`](crate::Layout) states. The code is that of
/// [`Table`](crate::Table), and so are the policies; two processes may follow different ones.
///
/// **A process that is killed** while it stores, at any instruction, costs at most the record that
/// it was overwriting ([`Dense`](crate::Dense) may lose a neighbour, as always): what it left
/// behind is a torn record, which no probe returns. It does not count as attached any longer.
///
/// **Exclusive borrows** exclude the threads of one process only. [`clear`](Self::clear) and
/// [`resize`](Self::resize) take `&mut self` for these, and are refused with an error while anybody
/// else is attached, in another process or through another `SharedTable` in this one.
///
/// **The generation** is in the shared memory: a process that [advances](Self::advance_generation)
/// it does so for all. Of several engines on one game, one does so.
///
/// **Other users** may have put files at the table's name and at `NAME.lock` and `NAME.new` beside
/// it. A file that belongs to another user is refused, and so are symbolic links, files with a
/// second name (hard links), directories, pipes, sockets and devices. No existing file is ever
/// written to or cut but the table itself; what is created is new, and its owner alone may read and
/// write it. [`attach_owned_by`](Self::attach_owned_by) attaches to the table of a given other
/// user. In a directory that others may write, and that has no sticky bit (`/dev/shm` has it), they
/// can take these files away; directories on the way to the table are the caller's choice.
///
/// **Programs that may write the file**, such as others of its owner, can put there what they like.
/// This process reads the memory by atomic words only and trusts no number in it after it attached,
/// so the worst that comes of it are wrong records and a wrong generation; [`Payload::from_bits`]
/// must return for any bits.
///
/// **A file that is cut short** while it is attached kills each process that touches memory beyond
/// the new end, by the signal `SIGBUS`. A library cannot make that an error: a signal handler would
/// be the whole program's, and the kernel seals no file that has a name against it. So it is made
/// unlikely, by the rights and refusals above, and can be noticed in time: [`check`](Self::check)
/// compares the file with what was attached, and [`advance_generation`](Self::advance_generation),
/// [`clear`](Self::clear) and [`resize`](Self::resize) compare its length. An engine does so before
/// each search and, after an error, drops the table, which is safe, and goes on with another. The
/// decision page `0010-why-can-a-shared-table-be-cut-short` in the repository says more.
///
/// **The lock** under which processes attach, clear, resize and remove is held for milliseconds,
/// while a large table is created or cleared for longer. A process that waits longer than two
/// seconds gets an error, because the one that holds it may have been stopped.
///
/// **A fork** of a process that is attached shares its attachment: the table counts as attached
/// until both have ended. A program that is started by `exec` does not inherit it.
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
/// let first = SharedTable::open(&path, 1 << 20, SCHEMA)?;
/// // Here in the same process; it is the same from another.
/// let mut second: SharedTable = SharedTable::attach(&path, SCHEMA)?;
/// first.store(0x9d39_247e_3377_6d41, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(second.probe(0x9d39_247e_3377_6d41).map(|entry| entry.mv), Some(5));
/// assert!(second.clear(1).is_err(), "the first is attached");
/// drop(first);
/// second.clear(1)?;
/// drop(second);
/// SharedTable::remove(&path)?;
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
    schema: u64,
    statistics: S,
    kind: PhantomData<fn() -> (P, R)>,
}

assert_impl_all!(SharedTable: Send, Sync);

impl SharedTable {
    /// Attaches to the table of the default parts at `path`, or creates one of at most `bytes`
    /// bytes (beside its header) if there is none. Of several processes that do so at once, one
    /// creates it. `schema` is the fingerprint of how the game makes its keys.
    ///
    /// ```
    /// use tt_core::SharedTable;
    ///
    /// let path = std::env::temp_dir().join(format!("tt-core-open-{}", std::process::id()));
    /// let table = SharedTable::open(&path, 1 << 20, 7)?;
    /// assert_eq!(table.attached(), [std::process::id()]);
    /// drop(table);
    /// SharedTable::remove(&path)?;
    /// # Ok::<(), tt_core::SharedError>(())
    /// ```
    ///
    /// # Errors
    /// If what is at `path` is no such table, belongs to another user, or has another version,
    /// layout, payload, schema or number of buckets; if it cannot be created, as
    /// [`Table::new`](crate::Table::new), or because the file system is full; if too many are
    /// attached; if a file at `path`, `NAME.lock` or `NAME.new` is not a regular file of this user,
    /// or cannot be opened or locked; if another process holds the lock for two seconds.
    pub fn open(path: impl AsRef<Path>, bytes: usize, schema: u64) -> Result<Self, SharedError> {
        Self::with_parts(path, bytes, schema)
    }

    /// Attaches to the table of the default parts at `path`, whatever its size, or creates one as
    /// [`open`](Self::open) does. The wait for other processes ends after two seconds, or as soon
    /// as `called_off`, which is asked every millisecond, returns true.
    ///
    /// # Errors
    /// As for [`open`](Self::open), except for another number of buckets; and if the wait was
    /// called off.
    pub fn attach_or_create(
        path: impl AsRef<Path>,
        bytes: usize,
        schema: u64,
        called_off: &dyn Fn() -> bool,
    ) -> Result<Self, SharedError> {
        Self::locked(called_off, path.as_ref(), bytes, schema, |_| Ok(()))
    }

    /// Removes the table at `path`, its `NAME.lock`, and a `NAME.new` that a process left when it
    /// was killed: the memory is free again.
    ///
    /// # Errors
    /// If somebody is attached, if there is no table or it belongs to another user, or if files
    /// cannot be opened, locked or removed.
    pub fn remove(path: impl AsRef<Path>) -> Result<(), SharedError> {
        let path = path.as_ref();
        let look = || Mapping::open(path, user()).map(drop);
        let _lock = AttachLock::acquire(path, user(), look)?;
        Mapping::open(path, user())?.lock_exclusive()?;
        fs::remove_file(path).at(path)?;
        // Mostly there is none. One that is not ours stays.
        let _ = remove_stale(&beside(path, ".new"));
        Ok(())
    }
}

impl<P: Payload, L: Shareable, R: Replace, S: Statistics> SharedTable<P, L, R, S> {
    /// Attaches to the table at `path` or creates it, as [`open`](SharedTable::open) does for the
    /// default parts, with those that the type names.
    ///
    /// # Errors
    /// As for [`open`](SharedTable::open).
    pub fn with_parts(
        path: impl AsRef<Path>,
        bytes: usize,
        schema: u64,
    ) -> Result<Self, SharedError> {
        const { Handle::<P, L, R, S>::IS_SOUND };
        let path = path.as_ref();
        let buckets = bytes / size_of::<L::Bucket>();
        let check = |found: usize| {
            let bytes_found = found * size_of::<L::Bucket>();
            let fault = SharedFault::Size { expected: bytes, found: bytes_found };
            if found == buckets { Ok(()) } else { Err(fault.at(path)) }
        };
        Self::locked(&|| false, path, bytes, schema, check)
    }

    /// Attaches to the table at `path` if `check` allows its number of buckets, or creates it.
    fn locked(
        called_off: &dyn Fn() -> bool,
        path: &Path,
        bytes: usize,
        schema: u64,
        check: impl Fn(usize) -> Result<(), SharedError>,
    ) -> Result<Self, SharedError> {
        let look = || match Self::look(path, schema, user()) {
            Ok(mapping) => check(mapping.buckets::<L::Bucket>().len()),
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => Err(error),
        };
        let _lock = AttachLock::acquire_unless(called_off, path, user(), look)?;
        match Self::find(path, schema, user()) {
            Ok(table) => check(table.buckets()).map(|()| table),
            Err(error) if error.is_not_found() => Self::make(path, bytes, schema),
            Err(error) => Err(error),
        }
    }

    /// Attaches to the table at `path`, whatever its size.
    ///
    /// # Errors
    /// As for [`open`](SharedTable::open), and if there is none.
    pub fn attach(path: impl AsRef<Path>, schema: u64) -> Result<Self, SharedError> {
        Self::attach_owned_by(path, schema, user())
    }

    /// Attaches to the table at `path` of another user, given by number. That user can change all
    /// records at any time, and end this process by making the file shorter. The rights have to be
    /// given first: to read and write the table, and to read `NAME.lock`, which is not created.
    ///
    /// # Errors
    /// As for [`attach`](Self::attach), and if the table or its lock belongs to anybody else, this
    /// process's user included.
    pub fn attach_owned_by(
        path: impl AsRef<Path>,
        schema: u64,
        owner: u32,
    ) -> Result<Self, SharedError> {
        const { Handle::<P, L, R, S>::IS_SOUND };
        let path = path.as_ref();
        let look = || Self::look(path, schema, owner).map(drop);
        let _lock = AttachLock::acquire(path, owner, look)?;
        Self::find(path, schema, owner)
    }

    /// Attaches. The caller holds the attach lock.
    fn find(path: &Path, schema: u64, owner: u32) -> Result<Self, SharedError> {
        Self::with(Self::look(path, schema, owner)?, schema)
    }

    /// Maps the table at `path` without claiming a slot; nothing is written.
    fn look(path: &Path, schema: u64, owner: u32) -> Result<Mapping, SharedError> {
        let mut mapping = Mapping::open(path, owner)?;
        mapping.check::<L::Bucket>(&Self::identity(schema))?;
        Ok(mapping)
    }

    /// Creates and attaches. The caller holds the attach lock and found nothing at `path`.
    fn make(path: &Path, bytes: usize, schema: u64) -> Result<Self, SharedError> {
        let mapping = Mapping::create::<L::Bucket>(path, bytes, &Self::identity(schema))?;
        let mut table = Self::with(mapping, schema)?;
        table.mapping.publish()?;
        Ok(table)
    }

    fn with(mut mapping: Mapping, schema: u64) -> Result<Self, SharedError> {
        mapping.claim_slot()?;
        let index = L::Index::new(mapping.buckets::<L::Bucket>().len());
        Ok(Self { mapping, index, schema, statistics: S::default(), kind: PhantomData })
    }

    /// Returns the fingerprints that all processes that share a table must have in common.
    fn identity(schema: u64) -> Identity {
        Identity { layout: layout::fingerprint::<L>(), payload: P::fingerprint(), schema }
    }

    operations!();

    /// Begins a new generation for all who are attached: to be called by one of them, once before
    /// each search of the game.
    ///
    /// # Errors
    /// If the file's length has changed: the table must not be probed or stored to any more.
    pub fn advance_generation(&self) -> Result<(), SharedError> {
        self.mapping.check_length()?;
        self.mapping.header().generation.advance();
        Ok(())
    }

    /// Compares the file with what was attached, without touching the shared memory: to be called
    /// between searches.
    ///
    /// # Errors
    /// If the file's length has changed: the table must not be used any more, only dropped. If the
    /// file was removed, or another is at its path: the table can be used, but nobody attaches to
    /// it any more.
    pub fn check(&self) -> Result<(), SharedError> {
        self.mapping.check_length()?;
        self.mapping.check_path()
    }

    /// Returns the fingerprint of how the game makes its keys, with which the table was opened.
    #[must_use]
    pub fn schema(&self) -> u64 {
        self.schema
    }

    /// Returns the numbers of the processes that are attached, this one among them, once for each
    /// `SharedTable`. A process that was killed is not among them. Where processes do not see each
    /// other (containers with process numbers of their own) some may be missing; no refusal depends
    /// on the list.
    #[must_use]
    pub fn attached(&self) -> Vec<u32> {
        self.mapping.header().attached_processes()
    }

    /// Empties the table with up to `threads` threads and sets its generation to 0. The
    /// [statistics](Self::statistics) stay. What a process outside the contract writes meanwhile
    /// may remain.
    ///
    /// # Errors
    /// If others are attached, if the file's length has changed, or if files cannot be opened or
    /// locked; the table is then unchanged.
    pub fn clear(&mut self, threads: usize) -> Result<(), SharedError> {
        self.alone(|table| {
            table.empty(threads);
            Ok(())
        })
    }

    /// Does `work` while nobody else is attached, nor can be.
    fn alone<T, E: From<SharedError>>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let _lock = AttachLock::acquire(self.mapping.path(), self.mapping.owner(), || Ok(()))?;
        self.mapping.check_length()?;
        self.mapping.lock_exclusive()?;
        let done = work(self);
        self.mapping.lock_shared()?;
        done
    }

    /// Empties the table. The caller is alone.
    fn empty(&self, threads: usize) {
        let buckets = self.mapping.buckets::<L::Bucket>();
        // Through the atomics, not by exclusive references: the memory is not this process's own.
        let next = Word::default();
        on_threads(threads.clamp(1, buckets.len().div_ceil(PART)), || {
            while let Some(part) = buckets.chunks(PART).nth(next.increment() as usize) {
                let slots =
                    part.iter().flat_map(|bucket| (0..L::Bucket::WAYS).map(move |i| (bucket, i)));
                slots.for_each(|(bucket, slot)| bucket.write(slot, NO_KEY, 0));
            }
        });
        self.mapping.header().generation.set(0);
    }

    /// Gives the table another size, as [`Table::resize`](crate::Table::resize) does: a new file,
    /// which its owner alone may read and write, replaces the old one. Both are in memory while the
    /// records move. A process that is killed meanwhile leaves the old table, and a `NAME.new` that
    /// the next to create a table here removes. The [statistics](Self::statistics) stay.
    ///
    /// # Errors
    /// If others are attached, if the table was removed, if its length has changed, if it belongs
    /// to another user, and as for [`open`](SharedTable::open); the table is then unchanged.
    pub fn resize(&mut self, bytes: usize) -> Result<(), SharedError> {
        if bytes / size_of::<L::Bucket>() == self.buckets() {
            return Ok(());
        }
        let owner = self.mapping.owner();
        if owner != user() {
            // The new file would be this user's.
            return Err(SharedFault::OwnerOnly(owner).at(self.mapping.path()));
        }
        let path = self.mapping.path().to_path_buf();
        let _lock = AttachLock::acquire(&path, owner, || Ok(()))?;
        self.mapping.check_length()?;
        self.mapping.lock_exclusive()?;
        let resized = self.move_to(bytes);
        match resized {
            Ok(table) => {
                let Self { mapping, index, .. } = table;
                (self.mapping, self.index) = (mapping, index);
                Ok(())
            }
            Err(error) => {
                self.mapping.lock_shared()?;
                Err(error)
            }
        }
    }

    /// A table of another size with the records of this one, at its path. Nobody else is attached,
    /// and the caller holds the attach lock.
    fn move_to(&self, bytes: usize) -> Result<Self, SharedError> {
        self.mapping.check_path()?;
        let identity = Self::identity(self.schema);
        let mapping = Mapping::create::<L::Bucket>(self.mapping.path(), bytes, &identity)?;
        let mut resized = Self::with(mapping, self.schema)?;
        let (from, to) = (self.handle(), resized.handle());
        to.generation.set(from.generation.now());
        let mut settler = Settler::new(to);
        from.records().for_each(|(key, bits)| settler.push(key, bits));
        settler.finish();
        resized.mapping.replace(&self.mapping)?;
        Ok(resized)
    }

    /// As [`Table::handle`](crate::Table::handle). The table must be [checked](Self::check) before
    /// each search with it.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<'_, P, L, R, S> {
        Handle {
            buckets: self.mapping.buckets::<L::Bucket>(),
            index: self.index,
            generation: &self.mapping.header().generation,
            statistics: &self.statistics,
            kind: self.kind,
        }
    }
}

/// The buckets that a thread clears at a time.
const PART: usize = 1 << 14;

impl<P: Payload, L: Shareable, R: Replace, S: Statistics> fmt::Debug for SharedTable<P, L, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not from a file that was cut short.
        let whole = self.mapping.check_length().is_ok();
        let generation = whole.then(|| self.mapping.header().generation.now());
        f.debug_struct("SharedTable")
            .field("path", &self.mapping.path())
            .field("bytes", &self.bytes())
            .field("generation", &generation)
            .finish_non_exhaustive()
    }
}
