//! Transposition tables.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::Path;

use tt_core::fingerprint_of_text;
use zobrist_keys::mix;

use crate::error::{Error, Failure, Status};
use crate::ffi::{Text, list};
use crate::panic::{guard, or, status};
use crate::records::{FileWork, GENERATION_SHIFT, Memory, Records, remove};

/// A transposition table of the caller, to be given back by `pal_tt_free`.
///
/// A record is one word of 64 bits, packed: an entry, made and read by the functions
/// `pal_entry_…`, or a record of the caller's own, see `pal_tt_record`. The word 0 is no record.
///
/// Any number of threads may probe, store, update, prefetch, advance the generation and ask for
/// `pal_tt_hashfull` at once, in any way, without a lock: a probe returns what some store put there
/// for that key, or nothing. While one of the other functions runs, no thread may use the table.
///
/// Keys must be mixed in all 64 bits, as Zobrist keys are; others go through `pal_mix` first.
///
/// The first three fields are for the functions that are inline below, and for code like them. They
/// change when the table is resized and never else; nobody but the library writes to them.
#[repr(C)]
pub struct TtOwned {
    /// The first word of the buckets. A bucket is a cache line of four slots, each of two words:
    /// the key XOR the record, then the record.
    words: *const u64,
    /// The number of buckets: that of a key is the high word of key × buckets.
    buckets: u64,
    /// The count of generations; bits 59 to 63 of a record are the low ones of its own.
    generation: *const u64,
    /// Of the library.
    table: Box<TtTable>,
}

/// The part of a table that the library keeps to itself.
pub struct TtTable {
    records: Box<dyn Records>,
    /// Mixed into the schema of files, so that records of another description are refused.
    fingerprint: u64,
}

/// The unit of a priority, by which a full bucket chooses the record that gives way.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TtUnit {
    /// Plies of depth, in 8 bits. A generation of age counts as much as 8 plies, and a record of
    /// this generation resists one of its own key that is 4 plies shallower.
    Draft = 0,
    /// A count (nodes, visits), in 16, 24 or 31 bits. The oldest generation gives way first, and
    /// in it the least count; a record always replaces the one of its own key.
    Count = 1,
}

/// A field of a record.
#[repr(C)]
pub struct TtField {
    /// Its name; a table whose fields are called otherwise is refused as a file.
    pub name: Text,
    /// Its lowest bit.
    pub shift: u32,
    /// Its width in bits, at least 1.
    pub width: u32,
}

/// The description of records of the caller's own. Bits 59 to 63 are the table's; fields are below
/// and do not overlap. The first field is the priority, and ends at bit 58. A record whose bits 0
/// to 58 are all 0 may be lost.
#[repr(C)]
pub struct TtRecord {
    /// The unit of the priority, a `pal_tt_unit`.
    pub unit: i32,
    /// The first of the fields.
    pub fields: *const TtField,
    /// The number of fields, 1 to 59.
    pub count: usize,
}

/// Changes a record: gets it and the `context` of the call, and returns the new one. It may be
/// called several times for one update, and neither throws nor uses the table.
pub type TtChange = Option<extern "C" fn(record: u64, context: *mut c_void) -> u64>;

impl TtOwned {
    fn new(memory: Memory<'_>, record: Option<&TtRecord>) -> Result<Box<Self>, Failure> {
        let Some(record) = record else {
            return Ok(Self::of(memory.entries()?, 0));
        };
        let Layout { width, fingerprint } = record.layout()?;
        let memory = match memory {
            Memory::Shared { path, bytes, schema } => {
                Memory::Shared { path, bytes, schema: schema ^ fingerprint }
            }
            own @ Memory::Own(_) => own,
        };
        let counts = record.unit == TtUnit::Count as i32;
        Ok(Self::of(memory.described(counts, width)?, fingerprint))
    }

    fn of(records: Box<dyn Records>, fingerprint: u64) -> Box<Self> {
        let (place, table) = (records.place(), Box::new(TtTable { records, fingerprint }));
        let (words, buckets, generation) = (place.words, place.buckets, place.generation);
        Box::new(Self { words, buckets, generation, table })
    }

