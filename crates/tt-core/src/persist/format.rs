//! The bytes of a table's file.

use std::io::{Read, Write};
use std::vec;
use std::vec::Vec;

use bincode::config::{Configuration, Fixint, LittleEndian};
use serde::{Deserialize, Serialize};

use super::error::{FileError, FileFault};
use crate::Payload;

/// The first bytes of every file.
pub(super) const MAGIC: [u8; 8] = *b"TTCORE\r\n";
const VERSION: u32 = 2;
pub(super) const BLOCK: usize = 4_096;
/// Bytes of a record and of a checksum.
const RECORD: usize = 16;
const CHECKSUM: usize = 4;
pub(super) const BLOCK_BYTES: u64 = (BLOCK * RECORD + CHECKSUM) as u64;
/// The greatest length of a header in bytes.
const HEADER_MAX: usize = 256;

const ENCODING: Configuration<LittleEndian, Fixint> =
    bincode::config::standard().with_little_endian().with_fixed_int_encoding();

/// The facts in the header of a file.
///
/// ```
/// use tt_core::{FileInfo, Table};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-fileinfo-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// Table::new(1 << 20)?.save(&path, 42, |_, _| {})?;
/// let FileInfo { schema, records, .. } = tt_core::file_info(&path)?;
/// assert_eq!((schema, records), (42, 0));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileInfo {
    /// The version of the format.
    pub version: u32,
    /// The fingerprint of how the keys were made.
    pub schema: u64,
    /// The table's count of generations when it was saved, from which the ages of records count.
    pub generation: u64,
    /// The number of records.
    pub records: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    version: u32,
    schema: u64,
    /// The masks of the fields that the table reads in a payload: priority, generation, effort,
    /// order.
    fields: [u64; 4],
    /// The fingerprint of the payload, which distinguishes payloads with the same fields.
    payload: u64,
    /// The table's generation when it was saved, from which ages count.
    pub(super) generation: u64,
    pub(super) records: u64,
}

/// The masks of the fields of `P`.
fn fields<P: Payload>() -> [u64; 4] {
    [P::PRIORITY, P::GENERATION, P::EFFORT, P::ORDER].map(crate::Field::mask)
}

impl Header {
    pub(super) fn new<P: Payload>(schema: u64, generation: u64, records: u64) -> Self {
        let (fields, payload) = (fields::<P>(), P::fingerprint());
        Self { version: VERSION, schema, fields, payload, generation, records }
    }

    /// Returns the header of a file that has another number of records.
    pub(super) fn with_records(self, records: u64) -> Self {
        Self { records, ..self }
    }

    pub(super) fn info(&self) -> FileInfo {
        let &Self { version, schema, generation, records, .. } = self;
        FileInfo { version, schema, generation, records }
    }

    /// Refuses what a table of `P` with keys of `schema`, if that matters, cannot use.
    pub(super) fn check<P: Payload>(&self, schema: Option<u64>) -> Result<(), FileError> {
        if let Some(expected) = schema.filter(|&schema| schema != self.schema) {
            return Err(FileFault::Schema { expected, found: self.schema }.into());
        }
        if self.fields != fields::<P>() || self.payload != P::fingerprint() {
            return Err(FileFault::Payload.into());
        }
        Ok(())
    }

    /// The magic, the header's length, the header, and the checksum of these three.
    pub(super) fn to_bytes(self) -> Result<Vec<u8>, FileError> {
        let header =
            bincode::serde::encode_to_vec(self, ENCODING).map_err(|_| FileFault::Header)?;
        let mut bytes = Vec::from(MAGIC);
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    pub(super) fn read(reader: &mut impl Read) -> Result<Self, FileError> {
        let mut bytes = vec![0; MAGIC.len() + CHECKSUM];
        reader.read_exact(&mut bytes)?;
        let (magic, length) = bytes.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(FileFault::NoTable.into());
        }
        let length = word32(length) as usize;
        if length > HEADER_MAX {
            return Err(FileFault::Header.into());
        }
        let start = bytes.len();
        bytes.resize(start + length + CHECKSUM, 0);
        reader.read_exact(&mut bytes[start..])?;
        let (covered, checksum) = bytes.split_at(start + length);
        if crc32fast::hash(covered) != word32(checksum) {
            return Err(FileFault::Header.into());
        }
        // The version is the first word of the header in every version of the format.
        let version = covered.get(start..start + 4).map_or(0, word32);
        if version != VERSION {
            return Err(FileFault::Version(version).into());
        }
        match bincode::serde::decode_from_slice(&covered[start..], ENCODING) {
            Ok((header, used)) if used == length => Ok(header),
            _ => Err(FileFault::Header.into()),
        }
    }
}

