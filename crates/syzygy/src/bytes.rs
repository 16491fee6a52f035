//! A file's bytes, read from the front.

use crate::warning::Fault;

/// Reads numbers from the front of a file, and never past its end.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Skips `count` bytes, and returns the place where they begin.
    pub(crate) fn skip(&mut self, count: usize) -> Result<usize, Fault> {
        let start = self.at;
        let end = start.checked_add(count).filter(|&end| end <= self.bytes.len());
        self.at = end.ok_or(Fault::Length(self.bytes.len() as u64))?;
        Ok(start)
    }

    /// Skips bytes up to a multiple of `unit`.
    pub(crate) fn align(&mut self, unit: usize) {
        self.at = self.at.next_multiple_of(unit);
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let start = self.skip(N)?;
        let mut array = [0; N];
        array.copy_from_slice(&self.bytes[start..start + N]);
        Ok(array)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Fault> {
        self.array().map(|[byte]| byte)
    }

    /// Reads a number of 16 bits, the low byte first.
    pub(crate) fn u16(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads a number of 32 bits, the low byte first.
    pub(crate) fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }
}
