//! `OwnBook` and `Book File`: moves from a book of PolyGlot's format.

use std::fs;
use std::path::Path;

use movegen::{Position, Square};

use crate::engine::Engine;

fn entry(position: &Position, from: Square, to: Square, weight: u16) -> Vec<u8> {
    let mv = (from.index() as u16) << 6 | to.index() as u16;
    let key = position.polyglot_key().to_be_bytes();
    [&key[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

fn engine(book: &Path) -> Engine {
    let file = format!("setoption name Book File value {}", book.display());
    Engine::start(&["setoption name Hash value 1", &file])
}

/// Returns the lines of a search of depth 1 that mention the book, and `bestmove`.
fn answer(engine: &mut Engine, go: &str) -> Vec<String> {
    let mut lines = engine.search(go);
    lines.retain(|line| line.contains("ook") || line.starts_with("bestmove"));
    lines
}

#[test]
fn a_move_of_the_book_is_played_and_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a book.bin");
    let start = Position::startpos();
    // No search would play h2h4.
    let book = [
        entry(&start, Square::A2, Square::A5, 9),
        entry(&start, Square::H2, Square::H4, 3),
        entry(&start, Square::E2, Square::E4, 0),
    ];
    fs::write(&path, book.concat()).expect("written");
    let mut engine = engine(&path);
    assert_eq!(answer(&mut engine, "go depth 1").len(), 1, "OwnBook is off");
    engine.send("setoption name OwnBook value true");
    let told = ["info string book h2h4, weight 3 of 3", "bestmove h2h4"];
    for go in ["go depth 1", "go wtime 1000 btime 1000", "go movetime 5"] {
        assert_eq!(answer(&mut engine, go), told, "{go}");
    }
    for go in ["go depth 1 searchmoves e2e4", "go mate 1 depth 1"] {
        assert_eq!(answer(&mut engine, go).len(), 1, "{go}");
    }
    engine.send("setoption name UCI_AnalyseMode value true");
    assert_eq!(answer(&mut engine, "go depth 1").len(), 1, "an analysis");
    engine.send("setoption name UCI_AnalyseMode value false");
    engine.send("position startpos moves e2e4");
    assert_eq!(answer(&mut engine, "go depth 1").len(), 1, "a position that the book lacks");
}

#[test]
fn castling_is_written_as_the_options_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let position = Position::from_fen(fen).expect("a FEN");
    fs::write(&path, entry(&position, Square::E1, Square::H1, 1)).expect("written");
    let mut engine = engine(&path);
    engine.send("setoption name OwnBook value true");
    engine.send(&format!("position fen {fen}"));
    assert_eq!(answer(&mut engine, "go depth 1").pop().as_deref(), Some("bestmove e1g1"));
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(answer(&mut engine, "go depth 1").pop().as_deref(), Some("bestmove e1h1"));
}

#[test]
fn a_fault_of_a_book_is_reported_once_and_play_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    let mut engine = engine(&path);
    engine.send("setoption name OwnBook value true");
    let first = answer(&mut engine, "go depth 1");
    assert!(first[0].starts_with("info string Book File: No such file"), "{first:?}");
    assert_eq!((first.len(), answer(&mut engine, "go depth 1").len()), (2, 1));
    let cut = folder.path().join("cut.bin");
    let whole = entry(&Position::startpos(), Square::H2, Square::H4, 3);
    fs::write(&cut, &whole[..15]).expect("written");
    engine.send(&format!("setoption name Book File value {}", cut.display()));
    let first = answer(&mut engine, "go depth 1");
    assert!(first[0].ends_with("16 bytes, found 0 and 15 bytes behind them"), "{first:?}");
    assert_eq!((first.len(), answer(&mut engine, "go depth 1").len()), (2, 1));
    let longer = folder.path().join("longer.bin");
    fs::write(&longer, [&whole[..], b"\r\n"].concat()).expect("written");
    engine.send(&format!("setoption name Book File value {}", longer.display()));
    let first = answer(&mut engine, "go depth 1");
    assert!(first[0].ends_with("16 bytes, found 1 and 2 bytes behind them"), "{first:?}");
    assert_eq!(first[2], "bestmove h2h4");
    assert_eq!(answer(&mut engine, "go depth 1").len(), 2, "the remark comes once");
    engine.send("setoption name Book File value <empty>");
    assert_eq!(answer(&mut engine, "go depth 1").len(), 1);
}
