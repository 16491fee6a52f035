//! A shared table where other users may put files, too: whatever is at `NAME`, `NAME.lock` and
//! `NAME.new`, nothing is opened, written to or removed that is not this user's table, lock or
//! stale part, and a file that is cut short is noticed before its memory is used.
//!
//! No test here starts a process: it would have every file open for a moment, tables that another
//! test has just dropped among them.
#![cfg(all(feature = "shared", unix))]

use std::cell::Cell;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use tt_core::{Entry, SharedError, SharedTable};

const SCHEMA: u64 = 0x66_696c_6573;
const BYTES: usize = 1 << 16;
/// Bytes of the header, and of the whole file.
const HEADER: u64 = 4_096;
const LENGTH: u64 = HEADER + BYTES as u64;
/// The suffixes of the table's name in the names of its files.
const SUFFIXES: [&str; 3] = ["", ".lock", ".new"];
/// A user that is not this one, where this one is root.
const NOBODY: u32 = 65_534;
/// A thread that takes longer for next to nothing waits for ever.
const PATIENCE: Duration = Duration::from_secs(60);

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    (directory, path)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

fn open(path: &Path) -> Result<SharedTable, SharedError> {
    SharedTable::open(path, BYTES, SCHEMA)
}

fn entry(mv: u16) -> Entry {
    Entry { mv, ..Entry::default() }
}

/// A table that is not attached, with one record.
fn table_at(path: &Path) -> Vec<u8> {
    open(path).unwrap().store(5, entry(5));
    fs::read(path).unwrap()
}

fn message<T>(result: Result<T, SharedError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

fn at(path: &Path, what: impl Display) -> String {
    format!("{}: {what}", path.display())
}

/// `work`, on a thread of its own, because it may wait for ever.
fn without_waiting<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(PATIENCE).expect("it waits, or it panicked")
}

/// Puts an obstacle at each of the table's three names in turn. All that would open it is refused
/// with the same words, and the obstacle is still there.
fn obstructed(what: &str, put: impl Fn(&Path)) {
    for suffix in SUFFIXES {
        let (_directory, path) = place();
        let obstacle = beside(&path, suffix);
        put(&obstacle);
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino(), metadata.mode());
        let before = identity(fs::symlink_metadata(&obstacle).unwrap());
        let expected = at(&obstacle, what);
        let (opened, attached, removed) = without_waiting(move || {
            let attached = SharedTable::<Entry>::attach(&path, SCHEMA);
            (message(open(&path)), message(attached), message(SharedTable::remove(&path)))
        });
        assert_eq!(opened, expected);
        if suffix == ".new" {
            assert!(attached.contains("No such file") && removed.contains("No such file"));
        } else {
            assert_eq!((attached, removed), (expected.clone(), expected));
        }
        assert_eq!(identity(fs::symlink_metadata(&obstacle).unwrap()), before, "{suffix}");
    }
}

#[test]
fn symbolic_links_are_not_followed() {
    let (_directory, victim) = place();
    let whole = table_at(&victim);
    obstructed("a symbolic link is not followed", |path| symlink(&victim, path).unwrap());
    assert_eq!(fs::read(&victim).unwrap(), whole);
    let nowhere = victim.with_extension("nowhere");
    obstructed("a symbolic link is not followed", |path| symlink(&nowhere, path).unwrap());
    assert!(!nowhere.exists(), "nothing was created");
}

#[test]
fn a_file_with_a_second_name_is_refused() {
    let (directory, _) = place();
    // Hard links need the same file system, so the victim is beside each of them.
    let whole = table_at(&directory.path().join("victim"));
    obstructed("the file has 2 names (hard links); it may be another's", |path| {
        let victim = path.with_file_name("victim");
        fs::write(&victim, &whole).unwrap();
        fs::hard_link(&victim, path).unwrap();
    });
    let (_directory, path) = place();
    let (new, victim) = (beside(&path, ".new"), path.with_file_name("victim"));
    fs::write(&victim, "kept").unwrap();
    fs::hard_link(&victim, &new).unwrap();
    assert!(open(&path).is_err());
    assert_eq!(fs::read(&victim).unwrap(), b"kept");
}

#[test]
fn pipes_sockets_and_directories_are_refused_at_once() {
    let no_file = "not a regular file";
    #[cfg(target_os = "linux")]
    obstructed(no_file, |path| {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    });
    obstructed(no_file, |path| drop(UnixListener::bind(path).unwrap()));
    obstructed(no_file, |path| fs::create_dir(path).unwrap());
    for path in ["/", "..", "directory/.."] {
        assert_eq!(message(open(Path::new(path))), at(Path::new(path), no_file));
    }
}

