//! A table that processes share: who may attach, what they see of each other, and what is refused.
//! Each `SharedTable` here opens the file for itself, so the system treats them as it treats those
//! of several processes. Real ones are in `shared_processes.rs` and `shared_kill.rs`; what others
//! may put in the way is in `shared_files.rs`.
#![cfg(all(feature = "shared", unix))]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::thread;

use tempfile::TempDir;
use tt_core::{
    Ageing, Always, Counters, Dense, DepthPreferred, Entry, Field, Mask, Payload, SharedError,
    SharedTable, Table, Unit, Wide,
};
use zobrist_keys::SplitMix64;

const SCHEMA: u64 = 0x0123_4567_89ab_cdef;
const BYTES: usize = 1 << 16;
const HEADER: u64 = 4_096;

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    (directory, path)
}

fn open(path: &Path) -> SharedTable {
    SharedTable::open(path, BYTES, SCHEMA).unwrap()
}

fn entry(number: u64) -> Entry {
    Entry { mv: number as u16 | 1, draft: (number % 30) as i16, ..Entry::default() }
}

fn names(directory: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(directory.path()).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The message of an error at the table's path, without the path.
fn refusal<T>(path: &Path, result: Result<T, SharedError>) -> String {
    let Err(error) = result else { return "accepted".to_owned() };
    let message = error.to_string();
    let prefix = format!("{}: ", path.display());
    message.strip_prefix(&prefix).expect("a message begins with the path").to_owned()
}

#[test]
fn what_one_stores_the_other_finds() {
    let (directory, path) = place();
    let (first, second) = (open(&path), open(&path));
    let mut random = SplitMix64::new(1);
    for number in 0..10_000 {
        let key = random.next();
        let (from, to) = if number % 2 == 0 { (&first, &second) } else { (&second, &first) };
        from.prefetch(key);
        from.store(key, entry(number));
        assert_eq!(to.probe(key), Some(entry(number)));
    }
    assert_eq!((first.hashfull(), first.snapshot()), (second.hashfull(), second.snapshot()));
    assert_eq!((first.bytes(), first.capacity(), first.buckets()), (BYTES, BYTES / 16, BYTES / 64));
    assert_eq!(names(&directory), ["table", "table.lock"]);
    assert_eq!(fs::metadata(&path).unwrap().len(), HEADER + BYTES as u64);
}

/// A payload that is not an entry: a draft and 16 bits of the key.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plain(u64);

const DRAFT: Field = Field::new(16, 8);

impl Payload for Plain {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DRAFT;
    const GENERATION: Field = Field::new(59, 5);

    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits & !Self::GENERATION.mask())
    }
}

/// A shared table and a table of one process answer the same stores and probes alike, bit by bit.
#[test]
fn it_works_as_a_table_of_one_process() {
    let (_directory, path) = place();
    let shared: SharedTable<Plain, Dense<Mask>, DepthPreferred> =
        SharedTable::with_parts(&path, BYTES, SCHEMA).unwrap();
    let alone: Table<Plain, Dense<Mask>, DepthPreferred> = Table::with_parts(BYTES).unwrap();
    let mut random = SplitMix64::new(5);
    for step in 0..200_000 {
        let key = SplitMix64::new(random.next() % 30_000).next();
        let draft = random.next() % 40;
        let record = Plain(DRAFT.place(draft + 1) | key & 0xffff);
        if step % 2 == 0 {
            shared.store(key, record);
            alone.store(key, record);
        }
        assert_eq!(shared.probe(key), alone.probe(key));
        if step % 10_000 == 0 {
            shared.advance_generation().unwrap();
            alone.advance_generation();
            assert_eq!(shared.hashfull(), alone.hashfull());
        }
    }
    assert_eq!(shared.snapshot(), alone.snapshot());
}

#[test]
fn the_generation_is_the_tables() {
    let (_directory, path) = place();
    let (first, second) = (open(&path), open(&path));
    (0..5_000).for_each(|number| first.store(SplitMix64::new(number).next(), entry(number)));
    assert!(second.hashfull() > 500);
    first.advance_generation().unwrap();
    assert_eq!(second.hashfull(), 0, "it advanced for the other");
    second.store(7, entry(7));
    drop((first, second));
    let third = open(&path);
    assert!(
        format!("{third:?}").contains("generation: Some(1)"),
        "it outlives who advanced it: {third:?}"
    );
    assert_eq!(third.probe(7), Some(entry(7)), "and so do the records");
}

