//! `genfens`, by which OpenBench requests openings.

use std::collections::HashSet;
use std::fs;
use std::process::Command;

use movegen::Position;

use crate::engine::BINARY;

/// Returns the FENs of a run; any other output is a failure.
fn genfens(words: &str) -> Vec<String> {
    let output = Command::new(BINARY).args([words, "quit"]).output().expect("the binary runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let fen = |line: &str| line.strip_prefix("info string genfens ").expect("a FEN").to_owned();
    text.lines().map(fen).collect()
}

/// Returns the lengths of the games that led to positions, in plies from a start position whose
/// move number is 1.
fn plies(fens: &[String]) -> HashSet<u32> {
    let of = |fen: &String| {
        let position = Position::from_fen(fen).expect("a legal position");
        2 * (position.fullmove_number() - 1) + position.side_to_move().index() as u32
    };
    fens.iter().map(of).collect()
}

#[test]
fn positions_are_as_many_as_asked_for_legal_and_of_their_seed() {
    let fens = genfens("genfens 12 seed 7 book None");
    let positions: Vec<Position> =
        fens.iter().map(|fen| Position::from_fen(fen).expect("a legal position")).collect();
    assert_eq!(fens.iter().collect::<HashSet<_>>().len(), 12);
    assert!(positions.iter().all(|position| position.count_legal() > 0));
    let sides: HashSet<usize> =
        positions.iter().map(|position| position.side_to_move().index()).collect();
    assert_eq!(sides.len(), 2, "both sides begin");
    assert_eq!(plies(&fens), HashSet::from([8, 9]));
    assert_eq!(genfens("genfens 12 seed 7 book None"), fens);
    assert_ne!(genfens("genfens 12 seed 8 book None"), fens);
}

#[test]
fn a_book_of_fens_and_epds_is_departed_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.epd");
    let book = "4k2r/pppp4/8/8/8/8/PPPP4/4K2R w Kk - id \"an EPD\";\n\nnonsense\n\
                r3k3/4pppp/8/8/8/8/4PPPP/R3K3 w Qq - 0 1\n";
    fs::write(&path, book).expect("written");
    let fens = genfens(&format!("genfens 9 seed 1 book {} extra words", path.display()));
    assert_eq!(fens.len(), 9);
    assert_eq!(plies(&fens), HashSet::from([4, 5]));
    for fen in fens {
        let pieces =
            fen.split(' ').next().expect("a board").chars().filter(char::is_ascii_alphabetic);
        assert!(pieces.count() <= 12, "{fen}");
    }
}

#[test]
fn a_book_without_a_position_is_an_error_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mate.epd");
    let words = format!("genfens 5 seed 1 book {}", path.display());
    let said = || {
        let output = Command::new(BINARY).args([&words]).output().expect("the binary runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(said().contains("info string genfens: ") && said().contains("No such file"));
    fs::write(&path, "k6R/8/1K6/8/8/8/8/8 b - - 0 1\n").expect("written");
    let fault = "expected a position with legal moves in the book, found none";
    assert_eq!(said(), format!("info string genfens: {fault}\n"));
}
