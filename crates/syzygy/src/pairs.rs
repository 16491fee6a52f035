//! The code of a table's values: blocks of Huffman codes, whose symbols stand for values or for
//! pairs of symbols (Larsson and Moffat, 2000; in Syzygy's form, de Man, 2013).

use crate::bytes::Reader;
use crate::warning::Fault;

/// The right half of a symbol that stands for a value, which is its left half.
const LEAF: u16 = 0xfff;

/// The bytes of an entry of the sparse index: a block and a place in it.
const INDEX_ENTRY: usize = 6;

/// The longest code, in bits.
const LONGEST: u8 = 32;

/// The largest number of symbols, which 12 bits name.
const MOST_SYMBOLS: usize = 1 << 12;

/// The deepest nesting of pairs: a symbol stands for at most 256 values.
const DEEPEST: usize = 256;

/// The largest distance of a position's block from the block that the sparse index names. Half a
/// span has 2^16 values in the original files, and a block has more than one.
const FARTHEST: usize = 1 << 16;

/// The unit of the places where blocks begin.
const ALIGNMENT: usize = 64;

/// A symbol: a pair of symbols, or a value.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of values that the symbol stands for, less one.
    more: u8,
}

/// The code of one part of a table. Places are offsets in the file.
#[derive(Debug)]
pub(crate) struct Pairs {
    /// The header's first byte.
    pub(crate) flags: u8,
    /// The value of every position, if all have the same.
    constant: Option<u16>,
    /// The bytes of a block, as a power of two.
    block_bits: u32,
    /// The positions of an entry of the sparse index, as a power of two.
    span_bits: u32,
    size: u64,
    blocks: usize,
    /// The entries of `lengths`: one for each block, and some more.
    length_entries: usize,
    index: usize,
    lengths: usize,
    data: usize,
    least_bits: u32,
    /// The least code of each length from `least_bits` on, at the left of the word.
    base: Vec<u64>,
    /// The symbol of that code.
    lowest: Vec<u16>,
    symbols: Vec<Symbol>,
}

impl Pairs {
    /// Reads the header of a code for `size` positions.
    pub(crate) fn read(reader: &mut Reader<'_>, size: u64) -> Result<Self, Fault> {
        let flags = reader.byte()?;
        let mut pairs = Self {
            flags,
            constant: None,
            block_bits: 0,
            span_bits: 0,
            size,
            blocks: 0,
            length_entries: 0,
            index: 0,
            lengths: 0,
            data: 0,
            least_bits: 0,
            base: Vec::new(),
            lowest: Vec::new(),
            symbols: Vec::new(),
        };
        if flags & 0x80 != 0 {
            pairs.constant = Some(reader.byte()?.into());
            return Ok(pairs);
        }
        pairs.block_bits = reader.byte()?.into();
        pairs.span_bits = reader.byte()?.into();
        let padding = usize::from(reader.byte()?);
        pairs.blocks = reader.u32()? as usize;
        pairs.length_entries = pairs.blocks.checked_add(padding).ok_or(Fault::Code)?;
        let (longest, least) = (reader.byte()?, reader.byte()?);
        let lengths_fit = (1..=longest).contains(&least) && longest <= LONGEST;
        if !lengths_fit || pairs.block_bits > 24 || !(1..32).contains(&pairs.span_bits) {
            return Err(Fault::Code);
        }
        pairs.least_bits = least.into();
        pairs.lowest = (least..=longest).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        pairs.base = bases(&pairs.lowest, pairs.least_bits).ok_or(Fault::Code)?;
        pairs.symbols = symbols(reader)?;
        Ok(pairs)
    }

    /// Takes the place of the sparse index from the file.
    pub(crate) fn place_index(&mut self, reader: &mut Reader<'_>) -> Result<(), Fault> {
        let spans = self.size.div_ceil(1 << self.span_bits);
        let spans = if self.constant.is_some() { 0 } else { spans };
        let bytes = usize::try_from(spans).ok().and_then(|spans| spans.checked_mul(INDEX_ENTRY));
        self.index = reader.skip(bytes.ok_or(Fault::Code)?)?;
        Ok(())
    }

    /// Takes the place of the blocks' lengths from the file.
    pub(crate) fn place_lengths(&mut self, reader: &mut Reader<'_>) -> Result<(), Fault> {
        self.lengths = reader.skip(self.length_entries.checked_mul(2).ok_or(Fault::Code)?)?;
        Ok(())
    }

    /// Takes the place of the blocks from the file.
    pub(crate) fn place_data(&mut self, reader: &mut Reader<'_>) -> Result<(), Fault> {
        reader.align(ALIGNMENT);
        let bytes = self.blocks.checked_mul(1 << self.block_bits).ok_or(Fault::Code)?;
        self.data = reader.skip(bytes)?;
        Ok(())
    }

