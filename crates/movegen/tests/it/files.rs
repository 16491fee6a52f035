//! Texts as people and programs write them, one a line of `data/files`, and what is read from them.
//! engine-cli's tests read the same files.

use encoding_rs::WINDOWS_1252;
use movegen::pgn::{Game, games, read_moves};
use movegen::{Epd, Position, Variant, decode_text};
use serde::Deserialize;

use crate::pgn::{main_line, streamed};

#[derive(Deserialize)]
struct Pgn {
    pgn: String,
    #[serde(default)]
    windows_1252: bool,
    /// The main line and the result of each game that is not refused.
    games: Vec<String>,
    /// Kind and remedy of each remark.
    #[serde(default)]
    remarks: Vec<String>,
    /// Tags of the first game.
    #[serde(default)]
    tags: std::collections::BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Fen {
    fen: String,
    #[serde(default)]
    chess960: bool,
    /// The position as it is written again; nothing if it is refused.
    read: Option<String>,
    #[serde(default)]
    repairs: String,
}

#[derive(Deserialize)]
struct EpdLine {
    epd: String,
    #[serde(default)]
    windows_1252: bool,
    written: String,
    /// The moves of `bm` in SAN.
    best: Option<String>,
    #[serde(default)]
    repairs: String,
}

#[derive(Deserialize)]
struct Pasted {
    /// From the start position.
    moves: String,
    /// The moves in SAN; nothing if the text is refused.
    read: Option<String>,
    /// The number of the move at the fault, and the fault.
    #[serde(default)]
    number: usize,
    #[serde(default)]
    fault: String,
}

fn cases<T: for<'a> Deserialize<'a>>(text: &str) -> impl Iterator<Item = T> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
}

fn bytes(text: &str, windows_1252: bool) -> Vec<u8> {
    if windows_1252 { WINDOWS_1252.encode(text).0.into_owned() } else { text.as_bytes().to_vec() }
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn games_are_read_around_what_is_odd() {
    let mut strict_refuses = 0;
    for case in cases::<Pgn>(include_str!("../data/files/pgn.jsonl")) {
        let text = &case.pgn;
        let bytes = bytes(text, case.windows_1252);
        let read: Vec<Game> = games(&bytes).filter_map(Result::ok).collect();
        assert_eq!(read.iter().map(main_line).collect::<Vec<_>>(), case.games, "{text}");
        let remarks: Vec<String> = read
            .iter()
            .flat_map(|game| game.remarks())
            .map(|it| format!("{} {:?}", it.error().fault().kind(), it.remedy()).to_lowercase())
            .collect();
        assert_eq!(remarks, case.remarks, "{text}");
        assert_eq!(read.iter().any(Game::is_cut), joined(&remarks).contains(" cut"), "{text}");
        for (name, value) in &case.tags {
            assert_eq!(read[0].tag(name), Some(value.as_str()), "{text}");
        }
        let in_pieces: Vec<Game> = streamed(&bytes, &[3]).into_iter().flatten().collect();
        assert_eq!(in_pieces, read, "a stream: {text}");
        let is_refused = games(&bytes).strict().any(|game| game.is_err());
        assert!(is_refused || remarks.is_empty(), "strict: {text}");
        strict_refuses += usize::from(is_refused);
    }
    assert!(strict_refuses > 50);
}

#[test]
fn positions_are_mended_or_refused() {
    for case in cases::<Fen>(include_str!("../data/files/fen.jsonl")) {
        let fen = &case.fen;
        let variant = if case.chess960 { Variant::Chess960 } else { Variant::Standard };
        let read = Position::read_fen(fen, variant);
        let Some(expected) = case.read else {
            assert!(read.is_err() && Position::from_fen(fen).is_err(), "{fen}");
            continue;
        };
        let read = read.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(read.value.to_fen_as(Variant::Standard), expected);
        assert_eq!(joined(&read.repairs), case.repairs, "{fen}");
        assert_eq!(Position::from_fen_strict(fen).is_ok(), fen == &expected, "{fen}");
    }
}

#[test]
fn lines_of_suites_are_read() {
    for case in cases::<EpdLine>(include_str!("../data/files/epd.jsonl")) {
        let bytes = bytes(&case.epd, case.windows_1252);
        let line = decode_text(&bytes);
        let read = Epd::read(&line, Variant::Standard).expect(&line);
        assert_eq!(read.value.to_string(), case.written, "{line}");
        assert_eq!(joined(&read.repairs), case.repairs, "{line}");
        if let Some(best) = case.best {
            let position = read.value.position();
            let moves = read.value.best_moves().expect(&line);
            let moves: Vec<_> = moves.iter().map(|&mv| position.san(mv)).collect();
            assert_eq!(moves.join(" "), best, "{line}");
        }
    }
}

#[test]
fn pasted_moves_are_read_or_refused() {
    for case in cases::<Pasted>(include_str!("../data/files/moves.jsonl")) {
        let text = &case.moves;
        match (read_moves(&Position::startpos(), text), case.read) {
            (Ok(moves), Some(expected)) => {
                let game = Game::from_moves(Position::startpos(), moves).expect("legal moves");
                assert_eq!(main_line(&game), format!("{expected} *").trim_start(), "{text}");
            }
            (Err(error), None) => {
                let found = (error.number(), error.fault().to_string());
                assert_eq!(found, (case.number, case.fault), "{text}");
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}
