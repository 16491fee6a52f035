//! The code of a table's values: blocks of Huffman codes, whose symbols stand for values or for
//! pairs of symbols (Larsson and Moffat, 2000; in Syzygy's form, de Man, 2013).

use crate::bytes::{Numbers, Reader, Source};
use crate::error::Fault;

/// The right half of a symbol that stands for a value, which is its left half.
const LEAF: u16 = 0xfff;

/// The bytes of an entry of the sparse index: a block and a place in it.
const INDEX_ENTRY: u64 = 6;

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
const ALIGNMENT: u64 = 64;

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
    blocks: u64,
    /// The entries of `lengths`: one for each block, and some more.
    length_entries: u64,
    index: u64,
    lengths: u64,
    data: u64,
    least_bits: u32,
    /// The least code of each length from `least_bits` on, at the left of the word.
    base: Vec<u64>,
    /// The symbol of that code.
    lowest: Vec<u16>,
    symbols: Vec<Symbol>,
}

impl Pairs {
    /// Reads the header of a code for `size` positions.
    pub(crate) fn read(reader: &mut Reader<'_, impl Source>, size: u64) -> Result<Self, Fault> {
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
        let padding = u64::from(reader.byte()?);
        pairs.blocks = reader.u32()?.into();
        pairs.length_entries = pairs.blocks + padding;
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

    pub(crate) fn place_index(
        &mut self,
        reader: &mut Reader<'_, impl Source>,
    ) -> Result<(), Fault> {
        let spans = self.size.div_ceil(1 << self.span_bits);
        let spans = if self.constant.is_some() { 0 } else { spans };
        self.index = reader.skip(spans.checked_mul(INDEX_ENTRY).ok_or(Fault::Code)?)?;
        Ok(())
    }

    pub(crate) fn place_lengths(
        &mut self,
        reader: &mut Reader<'_, impl Source>,
    ) -> Result<(), Fault> {
        self.lengths = reader.skip(self.length_entries * 2)?;
        Ok(())
    }

    pub(crate) fn place_data(&mut self, reader: &mut Reader<'_, impl Source>) -> Result<(), Fault> {
        reader.align(ALIGNMENT);
        self.data = reader.skip(self.blocks << self.block_bits)?;
        Ok(())
    }

    pub(crate) fn value(&self, source: &impl Source, number: u64) -> Result<u16, Fault> {
        if let Some(constant) = self.constant {
            return Ok(constant);
        }
        if number >= self.size {
            return Err(Fault::Code);
        }
        let mut numbers = Numbers::new(source);
        let (block, mut place) = self.find(&mut numbers, number)?;
        let start = self.data + (block << self.block_bits);
        let block_bytes = 1 << self.block_bits;
        let mut word = |index: u64| -> Result<u64, Fault> {
            // The last code may be read past the block's end: the bytes after it do not matter.
            let within = 4 * index < block_bytes;
            let word = if within { numbers.array(start + 4 * index)? } else { [0; 4] };
            Ok(u32::from_be_bytes(word).into())
        };
        let (mut code, mut next) = (word(0)? << 32 | word(1)?, 2);
        let mut used = 0;
        let symbol = loop {
            let longer = self.base.iter().position(|&base| code >= base).ok_or(Fault::Code)?;
            let bits = self.least_bits + longer as u32;
            let above = (code - self.base[longer]) >> (u64::BITS - bits);
            if 32 * (next - 2) + u64::from(used + bits) > 8 * block_bytes {
                return Err(Fault::Code);
            }
            let number = u64::from(self.lowest[longer]) + above;
            let symbol = self.symbols.get(number as usize).ok_or(Fault::Code)?;
            if place <= symbol.more.into() {
                break symbol;
            }
            place -= i64::from(symbol.more) + 1;
            code <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                code |= word(next)? << used;
                next += 1;
            }
        };
        self.leaf(*symbol, place).ok_or(Fault::Code)
    }

