//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use pawn_classics::{
    BitboardModulo, Canonical, Difference, FastModulo, Packed, PartialKey, Rank56, Ranking,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(BitboardModulo<49_981>, Difference, FastModulo)>();
    threads_share::<(Canonical, Packed, PartialKey<16>, Rank56, Ranking<48, 8>)>();
}
