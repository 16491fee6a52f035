//! The engine of the last chapter, by its conversation.

use std::fs;
use std::path::Path;

use movegen::{Color, KeyHistory, Move, Position};

use crate::player::Player;

const ENGINE: &str = env!("CARGO_BIN_EXE_hour");
const RANDOM_MOVER: &str = env!("CARGO_BIN_EXE_random-mover");

/// Reads the engine's move, which is legal in the position.
fn answer(engine: &mut Player, position: &Position) -> Move {
    position.parse_san(&engine.line()).expect("a legal move")
}

/// Sends the end of the conversation, and returns the lines that are left.
fn rest(mut engine: Player) -> Vec<String> {
    engine.close_input();
    let (status, lines) = engine.wait();
    assert!(status.success(), "{status}");
    lines
}

#[test]
fn the_engine_has_as_many_lines_as_the_chapter_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("src/bin/hour.rs")).unwrap();
    let chapter = root.join("../../../docs/book/an-engine-in-an-hour.md");
    let said = format!("in {} lines", source.lines().count());
    assert!(fs::read_to_string(chapter).unwrap().contains(&said), "{said}");
}

/// One game of each colour, by moves in UCI's notation one way and in SAN the other.
#[test]
fn it_wins_against_random_moves_and_says_so() {
    for ours in [Color::White, Color::Black] {
        let (mut engine, mut mover) = (Player::start(ENGINE), Player::start(RANDOM_MOVER));
        mover.send("setoption name Seed value 3");
        // So that its searches are short.
        engine.send("level 14");
        let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
        let mut make = |position: &mut Position, mv| {
            history.push(position.key());
            *position = position.make(mv);
            position.outcome_with(&history)
        };
        if ours == Color::White {
            engine.send("go");
            let first = answer(&mut engine, &position);
            make(&mut position, first);
        }
        let end = loop {
            let mv = mover.move_in(&position, "go");
            engine.send(&position.uci(mv));
            if let Some(end) = make(&mut position, mv) {
                break end;
            }
            let reply = answer(&mut engine, &position);
            if let Some(end) = make(&mut position, reply) {
                break end;
            }
        };
        assert_eq!(engine.line(), end.to_string());
        assert_eq!(end.winner(), Some(ours), "{end}");
        assert_eq!(rest(engine), [""; 0]);
    }
}

#[test]
fn an_analysis_shows_three_lines_until_the_next_line_of_input() {
    let mut engine = Player::start(ENGINE);
    engine.send("d4");
    let start = Position::startpos();
    let position = start.make(start.parse_san("d4").unwrap());
    let reply = answer(&mut engine, &position);
    let position = position.make(reply);
    engine.send("analyse");
    let lines = engine.until("depth 3 ");
    let mut firsts = Vec::new();
    for line in [engine.line(), engine.line(), lines.last().unwrap().clone()] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], "depth", "{line}");
        words[2].trim_start_matches(['<', '>', '=']).parse::<f64>().expect("pawns");
        let moves = words[3..].iter();
        moves.fold(position.clone(), |position, san| {
            position.make(position.parse_san(san).expect("a legal move"))
        });
        firsts.push(words[3].to_owned());
    }
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "{firsts:?}");
    engine.send("");
    engine.send("level 1 2");
    engine.until("error: expected a move, go, analyse");

    // The end of the input ends an analysis, too.
    engine.send("analyse");
    engine.line();
    rest(engine);
}

#[test]
fn a_low_level_opens_each_game_differently() {
    let mut firsts: Vec<String> = (0..20)
        .map(|_| {
            let mut engine = Player::start(ENGINE);
            engine.send("level 0");
            engine.send("go");
            engine.line()
        })
        .collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert!(firsts.len() > 1, "{firsts:?}");
    assert!(firsts.iter().all(|san| Position::startpos().parse_san(san).is_ok()), "{firsts:?}");
}

#[test]
fn a_table_is_saved_and_loaded_and_a_book_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut engine = Player::start(ENGINE);
    engine.send("go");
    engine.line();
    engine.send(&format!("save {}", path("hash")));
    let saved = engine.line();
    assert!(saved.strip_suffix(" records").unwrap().parse::<u32>().unwrap() > 1_000, "{saved}");

    // One entry: a2a3 at the start.
    let key = Position::startpos().polyglot_key().to_be_bytes();
    fs::write(path("book"), [&key[..], &[0x02, 0x10, 0, 1, 0, 0, 0, 0]].concat()).unwrap();
    let mut engine = Player::start(ENGINE);
    for line in ["load hash", "book book", "go"] {
        let line = line.replace(" hash", &format!(" {}", path("hash")));
        engine.send(&line.replace(" book", &format!(" {}", path("book"))));
    }
    assert_eq!([engine.line(), engine.line()], [saved, "a3".into()]);

    let mut engine = Player::start(ENGINE);
    engine.send(&format!("book {}", path("none")));
    engine.send("go");
    assert!(engine.line().starts_with("book: "));
    answer(&mut engine, &Position::startpos());
}

#[test]
fn a_mistake_has_one_line_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign").display().to_string();
    fs::write(&foreign, "no table").unwrap();
    let mut engine = Player::start(ENGINE);
    for mistake in [
        "",
        "e5",
        "Ke2",
        "hello",
        "e2e4 e7e5",
        "level",
        "level low",
        "save",
        "load /none/file",
        &format!("load {foreign}"),
        "save /none/file",
    ] {
        engine.send(mistake);
        let line = engine.line();
        assert!(line.starts_with("error: "), "{mistake}: {line}");
    }
    engine.send("go");
    answer(&mut engine, &Position::startpos());
    assert_eq!(rest(engine), [""; 0]);
}
