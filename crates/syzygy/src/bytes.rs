//! The bytes of a table, in lines, and the numbers in them.

use crate::error::Fault;

/// The bytes of a [`Line`]. The blocks of a table begin at a multiple of them.
pub(crate) const LINE: usize = 64;

/// Consecutive bytes of a table, from a multiple of [`LINE`] on.
pub(crate) type Line = [u8; LINE];

/// The bytes of a table: those of a file, or of memory.
pub(crate) trait Source {
    /// Returns the number of bytes when the table was opened.
    fn len(&self) -> u64;

    /// Copies the line of that number to `line`, with zeros after the table's end. A line behind
    /// the end, or one that is no longer there, is a fault; `line` may have any bytes then.
    fn read_line(&self, number: u64, line: &mut Line) -> Result<(), Fault>;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        (**self).len() as u64
    }

    fn read_line(&self, number: u64, line: &mut Line) -> Result<(), Fault> {
        let number = usize::try_from(number).map_err(|_| Fault::Code)?;
        let found = self.chunks(LINE).nth(number).ok_or(Fault::Code)?;
        *line = [0; LINE];
        line[..found.len()].copy_from_slice(found);
        Ok(())
    }
}

/// The numbers at places of a table. It keeps the line that it read last.
pub(crate) struct Numbers<'a, S> {
    source: &'a S,
    line: Line,
    /// The number of the line; no line has [`u64::MAX`].
    number: u64,
}

impl<'a, S: Source> Numbers<'a, S> {
    pub(crate) const fn new(source: &'a S) -> Self {
        Self { source, line: [0; LINE], number: u64::MAX }
    }

    /// Returns the bytes from a place on.
    pub(crate) fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], Fault> {
        let within = (at % LINE as u64) as usize;
        if let Some(&bytes) = self.line(at)?[within..].first_chunk() {
            return Ok(bytes);
        }
        let mut bytes = [0; N];
        for (byte, at) in bytes.iter_mut().zip(at..) {
            *byte = self.line(at)?[(at % LINE as u64) as usize];
        }
        Ok(bytes)
    }

    /// Returns the number of 16 bits at a place, the low byte first.
    pub(crate) fn u16(&mut self, at: u64) -> Result<u16, Fault> {
        self.array(at).map(u16::from_le_bytes)
    }

    fn line(&mut self, at: u64) -> Result<&Line, Fault> {
        let number = at / LINE as u64;
        if self.number != number {
            self.number = u64::MAX;
            self.source.read_line(number, &mut self.line)?;
            self.number = number;
        }
        Ok(&self.line)
    }
}

/// Reads numbers from the front of a table, and never past its end.
pub(crate) struct Reader<'a, S> {
    numbers: Numbers<'a, S>,
    at: u64,
}

impl<'a, S: Source> Reader<'a, S> {
    pub(crate) const fn new(source: &'a S) -> Self {
        Self { numbers: Numbers::new(source), at: 0 }
    }

    /// Skips `count` bytes, and returns the place where they begin.
    pub(crate) fn skip(&mut self, count: u64) -> Result<u64, Fault> {
        let (start, length) = (self.at, self.numbers.source.len());
        let end = start.checked_add(count).filter(|&end| end <= length);
        self.at = end.ok_or(Fault::Length(length))?;
        Ok(start)
    }

    /// Skips bytes up to a multiple of `unit`.
    pub(crate) fn align(&mut self, unit: u64) {
        self.at = self.at.next_multiple_of(unit);
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let start = self.skip(N as u64)?;
        self.numbers.array(start)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of one line, whose other lines leave noise behind.
    struct OneLine;

    impl Source for OneLine {
        fn len(&self) -> u64 {
            LINE as u64
        }

        fn read_line(&self, number: u64, line: &mut Line) -> Result<(), Fault> {
            *line = [number as u8; LINE];
            if number == 0 { Ok(()) } else { Err(Fault::Code) }
        }
    }

    #[test]
    fn a_line_that_could_not_be_read_leaves_nothing_of_it_behind() {
        let mut numbers = Numbers::new(&OneLine);
        assert_eq!(numbers.u16(0).ok(), Some(0));
        assert!(numbers.u16(LINE as u64).is_err());
        assert_eq!(numbers.u16(0).ok(), Some(0));
    }
}
