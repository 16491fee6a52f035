//! Two bounds of one position survive together, and a table of the program Rival fills its 13 bytes
//! a record.

use tt_classics::{Packed, Proof, RivalEntry, Staleness, TwoBounds};
use tt_core::Table;

fn main() {
    let key = 0x9e37_79b9_7f4a_7c15;
    let proof = |score| Some(Proof { score, draft: 6 });
    let table = Table::<TwoBounds>::new(1 << 20).expect("a mebibyte is there");
    table.store(key, TwoBounds { mv: 9, lower: proof(10), upper: None });
    table.store(key, TwoBounds { mv: 0, lower: None, upper: proof(30) });
    let both = TwoBounds { mv: 9, lower: proof(10), upper: proof(30) };
    assert_eq!(table.probe(key), Some(both));
    type Rival = Table<RivalEntry, Packed, Staleness>;
    let rival = Rival::new(13_000).expect("13 kilobytes are there");
    assert_eq!(rival.capacity(), 1_000);
    println!("{} entries", rival.capacity());
}
