//! A whole program over `syzygy` alone: a table that the program has made, and one that it lacks.

use std::fs;

use syzygy::movegen::Position;
use syzygy::{Fault, ProbeError, Tablebases, Wdl};

fn main() {
    // All positions with White to move are won, and all others are lost.
    let head = [0x71, 0xe8, 0x23, 0x5d, 1, 0, 0x44, 0x66, 0xee, 0, 0x80, 4, 0x80, 0];
    let mut file = head.to_vec();
    file.resize(80, 0);
    let folder = std::env::temp_dir().join(format!("syzygy-{}", std::process::id()));
    fs::create_dir(&folder).expect("a new folder");
    fs::write(folder.join("KRvK.rtbw"), file).expect("a file");
    fs::write(folder.join("KQvK.rtbw"), head).expect("a file");
    let tables = Tablebases::open([&folder]);
    let probe = |fen| tables.probe_wdl(&Position::from_fen(fen).expect("a legal position"));
    assert_eq!(probe("8/8/8/3k4/8/8/8/K6R w - - 0 1"), Ok(Wdl::Win));
    assert_eq!(probe("8/8/8/3k4/8/8/8/K6R b - - 0 1"), Ok(-Wdl::Win));
    assert!(matches!(probe("8/8/8/2k5/8/8/8/K6Q w - - 0 1"), Err(ProbeError::Missing(_))));
    let warnings = tables.take_warnings();
    assert!(matches!(warnings[..], [ref only] if matches!(only.fault(), Fault::Length(14))));
    println!("{} table, up to {} pieces; {}", tables.wdl_files(), tables.max_pieces(), warnings[0]);
    fs::remove_dir_all(folder).expect("the folder is ours");
}