#[test]
fn clear_and_resize_are_refused_while_others_are_attached() {
    let (directory, path) = place();
    let (mut first, second) = (open(&path), open(&path));
    first.store(3, entry(3));
    assert_eq!(first.attached(), [std::process::id(); 2]);
    let in_use = "the shared table is in use: 1 other is attached";
    assert_eq!(refusal(&path, first.clear(2)), in_use);
    assert_eq!(refusal(&path, first.resize(2 * BYTES)), in_use);
    let by_two = "the shared table is in use: 2 others are attached";
    assert_eq!(refusal(&path, SharedTable::remove(&path)), by_two);
    first.resize(BYTES + 63).expect("the same number of buckets is no change");
    assert_eq!((first.probe(3), second.probe(3)), (Some(entry(3)), Some(entry(3))));
    assert_eq!(first.attached().len(), 2, "a refusal leaves both attached");
    drop(second);
    assert_eq!(first.attached().len(), 1);
    first.resize(2 * BYTES).unwrap();
    assert_eq!((first.bytes(), first.probe(3)), (2 * BYTES, Some(entry(3))));
    let third: SharedTable = SharedTable::attach(&path, SCHEMA).unwrap();
    assert_eq!((third.bytes(), third.probe(3)), (2 * BYTES, Some(entry(3))));
    assert_eq!(
        refusal(&path, first.clear(2)),
        in_use,
        "after a resize the lock is that of the new file"
    );
    drop(third);
    first.advance_generation().unwrap();
    first.clear(2).unwrap();
    assert_eq!((first.probe(3), first.hashfull()), (None, 0));
    assert!(format!("{first:?}").contains("generation: Some(0)"));
    assert_eq!(
        open_error(&path, BYTES),
        format!("the shared table has {} bytes, not {BYTES}", 2 * BYTES)
    );
    drop(first);
    SharedTable::remove(&path).unwrap();
    assert!(names(&directory).is_empty(), "nothing is left behind");
}

fn open_error(path: &Path, bytes: usize) -> String {
    refusal(path, SharedTable::open(path, bytes, SCHEMA))
}

#[test]
fn a_large_table_is_cleared_by_several_threads() {
    let (_directory, path) = place();
    let mut table = SharedTable::open(&path, 4 << 20, SCHEMA).unwrap();
    for threads in [0, 1, 3] {
        (0..100_000).for_each(|number| table.store(SplitMix64::new(number).next(), entry(number)));
        assert!(table.snapshot().occupied > 90_000);
        table.clear(threads).unwrap();
        assert_eq!(table.snapshot().occupied, 0);
    }
}

#[test]
fn clear_and_resize_keep_the_statistics() {
    let (_directory, path) = place();
    let mut table: SharedTable<Entry, Wide, Ageing, Counters> =
        SharedTable::with_parts(&path, BYTES, SCHEMA).unwrap();
    table.store(1, entry(1));
    assert!(table.probe(1).is_some());
    let counted = table.statistics().counts();
    assert_ne!(counted, Counters::default().counts());
    table.clear(1).unwrap();
    table.resize(2 * BYTES).unwrap();
    assert_eq!(table.statistics().counts(), counted);
    assert_eq!(table.probe(1), None);
}

#[test]
fn a_resize_keeps_records_ages_and_generation() {
    let (_directory, path) = place();
    let mut shared = open(&path);
    let mut alone: Table = Table::new(BYTES).unwrap();
    for number in 0..9_000 {
        let key = SplitMix64::new(number).next();
        shared.store(key, entry(number));
        alone.store(key, entry(number));
        if number % 3_000 == 0 {
            shared.advance_generation().unwrap();
            alone.advance_generation();
        }
    }
    for bytes in [BYTES / 3, 5 * BYTES, BYTES / 2] {
        shared.resize(bytes).unwrap();
        alone.resize(bytes).unwrap();
        assert_eq!(shared.snapshot(), alone.snapshot(), "{bytes}");
    }
    (0..9_000).map(|n| SplitMix64::new(n).next()).for_each(|key| {
        assert_eq!(shared.probe(key), alone.probe(key));
    });
}

