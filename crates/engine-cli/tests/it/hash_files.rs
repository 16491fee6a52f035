//! `palimpsest hash`: the contents of table files, their checks, and their union.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tt_core::{Bound, Entry, Table};

use crate::engine::BINARY;

/// The schema of the engine's files, which `hash info` calls its own.
const SCHEMA: u64 = 0xd1c9_9a50_14e4_c7d5;

fn hash(args: &[&str], files: &[&Path]) -> Output {
    Command::new(BINARY).arg("hash").args(args).args(files).output().expect("the binary runs")
}

/// Returns the standard output of a run that must succeed.
fn text(args: &[&str], files: &[&Path]) -> String {
    let output = hash(args, files);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn error(args: &[&str], files: &[&Path]) -> String {
    ending(1, args, files)
}

/// Returns the standard error of a run with this exit code.
fn ending(code: i32, args: &[&str], files: &[&Path]) -> String {
    let output = hash(args, files);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn file(path: &Path, schema: u64, records: &[(u64, i16, Bound)]) {
    let mut table = Table::new(1 << 16).expect("64 KB");
    for &(key, draft, bound) in records {
        table.store(key, Entry { draft, bound, ..Entry::default() });
        table.advance_generation();
    }
    table.save(path, schema, |_, _| {}).expect("the file is written");
}

/// Writes two files of three and two records, which share a key, into a folder.
fn two_files(folder: &Path) -> [PathBuf; 2] {
    let [one, two] = ["one.hsh", "two.hsh"].map(|name| folder.join(name));
    let records =
        [(1 << 60, 3, Bound::Upper), (2 << 60, 9, Bound::Exact), (3 << 60, 0, Bound::Upper)];
    file(&one, SCHEMA, &records);
    file(&two, SCHEMA, &[(1 << 60, 12, Bound::Lower), (4 << 60, 5, Bound::Lower)]);
    [one, two]
}

#[test]
fn info_tells_people_and_programs_what_a_file_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = two_files(folder.path());
    let shown = text(&["info"], &[&one, &two]);
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows[0], one.display().to_string());
    assert!(rows[2].ends_with("d1c99a5014e4c7d5, readable by this engine"), "{shown}");
    assert_eq!(rows[3], "Records: 3, saved after 3 searches");
    assert!(rows[5].contains("upper 2 (66.6 %), lower 0 (0.0 %), exact 1 (33.3 %)"), "{shown}");
    assert_eq!(rows[6], "Ages:    1: 1, 2: 1, 3: 1 (searches ago: records)");

    let json: Value =
        serde_json::from_str(&text(&["info", "--json"], &[&one, &two])).expect("JSON");
    let [first, second] = &json.as_array().expect("an array")[..] else { panic!("{json}") };
    assert_eq!(first["records"], 3);
    assert_eq!(first["schema"], "d1c99a5014e4c7d5");
    assert_eq!((&first["readable"], &first["generation"]), (&Value::from(true), &Value::from(3)));
    assert_eq!(first["bounds"], serde_json::json!({"none": 0, "upper": 2, "lower": 0, "exact": 1}));
    assert_eq!(second["drafts"], serde_json::json!({"5": 1, "12": 1}));
    assert_ne!(first["digest"], second["digest"]);
}

#[test]
fn the_digest_is_the_same_for_the_same_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let records = [(7, 3, Bound::Upper), (8, 9, Bound::Exact)];
    file(&one, SCHEMA, &records);
    file(&two, SCHEMA, &[records[1], records[0]]);
    let digest = |path: &Path| {
        let json: Value = serde_json::from_str(&text(&["info", "--json"], &[path])).expect("JSON");
        json[0]["digest"].as_str().expect("a text").to_owned()
    };
    assert_eq!(digest(&one), digest(&two));
}

#[test]
fn verify_says_ok_or_the_first_fault_and_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = two_files(folder.path());
    let said = text(&["verify"], &[&one, &two]);
    assert!(said.contains("one.hsh: ok, 3 records of schema d1c99a5014e4c7d5\n"), "{said}");
    let mut bytes = fs::read(&two).expect("the file");
    let last = bytes.len() - 10;
    bytes[last] ^= 1;
    fs::write(&two, &bytes).expect("written");
    let output = hash(&["verify"], &[&two, &one]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("two.hsh: block 0 of the file is damaged\n"), "{said}");
    assert!(said.contains("one.hsh: ok"), "the others are still looked at: {said}");
    let refused = ending(2, &["verify"], &[&one, folder.path()]);
    assert!(refused.contains("expected a file, found a directory"), "{refused}");
    assert!(error(&["info"], &[&two]).contains("block 0 of the file is damaged"));
}

#[test]
fn merge_keeps_the_deeper_record_of_a_position_and_everything_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = two_files(folder.path());
    let both = folder.path().join("both.hsh");
    let output = ["merge", "--output", both.to_str().expect("UTF-8")];
    assert!(text(&output, &[&one, &two]).contains("both.hsh: 4 records of 5 in 2 files"));
    let mut table = Table::new(1 << 16).expect("64 KB");
    table.load(&both, SCHEMA, |_, _| {}).expect("a table's file");
    let drafts = [1, 2, 3, 4].map(|key| table.probe(key << 60).map(|entry| entry.draft));
    assert_eq!(drafts, [Some(12), Some(9), Some(0), Some(5)]);

    // An existing file is kept, unless `--force` is given.
    let before = fs::read(&both).expect("the file");
    assert!(ending(2, &output, &[&one]).contains("exists (--force replaces it)"));
    assert_eq!(fs::read(&both).expect("the file"), before);
    text(&[&output[..], &["--force"]].concat(), &[&one]);
    assert_ne!(fs::read(&both).expect("the file"), before);
    let into_one = ["merge", "--output", one.to_str().expect("UTF-8")];
    assert!(text(&into_one, &[&one, &two]).contains("one.hsh: 4 records"));
}

#[test]
fn merge_refuses_files_of_other_keys_and_damaged_ones_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = two_files(folder.path());
    file(&two, SCHEMA + 1, &[(1, 1, Bound::Exact)]);
    let both = folder.path().join("both.hsh");
    let output = ["merge", "--output", both.to_str().expect("UTF-8")];
    assert!(error(&output, &[&one, &two]).contains("two.hsh: the file's keys are of the schema"));
    assert!(text(&["info"], &[&two]).contains("d1c99a5014e4c7d6, not readable by this engine"));
    fs::write(&two, b"TTCORE\r\n").expect("written");
    assert!(error(&output, &[&one, &two]).contains("two.hsh: the file ends too early"));
    assert!(!both.exists());
    let nowhere = folder.path().join("none/both.hsh");
    let output = ["merge", "--output", nowhere.to_str().expect("UTF-8")];
    assert!(ending(2, &output, &[&two]).contains("invalid --output: "), "before a file is read");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no part is left");
}
