//! Torn records, injected: every mix of words that a reader may see while a bucket is written.

use std::vec;
use std::vec::Vec;

use super::keys::{Random, most_hits};
use super::layout::first_match;
use crate::{AllWords, Bucket, Index, Layout, Signature, Word};

/// Pairs of states whose words are mixed.
const PAIRS: usize = 5_000;
/// All mixes of at most this many differing words are tried, else 2^`WORDS` mixes at random.
const WORDS: u32 = 10;

/// The key and the bits of a record in a slot.
type Held = (Signature, u64);

/// Checks the law of torn records, for a layout of atomic words. A bucket is brought from one state
/// to another by a store of another key, a store of the same key or a copy; every mix of the words
/// of both is a bucket that a reader may see, and that two threads that race for a slot may leave.
/// A slot that matches a key then holds a record that one of the states has under that key, except
/// with a probability of `false_hits`: 0 for [`Wide`](crate::Wide), 2^-21 for
/// [`Dense`](crate::Dense).
///
/// Words that are all 0 must be the empty bucket, too.
///
/// # Panics
/// If a law is broken.
pub fn check_torn_writes<L: Layout<Bucket: AllWords>>(false_hits: f64) {
    let empty = L::Bucket::default();
    assert!(
        words(&empty).iter().all(|&word| word == 0),
        "the empty bucket has a word that is not 0"
    );
    let index = L::Index::new(1);
    let mut random = Random::new(3);
    let (mut asked, mut foreign) = (0, 0);
    for _ in 0..PAIRS {
        let (old, before) = state::<L>(index, &mut random);
        let (new, after) = changed::<L>(index, &old, &before, &mut random);
        let records: Vec<Held> = before.into_iter().chain(after).flatten().collect();
        for mixed in mixes(&words(&old), &words(&new), &mut random) {
            let bucket = L::Bucket::default();
            bucket.words().iter().zip(mixed).for_each(|(word, value)| word.set(value));
            let stranger = Signature::of(random.next(), index);
            for of in records.iter().map(|record| record.0).chain([stranger]) {
                let found = bucket.find(of);
                assert_eq!(found, first_match(bucket.read(of).as_ref()), "`find` is another way");
                asked += 1;
                foreign += u64::from(found != 0 && !records.contains(&(of, found)));
            }
        }
    }
    let most = most_hits(false_hits, asked * L::Bucket::WAYS as u64);
    assert!(foreign <= most, "{foreign} torn records of {asked} matched, more than {most}");
}

fn words(bucket: &impl AllWords) -> Vec<u64> {
    bucket.words().iter().map(Word::get).collect()
}

/// Returns a bucket of new keys, full or nearly so, and its records.
fn state<L: Layout>(index: L::Index, random: &mut Random) -> (L::Bucket, Vec<Option<Held>>) {
    let bucket = L::Bucket::default();
    let mut held = vec![None; L::Bucket::WAYS];
    let taken =
        L::Bucket::WAYS - if random.below(4) == 0 { random.below(L::Bucket::WAYS + 1) } else { 0 };
    for (slot, at) in held.iter_mut().enumerate().take(taken) {
        let record = (Signature::of(random.next(), index), random.next() | 1);
        bucket.write(slot, record.0, record.1);
        *at = Some(record);
    }
    (bucket, held)
}

/// Returns the bucket after one more write or copy, and its records then.
fn changed<L: Layout<Bucket: AllWords>>(
    index: L::Index,
    old: &L::Bucket,
    held: &[Option<Held>],
    random: &mut Random,
) -> (L::Bucket, Vec<Option<Held>>) {
    let bucket = L::Bucket::default();
    bucket.words().iter().zip(words(old)).for_each(|(word, value)| word.set(value));
    let mut held = held.to_vec();
    let (slot, other) = (random.below(held.len()), random.below(held.len()));
    match (held[slot], random.below(4)) {
        (Some(_), 0) if other != slot => {
            bucket.copy(slot, other);
            held[other] = held[slot];
        }
        (at, choice) => {
            let fresh = Signature::of(random.next(), index);
            let of = at.filter(|_| choice == 1).map_or(fresh, |record| record.0);
            let bits = random.next() | 1;
            bucket.write(slot, of, bits);
            held[slot] = Some((of, bits));
        }
    }
    (bucket, held)
}

/// Returns every choice of each word from one state or the other.
fn mixes(old: &[u64], new: &[u64], random: &mut Random) -> Vec<Vec<u64>> {
    let differ: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    let all = differ.len() as u32 <= WORDS;
    let choices = 1_u64 << WORDS.min(differ.len() as u32);
    let mixed = |choice: u64| {
        let mut words = old.to_vec();
        let chosen = differ.iter().enumerate().filter(|(bit, _)| choice >> (bit % 64) & 1 == 1);
        chosen.for_each(|(_, &word)| words[word] = new[word]);
        words
    };
    (0..choices).map(|choice| mixed(if all { choice } else { random.next() })).collect()
}
