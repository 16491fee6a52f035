//! Files of distances that are made up so that one flag or map decides.

use std::fs;
use std::path::Path;

use super::plain_files::{file_of_results, pieces};
use super::{folder, plies, position, results_of};
use crate::name::{Content, TableName};
use crate::table::{Distance, Table};
use crate::{Fault, Tablebases};

/// The flags of a code: one value for all positions, and those of a table of distances.
const CONSTANT: u8 = 0x80;
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
const WIDE: u8 = 16;

fn name(name: &str) -> TableName {
    TableName { content: Content::Distances, ..results_of(name) }
}

/// Writes a file whose parts have one value each, with these flags and maps, and ends it after
/// `blocks` blocks of 64 bytes and a checksum.
fn file(name: &str, value: u8, flags: &[u8], maps: &[u8], blocks: usize) -> Vec<u8> {
    let material = results_of(name).material;
    let mut bytes = Content::Distances.magic().to_vec();
    bytes.push(if material.pawns() > 0 { 2 } else { 0 });
    for _ in flags {
        bytes.push(0);
        bytes.extend(pieces(material));
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    bytes.extend(flags.iter().flat_map(|flags| [flags | CONSTANT, value]));
    bytes.extend(maps);
    bytes.resize(64 * blocks + 16, 0);
    bytes
}

/// Returns the plies of each result from a loss, -2, to a win, 2. `None` for the other side.
fn distances(bytes: &[u8], ending: &str, fen: &str) -> [Option<i32>; 5] {
    let table = Table::read(bytes, name(ending)).expect("a table");
    [-2, -1, 0, 1, 2].map(|result| {
        let found = table.distance(&position(fen), false, result);
        match found.expect("a distance") {
            Distance::Plies(plies) => Some(plies),
            Distance::OtherSide => None,
        }
    })
}

const WHITE: &str = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";
const BLACK: &str = "8/8/4k3/8/8/4K3/8/7R b - - 0 1";

#[test]
fn wins_and_losses_are_in_moves_unless_their_flag_says_plies() {
    for (flags, loss, win) in
        [(0, 6, 6), (WIN_PLIES, 6, 3), (LOSS_PLIES, 3, 6), (WIN_PLIES | LOSS_PLIES, 3, 3)]
    {
        let found = distances(&file("KRvK", 3, &[flags], &[], 1), "KRvK", WHITE);
        assert_eq!(found, [loss, 6, 6, 6, win].map(Some), "{flags}");
    }
}

#[test]
fn a_table_has_one_side_to_move_unless_both_have_the_same_pieces() {
    let all = Some(6);
    for (flags, white, black) in [(0, all, None), (BLACK_TO_MOVE, None, all)] {
        let bytes = file("KRvK", 3, &[flags], &[], 1);
        let found = [WHITE, BLACK].map(|fen| distances(&bytes, "KRvK", fen)[4]);
        assert_eq!(found, [white, black], "{flags}");
        let bytes = file("KRvKR", 3, &[flags], &[], 1);
        for side in ["w", "b"] {
            let fen = format!("8/r7/4k3/8/8/4K3/8/7R {side} - - 0 1");
            assert_eq!(distances(&bytes, "KRvKR", &fen), [all; 5], "{flags} {side}");
        }
    }
}

/// The maps are those of wins, of losses, of cursed wins and of blessed losses, in this order.
#[test]
fn each_result_has_its_map() {
    let narrow = file("KRvK", 0, &[MAPPED], &[1, 10, 1, 20, 1, 30, 1, 40], 1);
    let wide: Vec<u8> =
        [1, 1000, 1, 2000, 1, 3000, 1, 4000_u16].iter().flat_map(|n| n.to_le_bytes()).collect();
    let wide = file("KRvK", 0, &[MAPPED | WIDE], &wide, 1);
    for (bytes, unit) in [(narrow, 20), (wide, 2000)] {
        let found = distances(&bytes, "KRvK", WHITE);
        assert_eq!(found, [2, 4, 1, 3, 1].map(|times| Some(times * unit)));
    }
}

/// The first of four parts has bytes, and an odd number of them; the second has words.
#[test]
fn a_map_of_words_begins_at_an_even_place() {
    let maps = [&[1, 9, 0, 0, 0, 0][..], &[1, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]].concat();
    let flags = [MAPPED, MAPPED | WIDE, 0, 0];
    let bytes = file("KPvK", 0, &flags, &maps, 1);
    let table = Table::read(&bytes[..], name("KPvK")).expect("a table");
    let found = |fen| table.distance(&position(fen), false, 2).ok();
    let on_a_file = "8/8/4k3/8/8/4K3/P7/8 w - - 0 1";
    assert_eq!(found(on_a_file), Some(Distance::Plies(18)));
    assert_eq!(found(&on_a_file.replace("P7", "1P6")), Some(Distance::Plies(2 * 0x1234)));
}

/// A block of eight bytes follows byte 64, so the checksum has its place from byte 128 on.
#[test]
fn a_file_has_its_checksum_behind_all_else() {
    let code = [0, 3, 15, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 7, 0xf0, 0xff, 0];
    let mut bytes = [&file("KRvK", 0, &[0], &[], 1)[..10], &code].concat();
    for (length, whole) in [(80, false), (144, true)] {
        bytes.resize(length, 0);
        let fault = Table::read(&bytes[..], name("KRvK")).err();
        assert_eq!(fault.is_none(), whole, "{fault:?}");
        assert!(matches!(fault, None | Some(Fault::Length(80))), "{fault:?}");
    }
}

/// Opens the results and the distances of an ending.
fn open(folder: &Path, ending: &str, results: [u8; 2], distances: &[u8]) -> Tablebases {
    let path = |extension| folder.join(ending).with_extension(extension);
    fs::write(path("rtbw"), file_of_results(results, ending)).expect("written");
    fs::write(path("rtbz"), distances).expect("written");
    Tablebases::open([folder])
}

#[test]
fn a_win_that_the_rule_makes_a_draw_is_a_hundred_plies_farther() {
    let folder = folder(&[]);
    let tables = open(folder.path(), "KRvK", [3, 1], &file("KRvK", 3, &[0], &[], 1));
    assert_eq!(plies(&tables, &position(WHITE)), Ok(107));
    assert_eq!(plies(&tables, &position(BLACK)), Ok(-108));
}

/// The table has positions with Black to move, all of them seven plies from the end.
#[test]
fn a_mate_is_one_ply_away_though_the_table_has_the_other_side() {
    let folder = folder(&[]);
    let tables = open(folder.path(), "KRvK", [4, 0], &file("KRvK", 3, &[BLACK_TO_MOVE], &[], 1));
    assert_eq!(plies(&tables, &position("k7/8/K7/8/8/8/8/7R w - - 0 1")), Ok(1));
    assert_eq!(plies(&tables, &position(WHITE)), Ok(8));
}

/// The moves of Black's king lose at once, so the pawn's must be those that the rule saves.
#[test]
fn a_loser_that_the_rule_saves_makes_the_move_that_sets_the_clock_to_zero() {
    let folder = folder(&[("KQvK.rtbw", &file_of_results([4, 0], "KQvK"))]);
    let tables = open(folder.path(), "KQvKP", [4, 1], &file("KQvKP", 3, &[0; 4], &[], 1));
    assert_eq!(plies(&tables, &position("7k/8/8/8/3p4/8/8/KQ6 b - - 0 1")), Ok(-101));
}
