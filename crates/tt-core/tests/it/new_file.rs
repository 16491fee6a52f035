//! Files that take their place when they are whole: through links, with the old file's permissions,
//! and without a part where that fails.
#![cfg(feature = "persist")]

use std::fs;
use std::io::Write;
use std::path::Path;

use tt_core::{Entry, FileMerge, NewFile, Table, filter_file, verify_file};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Begins a file at `path` and writes a text.
fn begun(path: &Path, text: &str) -> NewFile {
    let mut file = NewFile::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn the_old_file_is_whole_until_the_new_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    drop(begun(&path, "never there"));
    assert!(names(folder.path()).is_empty());
    begun(&path, "old").finish().unwrap();
    let mut file = begun(&path, "ne");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    file.write_all(b"w").unwrap();
    file.finish().unwrap();
    assert_eq!(
        (&*fs::read_to_string(&path).unwrap(), names(folder.path())),
        ("new", vec!["file".into()])
    );
    let mut file = begun(&path, "newest");
    let part = file.keep_part().to_owned();
    drop(file);
    assert_eq!(fs::read_to_string(part).unwrap(), "newest");
    assert_eq!((&*fs::read_to_string(&path).unwrap(), names(folder.path()).len()), ("new", 2));
}

#[test]
fn what_cannot_be_written_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for place in ["", "none/file", "file/", ".", ".."] {
        let path = if place.is_empty() { place.into() } else { folder.path().join(place) };
        assert!(NewFile::create(&path).is_err(), "{place:?}");
    }
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    type Write = fn(&Path);
    const WRITERS: [Write; 4] = [
        |path| begun(path, "new").finish().unwrap(),
        |path| Table::<Entry>::new(1 << 12).unwrap().save(path, 1, |_, _| ()).unwrap(),
        |path| assert_eq!(FileMerge::<Entry>::new(1).save(path).unwrap(), 0),
        |path| {
            Table::<Entry>::new(1 << 12).unwrap().save(path, 1, |_, _| ()).unwrap();
            filter_file(path, path, 1, |_: Entry, _| true).unwrap();
        },
    ];
    for (number, write) in WRITERS.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        symlink("below/file", at("second")).unwrap();
        symlink(at("second"), at("first")).unwrap();
        // The links lead nowhere yet.
        write(&at("first"));
        assert!(at("below/file").is_file(), "{number}");
        for mode in [0o600, 0o640, 0o664] {
            fs::write(at("below/file"), "").unwrap();
            fs::set_permissions(at("below/file"), fs::Permissions::from_mode(mode)).unwrap();
            let before = fs::metadata(at("below/file")).unwrap();
            write(&at("first"));
            let after = fs::metadata(at("below/file")).unwrap();
            assert!(after.len() > 0, "{number}");
            let of = |file: &fs::Metadata| (file.mode(), file.uid(), file.gid());
            assert_eq!(of(&after), of(&before), "{number}");
        }
        for link in ["first", "second"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{number}");
        }
        assert_eq!(names(folder.path()), ["below", "first", "second"]);
        assert_eq!(names(&at("below")), ["file"]);
        symlink("circle", at("circle")).unwrap();
        assert!(NewFile::create(at("circle")).is_err());
        assert!(number == 0 || verify_file(at("first")).is_ok());
    }
}

#[test]
fn a_file_that_is_no_table_is_not_replaced() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut table: Table = Table::new(1 << 12).unwrap();
    for (old, is_ours) in [("", true), ("TTCORE\r\n9", true), ("TTCORE\n\r9", false)] {
        fs::write(file.path(), old).unwrap();
        assert_eq!(table.save(file.path(), 1, |_, _| ()).is_ok(), is_ours, "{old:?}");
        assert_eq!(fs::read(file.path()).unwrap() == old.as_bytes(), !is_ours, "{old:?}");
    }
}
