//! A passed pawn is found, and found again in the table.

use pawn_hash::{PawnStructure, PawnTable, WHITE};

fn main() {
    let (white, black) = (1 << 28, 1 << 48); // e4, a7
    let passed = || PawnStructure::of(white, black).passed[WHITE];
    let mut table: PawnTable<u64> = PawnTable::new(1 << 10);
    assert_eq!(*table.get_or_insert_with(white, black, 1, passed), white);
    assert_eq!(*table.get_or_insert_with(white, black, 1, || unreachable!()), white);
    println!("e4 is passed");
}
