//! FORMATS.md: its dumps are the bytes that the crate writes, and a program without the crate reads
//! them.
#![cfg(feature = "persist")]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use tt_core::{Bound, Entry, FileLookup, Table, file_records};
use zobrist_keys::SplitMix64;

const SCHEMA: u64 = 42;

/// The two records of the page; a generation passes between their stores.
const RECORDS: [(u64, Entry); 2] = [
    (
        0x0123_4567_89ab_cdef,
        Entry { mv: 0x1234, score: -2, eval: 3, draft: 7, bound: Bound::Lower, pv: false },
    ),
    (
        0xfedc_ba98_7654_3210,
        Entry { mv: 77, score: 100, eval: 50, draft: -1, bound: Bound::Exact, pv: true },
    ),
];

/// Returns the dump number `number` of FORMATS.md.
fn published(number: usize) -> String {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/FORMATS.md")).unwrap();
    let fences = page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    fences.map(str::to_owned).nth(number).expect("a dump")
}

/// Returns the bytes from `start` on, 16 in a line behind their offset.
fn dump(bytes: &[u8], start: usize) -> String {
    let mut text = String::new();
    for (line, bytes) in bytes.chunks(16).enumerate() {
        let words: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(text, "{:08x}  {}", start + 16 * line, words.join(" ")).unwrap();
    }
    text
}

#[test]
fn the_page_shows_the_bytes_of_a_file() {
    let mut table = Table::new(64).unwrap();
    table.store(RECORDS[0].0, RECORDS[0].1);
    table.advance_generation();
    table.store(RECORDS[1].0, RECORDS[1].1);
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, SCHEMA, |_, _| {}).unwrap();
    let found = dump(&bytes, 0);
    assert_eq!(found, published(0), "the file is\n{found}");
    let mut file = FileLookup::<Entry, _>::new(Cursor::new(bytes), SCHEMA).unwrap();
    let looked_up = RECORDS.map(|(key, _)| file.get(key).unwrap());
    assert_eq!(looked_up, [Some((RECORDS[0].1, 1)), Some((RECORDS[1].1, 0))]);
}

#[test]
#[cfg(all(feature = "shared", unix))]
fn the_page_shows_the_bytes_of_a_shared_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = tt_core::SharedTable::open(&path, 64, SCHEMA).unwrap();
    table.store(RECORDS[0].0, RECORDS[0].1);
    table.advance_generation().unwrap();
    table.store(RECORDS[1].0, RECORDS[1].1);
    let bytes = fs::read(&path).unwrap();
    let found = dump(&bytes[..64], 0) + &dump(&bytes[4_096..], 4_096);
    assert_eq!(found, published(1), "the table is\n{found}");
}

/// Runs the reader in Python; `None` if there is no Python.
fn python(path: &Path) -> Option<(bool, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/read_hash_file.py");
    let Ok(output) = Command::new("python3").arg(script).arg(path).output() else {
        // Not by `eprintln!`, which a test that passes does not show.
        let skipped = b"SKIPPED read_hash_file.py: python3 is not installed\n";
        io::stderr().write_all(skipped).unwrap();
        return None;
    };
    let text = if output.status.success() { output.stdout } else { output.stderr };
    Some((output.status.success(), String::from_utf8(text).unwrap()))
}

#[test]
fn a_program_in_python_reads_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut table = Table::new(1 << 18).unwrap();
    let mut random = SplitMix64::new(1);
    for count in 0..10_000 {
        let bits = random.next();
        let bound = Bound::from_bits(bits);
        let (mv, draft, pv) =
            ((bits >> 2) as u16, (bits >> 18 & 0xff) as i16 - 8, bits >> 26 & 1 == 1);
        let (score, eval) = ((bits >> 27) as i16, (bits >> 43) as i16);
        table.store(random.next(), Entry { mv, score, eval, draft, bound, pv });
        if count % 250 == 0 {
            table.advance_generation();
        }
    }
    table.save(&path, SCHEMA, |_, _| {}).unwrap();
    let mut expected = String::new();
    file_records(&path, |key, entry: Entry, age| {
        let Entry { mv, score, eval, draft, bound, pv } = entry;
        let bound = format!("{bound:?}").to_lowercase();
        let pv = u8::from(pv);
        writeln!(expected, "{key:016x} {mv} {score} {eval} {draft} {bound} {pv} {age}").unwrap();
    })
    .unwrap();
    assert!(expected.lines().count() > 2 * 4_096, "three blocks");
    let Some((accepted, printed)) = python(&path) else { return };
    assert!(accepted, "{printed}");
    assert!(printed == expected, "the records differ");

    let mut bytes = fs::read(&path).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (accepted, printed) = python(&path).unwrap();
    assert!(!accepted && printed.contains("wrong checksum of the bytes 84 to"), "{printed}");
}
