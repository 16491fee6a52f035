//! Tables against the truth: files that a twin of the reader has written from retrograde analysis,
//! real ones where they are installed, damaged ones.
#![expect(clippy::print_stderr, reason = "what is skipped is said aloud")]

mod pawn_file;
mod plain_files;
mod rook_files;
mod solver;
mod writer;

use std::collections::BTreeMap;
use std::path::Path;

use movegen::{Color, PieceType};
use tempfile::TempDir;

use self::law::{ENDINGS, Found, exchanged, look_up};
use self::pawn_file::pawn_results;
use self::plain_files::{file_of_results, plain_file};
use self::rook_files::{rook_distances, rook_results};
use self::solver::{Endings, POSITIONS};
use super::*;

/// Returns the results of a rook's ending without analysis: all is drawn, or lost by a capture.
fn unsolved() -> Vec<u8> {
    rook_results(&Endings::default())
}

/// Creates a folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    folder
}

fn open(folder: &Path) -> Syzygy {
    Syzygy::open(folder.to_str().expect("a path in Unicode"))
}

/// Returns legal positions of an ending: one in seven, which is prime to their number.
fn some_positions(kind: PieceType) -> impl Iterator<Item = Position> {
    (0..POSITIONS).step_by(7).filter_map(move |index| solver::position(kind, index))
}

/// Returns the result from the side to move's view, from -2 to 2, and the signed plies to mate.
fn truth(endings: &Endings, position: &Position) -> (i32, i32) {
    let Some(plies) = endings.mate(position) else { return (0, 0) };
    let sign = if plies % 2 == 1 { 1 } else { -1 };
    (2 * sign, sign * i32::from(plies).max(1))
}

#[test]
fn positions_with_a_rook_have_their_result_and_their_distance() {
    let endings = Endings::new(&[PieceType::Rook]);
    let (results, distances) = (rook_results(&endings), rook_distances(&endings));
    let folder = folder(&[("KRvK.rtbw", &results), ("KRvK.rtbz", &distances)]);
    let tables = open(folder.path());
    assert_eq!(tables.summary(), "1 WDL and 1 DTZ tables, up to 3 men");
    for (number, position) in some_positions(PieceType::Rook).enumerate() {
        let found = |position: &Position| (tables.result(position), tables.distance(position));
        let (result, distance) = truth(&endings, &position);
        assert_eq!(found(&position), (Some(result), Some(distance)), "{position:?}");
        if number % 8 == 0 {
            let exchanged = exchanged(&position);
            assert_eq!(found(&exchanged), (Some(result), Some(distance)), "{exchanged:?}");
        }
    }
    assert!(tables.take_faults().is_empty());
}

#[test]
fn positions_with_a_pawn_have_their_result() {
    let endings = Endings::new(&[PieceType::Rook, PieceType::Queen, PieceType::Pawn]);
    let folder = folder(&[("KPvK.rtbw", &pawn_results(&endings))]);
    let tables = open(folder.path());
    for (number, position) in some_positions(PieceType::Pawn).enumerate() {
        let (result, _) = truth(&endings, &position);
        assert_eq!(tables.result(&position), Some(result), "{position:?}");
        if number % 8 == 0 {
            let exchanged = exchanged(&position);
            assert_eq!(tables.result(&exchanged), Some(result), "{exchanged:?}");
        }
    }
}

#[test]
fn what_there_is_no_table_for_has_no_result() {
    let results = rook_results(&Endings::new(&[PieceType::Rook]));
    let folder = folder(&[("KRvK.rtbw", &results), ("KRvK.txt", b"1"), ("K.rtbw", b"2")]);
    let tables = open(folder.path());
    assert_eq!(
        (tables.largest(), tables.summary()),
        (3, "1 WDL and 0 DTZ tables, up to 3 men".into())
    );
    let position = |fen| Position::from_fen(fen).expect("legal");
    assert_eq!(
        tables.probe_wdl(&position("8/8/4k3/8/8/4K3/8/8 w - - 0 1")),
        Some(EndgameResult::Draw)
    );
    let won = position("8/8/4k3/8/8/4K3/8/7R w - - 0 1");
    assert_eq!((tables.probe_wdl(&won), tables.probe_dtz(&won)), (Some(EndgameResult::Win), None));
    assert_eq!(tables.probe_wdl(&position("8/8/4k3/8/8/4K3/8/7Q w - - 0 1")), None);
    // A capture that wins proves it; without one the ending's own table would be needed.
    let takes = position("8/8/4k3/8/8/4K3/8/5n1R w - - 0 1");
    assert_eq!(tables.probe_wdl(&takes), Some(EndgameResult::Win));
    assert_eq!(tables.probe_wdl(&position("8/8/4k3/8/8/4K3/n7/7R w - - 0 1")), None);
}

