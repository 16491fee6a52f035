//! Captures against tables of one value each, made up so that only the rule in question decides.

use tempfile::TempDir;

use super::plain_files::{file_of_results, plain_file};
use super::{folder, plies, position};
use crate::name::Content;
use crate::{Tablebases, Wdl};

// Results as a table keeps them.
const LOSS: u8 = 0;
const BLESSED: u8 = 1;
const DRAW: u8 = 2;
const CURSED: u8 = 3;
const WIN: u8 = 4;

/// Opens tables: for each name the results of the side that it names first, and of the other one.
fn tables(files: &[(&str, [u8; 2])]) -> (TempDir, Tablebases) {
    let files = files.iter().map(|&(name, values)| (name, file_of_results(values, name)));
    let files: Vec<(String, Vec<u8>)> =
        files.map(|(name, bytes)| (format!("{name}.rtbw"), bytes)).collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = folder(&files);
    let tables = Tablebases::open([folder.path()]);
    (folder, tables)
}

/// The table of the position calls it lost, because it does not know the capture.
#[test]
fn a_capture_en_passant_counts_by_what_it_leaves() {
    let fen = "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1";
    for (left, result, distance) in [
        (LOSS, Wdl::Win, Some(1)),
        (BLESSED, Wdl::CursedWin, Some(101)),
        (DRAW, Wdl::Draw, Some(0)),
        (CURSED, Wdl::BlessedLoss, Some(-101)),
        (WIN, Wdl::Loss, None),
    ] {
        let (_folder, tables) = tables(&[("KPvKP", [LOSS; 2]), ("KPvK", [WIN, left])]);
        assert_eq!(tables.probe_wdl(&position(fen)), Ok(result));
        // Of a loss by all moves there is no file of distances.
        assert_eq!(plies(&tables, &position(fen)).ok(), distance, "{result:?}");
        let without = fen.replace("d6", "-");
        assert_eq!(tables.probe_wdl(&position(&without)), Ok(Wdl::Loss));
    }
}

/// The table takes the position for a stalemate, and gives it any value.
#[test]
fn the_only_move_en_passant_is_the_result() {
    let (_folder, tables) =
        tables(&[("KQPvKP", [WIN; 2]), ("KQvKP", [BLESSED; 2]), ("KQvK", [WIN; 2])]);
    let only = position("8/8/4k3/3pP3/8/6q1/8/7K w - d6 0 1");
    assert_eq!(only.legal_moves().len(), 1);
    assert_eq!(tables.probe_wdl(&only), Ok(Wdl::CursedWin));
}

#[test]
fn a_capture_as_good_as_the_table_sets_the_clock_to_zero() {
    let (_folder, tables) = tables(&[("KPvKP", [CURSED; 2]), ("KPvK", [WIN, BLESSED])]);
    let takes = position("7k/8/8/3p4/4P3/8/8/K7 w - - 0 1");
    assert_eq!(plies(&tables, &takes), Ok(101));
}

/// The queen takes a rook, and is taken by the other one. That wins, so no table of queen against
/// rook is needed.
#[test]
fn a_capture_is_answered_by_a_capture() {
    let all = [("KRRvKQ", [LOSS; 2]), ("KRvK", [LOSS; 2])];
    let (_folder, tables) = tables(&all);
    let takes = position("6k1/rr6/8/8/8/8/8/Q6K w - - 0 1");
    assert_eq!(tables.probe_wdl(&takes), Ok(Wdl::Loss));
}

/// There is no file of distances.
#[test]
fn a_capture_en_passant_as_good_as_the_table_sets_the_clock_to_zero() {
    let (_folder, tables) = tables(&[("KPvKP", [CURSED; 2]), ("KPvK", [WIN, BLESSED])]);
    assert_eq!(plies(&tables, &position("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1")), Ok(101));
}

#[test]
fn the_distance_of_a_draw_needs_no_file_of_distances() {
    let (_folder, tables) = tables(&[("KRvK", [DRAW; 2])]);
    assert_eq!(plies(&tables, &position("8/8/4k3/8/8/4K3/8/7R w - - 0 1")), Ok(0));
}

/// A pawn move of the side that loses sets the clock to zero, but it need not make one.
#[test]
fn a_loser_keeps_its_pawn_moves_for_later() {
    let distances = plain_file(Content::Distances, "KQvKP", 0);
    let (folder, _) = tables(&[("KQvKP", [WIN, LOSS]), ("KQvK", [WIN, LOSS])]);
    std::fs::write(folder.path().join("KQvKP.rtbz"), distances).expect("written");
    let tables = Tablebases::open([folder.path()]);
    let lost = plies(&tables, &position("7k/8/8/8/3p4/8/8/KQ6 b - - 0 1"));
    assert!(lost.is_ok_and(|plies| plies < -1), "{lost:?}");
}
