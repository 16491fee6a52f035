//! Tables against the truth: files that a twin of the reader has written from retrograde analysis,
//! real ones where they are installed, damaged ones.

mod captures;
mod changed_files;
mod distances;
pub(crate) mod plain_files;
mod rook_files;
mod writer;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use endings::{Endings, POSITIONS};
use movegen::{Color, PieceType, Position};
use tempfile::TempDir;

use self::plain_files::{file_of_results, plain_file};
use self::rook_files::{pawn_results, rook_distances, rook_results};
use crate::laws::{ENDINGS, Found, exchanged, look_up};
use crate::material::Material;
use crate::name::{Content, TableName};
use crate::table::Table;
use crate::{Fault, ProbeError, Tablebases, Warning, Wdl};

/// Returns the results of a rook's ending without analysis: all is drawn, or lost by a capture.
fn unsolved() -> Vec<u8> {
    rook_results(&Endings::default())
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    folder
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("legal")
}

fn plies(tables: &Tablebases, position: &Position) -> Result<i32, ProbeError> {
    tables.probe_dtz(position).map(|distance| distance.plies())
}

pub(crate) fn results_of(name: &str) -> TableName {
    let material = Material::from_name(name).expect("a table's name");
    TableName { content: Content::Results, material }
}

/// Returns legal positions of an ending: one in seven, which is prime to their number.
fn some_positions(kind: PieceType) -> impl Iterator<Item = Position> {
    (0..POSITIONS).step_by(7).filter_map(move |index| endings::position(kind, index))
}

/// Returns the result from the side to move's view, and the signed plies to mate.
fn truth(endings: &Endings, position: &Position) -> (Wdl, i32) {
    let Some(plies) = endings.mate(position) else { return (Wdl::Draw, 0) };
    let plies = i32::from(plies);
    if plies % 2 == 1 { (Wdl::Win, plies) } else { (Wdl::Loss, -plies.max(1)) }
}

/// The files of the examples, whose writer is here. The variable `INSTA_UPDATE=always` writes them
/// anew.
#[test]
fn positions_with_a_rook_have_their_result_and_their_distance() {
    let endings = Endings::new(&[PieceType::Rook]);
    let folder = Path::new("examples/data");
    for (name, bytes) in
        [("KRvK.rtbw", rook_results(&endings)), ("KRvK.rtbz", rook_distances(&endings))]
    {
        let path = folder.join(name);
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(&path, &bytes).expect("written");
        }
        assert!(fs::read(&path).expect("a file") == bytes, "{name} is not as the test writes it");
    }
    let tables = Tablebases::open([folder]);
    for (number, position) in some_positions(PieceType::Rook).enumerate() {
        let found = |position| (tables.probe_wdl(position), plies(&tables, position));
        let (result, distance) = truth(&endings, &position);
        assert_eq!(found(&position), (Ok(result), Ok(distance)), "{position:?}");
        if number % 8 == 0 {
            let exchanged = exchanged(&position);
            assert_eq!(found(&exchanged), (Ok(result), Ok(distance)), "{exchanged:?}");
        }
    }
    assert!(tables.take_warnings().is_empty());
}

#[test]
fn positions_with_a_pawn_have_their_result() {
    let endings = Endings::new(&[PieceType::Rook, PieceType::Queen, PieceType::Pawn]);
    let folder = folder(&[("KPvK.rtbw", &pawn_results(&endings))]);
    let tables = Tablebases::open([folder.path()]);
    for (number, position) in some_positions(PieceType::Pawn).enumerate() {
        let (result, _) = truth(&endings, &position);
        assert_eq!(tables.probe_wdl(&position), Ok(result), "{position:?}");
        if number % 8 == 0 {
            let exchanged = exchanged(&position);
            assert_eq!(tables.probe_wdl(&exchanged), Ok(result), "{exchanged:?}");
        }
    }
}

