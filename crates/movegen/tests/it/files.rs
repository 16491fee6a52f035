//! Texts as people and programs write them, one a line of `data/files`, and what is read from them.
//! engine-cli's tests read the same files.

mod encoded;

use std::io::{Read, Write};

use movegen::pgn::{Game, PgnError, PgnReader, PgnStream, TreeBuilder, games, read_moves};
use movegen::text::{TextLines, read_text};
use movegen::{Epd, Position, Variant};
use serde::Deserialize;

use self::encoded::encoded;
use crate::pgn::{main_line, streamed};

#[derive(Deserialize)]
struct Pgn {
    pgn: String,
    #[serde(default)]
    windows_1252: bool,
    utf_16: Option<String>,
    /// Whether the rights of each FEN are those of Chess960.
    #[serde(default)]
    chess960: bool,
    /// The main line and the result of each game that is not refused.
    games: Vec<String>,
    /// Kind and remedy of each remark.
    #[serde(default)]
    remarks: Vec<String>,
    #[serde(default)]
    tags: std::collections::BTreeMap<String, String>,
    /// The games of a strict reader, as `games`; nothing for a game that is refused.
    strict: Option<Vec<String>>,
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
    /// Whether a strict reader reads it though it is written in another way.
    #[serde(default)]
    strict: bool,
}

#[derive(Deserialize)]
struct EpdLine {
    epd: String,
    #[serde(default)]
    windows_1252: bool,
    utf_16: Option<String>,
    written: String,
    /// The moves of `bm` in SAN.
    best: Option<String>,
    #[serde(default)]
    repairs: String,
    /// Column and kind of each remark.
    #[serde(default)]
    remarks: Vec<String>,
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

#[derive(Deserialize)]
struct Lines {
    text: String,
    #[serde(default)]
    windows_1252: bool,
    utf_16: Option<String>,
    lines: Vec<String>,
}

fn cases<T: for<'a> Deserialize<'a>>(text: &str) -> impl Iterator<Item = T> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
}

