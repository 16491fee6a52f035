//! Single records of a file, found without reading all of it.

use core::fmt;
use core::marker::PhantomData;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::vec;
use std::vec::Vec;

use super::error::{FileError, FileFault};
use super::format::{BLOCK, BLOCK_BYTES, FileInfo, Header, block_bytes, checked_records};
use super::open;
use crate::Payload;
use crate::age::age;

/// The distance, in records, from which on keys must ascend. A table's records stand in the order
/// of its buckets, so only those of one bucket may be in another order; no layout of this crate has
/// more than 8 slots in a bucket.
const WINDOW: usize = 64;

/// The number of pages that are kept in memory.
const RECENT: usize = 16;

/// The number of guesses after which the search for a page halves the rest: keys that are not
/// spread evenly would make guesses poor.
const GUESSES: u32 = 4;

/// A file that is asked for single records. It reads the few blocks in which a key may be, some 64
/// KiB each, and compares their checksums; what it does not read it does not check
/// ([`verify_file`](crate::verify_file) does).
///
/// The records must stand in the order of their keys, except within a bucket. So do those of a
/// table whose index is [`MultiplyHigh`](crate::MultiplyHigh), the default, and those of a
/// [`FileMerge`](crate::FileMerge).
///
/// ```
/// use tt_core::{Entry, FileLookup, Table};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-lookup-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// table.store(7 << 60, Entry { draft: 20, ..Entry::default() });
/// table.advance_generation();
/// table.save(&path, 42, |_, _| {})?;
///
/// let mut file = FileLookup::<Entry>::open(&path, 42)?;
/// let found = file.get(7 << 60)?.map(|(entry, age)| (entry.draft, age));
/// assert_eq!((found, file.get(9 << 60)?), (Some((20, 1)), None));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileLookup<P, R = BufReader<File>> {
    reader: R,
    header: Header,
    /// The place of the first block in bytes.
    start: u64,
    /// The number of pages: blocks, of which the last has those records, too, that are too few for
    /// a page of their own.
    pages: u64,
    recent: VecDeque<(u64, Page)>,
    kind: PhantomData<fn() -> P>,
}

/// The records of a block, or of the last two.
#[derive(Debug)]
struct Page {
    records: Vec<(u64, u64)>,
    least: u64,
    greatest: u64,
}

impl<P: Payload> FileLookup<P> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If `path` names something else than a file, if the file cannot be read, does not have the
    /// length that its header says, or has another key schema or payload.
    pub fn open(path: impl AsRef<Path>, schema: u64) -> Result<Self, FileError> {
        Self::new(open(path.as_ref())?, schema)
    }
}

impl<P: Payload, R: Read + Seek> FileLookup<P, R> {
    /// Reads the header of a file that any reader has.
    ///
    /// # Errors
    /// As for [`open`](FileLookup::open).
    pub fn new(mut reader: R, schema: u64) -> Result<Self, FileError> {
        let header = Header::read(&mut reader)?;
        header.check::<P>(Some(schema))?;
        let start = reader.stream_position()?;
        let found = reader.seek(SeekFrom::End(0))?;
        let (blocks, last) = blocks(header.records);
        let length = match blocks {
            0 => Some(start),
            _ => (blocks - 1)
                .checked_mul(BLOCK_BYTES)
                .and_then(|bytes| bytes.checked_add(start + block_bytes(last))),
        };
        match length {
            Some(length) if found == length => {}
            Some(length) if found > length => return Err(FileFault::TooLong.into()),
            _ => return Err(FileFault::Truncated.into()),
        }
        let is_short = blocks > 1 && last < 2 * WINDOW as u64;
        let pages = blocks - u64::from(is_short);
        Ok(Self { reader, header, start, pages, recent: VecDeque::new(), kind: PhantomData })
    }

    /// Returns the facts in the file's header.
    #[must_use]
    pub fn info(&self) -> FileInfo {
        self.header.info()
    }

