//! At the end of any game: 16 bits are a legal move exactly if the list of legal moves has them,
//! the counts are those of the list and of every child, captures and quiet moves together are the
//! list, and a null move updates the keys.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{CachedPosition, DefaultKeys, Generate, Move, MoveList, Position};

fuzz_target!(|input: (Vec<u8>, Vec<u16>)| {
    let (choices, candidates) = input;
    let Some(position) = palimpsest_fuzz::last(&choices) else { return };
    let legal = position.legal_moves();
    let cached = CachedPosition::from(position.clone());
    for mv in candidates.iter().filter_map(|&bits| Move::from_bits(bits)) {
        let listed = legal.contains(&mv);
        assert_eq!(cached.is_legal(mv), listed, "{mv:?} {position:?}");
    }
    assert_eq!(position.count_legal() as usize, legal.len(), "{position:?}");
    let mut leaves = 0;
    position.for_each_child(|_, child| leaves += u64::from(child.count_legal()));
    assert_eq!(position.count_leaves(), leaves, "{position:?}");
    let mut parts = MoveList::new();
    cached.generate(Generate::Tactical, &mut parts);
    let captures = parts.len();
    cached.generate(Generate::Quiets, &mut parts);
    assert!(parts[..captures].iter().all(|&mv| position.is_tactical(mv)), "{position:?}");
    let (mut parts, mut all) = (parts.to_vec(), legal.to_vec());
    parts.sort_unstable();
    all.sort_unstable();
    assert_eq!(parts, all, "{position:?}");
    if !position.in_check() {
        let mut child = Position::startpos();
        position.make_null_into(&mut child);
        assert_eq!(child.keys(), child.with_keys::<DefaultKeys>().keys(), "{position:?}");
    }
});
