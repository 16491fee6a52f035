//! A structure has a number, and a table that compares the number finds it again.

use pawn_classics::{Rank56, can_arise, rank, unrank};
use pawn_classics::pawn_hash::{MultiplyHigh, NoStatistics, PawnTable};

fn main() {
    let (white, black) = (1 << 28, 1 << 48); // e4, a7
    let number = rank(white, black).expect("a pawn a side");
    assert_eq!(unrank(number), Some((white, black)));
    assert!(can_arise(white, black, [0, 0]));

    let mut table: PawnTable<u64, NoStatistics, Rank56, MultiplyHigh> = PawnTable::new(1 << 10);
    assert_eq!(*table.get_or_insert_with(white, black, 1, || 7), 7);
    assert_eq!(*table.get_or_insert_with(white, black, 1, || unreachable!()), 7);
    println!("number {number}");
}
