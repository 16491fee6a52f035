//! Moves from an opening book in a file.

use std::fs;

use engine::{Book, Engine, Event, Game, Strength};

use crate::{engine, from_book, small};

/// Entries of moves at the start: d2d4 with weight 3, e2e4 with weight 1, e2e5, which is not legal.
const MOVES: [(u16, u16); 3] = [(0o1333, 3), (0o1434, 1), (0o1444, 9)];

fn book_of(moves: &[(u16, u16)]) -> Vec<u8> {
    let key = Game::default().position().polyglot_key().to_be_bytes();
    let entry = |&(mv, weight): &(u16, u16)| {
        [&key[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    };
    moves.iter().flat_map(entry).collect()
}

/// Returns the engine's first move in SAN, the book's choice, and the faults of the book.
fn open(engine: &mut Engine) -> (String, Option<(u32, u32)>, Vec<String>) {
    let (game, mut faults) = (Game::default(), Vec::new());
    let answer = engine.play(&game, &from_book(), &mut |event| {
        if let Event::Book(fault) = event {
            faults.push(fault.to_string());
        }
    });
    let best = answer.outcome.best.expect("a legal move");
    let choice = answer.book.map(|choice| (choice.weight, choice.of));
    (game.position().san(best), choice, faults)
}

#[test]
fn the_moves_of_a_file_are_drawn_by_weight_and_nothing_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    fs::write(&path, book_of(&MOVES)).unwrap();
    let mut engine = small().book(Book::new(&path)).build().expect("a table");
    let (mut pawns, mut others) = (0, 0);
    for _ in 0..200 {
        let (san, choice, faults) = open(&mut engine);
        assert_eq!(faults, [""; 0]);
        match (san.as_str(), choice) {
            ("d4", Some((3, 4))) => pawns += 1,
            ("e4", Some((1, 4))) => others += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(pawns > others && others > 0, "{pawns} d4, {others} e4");
    assert!(!engine.has_searched());

    fs::write(&path, book_of(&MOVES[1..2])).unwrap();
    assert_eq!(open(&mut engine), ("e4".into(), Some((1, 1)), vec![]), "another file by now");

    fs::write(&path, book_of(&[MOVES[1], MOVES[1], MOVES[0]])).unwrap();
    let of: Vec<_> = (0..20).map(|_| open(&mut engine).1.expect("a move").1).collect();
    assert_eq!(of, [4; 20], "a move that is there twice counts once");

    engine.set_book(None);
    assert_eq!(open(&mut engine).1, None);
    assert!(engine.has_searched());
}

#[test]
fn a_book_is_asked_on_request_only_and_never_for_an_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    // 1. a3, which no search of ours plays.
    fs::write(&path, book_of(&[(0o1020, 1)])).unwrap();
    let mut engine = engine();
    engine.set_book(Some(Book::new(&path)));
    let game = Game::default();
    assert_eq!(open(&mut engine).0, "a3");
    let mut request = from_book();
    let analysed = engine.analyse(&game, &request, &mut |_| ()).best.expect("a legal move");
    request.book = false;
    let played = engine.play(&game, &request, &mut |_| ()).outcome.best.expect("a legal move");
    let searched = [analysed, played].map(|mv| game.position().san(mv));
    assert!(searched.iter().all(|san| san != "a3"), "{searched:?}");

    // The book goes before the openings of a limited strength.
    let weak = engine::Request { strength: Strength::of_level(0, 7), ..from_book() };
    let best = engine.play(&game, &weak, &mut |_| ()).outcome.best.expect("a legal move");
    assert_eq!(game.position().san(best), "a3");
}

#[test]
fn a_file_that_is_no_book_is_reported_once_and_the_engine_searches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    let book = || Book::new(&path);
    let mut engine = small().book(book()).build().expect("a table");
    let (_, choice, faults) = open(&mut engine);
    assert!(choice.is_none() && faults.len() == 1, "no file: {faults:?}");
    assert_eq!(open(&mut engine).2, [""; 0]);

    fs::write(&path, [&book_of(&MOVES[..1])[..], b"x"].concat()).unwrap();
    engine.set_book(Some(book()));
    let fault = "expected entries of 16 bytes, found 1 and 1 bytes behind them";
    assert_eq!(open(&mut engine), ("d4".into(), Some((3, 3)), vec![fault.into()]));
}
