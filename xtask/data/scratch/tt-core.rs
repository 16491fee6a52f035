//! A table of one mebibyte gives back what it was given.

use tt_core::{Bound, Entry, Table};

fn main() {
    let table = Table::new(1 << 20).expect("a mebibyte is there");
    let key = 0x9e37_79b9_7f4a_7c15;
    table.store(key, Entry { mv: 7, score: -3, eval: 0, draft: 5, bound: Bound::Exact, pv: true });
    let entry = table.probe(key).expect("it was stored just now");
    assert_eq!((entry.mv, entry.score, entry.draft), (7, -3, 5));
    assert!(table.probe(!key).is_none());
    println!("{} entries", table.capacity());
}