/// Returns the bytes of a text; `None` if this build does not decode them.
fn bytes(text: &str, windows_1252: bool, utf_16: Option<&str>) -> Option<Vec<u8>> {
    let bytes = encoded(text, windows_1252, utf_16);
    // Latin-1 and Windows-1252 differ in these alone.
    let is_latin_1 = !windows_1252 || bytes.iter().all(|byte| !(0x80..0xa0).contains(byte));
    if cfg!(feature = "encodings") || is_latin_1 && utf_16.is_none() {
        return Some(bytes);
    }
    let skipped = format!("SKIPPED {text:?}: its encoding needs the feature encodings\n");
    std::io::stderr().write_all(skipped.as_bytes()).ok();
    None
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn games_are_read_around_what_is_odd() {
    let mut strict_refuses = 0;
    for case in cases::<Pgn>(include_str!("../data/files/pgn.jsonl")) {
        let text = &case.pgn;
        let Some(bytes) = bytes(text, case.windows_1252, case.utf_16.as_deref()) else { continue };
        let builder = TreeBuilder::default();
        let builder = if case.chess960 { builder.chess960() } else { builder };
        let all = || if case.chess960 { games(&bytes).chess960() } else { games(&bytes) };
        let read: Vec<Game> = all().filter_map(Result::ok).collect();
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
        let mut rest = &bytes[..];
        let stream = PgnStream::new(|buffer: &mut [u8]| rest.read(&mut buffer[..3]));
        let in_pieces: Vec<Game> = stream.games_by(builder).flatten().collect();
        assert_eq!(in_pieces, read, "a stream: {text}");
        let strict: Vec<_> = all().strict().collect();
        if let Some(expected) = case.strict {
            let read =
                strict.iter().map(|game| game.as_ref().map_or_else(|_| "".into(), main_line));
            assert_eq!(read.collect::<Vec<_>>(), expected, "strict: {text}");
        }
        let is_refused = strict.iter().any(Result::is_err);
        assert!(is_refused || remarks.is_empty(), "strict: {text}");
        strict_refuses += usize::from(is_refused);
    }
    assert!(strict_refuses > 50);
}

#[test]
fn lines_end_in_many_ways() {
    for case in cases::<Lines>(include_str!("../data/files/lines.jsonl")) {
        let text = &case.text;
        let Some(bytes) = bytes(text, case.windows_1252, case.utf_16.as_deref()) else { continue };
        for piece in [1, 3, 1_000] {
            let mut rest = &bytes[..];
            let lines = TextLines::new(|buffer: &mut [u8]| -> Result<usize, ()> {
                let (given, behind) = rest.split_at(rest.len().min(piece));
                buffer[..given.len()].copy_from_slice(given);
                rest = behind;
                Ok(given.len())
            });
            let lines = lines.map(|line| line.map(|line| (line.number, line.text)));
            let read: Vec<_> = lines.collect::<Result<_, _>>().expect(text);
            let expected: Vec<_> = (1..).zip(case.lines.iter().cloned()).collect();
            assert_eq!(read, expected, "{text:?} in pieces of {piece}");
        }
        let whole: String = case.lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(read_text(&bytes), Ok(whole), "{text:?}");
    }
}

#[test]
fn a_text_that_is_not_read_is_one_error_that_names_its_encoding() {
    let mut cases = vec![
        (b"\xff\xfe\0\0[\0\0\0".to_vec(), "UTF-32, little endian"),
        (b"[\0\0\0E\0\0\0".to_vec(), "UTF-32, little endian"),
        (b"\0\0\xfe\xff\0\0\0[".to_vec(), "UTF-32, big endian"),
        (b"\0\0\0[\0\0\0E".to_vec(), "UTF-32, big endian"),
        (b"\x1f\x8b\x08\0 and more".to_vec(), "a file compressed by gzip"),
        (b"\x28\xb5\x2f\xfd and more".to_vec(), "a file compressed by zstd"),
        (b"BZh91AY".to_vec(), "a file compressed by bzip2"),
    ];
    if cfg!(not(feature = "encodings")) {
        cases.push((encoded("1. e4 *", false, Some("little")), "UTF-16, little endian"));
        cases.push((encoded("\u{feff}1", false, Some("big")), "UTF-16, big endian"));
    }
    for (bytes, name) in cases {
        let said = read_text(&bytes).expect_err(name).to_string();
        assert!(said.starts_with("expected a text in UTF-8") && said.ends_with(name), "{said}");
        let expected = [format!("PGN, line 1, column 1: {said}")];
        let errors = |found: Vec<Result<Game, PgnError>>| -> Vec<String> {
            found.into_iter().map(|game| game.expect_err(name)).map(|it| it.to_string()).collect()
        };
        assert_eq!(errors(games(&bytes).collect()), expected);
        assert_eq!(errors(streamed(&bytes, &[3])), expected);
        assert_eq!(errors(games(&bytes).strict().collect()), expected);
    }
}

/// A reader of bytes in memory does not recode them.
#[test]
fn a_reader_of_bytes_refuses_utf_16() {
    let bytes = encoded("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *", false, Some("big"));
    let mut reader = PgnReader::new(&bytes);
    let error = reader.read_game(&mut TreeBuilder::default()).expect_err("refused");
    assert!(error.to_string().ends_with("found UTF-16, big endian"), "{error}");
    assert_eq!(reader.read_game(&mut TreeBuilder::default()), Ok(None));
}

/// Zeros are no sign of UTF-16 where its characters would not have them.
#[test]
fn bytes_with_zeros_are_read_as_they_are() {
    for text in ["a\0", "ab\0\0cd", "1. e4\0\n1... e5\0\n", "\0", "\0\0\0\0\0\0", "a\0b\0c\0\0d"] {
        let plain = movegen::text::utf8(text.as_bytes());
        assert_eq!(plain.as_deref(), Ok(text.as_bytes()), "{text:?}");
    }
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
        let is_strict = case.strict || fen == &expected;
        assert_eq!(Position::from_fen_strict(fen).is_ok(), is_strict, "{fen}");
    }
}

#[test]
fn lines_of_suites_are_read() {
    for case in cases::<EpdLine>(include_str!("../data/files/epd.jsonl")) {
        let bytes = bytes(&case.epd, case.windows_1252, case.utf_16.as_deref());
        let Some(bytes) = bytes else { continue };
        let text = read_text(&bytes).expect(&case.epd);
        let line = text.trim_end();
        let read = Epd::read(line, Variant::Standard).expect(line);
        assert_eq!(read.epd.to_string(), case.written, "{line}");
        assert_eq!(joined(&read.repairs), case.repairs, "{line}");
        let remarks =
            read.remarks.iter().map(|it| format!("{} {}", it.error().column(), it.kind()));
        assert_eq!(remarks.collect::<Vec<_>>(), case.remarks, "{line}");
        if let Some(best) = case.best {
            let position = read.epd.position();
            let moves = read.epd.best_moves().expect(line);
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