#[test]
fn a_table_of_another_kind_is_refused_and_unharmed() {
    let (_directory, path) = place();
    let table = open(&path);
    table.store(9, entry(9));
    let other_schema = refusal(&path, SharedTable::<Entry>::attach(&path, !SCHEMA));
    assert_eq!(
        other_schema,
        format!("the shared table's keys are of the schema {SCHEMA:016x}, not {:016x}", !SCHEMA)
    );
    let layout = "the shared table has another layout";
    assert_eq!(refusal(&path, SharedTable::<Entry, Wide<2>>::attach(&path, SCHEMA)), layout);
    assert_eq!(refusal(&path, SharedTable::<Entry, Wide<4, Mask>>::attach(&path, SCHEMA)), layout);
    assert_eq!(
        refusal(&path, SharedTable::<Entry, Dense>::with_parts(&path, BYTES, SCHEMA)),
        layout
    );
    let payload = "the shared table's records are of another kind";
    assert_eq!(refusal(&path, SharedTable::<Plain>::attach(&path, SCHEMA)), payload);
    assert_eq!(
        open_error(&path, BYTES / 2),
        format!("the shared table has {BYTES} bytes, not {}", BYTES / 2)
    );
    SharedTable::<Entry, Wide, Always>::attach(&path, SCHEMA).expect("another policy may share");
    assert_eq!((table.probe(9), table.attached().len()), (Some(entry(9)), 1));
}

#[test]
fn impossible_sizes_are_errors_and_leave_nothing() {
    let (directory, path) = place();
    assert_eq!(open_error(&path, 63), "a table of 63 bytes is smaller than one bucket of 64 bytes");
    for bytes in [usize::MAX, isize::MAX as usize] {
        let error = open_error(&path, bytes);
        assert!(error.contains("exceeds"), "{error}");
    }
    assert!(refusal(&path, SharedTable::<Entry>::attach(&path, SCHEMA)).contains("No such file"));
    assert!(refusal(&path, SharedTable::remove(&path)).contains("No such file"));
    assert!(names(&directory).is_empty());
    let mut table = open(&path);
    table.store(4, entry(4));
    assert!(table.resize(8).is_err() && table.resize(isize::MAX as usize).is_err());
    assert_eq!((table.bytes(), table.probe(4)), (BYTES, Some(entry(4))));
    assert_eq!(names(&directory), ["table", "table.lock"]);
    let _second = open(&path);
    assert!(table.clear(1).is_err(), "after a refused resize the lock is a shared one again");
}

/// For every flipped bit of the header's constant words, and for every length: one error, and the
/// file is unchanged.
#[test]
fn a_damaged_file_is_refused() {
    let (_directory, path) = place();
    open(&path).store(5, entry(5));
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = refusal(&path, SharedTable::<Entry>::attach(&path, SCHEMA));
        assert_eq!(fs::read(&path).unwrap(), bytes, "{error}");
        error.contains("shared table")
    };
    for bit in 0..6 * 64 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(refused(&bytes), "bit {bit}");
    }
    let cuts = (0..=49).map(|word| word * 8).chain([4_095, 4_096, 4_159, whole.len() - 1]);
    for length in cuts {
        assert!(refused(&whole[..length]), "cut to {length}");
    }
    assert!(refused(&[&whole[..], &[0]].concat()), "too long");
    assert!(refused(b"a text, not a table"));
    fs::write(&path, &whole).unwrap();
    assert_eq!(open(&path).probe(5), Some(entry(5)));
}

/// Whatever another program writes into the memory, only wrong records and ages come of it.
#[test]
fn a_memory_of_noise_is_survived() {
    let (_directory, path) = place();
    let table = open(&path);
    let mut random = SplitMix64::new(77);
    let mut bytes = fs::read(&path).unwrap();
    for byte in &mut bytes {
        *byte = random.next() as u8;
    }
    fs::write(&path, &bytes).unwrap();
    for _ in 0..100_000 {
        let key = random.next();
        assert_eq!(table.probe(key), None, "a key that nobody stored");
        table.store(key, entry(key));
    }
    assert!(table.hashfull() <= 1_000 && table.attached().len() <= 252);
    assert_eq!(table.snapshot().capacity, table.capacity() as u64);
    table.advance_generation().unwrap();
}