    fn records(&self) -> &dyn Records {
        &*self.table.records
    }

    /// Does work that may move the buckets.
    fn change(
        &mut self,
        work: impl FnOnce(&mut TtTable) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let done = work(&mut self.table);
        let place = self.records().place();
        (self.words, self.buckets, self.generation) =
            (place.words, place.buckets, place.generation);
        done
    }
}

/// The part of a description that a table needs.
struct Layout {
    width: u32,
    fingerprint: u64,
}

impl TtRecord {
    fn layout(&self) -> Result<Layout, Failure> {
        // SAFETY: the description says how many fields there are, and is borrowed for this call.
        let fields = unsafe { list(self.fields, self.count) };
        let wrong = |text: String| Failure::new(Status::Argument, text);
        let Some(first) = fields.first() else {
            return Err(wrong("expected a field for the priority, found none".into()));
        };
        if ![TtUnit::Draft as i32, TtUnit::Count as i32].contains(&self.unit) {
            return Err(wrong(format!("expected a unit of 0 or 1, found {}", self.unit)));
        }
        let (mut taken, mut fingerprint) = (0_u64, mix(self.unit as u64 + 1));
        for field in fields {
            let name = field.name.get().ok_or_else(|| Failure::null("the name of a field"))?;
            let (shift, width) = (field.shift, field.width);
            let end = shift.checked_add(width).filter(|&end| end <= GENERATION_SHIFT);
            if width == 0 || end.is_none() {
                let found = format!("found `{name}` of {width} bits at bit {shift}");
                return Err(wrong(format!("expected fields in bits 0 to 58, {found}")));
            }
            let mask = ((1_u64 << width) - 1) << shift;
            if taken & mask != 0 {
                return Err(wrong(format!("expected bits of its own for `{name}`, found a clash")));
            }
            taken |= mask;
            let place = u64::from(shift) << 8 | u64::from(width);
            fingerprint = mix(fingerprint ^ fingerprint_of_text(name) ^ mix(place));
        }
        if first.shift + first.width != GENERATION_SHIFT {
            let end = first.shift + first.width - 1;
            return Err(wrong(format!("expected a priority that ends at bit 58, found bit {end}")));
        }
        Ok(Layout { width: first.width, fingerprint })
    }
}

/// Creates an empty table in at most `bytes` bytes, any number of at least 64. All the memory is
/// touched, by as many threads as the machine runs at once. `record` describes records of the
/// caller's own; without it, null, records are entries. Returns null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_create(
    bytes: usize,
    record: Option<&TtRecord>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<TtOwned>> {
    guard(error, || TtOwned::new(Memory::Own(bytes), record)).ok()
}

/// Attaches to the table that processes share by the file at `path`, best below `/dev/shm`, or
/// creates one of at most `bytes` bytes. With 0 bytes it must exist, and may have any size.
/// `schema` is a number for the way in which keys are made; one of another schema, size or kind of
/// record is refused. Processes may do what threads may. Returns null after an error.
///
/// `pal_tt_free` detaches. The file stays until `pal_tt_remove`.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_attach(
    path: Text,
    bytes: usize,
    schema: u64,
    record: Option<&TtRecord>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<TtOwned>> {
    guard(error, || {
        let path = Path::new(path.get().ok_or_else(|| Failure::null("a path"))?);
        TtOwned::new(Memory::Shared { path, bytes, schema }, record)
    })
    .ok()
}

/// Removes the file of a shared table to which nobody is attached.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_remove(path: Text, error: Option<&mut MaybeUninit<Error>>) -> Status {
    status(error, || remove(Path::new(path.get().ok_or_else(|| Failure::null("a path"))?)))
}

/// Gives a table back, or detaches from a shared one; null has no effect. No thread may use it.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_free(table: Option<Box<TtOwned>>) {
    or((), || drop(table));
}

/// Returns the record of `key`, its generation bits 0, or 0. A hit makes it one of the current
/// generation. `pal_tt_find` does the same inline. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_probe(table: Option<&TtOwned>, key: u64) -> u64 {
    or(0, || table.map_or(0, |table| table.records().probe(key)))
}