/// In each case the search goes on without the file, and one remark names it.
#[test]
fn damaged_files_are_told_and_never_believed() {
    let (good, distances) = (unsolved(), rook_distances(&Endings::default()));
    let won = Position::from_fen("8/8/4k3/8/8/4K3/8/7R w - - 0 1").expect("legal");
    let changed = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] = byte;
        bytes
    };
    let cut = |length: usize| good[..length].to_vec();
    let whole_blocks = good.len() - 16 - 64 * 9 + 16;
    for (bytes, words, at_once) in [
        (Vec::new(), "is no whole table, at 0 bytes", true),
        (cut(100), "is no whole table, at 100 bytes", true),
        (cut(good.len() - 1), "is no whole table", true),
        (cut(80), "is no whole table, at 80 bytes", false),
        (cut(whole_blocks), "is no whole table", false),
        (changed(0, 1), "does not begin as such a table does", false),
        (distances, "does not begin as such a table does", false),
        (changed(4, 3), "has other men than its name says", false),
        (changed(7, 0x55), "has other men than its name says", false),
        (changed(7, 0x77), "has other men than its name says", false),
        // Lengths of codes; a symbol that contains itself.
        (changed(10, 40), "", false),
        (changed(18, 0), "has a code that cannot be decoded", false),
        (changed(18, 60), "has a code that cannot be decoded", false),
    ] {
        let folder = folder(&[("KRvK.rtbw", &bytes)]);
        let tables = open(folder.path());
        let mut faults = tables.take_faults();
        assert_eq!((tables.largest() == 0, faults.len()), (at_once, at_once.into()), "{words}");
        let result = tables.probe_wdl(&won);
        faults.extend(tables.take_faults());
        if !words.is_empty() {
            assert_eq!((result, faults.len()), (None, 1), "{words}: {faults:?}");
            assert!(faults[0].contains("KRvK.rtbw") && faults[0].contains(words), "{faults:?}");
        }
    }
}

/// Files of fewer blocks than this are coded like real ones.
const MOST_BLOCKS: u64 = 1 << 11;

const CONTENTS: [Content; 2] = [Content::Results, Content::Distances];

#[test]
fn files_with_one_value_have_it_for_every_position() {
    for (name, board) in ENDINGS {
        for (content, most_blocks) in CONTENTS.into_iter().flat_map(|c| [(c, 0), (c, MOST_BLOCKS)])
        {
            let file = plain_file(content, name, most_blocks);
            let found = look_up(&file, content, name, board);
            let looked_up = if content == Content::Results { 4 } else { 20 };
            assert_eq!(found, Found { values: looked_up, nothing: 0 }, "{name} {content:?}");
        }
    }
}

/// White may capture en passant, and loses by that as by any other move. The table's distance
/// holds, because the loser need not set the clock to zero. Both tables are made up.
#[test]
fn a_capture_en_passant_that_loses_like_all_else_does_not_shorten_the_distance() {
    const LOSS: u8 = 0;
    const WIN: u8 = 4;
    let folder = folder(&[
        ("KPvKP.rtbw", &file_of_results([LOSS; 2], "KPvKP")),
        ("KPvK.rtbw", &file_of_results([LOSS, WIN], "KPvK")),
        ("KPvKP.rtbz", &plain_file(Content::Distances, "KPvKP", MOST_BLOCKS)),
    ]);
    let tables = open(folder.path());
    let distance = |fen: &str| tables.distance(&fen.parse().expect("a position"));
    let without = distance("7k/8/8/3pP3/8/8/8/K7 w - - 0 1");
    assert!(without.is_some_and(|plies| plies < -1), "{without:?}");
    assert_eq!(distance("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1"), without);
}

