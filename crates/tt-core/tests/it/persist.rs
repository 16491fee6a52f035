//! Files of a table: what is saved is loaded, into any size and layout. A file that is not whole or
//! belongs to another game is refused with one error, and the table is unchanged.
#![cfg(feature = "persist")]

use std::collections::HashMap;
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;

use proptest::prelude::{Strategy, any, prop_assert, proptest};
use tt_core::{
    Bound, Dense, Entry, Field, FileMerge, Layout, Payload, Table, Unit, Wide, file_info,
    file_records, filter_file, verify_file,
};
use zobrist_keys::SplitMix64;

const SCHEMA: u64 = 0x1234_5678_9abc_def0;

fn filled(bytes: usize, stores: u64, seed: u64) -> (Table, HashMap<u64, Entry>) {
    let table = Table::new(bytes).unwrap();
    let mut random = SplitMix64::new(seed);
    let keys: Vec<u64> = (0..stores).map(|_| random.next()).collect();
    for &key in &keys {
        let draft = (random.next() % 30) as i16;
        let bound = Bound::Lower;
        table.store(key, Entry { mv: key as u16, draft, bound, ..Entry::default() });
    }
    let records = keys.iter().filter_map(|&key| Some((key, table.probe(key)?))).collect();
    (table, records)
}

fn save(table: &mut Table, path: &Path) {
    table.save(path, SCHEMA, |_, _| {}).unwrap();
}

fn holds<L: Layout>(table: &Table<Entry, L>, records: &HashMap<u64, Entry>) -> bool {
    let occupied = table.snapshot().occupied;
    occupied == records.len() as u64 && records.iter().all(|(&k, &e)| table.probe(k) == Some(e))
}

#[test]
fn a_file_loads_into_any_size_and_layout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    for stores in [0, 1, 100, 9_000] {
        let (mut table, records) = filled(1 << 18, stores, 1);
        let mut told = Vec::new();
        table.save(&path, SCHEMA, |done, all| told.push((done, all))).unwrap();
        let count = records.len() as u64;
        assert_eq!(told.last(), Some(&(count, count)));
        let blocks = (1..).map(|block| (4_096 * block, count));
        assert!(told[..told.len() - 1].iter().copied().eq(blocks.take(told.len() - 1)), "{told:?}");
        assert_eq!(verify_file(&path).unwrap(), file_info(&path).unwrap());
        let info = file_info(&path).unwrap();
        assert_eq!((info.records, info.generation), (count, 0));
        let mut same: Table = filled(1 << 18, 50, 2).0;
        let mut read = Vec::new();
        same.load(&path, SCHEMA, |done, all| read.push((done, all))).unwrap();
        assert!(holds(&same, &records));
        told.dedup();
        assert_eq!(read, if count == 0 { Vec::new() } else { told });
        let mut larger: Table = Table::new(1 << 20).unwrap();
        larger.load(&path, SCHEMA, |_, _| {}).unwrap();
        assert!(holds(&larger, &records));
        let mut eight_ways: Table<Entry, Wide<8>> = Table::with_parts(1 << 20).unwrap();
        eight_ways.load(&path, SCHEMA, |_, _| {}).unwrap();
        assert!(holds(&eight_ways, &records));
        let mut dense: Table<Entry, Dense> = Table::with_parts(1 << 20).unwrap();
        dense.load(&path, SCHEMA, |_, _| {}).unwrap();
        assert!(holds(&dense, &records));
        let mut small: Table = Table::new(1 << 10).unwrap();
        small.load(&path, SCHEMA, |_, _| {}).unwrap();
        assert!((count.min(50)..=64).contains(&small.snapshot().occupied));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left behind");
}

#[test]
fn ages_survive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (mut table, _) = filled(1 << 14, 300, 3);
    (0..40).for_each(|_| table.advance_generation());
    let ages = table.snapshot().ages;
    save(&mut table, &path);
    let mut loaded: Table = Table::new(1 << 14).unwrap();
    loaded.load(&path, SCHEMA, |_, _| {}).unwrap();
    assert_eq!(loaded.snapshot().ages, ages);
}

