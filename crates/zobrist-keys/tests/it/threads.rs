//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use zobrist_keys::{
    Additive64, Bch, BuildKeyHasher, Certificate, Code, Feature, Group, KeyHasher, NoKey, Ply,
    Schema, SplitMix64, Xor64, Xor128,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Additive64, Xor64, Xor128, NoKey, Bch<0x11d, 2, 8>)>();
    threads_share::<(Certificate, Code, Feature, Group, Ply, Schema)>();
    threads_share::<(BuildKeyHasher, KeyHasher, SplitMix64)>();
}
