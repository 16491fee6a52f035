//! A user of the crate alone with tt-core: Breuker's recommendation keeps the greatest and the
//! newest, two bounds of one position survive together, and Rival's table fills its 13 bytes a
//! record.

use tt_classics::breuker::TwoBig1;
use tt_classics::hinted::{CountedNodes, HintedEntry};
use tt_classics::plaat::{Proof, TwoBounds};
use tt_classics::rival::RivalTable;
use tt_core::{Table, Wide};

fn main() {
    let pair = Table::<HintedEntry, Wide<2>, TwoBig1>::with_parts(32).expect("32 bytes are there");
    for (key, searched) in [(1, 500), (2, 10), (3, 20)] {
        let effort = TwoBig1::counted_nodes(searched, 0);
        pair.store(key, HintedEntry { draft: 4, effort, ..HintedEntry::default() });
    }
    assert_eq!([1, 2, 3].map(|key| pair.probe(key).is_some()), [true, false, true]);

    let key = 0x9d39_247e_3377_6d41;
    let proof = |score| Some(Proof { score, draft: 6 });
    let table = Table::<TwoBounds>::with_parts(1 << 20).expect("a mebibyte is there");
    table.store(key, TwoBounds { mv: 9, lower: proof(10), upper: None });
    table.store(key, TwoBounds { mv: 0, lower: None, upper: proof(30) });
    let both = TwoBounds { mv: 9, lower: proof(10), upper: proof(30) };
    assert_eq!(table.probe(key), Some(both));

    let rival = RivalTable::with_parts(13_000).expect("13 kilobytes are there");
    assert_eq!(rival.capacity(), 1_000);
    println!("{} entries", rival.capacity());
}