#[test]
fn progress_is_told_by_block_and_ends_with_all_records() {
    let (mut table, records) = filled(1 << 20, 5_000, 1);
    let count = records.len() as u64;
    let [mut written, mut read] = [const { Vec::new() }; 2];
    let mut file = Vec::new();
    table.write_to(&mut file, SCHEMA, |done, of| written.push((done, of))).unwrap();
    table.load_from(Cursor::new(file), SCHEMA, |done, of| read.push((done, of))).unwrap();
    assert_eq!((&written, &*read), (&read, &[(4_096, count), (count, count)][..]));
}

#[test]
fn a_merge_keeps_both_and_the_deeper_of_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let entry = |draft| Entry { mv: draft as u16, draft, ..Entry::default() };
    let tables: [Table; 2] = [(); 2].map(|()| Table::new(1 << 14).unwrap());
    let [mut ours, mut theirs] = tables;
    for (table, own, deeper, shallower) in [(&ours, 1, 9, 2), (&theirs, 2, 2, 9)] {
        table.store(own, entry(5));
        table.store(3, entry(deeper));
        table.store(4, entry(shallower));
    }
    save(&mut theirs, &path);
    ours.merge(&path, SCHEMA, |_, _| {}).unwrap();
    for (key, draft) in [(1, 5), (2, 5), (3, 9), (4, 9)] {
        assert_eq!(ours.probe(key), Some(entry(draft)));
    }
}

#[test]
fn of_two_records_of_a_key_that_are_as_deep_the_tables_own_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let entry = |mv, draft| Entry { mv, draft, ..Entry::default() };
    for (own, read, stays) in [(5, 5, 1), (5, 6, 2), (6, 5, 1), (6, 7, 2), (7, 6, 1)] {
        let [mut ours, mut theirs]: [Table; 2] = [(); 2].map(|()| Table::new(1 << 14).unwrap());
        ours.store(3, entry(1, own));
        (0..3).for_each(|_| ours.advance_generation()); // age does not count
        theirs.store(3, entry(2, read));
        save(&mut theirs, &path);
        ours.merge(&path, SCHEMA, |_, _| {}).unwrap();
        assert_eq!(ours.probe(3).map(|kept| kept.mv), Some(stays), "{own} and {read}");
        save_records(&path, &[(3, own)], 0);
        let other = folder.path().join("other");
        save_records(&other, &[(3, read)], 0);
        let mut merge = FileMerge::<Entry>::new(SCHEMA);
        merge.add(&path).unwrap();
        merge.add(&other).unwrap();
        merge.save(&path).unwrap();
        let deeper = own.max(read) as u16;
        assert_eq!(records_of(&path), [(3, deeper, 0)], "{own} and {read}");
    }
}

/// Saves a table with these keys and drafts, after `generations` generations.
fn save_records(path: &Path, records: &[(u64, i16)], generations: u32) {
    let mut table = Table::new(1 << 14).unwrap();
    for &(key, draft) in records {
        table.store(key, Entry { mv: draft as u16, draft, ..Entry::default() });
    }
    (0..generations).for_each(|_| table.advance_generation());
    save(&mut table, path);
}

/// The keys, moves and ages of a file's records, by key.
fn records_of(path: &Path) -> Vec<(u64, u16, u32)> {
    let mut records = Vec::new();
    file_records(path, |key, entry: Entry, age| records.push((key, entry.mv, age))).unwrap();
    records.sort_unstable();
    records
}

