//! Any bytes are loaded as the file of a table without a panic, or refused; so are they with a
//! head and checksums that fit. A refusal leaves the table as it was; what was loaded is saved and
//! loaded again, unchanged. A file that is asked for one key says what the table says, or refuses.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tt_core::{Entry, FileError, FileLookup, Table};

/// Bytes of the table: few, so that records meet in a bucket.
const BYTES: usize = 1 << 10;

/// The fingerprint of our keys. Files with another one are refused.
const SCHEMA: u64 = 0;

/// The offsets in a file of the header's length, and of the header.
const LENGTH: usize = 8;
const HEADER: usize = 12;

/// The key of a record that is in the table before.
const KEY: u64 = 7 << 60;

fn load(table: &mut Table, bytes: &[u8]) -> Result<(), FileError> {
    let mut last = 0;
    table.load_from(Cursor::new(bytes), SCHEMA, |done, of| {
        assert!(last < done && done <= of || of == 0, "{last}, {done} of {of}");
        last = done;
    })
}

fn saved(table: &mut Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, SCHEMA, |_, _| {}).expect("a vector takes all");
    bytes
}

/// Holds the table to the law for these bytes.
fn obeys(table: &mut Table, bytes: &[u8]) {
    if let Ok(mut file) = FileLookup::<Entry, _>::new(Cursor::new(bytes), SCHEMA)
        && let Err(error) = file.get(KEY)
    {
        assert!(!error.to_string().is_empty());
    }
    let before = saved(table);
    match load(table, bytes) {
        Ok(()) => {
            let written = saved(table);
            table.clear(1);
            load(table, &written).expect("our own file is read");
            assert_eq!(saved(table), written);
            let mut file = FileLookup::<Entry, _>::new(Cursor::new(&written), SCHEMA)
                .expect("our own file is opened");
            let found = file.get(KEY).expect("our own file is in order");
            assert_eq!(found.map(|(entry, _)| entry), table.probe(KEY));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(saved(table), before, "{error}");
        }
    }
}

/// Returns the bytes with the head of `model` before its header, and checksums that fit for the
/// header and for one block behind it.
fn mended(bytes: &[u8], model: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    bytes.get_mut(..HEADER)?.copy_from_slice(&model[..HEADER]);
    let length = u32::from_le_bytes(model[LENGTH..HEADER].try_into().ok()?) as usize;
    let behind = HEADER + length + 4;
    set_checksum(bytes.get_mut(..behind)?);
    if bytes.len() >= behind + 4 {
        set_checksum(&mut bytes[behind..]);
    }
    Some(bytes)
}

/// Makes the last four bytes the checksum of those before.
fn set_checksum(bytes: &mut [u8]) {
    let (covered, checksum) = bytes.split_at_mut(bytes.len() - 4);
    checksum.copy_from_slice(&crc32fast::hash(covered).to_le_bytes());
}

fuzz_target!(|bytes: &[u8]| {
    let mut table = Table::new(BYTES).expect("a small table");
    table.store(KEY, Entry { mv: 5, ..Entry::default() });
    let model = saved(&mut table);
    obeys(&mut table, bytes);
    if let Some(mended) = mended(bytes, &model) {
        obeys(&mut table, &mended);
    }
});
