//! The law of table files, for fuzzers: whatever their bytes, a look-up ends, with a value or
//! without.

use movegen::{Piece, Position, PositionBuilder};

use crate::material::Material;
use crate::name::{Content, TableName};
use crate::table::Table;

/// Endings with 3 to 7 pieces, with and without like pieces and pawns, and a board of each.
pub(crate) const ENDINGS: [(&str, &str); 16] = [
    ("KRvK", "8/8/4k3/8/8/4K3/8/7R"),
    ("KPvK", "8/8/4k3/8/8/4K3/7P/8"),
    ("KRRvK", "8/8/4k3/8/R7/4K3/8/7R"),
    ("KRvKR", "8/r7/4k3/8/8/4K3/8/7R"),
    ("KPPvK", "8/8/4k3/8/6P1/4K3/7P/8"),
    ("KPvKP", "8/p7/4k3/8/8/4K3/7P/8"),
    ("KBNvK", "8/8/4k3/8/B7/4K3/8/7N"),
    ("KRRRvK", "8/8/4k3/8/R7/4K3/7R/7R"),
    ("KRPvKR", "r7/8/4k3/8/8/4K3/6P1/7R"),
    ("KRRvKRR", "r7/r7/4k3/8/8/4K3/7R/7R"),
    ("KPPvKPP", "8/pp6/4k3/8/8/4K3/6PP/8"),
    ("KQQQQvK", "8/8/4k3/8/Q7/4K3/7Q/Q6Q"),
    ("KRRRvKRR", "r7/r7/4k3/8/8/4K3/6RR/7R"),
    ("KPPPPPvK", "8/8/4k3/8/PP6/4K3/5PPP/8"),
    ("KRPPvKNP", "n7/p7/4k3/8/8/4K3/6PP/7R"),
    ("KQRBNPvK", "8/8/4k3/8/NQ6/4K3/6BP/7R"),
];

/// The least bytes of a file, its checksum included, and the step to longer ones.
const SHORTEST: usize = 80;
const STEP: usize = 64;

/// The numbers of look-ups of one file with and without a value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) values: usize,
    pub(crate) nothing: usize,
}

/// Makes a file of these bytes and looks up positions in it. The first byte is the ending, the
/// second the content, the third how much the file grows by copies of the fourth. The others follow
/// the file's first four bytes.
///
/// # Panics
///
/// If a value is not one that tables have, or a refusal has no message.
pub fn survives(bytes: &[u8]) {
    let Some((&[ending, content, growth, fill], bytes)) = bytes.split_first_chunk() else { return };
    let (name, board) = ENDINGS[usize::from(ending) % ENDINGS.len()];
    let content = if content % 2 == 0 { Content::Results } else { Content::Distances };
    let mut file = [&content.magic()[..], bytes].concat();
    let grown = file.len() + STEP * usize::from(growth).pow(2) / 16;
    let whole = grown.saturating_sub(SHORTEST).next_multiple_of(STEP) + SHORTEST;
    file.resize(whole, fill);
    let _ = look_up(&file, content, name, board);
}

/// Looks up a board of an ending in a file, for both sides to move, as it is and with the colours
/// exchanged. A refused file gives no value.
pub(crate) fn look_up(file: &[u8], content: Content, name: &str, board: &str) -> Found {
    let material = Material::from_name(name).expect("a table's name");
    let mut found = Found::default();
    let table = match Table::read(file, TableName { content, material }) {
        Ok(table) => table,
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            return found;
        }
    };
    for side in ["w", "b"] {
        let Ok(position) = Position::from_fen(&format!("{board} {side} - - 0 1")) else {
            continue;
        };
        for position in [exchanged(&position), position] {
            let swapped = Material::of(&position) != material;
            let mut count = |value: bool| {
                if value { found.values += 1 } else { found.nothing += 1 }
            };
            if content == Content::Results {
                let result = table.result(&position, swapped);
                assert!(!matches!(result, Ok(..=-3 | 3..)), "{result:?}");
                count(result.is_ok());
            } else {
                for result in -2..=2 {
                    count(table.distance(&position, swapped, result).is_ok());
                }
            }
        }
    }
    found
}

/// Returns the position upside down with the colours exchanged.
pub(crate) fn exchanged(position: &Position) -> Position {
    let builder = PositionBuilder::new().side_to_move(!position.side_to_move());
    let pieces = position.occupied().into_iter().map(|square| {
        let piece = position.piece_at(square).expect("occupied");
        (square.flip(), Piece::new(!piece.color(), piece.kind()))
    });
    let builder = pieces.fold(builder, |builder, (square, piece)| builder.put(square, piece));
    builder.build().expect("as legal as before")
}