    /// Returns the record of a key and its age in generations; of several records the one with the
    /// highest priority.
    ///
    /// # Errors
    /// If a block that was read is damaged, if the file cannot be read, or if the records in it do
    /// not stand in the order of their keys.
    pub fn get(&mut self, key: u64) -> Result<Option<(P, u32)>, FileError> {
        let (mut low, mut high) = (0, self.pages);
        // All keys before `low` are at most `least`, and those from `high` on at least `greatest`.
        let (mut least, mut greatest) = (0, u64::MAX);
        let mut guesses = 0;
        while low < high {
            let number = match guesses {
                GUESSES => low + (high - low) / 2,
                _ => low + share(key - least, greatest - least, high - low),
            };
            guesses = GUESSES.min(guesses + 1);
            let page = self.page(number)?;
            if !(least..=greatest).contains(&page.middle()) {
                return Err(FileFault::Order.into());
            }
            if key < page.least {
                (high, greatest) = (number, page.least);
            } else if key > page.greatest {
                (low, least) = (number + 1, page.greatest);
            } else {
                return Ok(self
                    .find_about(number, key)?
                    .map(|bits| (P::from_bits(bits), age::<P>(bits, self.header.generation))));
            }
        }
        Ok(None)
    }

    /// Returns the record of a key on a page, or on the one beside it if a bucket is on both.
    fn find_about(&mut self, number: u64, key: u64) -> Result<Option<u64>, FileError> {
        let page = self.page(number)?;
        let (before, after) = (page.may_begin_before(key), page.may_end_after(key));
        let mut found = page.find::<P>(key);
        if found.is_none() && before && number > 0 {
            found = self.page(number - 1)?.find::<P>(key);
        }
        if found.is_none() && after && number + 1 < self.pages {
            found = self.page(number + 1)?.find::<P>(key);
        }
        Ok(found)
    }

    fn page(&mut self, number: u64) -> Result<&Page, FileError> {
        let kept = self.recent.iter().position(|&(kept, _)| kept == number);
        let place = match kept {
            Some(place) => place,
            None => {
                let page = self.read_page(number)?;
                self.recent.truncate(RECENT - 1);
                self.recent.push_front((number, page));
                0
            }
        };
        Ok(&self.recent[place].1)
    }

    fn read_page(&mut self, number: u64) -> Result<Page, FileError> {
        self.reader.seek(SeekFrom::Start(self.start + number * BLOCK_BYTES))?;
        let (blocks, last) = blocks(self.header.records);
        let end = if number + 1 == self.pages { blocks } else { number + 1 };
        let mut records = Vec::new();
        for block in number..end {
            let count = if block + 1 == blocks { last } else { BLOCK as u64 };
            // At most a full block: this fits any machine.
            let mut bytes = vec![0; block_bytes(count) as usize];
            self.reader.read_exact(&mut bytes)?;
            records.extend(checked_records(&bytes, block)?);
        }
        Page::new(records)
    }
}

impl<P, R> fmt::Debug for FileLookup<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (header, pages) = (&self.header, &self.pages);
        f.debug_struct("FileLookup").field("header", header).field("pages", pages).finish()
    }
}

impl Page {
    /// Refuses records that do not stand in the order of their keys.
    fn new(records: Vec<(u64, u64)>) -> Result<Self, FileError> {
        let mut least = u64::MAX;
        let mut greatest = 0;
        let mut before = 0;
        for (place, &(key, _)) in records.iter().enumerate() {
            if let Some(earlier) = place.checked_sub(WINDOW) {
                before = before.max(records[earlier].0);
            }
            if key < before {
                return Err(FileFault::Order.into());
            }
            (least, greatest) = (least.min(key), greatest.max(key));
        }
        Ok(Self { records, least, greatest })
    }

    /// Returns the key in the middle, which is far from the records of other pages.
    fn middle(&self) -> u64 {
        self.records.get(self.records.len() / 2).map_or(0, |&(key, _)| key)
    }

    /// Returns the record of a key, of several the one with the highest priority.
    fn find<P: Payload>(&self, key: u64) -> Option<u64> {
        let records = self.records.iter().filter(|record| record.0 == key);
        records.map(|record| record.1).max_by_key(|&bits| P::PRIORITY.get(bits))
    }

    /// Returns whether the key's bucket may begin on the page before.
    fn may_begin_before(&self, key: u64) -> bool {
        self.records.iter().skip(WINDOW).all(|record| key <= record.0)
    }

