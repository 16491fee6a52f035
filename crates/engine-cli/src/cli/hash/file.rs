//! [`Contents`]: the contents of a table's file, for people and for programs.

use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tt_core::{Entry, FileError, FileInfo, Payload, file_records};

use crate::session::census::{BOUNDS, Census};
use engine::schema;

#[derive(Debug)]
pub(crate) struct Contents {
    bytes: u64,
    info: FileInfo,
    census: Census,
    /// A sum over the records that does not depend on their order, nor on their ages.
    digest: u64,
}

impl Contents {
    /// Reads a file, whatever its schema.
    pub(crate) fn read(path: &Path) -> Result<Self, FileError> {
        let mut census = Census::default();
        let mut digest = 0_u64;
        let info = file_records(path, |key, entry: Entry, age| {
            census.add(entry, age);
            digest = digest.wrapping_add(mixed(key, entry.to_bits()));
        })?;
        let bytes = fs::metadata(path)?.len();
        Ok(Self { bytes, info, census, digest })
    }

    /// Returns the contents as JSON; fingerprints are texts of 16 hexadecimal digits.
    pub(crate) fn json(&self, path: &Path) -> Value {
        let FileInfo { version, schema, generation, records, .. } = self.info;
        let bounds: Value = BOUNDS
            .map(|(bound, name)| (name, self.census.bounds[bound as usize]))
            .into_iter()
            .collect();
        json!({
            "file": path.to_string_lossy(),
            "bytes": self.bytes,
            "format": version,
            "schema": hexadecimal(schema),
            "readable": is_ours(&self.info),
            "generation": generation,
            "records": records,
            "digest": hexadecimal(self.digest),
            "bounds": bounds,
            "ages": by_number(&self.census.ages),
            "drafts": by_number(&self.census.drafts),
        })
    }
}

/// Displays rows for people, without a line end after the last.
impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileInfo { version, schema, generation, records, .. } = self.info;
        let whose = if is_ours(&self.info) { "readable" } else { "not readable" };
        write!(
            f,
            "Size:    {} bytes, format {version}\n\
             Schema:  {schema:016x}, {whose} by this engine\n\
             Records: {records}, saved after {generation} searches\n\
             Digest:  {:016x}, independent of the order of the records\n\
             {}",
            self.bytes, self.digest, self.census
        )
    }
}

/// Compares every checksum of a file and describes the file.
pub(crate) fn verify(path: &Path) -> Result<String, FileError> {
    let info = tt_core::verify_file(path)?;
    let whose = if is_ours(&info) { "" } else { ", not readable by this engine" };
    Ok(format!("ok, {} records of schema {:016x}{whose}", info.records, info.schema))
}

fn is_ours(info: &FileInfo) -> bool {
    info.schema == schema()
}

fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}

/// Returns an object whose names are numbers.
fn by_number<'a, K: ToString + 'a>(counts: impl IntoIterator<Item = (&'a K, &'a u64)>) -> Value {
    counts.into_iter().map(|(number, &count)| (number.to_string(), count)).collect()
}

/// Returns a record as one number, every bit of which depends on every bit of the record (the
/// finaliser of MurmurHash3; Appleby, 2011).
fn mixed(key: u64, bits: u64) -> u64 {
    let mut word = key ^ bits.rotate_left(32);
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        word = (word ^ word >> 33).wrapping_mul(factor);
    }
    word ^ word >> 33
}
