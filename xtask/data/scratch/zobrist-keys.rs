//! Two orders of the same features have the same key.

use zobrist_keys::{Key, Xor64, xor64_table};

const FEATURES: [Xor64; 3] = xor64_table(1);

fn main() {
    let forth = FEATURES.iter().fold(Xor64::ZERO, |key, &feature| key.insert(feature));
    let back = FEATURES.iter().rev().fold(Xor64::ZERO, |key, &feature| key.insert(feature));
    assert_eq!(forth, back);
    println!("key {:016x}", forth.to_u64());
}