    /// Returns whether the key's bucket may end on the page after.
    fn may_end_after(&self, key: u64) -> bool {
        self.records.iter().rev().skip(WINDOW).all(|record| key >= record.0)
    }
}

/// Returns the number of blocks that hold `records` records, and the number of records in the last
/// one.
fn blocks(records: u64) -> (u64, u64) {
    let blocks = records.div_ceil(BLOCK as u64);
    (blocks, records - blocks.saturating_sub(1) * BLOCK as u64)
}

/// Returns `count × part / whole`, less than `count`, for a part that is at most the whole.
fn share(part: u64, whole: u64, count: u64) -> u64 {
    (u128::from(part) * u128::from(count) / (u128::from(whole) + 1)) as u64
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::{self, Cursor};
    use std::rc::Rc;

    use zobrist_keys::mix;

    use super::super::format::Writer;
    use super::*;
    use crate::{Entry, Mask, Table, Wide};

    const SCHEMA: u64 = 42;

    struct Counting(Cursor<Vec<u8>>, Rc<Cell<u64>>);

    impl Read for Counting {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(buffer)?;
            self.1.set(self.1.get() + read as u64);
            Ok(read)
        }
    }

    impl Seek for Counting {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    fn entry(key: u64) -> Entry {
        Entry { mv: key as u16, draft: (key % 30) as i16, ..Entry::default() }
    }

    fn saved<L: crate::Layout>(table: &mut Table<Entry, L>) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_to(&mut bytes, SCHEMA, |_, _| {}).unwrap();
        bytes
    }

    /// Compares the answers for keys that were stored and for others with those of the table.
    fn compare<L: crate::Layout>(bytes: usize, keys: u64) {
        let mut table = Table::<Entry, L>::with_parts(bytes).unwrap();
        (0..keys).for_each(|n| table.store(mix(n), entry(mix(n))));
        let mut file = FileLookup::<Entry, _>::new(Cursor::new(saved(&mut table)), SCHEMA).unwrap();
        let step = (keys / 5_000).max(1) as usize;
        for key in (0..keys + 5_000).step_by(step).map(mix).chain([0, 1, u64::MAX]) {
            let found = file.get(key).unwrap().map(|(entry, _)| entry);
            assert_eq!(found, table.probe(key), "{bytes} {keys} {key}");
        }
        // The ends of all blocks, where buckets are cut.
        let stored: Vec<u64> = table.records().map(|(key, _)| key).collect();
        for place in (BLOCK..stored.len()).step_by(BLOCK) {
            for &key in &stored[place - 10..(place + 10).min(stored.len())] {
                let found = file.get(key).unwrap().map(|(entry, _)| entry);
                assert_eq!(found, table.probe(key), "{bytes} {keys} {place}");
            }
        }
    }

    #[test]
    fn a_file_answers_as_the_table_does() {
        for keys in [0, 1, 50, 4_090, 4_100, 4_250, 8_192, 8_200, 30_000, 200_000] {
            compare::<Wide<4>>(1 << 22, keys);
            compare::<Wide<8>>(1 << 20, keys);
        }
        compare::<Wide<1>>(1 << 18, 100_000);
    }

    #[test]
    fn few_blocks_are_read() {
        let mut table: Table = Table::new(1 << 24).unwrap();
        (0..2_000_000).for_each(|n| table.store(mix(n), entry(mix(n))));
        let bytes = saved(&mut table);
        let (all, read) = (bytes.len() as u64, Rc::new(Cell::new(0)));
        let reader = Counting(Cursor::new(bytes), Rc::clone(&read));
        let mut file = FileLookup::<Entry, _>::new(reader, SCHEMA).unwrap();
        for n in 0..1_000 {
            file.get(mix(n * 4_001)).unwrap();
        }
        assert!(all > 200 * BLOCK_BYTES, "{all}");
        assert_eq!(file.recent.len(), RECENT, "few pages are in memory");
        assert!(read.get() < 4_000 * BLOCK_BYTES, "{} blocks", read.get() / BLOCK_BYTES);
    }

    /// Keys that are not spread evenly cost more guesses, but not many.
    #[test]
    fn uneven_keys_are_found_by_halving() {
        let header = Header::new::<Entry>(SCHEMA, 0, 400_000);
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, &header).unwrap();
        for key in 1..=400_000 {
            writer.push(key, entry(key).to_bits()).unwrap();
        }
        writer.finish().unwrap();
        let read = Rc::new(Cell::new(0));
        let reader = Counting(Cursor::new(bytes), Rc::clone(&read));
        let mut file = FileLookup::<Entry, _>::new(reader, SCHEMA).unwrap();
        for key in (1..=400_000).step_by(999) {
            assert_eq!(file.get(key).unwrap().map(|found| found.0), Some(entry(key)));
        }
        assert_eq!(file.get(400_001).unwrap(), None);
        assert!(read.get() < 400 * 12 * BLOCK_BYTES, "{} blocks", read.get() / BLOCK_BYTES);
    }

    /// Nine tenths of the keys are near zero: the second guess at another begins beyond them.
    #[test]
    fn few_great_keys_behind_many_small_ones_are_found() {
        let small = (1..=55_000_u64).map(|key| key << 44);
        let great = (1..=5_000).map(|key| (1 << 60) + key * ((u64::MAX - (1 << 60)) / 5_000));
        let mut bytes = Vec::new();
        let header = Header::new::<Entry>(SCHEMA, 0, 60_000);
        let mut writer = Writer::new(&mut bytes, &header).unwrap();
        for key in small.chain(great.clone()) {
            writer.push(key, entry(key).to_bits()).unwrap();
        }
        writer.finish().unwrap();
        let mut file = FileLookup::<Entry, _>::new(Cursor::new(bytes), SCHEMA).unwrap();
        for key in great.step_by(7) {
            assert_eq!(file.get(key).unwrap().map(|found| found.0), Some(entry(key)));
        }
    }

    fn fault(bytes: Vec<u8>, key: u64) -> std::string::String {
        use std::string::ToString;
        let file = FileLookup::<Entry, _>::new(Cursor::new(bytes), SCHEMA);
        file.and_then(|mut file| file.get(key)).expect_err("a fault").to_string()
    }

    #[test]
    fn damage_is_refused() {
        let mut table: Table = Table::new(1 << 20).unwrap();
        (0..50_000).for_each(|n| table.store(mix(n), entry(mix(n))));
        let whole = saved(&mut table);
        let cut = whole[..whole.len() - 1].to_vec();
        assert_eq!(fault(cut, 1), "the file ends too early");
        assert_eq!(
            fault([&whole[..], &[0]].concat(), 1),
            "the file continues after its last record"
        );
        let mut flipped = whole.clone();
        flipped[200] ^= 1;
        assert_eq!(fault(flipped.clone(), 1), "block 0 of the file is damaged");
        // A block that is not read is not checked.
        let mut file = FileLookup::<Entry, _>::new(Cursor::new(flipped), SCHEMA).unwrap();
        assert!(file.get(u64::MAX).is_ok());
        assert!(FileLookup::<Entry, _>::new(Cursor::new(&whole), 43).is_err(), "another schema");
        // A header that promises more than any file has.
        let header = Header::new::<Entry>(SCHEMA, 0, u64::MAX).to_bytes().unwrap();
        assert_eq!(fault(header, 1), "the file ends too early");
    }

    #[test]
    fn records_in_another_order_are_refused() {
        let mut table = Table::<Entry, Wide<4, Mask>>::with_parts(1 << 18).unwrap();
        (0..30_000).for_each(|n| table.store(mix(n), entry(mix(n))));
        let text = fault(saved(&mut table), mix(7));
        assert!(
            text.starts_with("the file's records are not in the order of their keys"),
            "{text}"
        );
        // Two files of ordered blocks, one behind the other.
        let header = Header::new::<Entry>(SCHEMA, 0, 80_000);
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, &header).unwrap();
        for key in (1..=40_000_u64).chain(1..=40_000) {
            writer.push(key << 48, entry(key).to_bits()).unwrap();
        }
        writer.finish().unwrap();
        let mut file = FileLookup::<Entry, _>::new(Cursor::new(bytes), SCHEMA).unwrap();
        let refused = (1..=40_000_u64).filter(|key| file.get(key << 48).is_err()).count();
        assert!(refused > 0, "some search meets both");
    }
}