/// Whatever the bytes of a file are, a look-up ends, with a result or without.
#[test]
fn noise_in_a_file_is_survived() {
    const ROUNDS: usize = 100;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut total = Found::default();
    let (rook, pawn) = (unsolved(), pawn_results(&Endings::default()));
    let mut models =
        vec![(Content::Results, ENDINGS[0], rook), (Content::Results, ENDINGS[1], pawn)];
    for ending in ENDINGS {
        for content in CONTENTS {
            models.push((content, ending, plain_file(content, ending.0, MOST_BLOCKS)));
            models.push((content, ending, plain_file(content, ending.0, 0)));
        }
    }
    for (content, (name, board), good) in models {
        for round in 0..ROUNDS {
            let mut bytes = good.clone();
            // The header is short, so it gets most of the damage.
            let reach = [24, 80, 400, bytes.len()][round % 4].min(bytes.len());
            for _ in 0..=random(6) {
                let (place, other) = (5 + random(reach - 5), 5 + random(reach - 5));
                if random(2) == 0 {
                    bytes[place] = random(256) as u8;
                } else {
                    // Like pieces are no longer together, or pawns no longer lead.
                    bytes.swap(place, other);
                }
            }
            if random(8) == 0 {
                bytes.resize(80 + 64 * random(1 + bytes.len() / 32), random(256) as u8);
            }
            let found = look_up(&bytes, content, name, board);
            total.values += found.values;
            total.nothing += found.nothing;
        }
    }
    assert!(total.values > 0 && total.nothing > 0, "{total:?}");
}

/// Headers with the pieces of the name, in an order in which positions have no numbers, are
/// refused.
#[test]
fn men_in_an_improper_order_are_refused() {
    for (name, men, order) in [
        ("KRRRvK", "4644e", "0"),
        ("KRRRvK", "46e44", "0"),
        ("KRRRvK", "446e4", "0"),
        ("KRRvKR", "446ec", "0"),
        ("KRRRvK", "6e444", "9"),
        ("KPPvKPP", "19196e", "01"),
        ("KPPvKPP", "1199e6", "00"),
        ("KPPvKPP", "1199e6", "08"),
        ("KPPvKPP", "e61199", "01"),
        ("KPPvKPP", "11e699", "01"),
        ("KPPvK", "161e", "0"),
        ("KPvK", "61e", "0"),
    ] {
        let material = Material::from_name(name).expect("a table's name");
        let both = material.swapped().count(Color::White, PieceType::Pawn) > 0;
        let digit = |digit: char| digit.to_digit(16).expect("a man") as u8;
        let good = plain_file(Content::Results, name, 0);
        let (length, orders) = (material.men(), if both { 2 } else { 1 });
        let mut bytes = good.clone();
        let files = if material.pawns() > 0 { 4 } else { 1 };
        for file in 0..files {
            let start = 5 + file * (orders + length);
            for (place, code) in order.chars().chain(men.chars()).enumerate() {
                bytes[start + place] = digit(code) << 4 | digit(code);
            }
        }
        let damage = Table::read(&bytes[..], Content::Results, material).err();
        let expected = Damage::Order.to_string();
        let damage = damage.map(|damage| damage.to_string());
        assert_eq!(damage, Some(expected), "{name} {men} {order}");
        assert!(Table::read(&good[..], Content::Results, material).is_ok(), "{name}");
    }
}

#[test]
fn parts_that_are_led_by_pawns_of_either_colour_are_refused() {
    let mut bytes = plain_file(Content::Results, "KPPvKPP", 0);
    let third = 5 + 2 * 8 + 2;
    bytes[third..third + 4].copy_from_slice(&[0x99, 0x99, 0x11, 0x11]);
    let material = Material::from_name("KPPvKPP").expect("a table's name");
    let damage = Table::read(&bytes[..], Content::Results, material).err().expect("refused");
    assert_eq!(damage.to_string(), Damage::Order.to_string());
}