    /// Returns the value of the position with that number; `None` if the code has a fault.
    pub(crate) fn value(&self, bytes: &[u8], number: u64) -> Option<u16> {
        if let Some(constant) = self.constant {
            return Some(constant);
        }
        if number >= self.size {
            return None;
        }
        let (block, place) = self.find(bytes, number)?;
        let mut place = i64::from(place);
        let start = self.data + (block << self.block_bits);
        let word = |index: usize| -> u64 {
            // The last code of a file may be read past its end: the bytes after it do not matter.
            let at = start + 4 * index;
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map_or(0, u32::from_be_bytes).into()
        };
        let (mut code, mut next) = (word(0) << 32 | word(1), 2);
        let mut used = 0;
        let block_end = 8_usize << self.block_bits;
        let symbol = loop {
            let longer = self.base.iter().position(|&base| code >= base)?;
            let bits = self.least_bits + longer as u32;
            let above = (code - self.base[longer]) >> (u64::BITS - bits);
            if 32 * (next - 2) + used as usize + bits as usize > block_end {
                return None;
            }
            let number = usize::from(self.lowest[longer]).checked_add(above as usize)?;
            let symbol = self.symbols.get(number)?;
            if place <= symbol.more.into() {
                break symbol;
            }
            place -= i64::from(symbol.more) + 1;
            code <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                code |= word(next) << used;
                next += 1;
            }
        };
        self.leaf(*symbol, place)
    }

    /// Returns the block of a position, and its place among the block's values.
    fn find(&self, bytes: &[u8], number: u64) -> Option<(usize, u32)> {
        let span = 1_i64 << self.span_bits;
        let at = self.index + (number >> self.span_bits) as usize * INDEX_ENTRY;
        let entry = bytes.get(at..at + INDEX_ENTRY)?;
        let mut block = u32::from_le_bytes(entry[..4].try_into().ok()?) as usize;
        let mut place = i64::from(u16::from_le_bytes(entry[4..].try_into().ok()?));
        // The index holds the position in the middle of each span.
        place += (number as i64 & (span - 1)) - span / 2;
        let length = |block: usize| -> Option<i64> {
            let at = self.lengths + 2 * block;
            let entry = bytes.get(at..at + 2).filter(|_| block < self.length_entries)?;
            Some(i64::from(u16::from_le_bytes(entry.try_into().ok()?)) + 1)
        };
        for _ in 0..FARTHEST {
            if place < 0 {
                block = block.checked_sub(1)?;
                place += length(block)?;
            } else if place >= length(block)? {
                place -= length(block)?;
                block += 1;
            } else {
                return (block < self.blocks).then_some((block, place as u32));
            }
        }
        None
    }

    /// Returns the value at a place among those that a symbol stands for.
    fn leaf(&self, mut symbol: Symbol, mut place: i64) -> Option<u16> {
        while symbol.more > 0 {
            let left = *self.symbols.get(usize::from(symbol.left))?;
            symbol = if place <= left.more.into() {
                left
            } else {
                place -= i64::from(left.more) + 1;
                *self.symbols.get(usize::from(symbol.right))?
            };
        }
        Some(symbol.left)
    }
}

/// Returns the least code of each length: a canonical Huffman code is determined by its least
/// symbols. `None` if no such code has these.
fn bases(lowest: &[u16], least_bits: u32) -> Option<Vec<u64>> {
    let mut bases = vec![0_u64; lowest.len()];
    for i in (0..lowest.len().saturating_sub(1)).rev() {
        let sum = (bases[i + 1] + u64::from(lowest[i])).checked_sub(lowest[i + 1].into())?;
        bases[i] = sum / 2;
    }
    let lengths = least_bits..;
    let codes = bases.iter().zip(lengths);
    codes.map(|(&base, bits)| (base >> bits == 0).then(|| base << (u64::BITS - bits))).collect()
}

/// Reads the symbols, and adds up the number of values of each.
fn symbols(reader: &mut Reader<'_>) -> Result<Vec<Symbol>, Fault> {
    let count = usize::from(reader.u16()?);
    if count > MOST_SYMBOLS {
        return Err(Fault::Code);
    }
    let mut symbols = Vec::with_capacity(count);
    for _ in 0..count {
        let [a, b, c] = [reader.byte()?, reader.byte()?, reader.byte()?].map(u16::from);
        symbols.push(Symbol { left: a | (b & 0xf) << 8, right: b >> 4 | c << 4, more: 0 });
    }
    if count % 2 == 1 {
        reader.byte()?;
    }
    let mut state = vec![Weighing::New; count];
    for number in 0..count {
        weigh(&mut symbols, &mut state, number, 0)?;
    }
    Ok(symbols)
}

/// The progress of [`weigh`] with a symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weighing {
    New,
    Begun,
    Done,
}

/// Adds up the number of values of a symbol, which is nested in `depth` others. A symbol that
/// contains itself, or is nested too deep, is a fault.
fn weigh(
    symbols: &mut [Symbol],
    state: &mut [Weighing],
    number: usize,
    depth: usize,
) -> Result<u8, Fault> {
    let symbol = *symbols.get(number).filter(|_| depth < DEEPEST).ok_or(Fault::Code)?;
    match state[number] {
        Weighing::Done => return Ok(symbol.more),
        Weighing::Begun => return Err(Fault::Code),
        Weighing::New => state[number] = Weighing::Begun,
    }
    if symbol.right != LEAF {
        let left = weigh(symbols, state, symbol.left.into(), depth + 1)?;
        let right = weigh(symbols, state, symbol.right.into(), depth + 1)?;
        let more = left.checked_add(right).and_then(|sum| sum.checked_add(1));
        symbols[number].more = more.ok_or(Fault::Code)?;
    }
    state[number] = Weighing::Done;
    Ok(symbols[number].more)
}