/// Offers a record of `key`; the policy may refuse it. An entry without a move keeps the move of an
/// older entry of the key. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_store(table: Option<&TtOwned>, key: u64, record: u64) {
    or((), || {
        if let Some(table) = table {
            table.records().store(key, record);
        }
    });
}

/// Changes the record of `key` and returns the new one, or 0 if there is none. Threads that change
/// one record lose no change. A record that another thread is writing at this moment is not found:
/// who knows of it tries again. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_update(
    table: Option<&TtOwned>,
    key: u64,
    change: TtChange,
    context: *mut c_void,
) -> u64 {
    or(0, || match (table, change) {
        (Some(table), Some(change)) => {
            table.records().update(key, &mut |record| change(record, context))
        }
        _ => 0,
    })
}

/// Brings the bucket of `key` nearer. `pal_tt_fetch` does the same inline. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_prefetch(table: Option<&TtOwned>, key: u64) {
    or((), || {
        if let Some(table) = table {
            table.records().prefetch(key);
        }
    });
}

/// Returns how full the table is with records of the current generation, per mille, from a sample
/// of a thousand slots. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_hashfull(table: Option<&TtOwned>) -> u32 {
    or(0, || table.map_or(0, |table| table.records().hashfull()))
}

/// Begins a new generation: to be called once before each search of the game. May race. Of the
/// processes on a shared table one calls it; it is an error if the file was cut short, and then
/// the table may only be freed.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_advance_generation(
    table: Option<&TtOwned>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || known(table)?.records().advance_generation())
}

/// Writes to `attached`, if it is not null, how many are attached to the table: 1 if it is not
/// shared. It is an error if a shared table's file was cut short, removed or replaced: to be called
/// between searches. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_check(
    table: Option<&TtOwned>,
    attached: Option<&mut MaybeUninit<u32>>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || {
        let found = known(table)?.records().check()?;
        if let Some(attached) = attached {
            attached.write(found);
        }
        Ok(())
    })
}

/// Gives the table another size and keeps the records that fit. A shared table must have nobody
/// else attached. After an error the table is as it was. May not race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_resize(
    table: Option<&mut TtOwned>,
    bytes: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || known_mut(table)?.change(|table| table.records.resize(bytes)))
}

/// Empties the table with up to `threads` threads; the generation begins at 0 again. A shared table
/// must have nobody else attached. May not race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_clear(
    table: Option<&mut TtOwned>,
    threads: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || known_mut(table)?.change(|table| table.records.clear(threads)))
}

/// Saves every record to the file at `path`, which is replaced as a whole if it is a saved table
/// and is left alone if it is anything else. `schema` is a number for the way in which keys are
/// made; for a shared table that with which it was attached. To save or load a shared table nobody
/// else may be attached. May not race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_save(
    table: Option<&mut TtOwned>,
    path: Text,
    schema: u64,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    with_file(FileWork::Save, table, path, schema, error)
}

/// Empties the table and fills it from a saved one of any size. One of another schema or another
/// kind of record is refused, and the table is then as it was. May not race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_load(
    table: Option<&mut TtOwned>,
    path: Text,
    schema: u64,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    with_file(FileWork::Load, table, path, schema, error)
}

/// Adds the records of a saved table; of two records of a key that of greater priority stays. Else
/// as `pal_tt_load`. May not race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_tt_merge(
    table: Option<&mut TtOwned>,
    path: Text,
    schema: u64,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    with_file(FileWork::Merge, table, path, schema, error)
}

fn with_file(
    work: FileWork,
    table: Option<&mut TtOwned>,
    path: Text,
    schema: u64,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || {
        let path = Path::new(path.get().ok_or_else(|| Failure::null("a path"))?);
        known_mut(table)?.change(|table| {
            let schema = schema ^ table.fingerprint;
            table.records.file(work, path, schema)
        })
    })
}

fn known(table: Option<&TtOwned>) -> Result<&TtOwned, Failure> {
    table.ok_or_else(|| Failure::null("a table"))
}

fn known_mut(table: Option<&mut TtOwned>) -> Result<&mut TtOwned, Failure> {
    table.ok_or_else(|| Failure::null("a table"))
}

#[cfg(test)]
mod tests;