#[test]
fn of_many_who_open_at_once_one_creates() {
    const MANY: usize = 16;
    let (directory, path) = place();
    for round in 0..20 {
        let barrier = Arc::new(Barrier::new(MANY));
        let opened: Vec<SharedTable> = thread::scope(|scope| {
            let start = |number| {
                let (barrier, path) = (barrier.clone(), &path);
                scope.spawn(move || {
                    barrier.wait();
                    let table = open(path);
                    table.store(SplitMix64::new(number).next(), entry(number));
                    table
                })
            };
            let threads: Vec<_> = (0..MANY as u64).map(start).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for number in 0..MANY as u64 {
            let key = SplitMix64::new(number).next();
            assert!(opened.iter().all(|table| table.probe(key) == Some(entry(number))), "{round}");
        }
        assert_eq!(opened[0].attached().len(), MANY);
        drop(opened);
        SharedTable::remove(&path).unwrap();
        assert!(names(&directory).is_empty());
    }
}

#[test]
fn there_are_252_attach_slots() {
    let (_directory, path) = place();
    let mut tables: Vec<_> = (0..252).map(|_| open(&path)).collect();
    assert_eq!(open_error(&path, BYTES), "the shared table's 252 attach slots are taken");
    assert_eq!(tables[7].attached().len(), 252);
    tables.pop();
    drop(open(&path));
    assert_eq!(tables[7].attached().len(), 251);
}

#[test]
fn a_table_that_lost_its_name_is_not_resized_over_another() {
    let (_directory, path) = place();
    let mut old = open(&path);
    fs::remove_file(&path).unwrap();
    assert_eq!(refusal(&path, old.resize(2 * BYTES)), "the shared table was removed or replaced");
    let new = open(&path);
    new.store(1, entry(1));
    assert_eq!(refusal(&path, old.resize(2 * BYTES)), "the shared table was removed or replaced");
    assert_eq!((old.probe(1), new.probe(1)), (None, Some(entry(1))));
}

/// A file of a shared table is one of a table of one process, records and ages alike.
#[cfg(feature = "persist")]
#[test]
fn a_shared_table_is_saved_and_loaded_by_who_is_alone() {
    let (directory, path) = place();
    let file = directory.path().join("file");
    let mut shared = open(&path);
    let other = open(&path);
    for number in 0..300 {
        shared.store(SplitMix64::new(number).next(), entry(number));
    }
    shared.advance_generation().unwrap();
    let before = shared.snapshot();
    let refused = shared.save(&file, |_, _| {}).expect_err("another is attached").to_string();
    assert!(refused.contains("1 other is attached"), "{refused}");
    assert!(!file.exists());
    drop(other);
    let mut steps = Vec::new();
    shared.save(&file, |done, of| steps.push((done, of))).unwrap();
    assert_eq!(steps.last(), Some(&(before.occupied, before.occupied)));

    let mut own = Table::new(2 * BYTES).unwrap();
    own.load(&file, SCHEMA, |_, _| {}).unwrap();
    assert_eq!(own.snapshot().ages, before.ages);
    assert!(own.load(&file, SCHEMA + 1, |_, _| {}).is_err(), "the schema is the table's");
    own.store(1, entry(1));
    own.save(&file, SCHEMA, |_, _| {}).unwrap();

    shared.clear(1).unwrap();
    shared.merge(&file, |_, _| {}).unwrap();
    shared.store(2, entry(2));
    let mut bytes = Vec::new();
    shared.write_to(&mut bytes, |_, _| {}).unwrap();
    shared.load(&file, |_, _| {}).unwrap();
    assert_eq!((shared.probe(1), shared.probe(2)), (Some(entry(1)), None));
    shared.load_from(std::io::Cursor::new(&bytes), |_, _| {}).unwrap();
    assert_eq!((shared.probe(1), shared.probe(2)), (Some(entry(1)), Some(entry(2))));
    let attached = open(&path);
    assert!(shared.load(&file, |_, _| {}).is_err(), "another is attached");
    assert!(attached.probe(2).is_some(), "nothing was emptied");
    drop(attached);
    bytes.pop();
    assert!(shared.load_from(std::io::Cursor::new(&bytes), |_, _| {}).is_err());
    assert!(shared.probe(2).is_some(), "a file that is not whole changes nothing");
}