#[test]
fn a_position_that_there_is_no_table_for_has_no_result() {
    let results = fs::read("examples/data/KRvK.rtbw").expect("the file of the examples");
    let folder = folder(&[("KRvK.rtbw", &results), ("KRvK.txt", b"1"), ("K.rtbw", b"2")]);
    let tables = Tablebases::open([folder.path()]);
    assert_eq!((tables.wdl_files(), tables.dtz_files(), tables.max_pieces()), (1, 0, 3));
    let result = |fen| tables.probe_wdl(&position(fen));
    let missing = |name| Err(ProbeError::Missing(results_of(name)));
    assert_eq!(result("8/8/4k3/8/8/4K3/8/8 w - - 0 1"), Ok(Wdl::Draw));
    assert_eq!(result("8/8/4k3/8/8/4K3/8/7R w - - 0 1"), Ok(Wdl::Win));
    assert_eq!(result("8/8/4k3/8/8/4K3/8/7Q w - - 0 1"), missing("KQvK"));
    let distances = TableName { content: Content::Distances, ..results_of("KRvK") };
    let distance = tables.probe_dtz(&position("8/8/4k3/8/8/4K3/8/7R w - - 0 1"));
    assert_eq!(distance, Err(ProbeError::Missing(distances)));
    // A capture that wins proves it; without one the ending's own table would be needed.
    assert_eq!(result("8/8/4k3/8/8/4K3/8/5n1R w - - 0 1"), Ok(Wdl::Win));
    assert_eq!(result("8/8/4k3/8/8/4K3/n7/7R w - - 0 1"), missing("KRvKN"));
    assert_eq!(result("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Err(ProbeError::Castling));
    let castling = plies(&tables, &position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert_eq!(castling, Err(ProbeError::Castling));
    let full = result("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert_eq!(full, Err(ProbeError::Pieces(32)));
    let eight = result("8/8/4k3/8/8/4K3/8/2NNNNNR w - - 0 1");
    assert_eq!(eight, Err(ProbeError::Pieces(8)));
}

/// Every position is won, whoever is to move, and the distances are those with White to move.
#[test]
fn tables_that_contradict_each_other_have_no_distance() {
    const WIN: u8 = 4;
    let folder = folder(&[
        ("KRvK.rtbw", &file_of_results([WIN; 2], "KRvK")),
        ("KRvK.rtbz", &plain_file(Content::Distances, "KRvK", 0)),
    ]);
    let tables = Tablebases::open([folder.path()]);
    let distance = |fen| plies(&tables, &position(fen));
    assert!(distance("8/8/4k3/8/8/4K3/8/7R w - - 0 1").is_ok_and(|plies| plies > 0));
    assert_eq!(distance("8/8/4k3/8/8/4K3/8/7R b - - 0 1"), Err(ProbeError::Contradiction));
}

/// In each case the other files serve, and one warning names the file.
#[test]
fn damaged_files_are_reported_and_never_believed() {
    let (good, distances) = (unsolved(), rook_distances(&Endings::default()));
    let won = position("8/8/4k3/8/8/4K3/8/7R w - - 0 1");
    let changed = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] = byte;
        bytes
    };
    let cut = |length: usize| good[..length].to_vec();
    let whole_blocks = good.len() - 16 - 64 * 9 + 16;
    for (bytes, words, at_once) in [
        (Vec::new(), "expected a whole table, found 0 bytes", true),
        (cut(100), "expected a whole table, found 100 bytes", true),
        (cut(good.len() - 1), "expected a whole table", true),
        (cut(80), "expected a whole table, found 80 bytes", false),
        (cut(whole_blocks), "expected a whole table", false),
        (changed(0, 1), "first bytes of such a table, found [01, e8, 23, 5d]", false),
        (distances, "first bytes of such a table, found [d7, 66, 0c, a5]", false),
        (changed(4, 3), "expected the pieces of its name", false),
        (changed(7, 0x55), "expected the pieces of its name", false),
        (changed(7, 0x77), "expected the pieces of its name", false),
        // Lengths of codes; a symbol that contains itself.
        (changed(10, 40), "", false),
        (changed(18, 0), "found bytes that cannot be decoded", false),
        (changed(18, 60), "found bytes that cannot be decoded", false),
    ] {
        let folder = folder(&[("KRvK.rtbw", &bytes)]);
        let tables = Tablebases::open([folder.path()]);
        let mut warnings = tables.take_warnings();
        assert_eq!((tables.is_empty(), warnings.len()), (at_once, at_once.into()), "{words}");
        let result = tables.probe_wdl(&won);
        warnings.extend(tables.take_warnings());
        if !words.is_empty() {
            assert!(result.is_err() && warnings.len() == 1, "{words}: {warnings:?}");
            let warning = warnings[0].to_string();
            assert!(warning.contains("KRvK.rtbw: ") && warning.contains(words), "{warning}");
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
    let tables = Tablebases::open([folder.path()]);
    let distance = |fen| plies(&tables, &position(fen));
    let without = distance("7k/8/8/3pP3/8/8/8/K7 w - - 0 1");
    assert!(without.is_ok_and(|plies| plies < -1), "{without:?}");
    assert_eq!(distance("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1"), without);
}

#[test]
fn folders_of_distances_alone_have_no_results() {
    let folder = folder(&[("KRvK.rtbz", &plain_file(Content::Distances, "KRvK", 0))]);
    let tables = Tablebases::open([folder.path()]);
    assert_eq!((tables.max_pieces(), tables.dtz_files(), tables.is_empty()), (0, 1, true));
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
    for (name, pieces, order) in [
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
        let digit = |digit: char| digit.to_digit(16).expect("a piece") as u8;
        let good = plain_file(Content::Results, name, 0);
        let (length, orders) = (material.pieces(), if both { 2 } else { 1 });
        let mut bytes = good.clone();
        let files = if material.pawns() > 0 { 4 } else { 1 };
        for file in 0..files {
            let start = 5 + file * (orders + length);
            for (place, code) in order.chars().chain(pieces.chars()).enumerate() {
                bytes[start + place] = digit(code) << 4 | digit(code);
            }
        }
        let fault = Table::read(&bytes[..], results_of(name)).err();
        assert!(matches!(fault, Some(Fault::Order)), "{name} {pieces} {order}: {fault:?}");
        assert!(Table::read(&good[..], results_of(name)).is_ok(), "{name}");
    }
}

#[test]
fn parts_that_are_led_by_pawns_of_either_colour_are_refused() {
    let mut bytes = plain_file(Content::Results, "KPPvKPP", 0);
    let third = 5 + 2 * 8 + 2;
    bytes[third..third + 4].copy_from_slice(&[0x99, 0x99, 0x11, 0x11]);
    let fault = Table::read(&bytes[..], results_of("KPPvKPP")).err();
    assert!(matches!(fault, Some(Fault::Order)), "{fault:?}");
}

/// Only a look-up meets a value that no table has.
#[test]
fn a_fault_that_a_look_up_meets_is_reported_once_and_the_file_counts_as_absent() {
    let mut bytes = plain_file(Content::Results, "KRvK", 0);
    let values = bytes.iter().position(|&byte| byte == 0x80).expect("a part") + 1;
    bytes[values] = 9;
    let folder = folder(&[("KRvK.rtbw", &bytes)]);
    let tables = Tablebases::open([folder.path()]);
    let result = |fen| tables.probe_wdl(&position(fen));
    let unfit = Err(ProbeError::Unfit(results_of("KRvK")));
    let white = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";
    assert_eq!((result(white), result(white)), (unfit, unfit));
    let warnings = tables.take_warnings();
    assert!(warnings.len() == 1 && matches!(warnings[0].fault(), Fault::Code), "{warnings:?}");
    assert_eq!(result("8/8/4k3/8/8/4K3/8/7R b - - 0 1"), unfit);
    assert!(tables.take_warnings().is_empty());
}

/// Opening the pipe would not end.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_reported() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    let bytes = &unsolved();
    let folder = folder(&[("KRvK.rtbw", bytes), ("KNvK.rtbw", bytes)]);
    let inside = |name| folder.path().join(name);
    symlink("/nowhere", inside("KBvK.rtbw")).expect("a link");
    fs::create_dir(inside("KPvK.rtbw")).expect("a folder");
    mknodat(CWD, inside("KQvK.rtbw"), FileType::Fifo, Mode::RUSR, 0).expect("a pipe");
    let closed = inside("KNvK.rtbw");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("ours");
    let mut expected = vec![
        "KBvK.rtbw: cannot be read: No such file",
        "KNvK.rtbw: cannot be read: Permission denied",
        "KPvK.rtbw: cannot be read: expected a file, found a directory",
        "KQvK.rtbw: cannot be read: expected a regular file, found a pipe",
    ];
    if fs::File::open(&closed).is_ok() {
        let skipped = b"SKIPPED a file without permission: this user may read every file\n";
        std::io::stderr().write_all(skipped).expect("standard error");
        expected.remove(1);
    }
    let tables = Tablebases::open([folder.path()]);
    assert_eq!(tables.max_pieces(), 3);
    let warnings: Vec<String> = tables.take_warnings().iter().map(Warning::to_string).collect();
    assert_eq!(warnings.len(), expected.len(), "{warnings:?}");
    for (warning, words) in warnings.iter().zip(expected) {
        assert!(warning.contains(words), "{words}: {warning}");
    }
}

#[test]
fn folders_are_looked_through_in_their_order() {
    let good = folder(&[("KRvK.rtbw", &unsolved())]);
    let bad = folder(&[("KQvK.rtbw", &[1; 3]), ("KRvK.rtbw", &[1; 3])]);
    let tables = Tablebases::open([good.path(), Path::new("/nowhere"), bad.path()]);
    assert_eq!(tables.max_pieces(), 3);
    let warnings = tables.take_warnings();
    let paths: Vec<&Path> = warnings.iter().map(Warning::path).collect();
    assert_eq!(paths, [Path::new("/nowhere"), &bad.path().join("KQvK.rtbw")], "{warnings:?}");
}

/// The probes by python-chess 1.11.2 of random positions of each ending with up to four pieces,
/// some with a right to capture en passant: position, result, distance.
const SAMPLES: &str = include_str!("tests/samples.txt");

/// Compares the samples whose tables are in these folders, and returns how many have theirs, by
/// the number of pieces.
fn compare_samples(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> BTreeMap<u32, u32> {
    let tables = Tablebases::open(folders);
    let mut compared = BTreeMap::new();
    for line in SAMPLES.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [result, distance]: [i32; 2] =
            [1, 2].map(|place| fields[place].parse().expect("a number"));
        let position = position(fields[0]);
        let found = plies(&tables, &position);
        if !matches!(found, Err(ProbeError::Missing(_))) {
            assert_eq!(tables.probe_wdl(&position), Ok(Wdl::of(result)), "{line}");
            assert_eq!(found, Ok(distance), "{line}");
            *compared.entry(position.occupied().count()).or_default() += 1;
        }
    }
    let warnings = tables.take_warnings();
    assert!(warnings.is_empty(), "{warnings:?}");
    compared
}

#[test]
fn real_tables_of_three_pieces_say_what_python_chess_reads_in_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/tables");
    // Some of four pieces are settled by a capture.
    assert_eq!(compare_samples([folder])[&3], 125);
}

#[test]
fn installed_tables_say_what_python_chess_reads_in_them() {
    let Some(path) = env::var_os("PALIMPSEST_SYZYGY").filter(|path| !path.is_empty()) else {
        let skipped = "SKIPPED tables of four pieces: PALIMPSEST_SYZYGY names no folder of them\n";
        // Not by `eprintln!`, which a passing test keeps to itself.
        return std::io::stderr().write_all(skipped.as_bytes()).expect("standard error");
    };
    let compared = compare_samples(env::split_paths(&path));
    assert_eq!(compared.get(&4), Some(&810), "{} lacks tables", path.display());
}
