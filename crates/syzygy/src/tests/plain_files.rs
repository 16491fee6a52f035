//! Files in which every position has one value: small, however many positions there are.

use movegen::{Color, PieceType};

use crate::layout::{Layout, PieceCode};
use crate::material::Material;
use crate::name::Content;

pub(crate) const VALUE: u8 = 3;

/// The largest number of values in a block, 256 symbols of one bit that each stand for 256 values.
const VALUES: u64 = 1 << 16;

/// The bytes of such a block, as a power of two.
const BLOCK_BITS: u8 = 5;

/// Writes a file for an ending. The parts are coded like real ones if that takes fewer than
/// `most_blocks` blocks; otherwise each states that it has one value.
pub(crate) fn plain_file(content: Content, name: &str, most_blocks: u64) -> Vec<u8> {
    file_of_values([VALUE; 2], content, name, most_blocks)
}

/// Writes a file of results with one value for each side to move, White's first.
pub(crate) fn file_of_results(values: [u8; 2], name: &str) -> Vec<u8> {
    file_of_values(values, Content::Results, name, 0)
}

fn file_of_values(values: [u8; 2], content: Content, name: &str, most_blocks: u64) -> Vec<u8> {
    let material = Material::from_name(name).expect("a table's name");
    let by_side = content == Content::Results && !material.is_symmetric();
    let pawns = material.pawns() > 0;
    let both = Color::ALL.iter().all(|&color| material.count(color, PieceType::Pawn) > 0);
    let pieces = pieces(material);
    let mut bytes = content.magic().to_vec();
    bytes.push(u8::from(by_side) | u8::from(pawns) << 1);
    let mut sizes = Vec::new();
    for file in 0..if pawns { 4 } else { 1 } {
        bytes.push(0x00);
        if both {
            bytes.push(0x11);
        }
        bytes.extend(pieces.iter().map(|code| code | code << 4));
        let pieces = pieces.iter().map(|&code| PieceCode::new(code).expect("a piece")).collect();
        let layout = Layout::new(material, pieces, [0, if both { 1 } else { 0xf }], file);
        let size = layout.expect("proper").size();
        sizes.extend(vec![size; if by_side { 2 } else { 1 }]);
    }
    align(&mut bytes, 2);
    let blocks: Vec<u64> = sizes.iter().map(|size| size.div_ceil(VALUES)).collect();
    if blocks.iter().sum::<u64>() >= most_blocks {
        // A table of distances needs no value there, and the byte fills the space.
        let values = values.iter().cycle().take(sizes.len());
        bytes.extend(values.flat_map(|&value| [0x80, value]));
    } else {
        for &blocks in &blocks {
            bytes.extend([0, BLOCK_BITS, VALUES.ilog2() as u8, 0]);
            bytes.extend((blocks as u32).to_le_bytes());
            // One length of code, of one bit: 0 is a run of 128 values, 1 one of 256.
            bytes.extend([1, 1, 7, 0, 9, 0, VALUE, 0xf0, 0xff]);
            bytes.extend((0..8).flat_map(|half: u8| [half, half << 4, 0]));
            bytes.push(0);
        }
        for &blocks in &blocks {
            for block in 0..blocks as u32 {
                bytes.extend(block.to_le_bytes());
                bytes.extend((1_u16 << 15).to_le_bytes());
            }
        }
        let all = blocks.iter().sum::<u64>() as usize;
        bytes.extend(vec![0xff; 2 * all]);
        for &blocks in &blocks {
            align(&mut bytes, 64);
            bytes.extend(vec![0xff; (blocks as usize) << BLOCK_BITS]);
        }
    }
    align(&mut bytes, 64);
    bytes.extend([0xcc; 16]);
    bytes
}

/// Returns the pieces by their codes: pawns first, or those that are the only ones of their kind.
pub(crate) fn pieces(material: Material) -> Vec<u8> {
    let mut likes: Vec<(bool, u8, usize)> = Vec::new();
    for (color, black) in Color::ALL.into_iter().zip([0, 8]) {
        for (kind, code) in PieceType::ALL.into_iter().zip(1..) {
            let count = material.count(color, kind);
            let leads = if material.pawns() > 0 { kind == PieceType::Pawn } else { count == 1 };
            likes.push((!leads, code | black, count));
        }
    }
    likes.sort_by_key(|&(follows, ..)| follows);
    likes.iter().flat_map(|&(_, code, count)| vec![code; count]).collect()
}

fn align(bytes: &mut Vec<u8>, unit: usize) {
    bytes.resize(bytes.len().next_multiple_of(unit), 0);
}