/// Whether this process is root and may give files away; if not, a line says so.
fn is_root(what: &str) -> bool {
    let (_directory, path) = place();
    fs::write(&path, "").unwrap();
    let root = fs::metadata(&path).unwrap().uid() == 0;
    let may = root && chown(&path, Some(NOBODY), None).is_ok();
    if !may {
        // Directly, because what a test prints is not shown.
        let skipped = format!("SKIPPED {what}: only root can give a file to another user\n");
        io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
    may
}

#[test]
fn files_of_other_users_are_refused() {
    if !is_root("files of other users") {
        return;
    }
    let (_directory, victim) = place();
    let whole = table_at(&victim);
    obstructed("the file belongs to user 65534, not to user 0", |path| {
        fs::write(path, &whole).unwrap();
        chown(path, Some(NOBODY), None).unwrap();
    });
}

#[test]
fn a_table_of_another_user_is_attached_if_asked_for() {
    if !is_root("a table of another user") {
        return;
    }
    let (_directory, path) = place();
    table_at(&path);
    let attach = |owner| SharedTable::<Entry>::attach_owned_by(&path, SCHEMA, owner);
    let lock = beside(&path, ".lock");
    chown(&path, Some(NOBODY), None).unwrap();
    let belongs = "the file belongs to user";
    assert_eq!(message(attach(0)), at(&path, format!("{belongs} 65534, not to user 0")));
    assert_eq!(message(attach(NOBODY)), at(&lock, format!("{belongs} 0, not to user 65534")));
    fs::remove_file(&lock).unwrap();
    assert!(message(attach(NOBODY)).contains("No such file"));
    assert!(!lock.exists(), "a lock of this user would keep its owner out");
    fs::write(&lock, "").unwrap();
    chown(&lock, Some(NOBODY), None).unwrap();
    let mut table = attach(NOBODY).unwrap();
    assert_eq!(table.probe(5), Some(entry(5)));
    let only = "only user 65534, its owner, can give the shared table another size";
    assert_eq!(message(table.resize(2 * BYTES)), at(&path, only));
    table.clear(1).unwrap();
    assert_eq!((table.probe(5), table.bytes()), (None, BYTES));
    assert_eq!(message(attach(1)), at(&lock, format!("{belongs} 65534, not to user 1")));
}

#[test]
fn what_is_created_is_for_its_owner_alone() {
    let (_directory, path) = place();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut table = open(&path).unwrap();
    assert_eq!((mode(&path), mode(&beside(&path, ".lock"))), (0o600, 0o600));
    table.resize(2 * BYTES).unwrap();
    assert_eq!(mode(&path), 0o600);
}

/// A file that was created and removed again would change the directory's time, too.
#[test]
fn nothing_is_created_before_a_refusal() {
    let (directory, path) = place();
    let whole = table_at(&path);
    for suffix in ["", ".lock"] {
        fs::remove_file(beside(&path, suffix)).unwrap();
    }
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        bytes
    };
    // Text, nothing, and headers with another magic, version, layout, payload, schema, number of
    // buckets; a table that is too short.
    let mut files = vec![b"root:x:0:0:root\n".repeat(400), Vec::new(), whole[..5_000].to_vec()];
    files.extend((0..6).map(|word| changed(8 * word)));
    for bytes in files {
        fs::write(&path, &bytes).unwrap();
        let time = || fs::metadata(directory.path()).unwrap().modified().unwrap();
        let before = time();
        let attach = || SharedTable::<Entry>::attach(&path, SCHEMA);
        for refused in [message(open(&path)), message(attach())] {
            assert!(refused.starts_with(&path.display().to_string()), "{refused}");
        }
        if !bytes.starts_with(b"TTSHARED") {
            assert!(SharedTable::remove(&path).is_err());
        }
        assert_eq!(time(), before);
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
    // A table of another size than requested, and no table at the path.
    fs::write(&path, &whole).unwrap();
    assert!(message(SharedTable::open(&path, 2 * BYTES, SCHEMA)).contains("not 131072"));
    assert!(!beside(&path, ".lock").exists());
    fs::remove_file(&path).unwrap();
    assert!(message(SharedTable::<Entry>::attach(&path, SCHEMA)).contains("No such file"));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    open(&path).unwrap();
}

#[test]
fn a_lock_is_never_written_to() {
    let (_directory, path) = place();
    let lock = beside(&path, ".lock");
    fs::write(&lock, "kept").unwrap();
    // Not even for this process.
    fs::set_permissions(&lock, PermissionsExt::from_mode(0o400)).unwrap();
    let mut table = open(&path).unwrap();
    table.clear(1).unwrap();
    table.resize(2 * BYTES).unwrap();
    assert_eq!(fs::read(&lock).unwrap(), b"kept");
    drop(table);
    SharedTable::remove(&path).unwrap();
    assert!(!lock.exists());
}

/// A stale part is removed, not written to: a process that has it open sees it unchanged.
#[test]
fn a_stale_part_is_replaced_and_not_reused() {
    let (_directory, path) = place();
    let new = beside(&path, ".new");
    let put = || {
        fs::write(&new, "stale").unwrap();
        File::open(&new).unwrap()
    };
    let unchanged = |mut file: File| {
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!((&*text, file.metadata().unwrap().nlink()), ("stale", 0));
    };
    let stale = put();
    let mut table = open(&path).unwrap();
    unchanged(stale);
    let stale = put();
    table.resize(2 * BYTES).unwrap();
    unchanged(stale);
    drop(table);
    let stale = put();
    SharedTable::remove(&path).unwrap();
    unchanged(stale);
}

#[test]
fn a_part_that_someone_has_locked_is_left_alone() {
    let (_directory, path) = place();
    let new = beside(&path, ".new");
    let part = OpenOptions::new().create_new(true).write(true).open(&new).unwrap();
    part.try_lock().unwrap();
    assert_eq!(message(open(&path)), at(&new, "another process has locked the file"));
    assert!(new.exists() && !path.exists());
    drop(part);
    open(&path).expect("nobody has locked it");
}

/// Every method that takes the lock gives it up after a while, and changes nothing.
#[test]
fn a_held_lock_is_not_waited_for_without_end() {
    let (_directory, path) = place();
    table_at(&path);
    let mut table = open(&path).unwrap();
    let lock = beside(&path, ".lock");
    let holder = File::open(&lock).unwrap();
    holder.try_lock().unwrap();
    let busy = at(&lock, "another process has held the lock for two seconds");
    assert_eq!(message(open(&path)), busy);
    assert_eq!(message(SharedTable::<Entry>::attach(&path, SCHEMA)), busy);
    assert_eq!(message(SharedTable::remove(&path)), busy);
    assert_eq!(message(table.clear(1)), busy);
    assert_eq!(message(table.resize(2 * BYTES)), busy);
    let unless = |called_off: &dyn Fn() -> bool| {
        SharedTable::attach_or_create(&path, 2 * BYTES, SCHEMA, called_off)
    };
    let off = at(&lock, "another process holds the lock; the wait was called off");
    assert_eq!(message(unless(&|| true)), off);
    assert_eq!(table.attached().len(), 1);
    // The wait ends with the lock.
    let holder = Cell::new(Some(holder));
    let attached = unless(&|| holder.take().is_none()).unwrap();
    assert_eq!((attached.bytes(), attached.attached().len()), (BYTES, 2));
    assert_eq!((table.bytes(), table.probe(5)), (BYTES, Some(entry(5))));
}

#[test]
fn a_locked_table_is_refused_at_once() {
    let (_directory, path) = place();
    table_at(&path);
    let holder = File::open(&path).unwrap();
    holder.try_lock().unwrap();
    assert_eq!(message(open(&path)), at(&path, "another process has locked the file"));
    drop(holder);
    open(&path).unwrap();
}

/// A refused part does not harm the table that is to be resized.
#[test]
fn a_resize_that_is_obstructed_changes_nothing() {
    let (_directory, path) = place();
    table_at(&path);
    let mut table = open(&path).unwrap();
    let new = beside(&path, ".new");
    symlink(&path, &new).unwrap();
    let expected = at(&new, "a symbolic link is not followed");
    assert_eq!(message(table.resize(2 * BYTES)), expected);
    assert_eq!((table.bytes(), table.probe(5)), (BYTES, Some(entry(5))));
    let second = open(&path).expect("the lock is a shared one again");
    assert_eq!(second.probe(5), Some(entry(5)));
}

/// None of these touches the memory: this process would be killed.
#[test]
fn a_file_of_another_length_is_an_error() {
    let (_directory, path) = place();
    let whole = table_at(&path);
    for length in [0, 1, HEADER - 1, HEADER, HEADER + 64, LENGTH - 1, LENGTH + 1] {
        fs::write(&path, &whole).unwrap();
        let mut table = open(&path).unwrap();
        table.check().unwrap();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
        let expected = at(
            &path,
            format_args!(
                "the shared table's file has {length} bytes, not the {LENGTH} that were attached: \
                 to read beyond its end would kill this process"
            ),
        );
        assert_eq!(message(table.check()), expected);
        assert_eq!(message(table.advance_generation()), expected);
        assert_eq!(message(table.clear(1)), expected);
        assert_eq!(message(table.resize(2 * BYTES)), expected);
        assert!(format!("{table:?}").contains("generation: None"));
        assert!(message(open(&path)).starts_with(&at(&path, "the ")), "nobody attaches to it");
        drop(table);
        assert_eq!(fs::metadata(&path).unwrap().len(), length, "a refusal changes nothing");
    }
}

#[test]
fn a_file_that_was_removed_or_replaced_is_an_error_of_check() {
    let (_directory, path) = place();
    let table = open(&path).unwrap();
    let gone = at(&path, "the shared table was removed or replaced");
    let moved = path.with_extension("moved");
    fs::rename(&path, &moved).unwrap();
    assert_eq!(message(table.check()), gone);
    symlink(&moved, &path).unwrap();
    assert_eq!(message(table.check()), gone, "not even by a link");
    fs::remove_file(&path).unwrap();
    table_at(&path);
    assert_eq!(message(table.check()), gone);
    table.advance_generation().expect("its memory is whole");
    table.store(6, entry(6));
    assert_eq!(table.probe(6), Some(entry(6)));
}
