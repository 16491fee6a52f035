//! A passed pawn is found, and found again in a thread's table and in a shared one.

use pawn_hash::{Counters, PawnStructure, PawnTable, SharedPawnTable, WHITE};

fn main() {
    let pawns = [1 << 28, 1 << 48]; // e4, a7
    let passed = || PawnStructure::of(pawns).passed[WHITE];
    let mut table: PawnTable<u64, Counters> = PawnTable::new(1 << 10);
    assert_eq!(*table.get_or_insert_with(pawns, 1, passed), pawns[WHITE]);
    assert_eq!(*table.get_or_insert_with(pawns, 1, || unreachable!()), pawns[WHITE]);
    let counts = table.statistics().counts();
    assert_eq!((counts.hits, counts.misses), (1, 1));

    let shared: SharedPawnTable<u64> = SharedPawnTable::new(1 << 10);
    let find = || assert_eq!(shared.get_or_insert_with(pawns, 1, passed), pawns[WHITE]);
    std::thread::scope(|scope| {
        scope.spawn(find);
        scope.spawn(find);
    });
    println!("e4 is passed");
}