#[test]
fn files_are_joined_without_a_loss_and_the_deeper_record_of_a_key_stays() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, both] = ["one", "two", "both"].map(|name| folder.path().join(name));
    // Eight keys of one bucket, and a ninth in the other file: no table of four ways keeps them.
    let mut table: Table<Entry, Wide<8>> = Table::with_parts(1 << 10).unwrap();
    (0..8).for_each(|n| table.store(n << 8, Entry { mv: 5, draft: 5, ..Entry::default() }));
    table.save(&one, SCHEMA, |_, _| {}).unwrap();
    save_records(&two, &[(0, 9), (1 << 8, 2), (9 << 8, 7)], 3);
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    assert_eq!((merge.add(&one).unwrap(), merge.add(&two).unwrap()), (8, 3));
    assert_eq!(merge.save(&both).unwrap(), 9);
    let mut expected: Vec<(u64, u16, u32)> = (0..8).map(|n| (n << 8, 5, 0)).collect();
    (expected[0].1, expected[0].2) = (9, 3);
    expected.push((9 << 8, 7, 3));
    assert_eq!(records_of(&both), expected);
    assert_eq!(verify_file(&both).unwrap().generation, 3);

    // Of two as deep the first one stays, and an input may be the output.
    save_records(&two, &[(9 << 8, 7)], 1);
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    merge.add(&two).unwrap();
    merge.add(&both).unwrap();
    merge.save(&both).unwrap();
    expected[8].2 = 1;
    assert_eq!(records_of(&both), expected);

    // The generation is the greatest one, whichever file was added last.
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    merge.add(&both).unwrap();
    merge.add(&two).unwrap();
    merge.save(&both).unwrap();
    assert_eq!(file_info(&both).unwrap().generation, 3);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no part is left behind");
}

#[test]
fn a_merge_of_files_refuses_what_a_table_refuses_and_adds_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let [good, cut, target] = ["good", "cut", "target"].map(|name| folder.path().join(name));
    save_records(&good, &[(1, 5), (2, 6)], 0);
    let bytes = fs::read(&good).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    assert_eq!(merge.add(&good).unwrap(), 2);
    assert_eq!(merge.add(&cut).unwrap_err().to_string(), "the file ends too early");
    assert!(merge.add(folder.path()).is_err());
    assert!(FileMerge::<Entry>::new(SCHEMA + 1).add(&good).is_err());
    let mut called = 0;
    assert!(file_records(&cut, |_, _: Entry, _| called += 1).is_err());
    assert_eq!(called, 0, "nothing is taken from a file that is not whole");
    assert!(merge.clone().save(folder.path()).is_err());
    assert_eq!(merge.save(&target).unwrap(), 2);
    assert_eq!(records_of(&target), records_of(&good));
}

/// Records that are kept are in the new file as they were; it may be the old one.
#[test]
fn a_filtered_file_has_the_records_that_were_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [path, fewer] = ["all", "fewer"].map(|name| folder.path().join(name));
    for stores in [0, 1, 3, 4_096, 9_000, 30_000] {
        let (mut table, _) = filled(1 << 18, stores, 5);
        table.advance_generation();
        table.store(1 << 50, Entry { draft: 12, ..Entry::default() });
        save(&mut table, &path);
        let (all, mut told) = (records_of(&path), Vec::new());
        for (least, oldest) in [(0, 9), (12, 9), (12, 0), (90, 9)] {
            told.clear();
            let keep = |entry: Entry, age: u32| {
                told.push(entry.draft);
                entry.draft >= least && age <= oldest
            };
            let kept = filter_file(&path, &fewer, SCHEMA, keep).unwrap();
            assert_eq!(told.len(), all.len(), "each record is asked for once");
            let mut expected = Vec::new();
            file_records(&path, |key, entry: Entry, age| {
                if entry.draft >= least && age <= oldest {
                    expected.push((key, entry.mv, age));
                }
            })
            .unwrap();
            expected.sort_unstable();
            assert!(records_of(&fewer) == expected, "{stores} {least} {oldest}");
            assert_eq!(kept, expected.len() as u64);
            assert_eq!(verify_file(&fewer).unwrap().records, kept);
        }
        filter_file(&path, &path, SCHEMA, |entry: Entry, _| entry.draft == 12).unwrap();
        assert!(records_of(&path).contains(&(1 << 50, 0, 0)));
        assert!(records_of(&path).len() <= all.len());
    }
}