/// Only a look-up meets a value that no table has.
#[test]
fn damage_that_a_look_up_meets_is_told_once_and_the_file_counts_as_absent() {
    let mut bytes = plain_file(Content::Results, "KRvK", 0);
    let values = bytes.iter().position(|&byte| byte == 0x80).expect("a part") + 1;
    bytes[values] = 9;
    let folder = folder(&[("KRvK.rtbw", &bytes)]);
    let tables = open(folder.path());
    let position = |fen| Position::from_fen(fen).expect("legal");
    let white = position("8/8/4k3/8/8/4K3/8/7R w - - 0 1");
    assert_eq!((tables.probe_wdl(&white), tables.probe_wdl(&white)), (None, None));
    let faults = tables.take_faults();
    assert!(
        faults.len() == 1 && faults[0].ends_with("a code that cannot be decoded"),
        "{faults:?}"
    );
    assert_eq!(tables.probe_wdl(&position("8/8/4k3/8/8/4K3/8/7R b - - 0 1")), None);
    assert!(tables.take_faults().is_empty());
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_told() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let bytes = &unsolved();
    let folder = folder(&[("KRvK.rtbw", bytes), ("KNvK.rtbw", bytes)]);
    symlink("/nowhere", folder.path().join("KBvK.rtbw")).expect("a link");
    let closed = folder.path().join("KNvK.rtbw");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("ours");
    let everything_is_open = fs::File::open(&closed).is_ok();
    let tables = open(folder.path());
    let faults = tables.take_faults();
    assert_eq!(tables.largest(), 3);
    assert!(faults[0].contains("KBvK.rtbw cannot be read: No such file"), "{faults:?}");
    if everything_is_open {
        eprintln!("SKIPPED a file without permission: this user may read every file");
    } else {
        assert!(faults[1].contains("KNvK.rtbw cannot be read: Permission denied"), "{faults:?}");
    }
}

#[test]
fn folders_are_looked_through_in_their_order_and_faults_are_few() {
    let good = folder(&[("KRvK.rtbw", &unsolved())]);
    let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQQvK", "KQRvK"];
    let files = names.map(|name| (format!("{name}.rtbw"), [1_u8; 3]));
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    let bad = folder(&files);
    let path = env::join_paths([good.path(), Path::new("/nowhere"), bad.path()]).unwrap();
    let tables = Syzygy::open(path.to_str().unwrap());
    assert_eq!(tables.largest(), 3);
    let faults = tables.take_faults();
    assert_eq!(faults.len(), 6, "{faults:?}");
    assert!(faults[0].starts_with("/nowhere cannot be read"), "{faults:?}");
    assert_eq!(faults[5], "2 more cannot be used", "the rook's table was there already");
    assert!(tables.take_faults().is_empty());
    assert_eq!(Syzygy::open("").summary(), "no tablebases found; searching without them");
}

/// The probes by python-chess 1.11.2 of random positions of each ending with up to four pieces,
/// some with a right to capture en passant: position, result, distance.
const SAMPLES: &str = include_str!("tests/samples.txt");

#[test]
fn real_tables_say_what_python_chess_reads_in_them() {
    let Some(path) = env::var("PALIMPSEST_SYZYGY").ok().filter(|path| !path.is_empty()) else {
        eprintln!("SKIPPED real tables: PALIMPSEST_SYZYGY names no folder of them");
        return;
    };
    let tables = Syzygy::open(&path);
    let mut compared = BTreeMap::<bool, u32>::new();
    for line in SAMPLES.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [result, distance] = [1, 2].map(|place| fields[place].parse().expect("a number"));
        let position = Position::from_fen(fields[0]).expect("legal");
        let here = tables.index.contains_key(&(Content::Distances, Material::of(&position)));
        if here {
            assert_eq!(tables.result(&position), Some(result), "{line}");
            assert_eq!(tables.distance(&position), Some(distance), "{line}");
        }
        *compared.entry(here).or_default() += 1;
    }
    assert!(compared.contains_key(&true), "{}: {:?}", tables.summary(), tables.take_faults());
    if let Some(missing) = compared.get(&false) {
        eprintln!("SKIPPED {missing} positions: their tables are not in {path}");
    }
}
