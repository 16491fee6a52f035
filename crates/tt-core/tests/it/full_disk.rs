//! A disk of 1 MiB that is full.
#![cfg(all(feature = "persist", target_os = "linux"))]

mod small_disk;

use std::fs;
use std::path::Path;

use tt_core::{Entry, Table, verify_file};
use zobrist_keys::SplitMix64;

use self::small_disk::on_a_small_disk;

const SCHEMA: u64 = 5;

fn filled(bytes: usize, seed: u64) -> (Table, Vec<u64>) {
    let table = Table::new(bytes).unwrap();
    let mut random = SplitMix64::new(seed);
    let keys: Vec<u64> = (0..bytes / 16).map(|_| random.next()).collect();
    keys.iter().for_each(|&key| table.store(key, Entry { mv: key as u16, ..Entry::default() }));
    (table, keys)
}

#[test]
fn a_full_disk_is_one_error_and_changes_nothing() {
    let test = "full_disk::a_full_disk_is_one_error_and_changes_nothing";
    on_a_small_disk("1m", test, fill_the_disk);
}

/// In the process whose `folder` holds 1 MiB.
fn fill_the_disk(folder: &Path) {
    let path = folder.join("table");
    let (mut small, _) = filled(1 << 18, 1);
    small.save(&path, SCHEMA, |_, _| {}).unwrap();
    let old = fs::read(&path).unwrap();
    let (mut large, keys) = filled(1 << 22, 2);
    let before: Vec<_> = keys.iter().map(|&key| large.probe(key)).collect();
    let error = large.save(&path, SCHEMA, |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
    assert!(fs::read(&path).unwrap() == old, "the old file is as it was");
    assert!(verify_file(&path).is_ok());
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "no part is left behind");
    let after = keys.iter().map(|&key| large.probe(key));
    assert!(after.eq(before), "the table is as it was");
    small.save(&path, SCHEMA, |_, _| {}).expect("there is room for this one again");
    #[cfg(feature = "shared")]
    share_on_a_full_disk(folder);
}

/// Memory that is not there is an error when the table is made, and not a signal when it is used.
#[cfg(feature = "shared")]
fn share_on_a_full_disk(folder: &Path) {
    use tt_core::SharedTable;

    let path = folder.join("shared");
    let error = SharedTable::open(&path, 1 << 22, SCHEMA).unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing is left behind");
    let mut table = SharedTable::open(&path, 1 << 17, SCHEMA).unwrap();
    table.store(9, Entry { mv: 9, ..Entry::default() });
    let error = table.resize(1 << 22).unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
    assert_eq!(table.bytes(), 1 << 17);
    assert_eq!(table.probe(9), Some(Entry { mv: 9, ..Entry::default() }));
}