    /// Returns the block of a position, and its place among the block's values.
    fn find(
        &self,
        numbers: &mut Numbers<'_, impl Source>,
        number: u64,
    ) -> Result<(u64, i64), Fault> {
        let span = 1_i64 << self.span_bits;
        let at = self.index + (number >> self.span_bits) * INDEX_ENTRY;
        let [a, b, c, d, low, high] = numbers.array(at)?;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let mut place = i64::from(u16::from_le_bytes([low, high]));
        // The index holds the position in the middle of each span.
        place += (number as i64 & (span - 1)) - span / 2;
        let mut length = |block: u64| -> Result<i64, Fault> {
            if block >= self.length_entries {
                return Err(Fault::Code);
            }
            Ok(i64::from(numbers.u16(self.lengths + 2 * block)?) + 1)
        };
        for _ in 0..FARTHEST {
            if place < 0 {
                block = block.checked_sub(1).ok_or(Fault::Code)?;
                place += length(block)?;
            } else if place >= length(block)? {
                place -= length(block)?;
                block += 1;
            } else if block < self.blocks {
                return Ok((block, place));
            } else {
                break;
            }
        }
        Err(Fault::Code)
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
fn symbols(reader: &mut Reader<'_, impl Source>) -> Result<Vec<Symbol>, Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a code of one block of eight bytes, and one length of code, of one bit: symbols 0
    /// and 1 are the value 7, the others are not used.
    fn code(symbols: u16) -> Vec<u8> {
        let mut bytes = vec![0, 3, 7, 0, 1, 0, 0, 0, 1, 1, 0, 0];
        bytes.extend(symbols.to_le_bytes());
        bytes.extend((0..symbols).flat_map(|_| [7, 0xf0, 0xff]));
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        bytes
    }

    /// Symbol 0 stands for 255 values: each symbol is the next one and a leaf, on either side.
    #[test]
    fn symbols_may_be_nested_as_deep_as_they_have_values() {
        let leaf = Symbol { left: 7, right: LEAF, more: 0 };
        for is_left in [false, true] {
            let nested = (1..255).map(|next| {
                let (left, right) = if is_left { (next, 254) } else { (254, next) };
                Symbol { left, right, more: 0 }
            });
            let mut symbols: Vec<Symbol> = nested.chain([leaf]).collect();
            let mut state = vec![Weighing::New; symbols.len()];
            assert_eq!(weigh(&mut symbols, &mut state, 0, 0).ok(), Some(254));
        }
    }

    #[test]
    fn the_first_symbol_may_stand_for_two_values() {
        let bytes = [2, 0, 1, 0x10, 0, 7, 0xf0, 0xff];
        let symbols = symbols(&mut Reader::new(&&bytes[..])).expect("symbols");
        assert_eq!(symbols.iter().map(|symbol| symbol.more).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn a_code_has_as_many_symbols_as_twelve_bits_name() {
        let read = |symbols| Pairs::read(&mut Reader::new(&&code(symbols)[..]), 64).is_ok();
        assert_eq!([4095, 4096, 4097].map(read), [true, true, false]);
    }

    /// The bytes of a block, and the longest and the shortest code, in bits.
    #[test]
    fn a_code_has_blocks_and_lengths_that_files_have() {
        for (block_bits, longest, least, fits) in [
            (24, 32, 32, true),
            (25, 32, 32, false),
            (3, 33, 33, false),
            (3, 1, 2, false),
            (3, 0, 0, false),
        ] {
            let mut bytes = code(2);
            (bytes[1], bytes[8], bytes[9]) = (block_bits, longest, least);
            assert_eq!(Pairs::read(&mut Reader::new(&&bytes[..]), 64).is_ok(), fits, "{bytes:?}");
        }
    }

    /// The index and the length of the block promise 100 values, of which the block has 64.
    #[test]
    fn values_end_with_the_size_and_with_the_block() {
        let mut bytes = code(2);
        bytes.extend([0, 0, 0, 0, 64, 0, 99, 0]);
        bytes.resize(64, 0);
        bytes.resize(64 + 128, 0x55);
        let source = &&bytes[..];
        let values = |size| {
            let mut reader = Reader::new(source);
            let mut pairs = Pairs::read(&mut reader, size).expect("a code");
            pairs.place_index(&mut reader).expect("an index");
            pairs.place_lengths(&mut reader).expect("lengths");
            pairs.place_data(&mut reader).expect("a block");
            (0..128).take_while(|&number| pairs.value(source, number).is_ok()).count()
        };
        assert_eq!([50, 64, 90].map(values), [50, 64, 64]);
    }
}
