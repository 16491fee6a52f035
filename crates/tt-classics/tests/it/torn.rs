//! A store in two levels, torn: a reader may see any mix of the words before it and after it.

use tt_core::{AllWords, Bucket, Dense, Index, Layout, Signature, Wide};
use zobrist_keys::SplitMix64;

const STORES: u64 = 2_000;

/// Copies the record of the first slot to another slot and writes a newcomer to the first, as two
/// levels do, and looks up every key in every mix of old and new words. Returns the number of
/// stores of which some mix yielded a record of another key.
fn foreign<L: Layout<Bucket: AllWords>>() -> u64 {
    let index = L::Index::new(1);
    let mut random = SplitMix64::new(1);
    let mut foreign = 0;
    let mut whole = 0;
    for _ in 0..STORES {
        let mut record = || {
            let key = random.next();
            (Signature::of(key, index), random.next() | 1)
        };
        let held: Vec<_> = (0..=L::Bucket::WAYS).map(|_| record()).collect();
        let (newcomer, records) = (held[0], &held[1..]);
        let behind = 1 + (newcomer.1 >> 32) as usize % (L::Bucket::WAYS - 1);
        let before = L::Bucket::default();
        records.iter().enumerate().for_each(|(slot, &(of, bits))| before.write(slot, of, bits));
        let old: Vec<u64> = before.words().iter().map(tt_core::Word::get).collect();
        before.copy(0, behind);
        before.write(0, newcomer.0, newcomer.1);
        let new: Vec<u64> = before.words().iter().map(tt_core::Word::get).collect();
        let mut is_foreign = false;
        for choice in 0..1_u32 << old.len() {
            let mixed = L::Bucket::default();
            for (i, word) in mixed.words().iter().enumerate() {
                word.set(if choice >> i & 1 == 1 { new[i] } else { old[i] });
            }
            for &(of, bits) in &held {
                let found = mixed.find(of);
                whole += u64::from(found == bits);
                is_foreign |= found != 0 && found != bits;
            }
        }
        foreign += u64::from(is_foreign);
    }
    assert!(whole > STORES, "hardly anything was found: {whole}");
    foreign
}

#[test]
fn a_torn_store_in_two_levels_yields_no_foreign_record() {
    assert_eq!(foreign::<Wide<2>>(), 0);
    assert_eq!(foreign::<Wide<4>>(), 0);
    // Seven keys probe six slots of four contents each: 0.16 in all by 2^-21 each.
    assert!(foreign::<Dense>() <= 2);
}
