//! A data set's file: blocks one after another, one for each game, each with a checksum.
//!
//! ```text
//! bytes  0..8   "PALROWS1"
//!        8..16  the game's number, little-endian
//!       16..24  number of rows
//!       24..32  checksum over the number, the count and the rows
//!       32..    the rows, 32 bytes each
//! ```
//!
//! A block is appended by one write. A run that is killed leaves at most one incomplete block, at
//! the end; [`Appender::resume`] cuts it off. A complete block with a wrong checksum is damage, and
//! an error.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use zobrist_keys::mix;

use super::row::PackedRow;

/// The first bytes of a block.
const MAGIC: [u8; 8] = *b"PALROWS1";
const HEADER: usize = 32;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// The seed of the game's random numbers, which names the game.
    pub(crate) game: u64,
    /// Its rows, in the order of play; there may be none.
    pub(crate) rows: Vec<PackedRow>,
}

impl Block {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.rows.len() * PackedRow::BYTES);
        bytes.extend(MAGIC);
        bytes.extend(self.game.to_le_bytes());
        bytes.extend((self.rows.len() as u64).to_le_bytes());
        bytes.extend(self.checksum().to_le_bytes());
        for row in &self.rows {
            bytes.extend(row.0);
        }
        bytes
    }

    /// Splits the block at the front of `bytes` off; `None` if it is incomplete.
    fn split_off(bytes: &mut &[u8]) -> Result<Option<Self>> {
        let Some((header, rest)) = bytes.split_at_checked(HEADER) else { return Ok(None) };
        ensure!(header[..8] == MAGIC, "not the start of a block of training rows");
        let [game, count, checksum] = [8, 16, 24].map(|at| word(&header[at..]));
        let length = usize::try_from(count)?.saturating_mul(PackedRow::BYTES);
        let Some((body, rest)) = rest.split_at_checked(length) else { return Ok(None) };
        let (rows, _) = body.as_chunks();
        let block = Self { game, rows: rows.iter().copied().map(PackedRow).collect() };
        ensure!(block.checksum() == checksum, "wrong checksum in the block of game {game:#018x}");
        *bytes = rest;
        Ok(Some(block))
    }

    /// Returns a mixed chain over the game's number, the count of rows, and the rows' words.
    fn checksum(&self) -> u64 {
        let words = self.rows.iter().flat_map(|row| row.0.chunks_exact(8).map(word));
        [self.game, self.rows.len() as u64]
            .into_iter()
            .chain(words)
            .fold(0, |sum, word| mix(sum.rotate_left(1) ^ word))
    }
}

/// Returns the number in the first eight bytes.
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("the caller hands eight bytes or more"))
}

#[derive(Debug)]
pub(crate) struct Archive {
    pub(crate) blocks: Vec<Block>,
    /// Size of the complete blocks; what follows in the file is an interrupted write.
    complete_bytes: u64,
}

impl Archive {
    /// Reads a data set; an incomplete last block is left out.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    /// Returns the blocks in `bytes`.
    fn parse(bytes: &[u8]) -> Result<Self> {
        let mut rest = bytes;
        let mut blocks = Vec::new();
        while let Some(block) = Block::split_off(&mut rest)? {
            blocks.push(block);
        }
        Ok(Self { blocks, complete_bytes: (bytes.len() - rest.len()) as u64 })
    }
}

#[derive(Debug)]
pub(crate) struct Appender {
    file: File,
}

impl Appender {
    /// Opens a data set for more blocks, or starts one; also returns the games that it contains
    /// already.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is no data set, or is damaged; it is left as it was.
    pub(crate) fn resume(path: &Path) -> Result<(Self, HashSet<u64>)> {
        let old = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            other => other.with_context(|| path.display().to_string())?,
        };
        let archive = Archive::parse(&old).with_context(|| path.display().to_string())?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| path.display().to_string())?;
        if archive.complete_bytes < old.len() as u64 {
            file.set_len(archive.complete_bytes)?;
        }
        Ok((Self { file }, archive.blocks.iter().map(|block| block.game).collect()))
    }

    /// Adds a block.
    ///
    /// # Errors
    ///
    /// If the block cannot be written whole.
    pub(crate) fn append(&mut self, block: &Block) -> Result<()> {
        Ok(self.file.write_all(&block.to_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(game: u64, rows: u8) -> Block {
        Block { game, rows: (0..rows).map(|row| PackedRow([row; PackedRow::BYTES])).collect() }
    }

    #[test]
    fn appended_blocks_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let blocks = [block(7, 3), block(8, 0), block(u64::MAX, 1)];
        for block in &blocks {
            let (mut appender, _) = Appender::resume(&path).unwrap();
            appender.append(block).unwrap();
        }
        assert_eq!(Archive::read(&path).unwrap().blocks, blocks);
        assert_eq!(Appender::resume(&path).unwrap().1, HashSet::from([7, 8, u64::MAX]));
    }

    #[test]
    fn interrupted_write_is_cut_off_at_every_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let (first, second) = (block(1, 2), block(2, 2));
        let whole = [first.to_bytes(), second.to_bytes()].concat();
        for length in first.to_bytes().len()..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut appender, games) = Appender::resume(&path).unwrap();
            assert_eq!(games, HashSet::from([1]), "after {length} bytes");
            appender.append(&second).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "after {length} bytes");
        }
    }

    #[test]
    fn damage_is_an_error_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let whole = [block(1, 2).to_bytes(), block(2, 1).to_bytes()].concat();
        // In a magic word, a game's number, a checksum, a row, and the last row.
        for byte in [0, 9, 25, 40, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[byte] ^= 4;
            fs::write(&path, &damaged).unwrap();
            assert!(Appender::resume(&path).is_err(), "byte {byte}");
            assert_eq!(fs::read(&path).unwrap(), damaged);
        }
    }

    #[test]
    fn rows_in_another_order_have_another_checksum() {
        let mut swapped = block(1, 2);
        swapped.rows.swap(0, 1);
        assert_ne!(swapped.checksum(), block(1, 2).checksum());
    }
}