#[test]
fn filtering_refuses_what_a_table_refuses_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [path, fewer] = ["all", "fewer"].map(|name| folder.path().join(name));
    let filter = |schema| filter_file(&path, &fewer, schema, |_: Entry, _| true);
    let whole = file_of(9_000);
    for damaged in [&whole[..whole.len() - 1], &whole[..50], b"", &[0; 999]] {
        fs::write(&path, damaged).unwrap();
        filter(SCHEMA).unwrap_err();
    }
    fs::write(&path, &whole).unwrap();
    assert!(filter(1).unwrap_err().to_string().contains("are of the schema"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
    assert!(filter(SCHEMA).is_ok());
}

/// Loading these bytes fails with an error that says `text`, and changes nothing.
fn refused(bytes: &[u8], text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, bytes).unwrap();
    let (mut table, records) = filled(1 << 12, 60, 9);
    let before = table.hashfull();
    let loaded = table.load(&path, SCHEMA, |_, _| {}).map_err(|error| error.to_string());
    let merged = table.merge(&path, SCHEMA, |_, _| {}).map_err(|error| error.to_string());
    let error = loaded.expect_err("it was accepted");
    assert!(holds(&table, &records) && table.hashfull() == before, "the table was changed");
    merged == Err(error.clone()) && error.contains(text)
}

fn file_of(stores: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    filled(1 << 18, stores, 4).0.write_to(&mut bytes, SCHEMA, |_, _| {}).unwrap();
    bytes
}

/// Magic, length, header, checksum.
const HEADER: usize = 8 + 4 + (4 + 8 + 32 + 8 + 8 + 8) + 4;

#[test]
fn a_file_cut_anywhere_is_refused() {
    let bytes = file_of(7);
    assert_eq!(bytes.len(), HEADER + 7 * 16 + 4);
    for length in 0..bytes.len() {
        assert!(refused(&bytes[..length], "ends too early"), "{length}");
    }
    assert!(refused(&[&bytes[..], &[0]].concat(), "continues after"));
}

#[test]
fn every_flipped_bit_of_a_header_and_a_block_is_refused() {
    let bytes = file_of(7);
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(refused(&flipped, "file"), "bit {bit}");
    }
}

proptest! {
    #[test]
    fn damage_in_a_large_file_is_refused(
        (at, change) in (HEADER..HEADER + 8_000 * 16).prop_flat_map(|at| (at..at + 1, 1..=u8::MAX)),
        cut in any::<bool>(),
    ) {
        let mut bytes = file_of(9_000);
        if cut {
            bytes.truncate(at);
            prop_assert!(refused(&bytes, "ends too early"));
        } else {
            bytes[at] ^= change;
            prop_assert!(refused(&bytes, "damaged"));
        }
    }
}

/// A payload with an `Entry`'s fields in their places.
#[derive(Clone, Copy)]
struct Lookalike(u64);

