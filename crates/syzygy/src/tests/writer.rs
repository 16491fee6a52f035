//! Writes small tables in Syzygy's format, numbered and encoded plainly: a twin of the reader that
//! shares nothing with it.

const BLOCK: usize = 64;

/// The positions of an entry of the sparse index.
const SPAN: usize = 1 << 7;

/// The longest run of a value that a symbol stands for, as a power of two.
const LONGEST_RUN: u32 = 5;

/// The first bytes of files.
pub(crate) const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
pub(crate) const DISTANCES: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Returns the placements of three different pieces, one of the eight images of each, in Syzygy's
/// order.
pub(crate) fn triples() -> Vec<[u8; 3]> {
    let below = |square: &u8| square >> 3 < square & 7;
    let on = |square: &u8| square >> 3 == square & 7;
    let all = || 0..64_u8;
    let mut triples = Vec::new();
    for a in [1, 2, 3, 10, 11, 19] {
        for b in all().filter(|&b| b != a) {
            triples.extend(all().filter(|&c| c != a && c != b).map(|c| [a, b, c]));
        }
    }
    for a in [0, 9, 18, 27] {
        for b in all().filter(below) {
            triples.extend(all().filter(|&c| c != a && c != b).map(|c| [a, b, c]));
        }
    }
    for third in [true, false] {
        for a in [0, 9, 18, 27] {
            for b in all().filter(on).filter(|&b| b != a) {
                let c = all().filter(|c| if third { below(c) } else { on(c) });
                triples.extend(c.filter(|&c| c != a && c != b).map(|c| [a, b, c]));
            }
        }
    }
    triples
}

/// One part of a file: its values with the flags of their code.
pub(crate) struct Part {
    pub(crate) flags: u8,
    pub(crate) values: Vec<u16>,
}

/// Writes a file. `pieces` are the bytes that name the pieces of each part or pair of parts; `maps`
/// follow the codes.
pub(crate) fn file(
    magic: [u8; 4],
    flags: u8,
    pieces: &[&[u8]],
    parts: &[Part],
    maps: &[u8],
) -> Vec<u8> {
    let mut bytes = [&magic[..], &[flags], &pieces.concat()].concat();
    align(&mut bytes, 2);
    let codes: Vec<Code> = parts.iter().map(|part| Code::new(&part.values)).collect();
    for (part, code) in parts.iter().zip(&codes) {
        bytes.push(part.flags);
        code.header(&mut bytes);
    }
    bytes.extend(maps);
    align(&mut bytes, 2);
    codes.iter().for_each(|code| bytes.extend(&code.index));
    codes.iter().for_each(|code| bytes.extend(&code.lengths));
    for code in &codes {
        align(&mut bytes, BLOCK);
        bytes.extend(&code.blocks);
    }
    align(&mut bytes, BLOCK);
    bytes.extend([0xcc; 16]);
    bytes
}

fn align(bytes: &mut Vec<u8>, unit: usize) {
    bytes.resize(bytes.len().next_multiple_of(unit), 0);
}

/// Values in blocks of codes of two lengths. A symbol stands for a value, or for a run of it: two
/// symbols of half the run.
struct Code {
    symbols: Vec<(u16, u16)>,
    bits: u32,
    /// The first symbol whose code is a bit shorter.
    long: usize,
    index: Vec<u8>,
    lengths: Vec<u8>,
    blocks: Vec<u8>,
}

impl Code {
    fn new(values: &[u16]) -> Self {
        let mut known: Vec<u16> = values.to_vec();
        known.sort_unstable();
        known.dedup();
        let runs = LONGEST_RUN as usize + 1;
        let mut symbols = Vec::new();
        for &value in &known {
            symbols.push((value, 0xfff));
            for _ in 1..runs {
                let half = symbols.len() as u16 - 1;
                symbols.push((half, half));
            }
        }
        let bits = symbols.len().next_power_of_two().ilog2();
        let long = 2 * symbols.len() - (1 << bits);
        let mut code = Self {
            symbols,
            bits,
            long,
            index: Vec::new(),
            lengths: Vec::new(),
            blocks: Vec::new(),
        };
        let first = |value| known.iter().position(|&one| one == value).expect("known") * runs;
        let starts = code.encode(values, first);
        for middle in (SPAN / 2..values.len() + SPAN / 2).step_by(SPAN) {
            let block = starts.partition_point(|&start| start <= middle) - 1;
            code.index.extend((block as u32).to_le_bytes());
            code.index.extend(((middle - starts[block]) as u16).to_le_bytes());
        }
        code
    }

    /// Fills blocks and returns the first value of each. `first` is the symbol of a single value.
    fn encode(&mut self, values: &[u16], first: impl Fn(u16) -> usize) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut at = 0;
        while at < values.len() {
            let (start, mut text) = (at, String::new());
            starts.push(start);
            while at < values.len() {
                let run = values[at..].iter().take_while(|&&value| value == values[at]).count();
                let power = run.ilog2().min(LONGEST_RUN);
                let word = self.word(first(values[at]) + power as usize);
                if text.len() + word.len() > 8 * BLOCK {
                    break;
                }
                text += &word;
                at += 1 << power;
            }
            self.lengths.extend(((at - start - 1) as u16).to_le_bytes());
            let text = format!("{text:0<width$}", width = 8 * BLOCK);
            let bytes = text.as_bytes().chunks(8);
            self.blocks.extend(bytes.map(|bits| bits.iter().fold(0, |b, &c| b << 1 | (c - b'0'))));
        }
        starts
    }

    fn word(&self, symbol: usize) -> String {
        let width = self.bits as usize;
        if symbol < self.long {
            format!("{symbol:0width$b}")
        } else {
            format!("{:0width$b}", symbol - self.long / 2, width = width - 1)
        }
    }

    fn header(&self, bytes: &mut Vec<u8>) {
        let one_length = self.long == self.symbols.len();
        let least = if one_length { self.bits } else { self.bits - 1 };
        let blocks = (self.lengths.len() / 2) as u32;
        bytes.extend([BLOCK.ilog2() as u8, SPAN.ilog2() as u8, 0]);
        bytes.extend(blocks.to_le_bytes());
        bytes.extend([self.bits as u8, least as u8]);
        if !one_length {
            bytes.extend((self.long as u16).to_le_bytes());
        }
        bytes.extend(0_u16.to_le_bytes());
        bytes.extend((self.symbols.len() as u16).to_le_bytes());
        for &(left, right) in &self.symbols {
            bytes.extend([left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]);
        }
        if self.symbols.len() % 2 == 1 {
            bytes.push(0);
        }
    }
}