/// The little-endian word in four bytes.
fn word32(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// Returns the bytes of a block of `records` records, its checksum included.
pub(super) fn block_bytes(records: u64) -> u64 {
    records * RECORD as u64 + CHECKSUM as u64
}

/// Returns the records of a block, which is given with its checksum and its number in the file.
pub(super) fn checked_records(
    block: &[u8],
    number: u64,
) -> Result<impl Iterator<Item = (u64, u64)>, FileError> {
    let (records, checksum) = block.split_at(block.len().saturating_sub(CHECKSUM));
    if crc32fast::hash(records) != word32(checksum) {
        return Err(FileFault::Block(number).into());
    }
    // There is no remainder: a block holds whole records.
    let (words, _) = records.as_chunks::<{ RECORD / 2 }>();
    let (pairs, _) = words.as_chunks::<2>();
    Ok(pairs.iter().map(|&[key, bits]| (u64::from_le_bytes(key), u64::from_le_bytes(bits))))
}

pub(super) struct Writer<W> {
    writer: W,
    block: Vec<u8>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(mut writer: W, header: &Header) -> Result<Self, FileError> {
        writer.write_all(&header.to_bytes()?)?;
        Ok(Self { writer, block: Vec::with_capacity(BLOCK * RECORD + CHECKSUM) })
    }

    /// Adds a record; true if that completed a block.
    pub(super) fn push(&mut self, key: u64, bits: u64) -> Result<bool, FileError> {
        let words = [key.to_le_bytes(), bits.to_le_bytes()];
        self.block.extend_from_slice(words.as_flattened());
        let full = self.block.len() == BLOCK * RECORD;
        if full {
            self.flush()?;
        }
        Ok(full)
    }

    fn flush(&mut self) -> Result<(), FileError> {
        let checksum = crc32fast::hash(&self.block);
        self.block.extend(checksum.to_le_bytes());
        self.writer.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), FileError> {
        if !self.block.is_empty() {
            self.flush()?;
        }
        Ok(self.writer.flush()?)
    }
}

pub(super) struct Reader<R> {
    reader: R,
    records: u64,
}

impl<R: Read> Reader<R> {
    pub(super) fn new(reader: R, header: &Header) -> Self {
        Self { reader, records: header.records }
    }

    /// Hands over the records block by block, up to the first block that is damaged or missing.
    pub(super) fn for_each(mut self, mut take: impl FnMut(u64, u64)) -> Result<(), FileError> {
        let mut bytes = vec![0; BLOCK * RECORD + CHECKSUM];
        for block in 0..self.records.div_ceil(BLOCK as u64) {
            let left = self.records - block * BLOCK as u64;
            let length = left.min(BLOCK as u64) as usize * RECORD;
            let bytes = &mut bytes[..length + CHECKSUM];
            self.reader.read_exact(bytes)?;
            checked_records(bytes, block)?.for_each(|(key, bits)| take(key, bits));
        }
        match self.reader.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(FileFault::TooLong.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    /// Reads a header of these bytes, said to be of this length, with its checksum.
    fn read(header: &[u8], length: usize) -> Result<Header, std::string::String> {
        let mut bytes = [&MAGIC[..], &(length as u32).to_le_bytes(), header].concat();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Header::read(&mut &bytes[..]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_header_is_as_long_as_it_says_and_never_long() {
        let header = Header::new::<crate::Entry>(42, 0, 7);
        let bytes = bincode::serde::encode_to_vec(header, ENCODING).unwrap();
        assert_eq!(read(&bytes, bytes.len()), Ok(header));
        let damaged = Err("the file's header is damaged".to_string());
        assert_eq!(read(&[&bytes[..], &[0]].concat(), bytes.len() + 1), damaged, "one byte more");
        assert_eq!(read(&bytes, HEADER_MAX + 1), damaged, "no room is made for it");
        assert_eq!(read(&bytes, HEADER_MAX), Err("the file ends too early".to_string()));
        let no_version = Err("the file's version 0 is not known".to_string());
        assert_eq!(read(&bytes[..3], 3), no_version, "a version takes four bytes");
    }
}