impl Payload for Lookalike {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = Entry::PRIORITY;
    const GENERATION: Field = Entry::GENERATION;

    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

/// Files that were saved by earlier builds are read: the number is part of the format.
#[test]
fn the_fingerprint_of_an_entry_does_not_change() {
    assert_eq!(Entry::fingerprint(), tt_core::fingerprint_of_text("entry 1"));
}

#[test]
fn files_of_other_games_are_refused() {
    let mut bytes = Vec::new();
    filled(1 << 14, 9, 1).0.write_to(&mut bytes, !SCHEMA, |_, _| {}).unwrap();
    assert!(refused(&bytes, "schema"));
    let mut lookalike: Table<Lookalike> = Table::with_parts(1 << 14).unwrap();
    bytes.clear();
    lookalike.write_to(&mut bytes, SCHEMA, |_, _| {}).unwrap();
    assert!(refused(&bytes, "another kind"), "its fields alone do not tell it apart");
    // By default a fingerprint holds the type's name and the places of its fields.
    #[derive(Clone, Copy)]
    struct Twin;
    impl Payload for Twin {
        const UNIT: Unit = Unit::Draft;
        const PRIORITY: Field = Lookalike::PRIORITY;
        const GENERATION: Field = Lookalike::GENERATION;

        fn to_bits(self) -> u64 {
            1
        }

        fn from_bits(_: u64) -> Self {
            Self
        }
    }
    assert_ne!(Twin::fingerprint(), Lookalike::fingerprint());
    assert!(refused(b"", "ends too early"));
    assert!(refused(b"a text, not a table, but long enough to be looked at", "not hold a table"));
}

#[test]
fn a_layout_without_whole_keys_is_not_saved() {
    let mut dense: Table<Entry, Dense> = Table::with_parts(1 << 12).unwrap();
    let error = dense.write_to(io::sink(), SCHEMA, |_, _| {});
    assert!(error.unwrap_err().to_string().contains("whole keys"));
}

/// A disk with room for this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.min(bytes.len()) {
            0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
            room => {
                self.0 -= room;
                Ok(room)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_fills() {
    let (mut table, records) = filled(1 << 18, 5_000, 4);
    let whole = file_of(5_000).len();
    let block = HEADER + 4_096 * 16 + 4;
    let around = |boundary: usize| boundary.saturating_sub(9)..boundary + 9;
    for room in around(0).chain(around(HEADER)).chain(around(block)).chain(whole - 9..whole) {
        let error = table.write_to(Full(room), SCHEMA, |_, _| {}).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    table.write_to(Full(whole), SCHEMA, |_, _| {}).unwrap();
    assert!(holds(&table, &records));
}

/// Every function that takes a path refuses one that names no file, with the same words; the table
/// and what is at the path are unchanged, and no part of a file is left.
fn refused_path(path: &Path, text: &str) {
    let (mut table, records) = filled(1 << 12, 9, 1);
    let entries = fs::read_dir(path.parent().unwrap()).unwrap().count();
    let results = [
        table.save(path, SCHEMA, |_, _| panic!("records were written")),
        table.load(path, SCHEMA, |_, _| {}),
        table.merge(path, SCHEMA, |_, _| {}),
        file_info(path).map(drop),
        verify_file(path).map(drop),
    ];
    for (number, result) in results.into_iter().enumerate() {
        assert_eq!(result.unwrap_err().to_string(), text, "{number}: {}", path.display());
    }
    assert!(holds(&table, &records) && !fs::metadata(path).unwrap().is_file());
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), entries);
}

#[test]
fn a_directory_is_refused_as_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    fs::create_dir(&path).unwrap();
    refused_path(&path, "the path is a directory, not a file");
    fs::write(path.join("inside"), "kept").unwrap();
    refused_path(&path, "the path is a directory, not a file");
    assert_eq!(fs::read(path.join("inside")).unwrap(), b"kept");
    #[cfg(unix)]
    {
        let link = directory.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        refused_path(&link, "the path is a directory, not a file");
    }
}

/// Opening a pipe would wait for a writer, and saving would put a file in its place. A pipe
/// represents the devices, too.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("table");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        refused_path(&pipe, "the path is not a regular file");
        sender.send(())
    });
    // A minute counts as for ever.
    receiver.recv_timeout(std::time::Duration::from_secs(60)).expect("refused, and at once");
}

#[test]
fn of_two_writers_one_file_stays_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let path = &path;
            scope.spawn(move || {
                let (mut table, _) = filled(1 << 16, 1_000 + 500 * seed, seed);
                (0..20).for_each(|_| save(&mut table, path));
            });
        }
    });
    let records = verify_file(&path).unwrap().records;
    let counts = [0, 1].map(|seed| filled(1 << 16, 1_000 + 500 * seed, seed).1.len() as u64);
    assert!(counts.contains(&records), "{records}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
