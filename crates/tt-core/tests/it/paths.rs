//! Files are named by any type that names a path.
#![cfg(feature = "persist")]

use tt_core::{
    Entry, FileLookup, FileMerge, NewFile, Table, file_info, file_records, filter_file, verify_file,
};

const SCHEMA: u64 = 42;

#[test]
fn a_path_may_have_any_type_that_names_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let text: &str = path.to_str().unwrap();
    let mut table = Table::new(1 << 16).unwrap();
    table.store(7 << 60, Entry { mv: 5, ..Entry::default() });
    table.save(text, SCHEMA, |_, _| {}).unwrap();
    let mut loaded = Table::new(1 << 16).unwrap();
    loaded.load(path.clone(), SCHEMA, |_, _| {}).unwrap();
    loaded.merge(path.as_os_str(), SCHEMA, |_, _| {}).unwrap();
    assert_eq!(loaded.probe(7 << 60), table.probe(7 << 60));
    let infos = [file_info(text), verify_file(&path), file_records(text, |_, _: Entry, _| {})];
    infos.into_iter().for_each(|info| assert_eq!(info.unwrap().records, 1));
    let mut lookup = FileLookup::<Entry>::open(text, SCHEMA).unwrap();
    assert!(lookup.get(7 << 60).unwrap().is_some());
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    assert_eq!(merge.add(text).unwrap() + merge.save(format!("{text}.merged")).unwrap(), 2);
    assert_eq!(filter_file(text, &path, SCHEMA, |_: Entry, _| false).unwrap(), 0);
    drop(NewFile::create(text).unwrap());
}

#[cfg(all(feature = "shared", unix))]
#[test]
fn a_shared_table_is_named_by_a_text() {
    use tt_core::SharedTable;

    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("table").display().to_string();
    let first = SharedTable::open(&name, 1 << 16, SCHEMA).unwrap();
    let second: SharedTable = SharedTable::attach(name.as_str(), SCHEMA).unwrap();
    assert_eq!(second.attached().len(), 2);
    drop((first, second));
    SharedTable::remove(name).unwrap();
}
