//! A structure has a number, and a table that compares the number finds it again.

use pawn_classics::pawn_hash::{MultiplyHigh, NoStatistics, PawnTable};
use pawn_classics::{Rank56, can_arise, rank, unrank};

fn main() {
    let pawns = [1 << 28, 1 << 48]; // e4, a7
    let number = rank(pawns).expect("a pawn a side");
    assert_eq!(unrank(number), Some(pawns));
    assert!(can_arise(pawns, [0, 0]));

    let mut table: PawnTable<u64, NoStatistics, Rank56, MultiplyHigh> = PawnTable::new(1 << 10);
    assert_eq!(*table.get_or_insert_with(pawns, 1, || 7), 7);
    assert_eq!(*table.get_or_insert_with(pawns, 1, || unreachable!()), 7);
    println!("number {number}");
}
