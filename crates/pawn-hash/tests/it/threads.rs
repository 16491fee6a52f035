//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use pawn_hash::{
    Counters, FullKey, PawnKingTable, PawnStructure, PawnTable, SharedPawnTable, TwoSets, Wing,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(PawnTable<i32>, PawnKingTable<i32>, SharedPawnTable<i32>)>();
    threads_share::<(Counters, FullKey, PawnStructure, TwoSets, Wing)>();
}
