//! `palimpsest hash look`, `export` and `prune` on files that the program itself saved, and on
//! damaged ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use engine::book_moves;
use movegen::pgn::games;
use movegen::{Epd, Move, Position};
use search::score::{from_table, mate_distance_moves};
use serde_json::{Value, json};
use tempfile::TempDir;
use tt_core::{Bound, Entry, FileMerge, Mask, Table, Wide, file_info, file_records};

use crate::engine::{BINARY, Engine};

const SCHEMA: u64 = 0xd1c9_9a50_14e4_c7d5;

/// A position with a mate in three moves.
const MATE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

/// Runs `palimpsest hash` with words, in which `FILE` stands for the file of [`saved`].
fn hash(words: &str) -> Output {
    let words =
        words.split_whitespace().map(|word| word.replace("FILE", &saved().to_string_lossy()));
    Command::new(BINARY).arg("hash").args(words).output().expect("the binary runs")
}

/// Returns the standard output and the standard error of a run that must succeed.
fn done(words: &str) -> (Vec<u8>, String) {
    let output = hash(words);
    assert!(output.status.success(), "{words}: {output:?}");
    (output.stdout, String::from_utf8(output.stderr).expect("UTF-8"))
}

fn text(words: &str) -> String {
    String::from_utf8(done(words).0).expect("UTF-8")
}

fn json_of(words: &str) -> Value {
    serde_json::from_str(&text(words)).expect("JSON")
}

/// Returns the standard error of a run with this exit code, which prints nothing else.
fn refused(code: i32, words: &str) -> String {
    let output = hash(words);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{words}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Returns a file that the program saved after three searches, the last of a mate. All tests share
/// it.
fn saved() -> &'static Path {
    static SAVED: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = SAVED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("saved.hsh");
        let file = format!("setoption name HashFile value {}", path.display());
        let mut engine = Engine::start(&["setoption name Hash value 8", &file]);
        let mate = format!("fen {MATE}");
        for (position, nodes) in
            [("startpos", 90_000), ("startpos moves e2e4", 60_000), (&mate, 9_000)]
        {
            engine.send(&format!("position {position}"));
            engine.search(&format!("go nodes {nodes}"));
        }
        engine.ask("setoption name SaveHashtoFile");
        engine.send("quit");
        engine.wait();
        assert!(file_info(&path).expect("a file").records > 10_000);
        (folder, path)
    });
    path
}

/// Returns the records of the file, in a table that has room for all of them.
fn table() -> Table {
    let mut table = Table::new(64 << 20).expect("64 MB");
    table.load(saved(), SCHEMA, |_, _| {}).expect("the file is whole");
    table
}

/// Returns a score as `--json` writes it.
fn score(value: i32, bound: Bound) -> Value {
    let bound = match bound {
        Bound::None => return Value::Null,
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    };
    match mate_distance_moves(value) {
        Some(moves) => json!({"mate": moves, "bound": bound}),
        None => json!({"cp": value, "bound": bound}),
    }
}

/// A position is kept by the bucket of its no-progress clock, and asked for so.
#[test]
fn records_are_those_of_the_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("late.hsh");
    let fen = |clock: u32| format!("4k3/1r6/8/p7/P7/8/8/R3K3 w - - {clock} 60");
    let option = format!("setoption name HashFile value {}", file.display());
    let mut engine = Engine::start(&["setoption name Hash value 1", &option]);
    engine.send(&format!("position fen {}", fen(30)));
    engine.search("go depth 8");
    let bucket = |shown: Vec<String>| {
        let start = shown.iter().position(|line| line.starts_with("Bucket of "));
        shown[start.expect("a bucket")..].join("\n")
    };
    assert!(bucket(engine.ask("tt")).contains("draft 8"));
    engine.send(&format!("position fen {}", fen(38)));
    assert!(!bucket(engine.ask("tt")).contains("draft 8"));
    engine.ask("setoption name SaveHashtoFile");
    engine.send("quit");
    engine.wait();
    let draft = |clock| {
        let words = format!("look {} {} --json", file.display(), fen(clock));
        json_of(&words)["record"]["draft"].clone()
    };
    assert_eq!([draft(30), draft(37)], [json!(8), json!(8)]);
    assert_eq!([draft(0), draft(38)], [Value::Null, Value::Null]);
    let exported =
        text(&format!("export {} --from {} --draft 1 --format epd", file.display(), fen(30)));
    assert!(exported.lines().count() > 3, "{exported}");
}

/// Compares what `look` says with the records of a table that loaded the whole file.
#[test]
fn look_says_what_the_whole_file_holds() {
    let table = table();
    let starts = ["", "moves e4", "moves e4 e5 Nf3", "moves a4 h5 Ra3 Rh6", MATE];
    let mut known = 0;
    for words in starts {
        let said = json_of(&format!("look FILE {words} --json"));
        let position = Position::from_fen(said["fen"].as_str().expect("a FEN")).expect("legal");
        let own = table.probe(position.key());
        assert_eq!(said["record"]["draft"], json!(own.map(|entry| entry.draft)), "{words}");
        let moves = said["moves"].as_array().expect("an array");
        assert_eq!(moves.len(), position.legal_moves().len());
        for mv in moves {
            let made = position.parse_uci(mv["uci"].as_str().expect("a move")).expect("legal");
            assert_eq!(mv["san"], position.san(made));
            let child = position.make(made);
            let Some(entry) = table.probe(child.key()) else {
                assert_eq!(mv["record"], Value::Null, "{words}");
                continue;
            };
            known += 1;
            let bound = match entry.bound {
                Bound::Lower => Bound::Upper,
                Bound::Upper => Bound::Lower,
                other => other,
            };
            let record = &mv["record"];
            assert_eq!(record["score"], score(-from_table(entry.score, 1), bound), "{words} {mv}");
            assert_eq!(record["draft"], entry.draft);
            assert_eq!(record["pv"], entry.pv);
            let best = Move::from_bits(entry.mv).filter(|&mv| child.is_legal(mv));
            assert_eq!(record["best"]["san"], json!(best.map(|mv| child.san(mv))));
        }
    }
    assert!(known > 60, "{known}");
}

/// The line is that of the records' moves, and a mate is the one that the search found.
#[test]
fn look_follows_the_line_and_counts_a_mate_from_the_position() {
    let said = json_of(&format!("look FILE {MATE} --json"));
    assert_eq!(said["record"]["score"], json!({"mate": 3, "bound": "exact"}));
    assert_eq!((&said["side_to_move"], &said["record"]["age"]), (&json!("white"), &json!(0)));
    assert_eq!(said["line_san"][0], said["record"]["best"]["san"]);
    assert_eq!(said["moves"][0]["san"], said["record"]["best"]["san"], "the best move is first");
    assert_eq!(json_of("look FILE --json")["record"]["age"], 2, "two searches ago");
    let shown = text(&format!("look FILE {MATE}"));
    assert!(shown.contains("\nRecord:   best Ra6+, score #3, "), "{shown}");
    assert!(shown.contains("\nLine:     Ra6+ "), "{shown}");
    let rows: Vec<&str> = shown.lines().skip_while(|row| !row.starts_with("move ")).collect();
    assert!(rows.len() > 1 && rows[1].starts_with("Ra6+"), "{shown}");
    // The other notations of a position.
    assert_eq!(text("look FILE moves e2e4 e7e5"), text("look FILE moves e4 e5"));
    let unknown = text("look FILE 8/8/8/8/3k4/8/3P4/3K4 w - - 0 1");
    assert!(
        unknown.contains("\nRecord:   none\nLine:     (no record of the position)\n"),
        "{unknown}"
    );
    assert!(unknown.ends_with("Moves:    0 of 5 lead to a position with a record\n"), "{unknown}");
}

/// Writes records of positions after moves from the start: score, bound, draft, best move.
fn write(path: &Path, records: &[(&str, i16, Bound, i16, &str)]) {
    let mut table = Table::new(1 << 16).expect("64 KB");
    for &(moves, score, bound, draft, best) in records {
        let mut position = Position::startpos();
        for san in moves.split_whitespace() {
            position = position.make(position.parse_san(san).expect("legal"));
        }
        let mv = position.parse_san(best).map_or(0, Move::to_bits);
        table.store(position.key(), Entry { mv, score, bound, draft, eval: 7, ..Entry::default() });
        table.advance_generation();
    }
    table.save(path, SCHEMA, |_, _| {}).expect("the file is written");
}

/// A line that leads back to its start ends there.
fn round(folder: &Path) -> String {
    let path = folder.join("round.hsh");
    let exact = |moves, score, best| (moves, score, Bound::Exact, 9, best);
    let records = [
        exact("", 20, "Nf3"),
        exact("Nf3", -20, "Nf6"),
        exact("Nf3 Nf6", 20, "Ng1"),
        exact("Nf3 Nf6 Ng1", -20, "Ng8"),
        ("d4", -12, Bound::Lower, 8, "d5"),
        ("c4", -31_998, Bound::Upper, 7, ""),
    ];
    write(&path, &records);
    path.display().to_string()
}

#[test]
fn look_prints_a_table_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = text(&format!("look {}", round(folder.path())));
    insta::assert_snapshot!(shown);
    let ends = |words: &str| json_of(&format!("look {} {words} --json", round(folder.path())));
    for (words, plies, end) in [
        ("", 4, "repetition"),
        ("moves d4", 1, "no_record"),
        ("moves c4", 0, "no_move"),
        ("moves f3 e5 g4 Qh4", 0, "game_over"),
    ] {
        let said = ends(words);
        let line = said["line_uci"].as_array().expect("an array");
        assert_eq!((line.len(), &said["line_end"]), (plies, &json!(end)), "{words}");
    }
}

#[test]
fn every_form_is_read_by_our_own_readers() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = table();
    let epd = text("export FILE --draft 5 --format epd");
    let mut positions = 0;
    for line in epd.lines() {
        let epd: Epd = line.parse().expect("a line of EPD");
        let entry = table.probe(epd.position().key()).expect("a record");
        assert!(entry.draft >= 5 && epd.number("acd") == Some(entry.draft.into()), "{line}");
        for mv in epd.best_moves().expect("legal moves") {
            assert_eq!(mv.to_bits(), entry.mv, "{line}");
            assert!(matches!(entry.bound, Bound::Lower | Bound::Exact), "{line}");
        }
        let exact = entry.bound == Bound::Exact;
        let decisive = mate_distance_moves(entry.score.into()).is_some();
        let ce = (exact && !decisive).then_some(entry.score.into());
        assert!(decisive || epd.number("ce") == ce, "{line}");
        positions += 1;
    }
    assert!(positions > 50, "{positions}");

    let path = folder.path().join("tree.pgn");
    let (said, notes) =
        done(&format!("export FILE --draft 5 --format pgn --output {}", path.display()));
    assert!(said.is_empty(), "the game goes into the file");
    assert_eq!(notes, format!("{positions} positions with a record\n"));
    let pgn = fs::read(&path).expect("the file");
    let game = games(&pgn).strict().next().expect("a game").expect("without a fault");
    let first = json_of("look FILE --json")["record"]["best"]["san"].clone();
    let start = Position::startpos();
    assert_eq!(json!(start.san(game.line().moves[0].mv)), first);
    assert!(game.line().moves[0].comments[0].starts_with("[%eval "));

    let path = folder.path().join("book.bin");
    fs::write(&path, "an old book").expect("written");
    done(&format!("export FILE --draft 5 --format polyglot --output {}", path.display()));
    let book = fs::read(&path).expect("the book");
    let moves = book_moves(&book, &start);
    assert!(!moves.is_empty() && moves.is_sorted_by_key(|&(_, weight)| u16::MAX - weight));
    let book = format!("setoption name Book File value {}", path.display());
    let mut engine = Engine::start(&["setoption name OwnBook value true", &book]);
    engine.send("position startpos");
    let said = engine.search("go depth 30").join("\n");
    let best = said.rsplit("bestmove ").next().expect("an answer").split(' ').next();
    let best = start.parse_uci(best.expect("a move").trim()).expect("legal");
    assert!(moves.iter().any(|&(mv, _)| mv == best), "{said}");
    assert!(said.contains("book"), "the move comes from the book: {said}");
    engine.send("quit");
    engine.wait();
}

/// No position comes twice, so cycles end; the nearest positions stay within a limit.
#[test]
fn a_tree_ends_at_cycles_and_at_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = round(folder.path());
    let (pgn, notes) = done(&format!("export {file} --draft 8 --format pgn"));
    let pgn = String::from_utf8(pgn).expect("UTF-8");
    let moves = pgn.split("\n\n").nth(1).expect("moves");
    let moves = moves.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        moves,
        "{ [%eval 0.20,9] } 1. Nf3 { [%eval 0.20,9] } ( 1. d4 { [%eval 0.12,8] at most } 1... d5 ) \
         1... Nf6 { [%eval 0.20,9] } 2. Ng1 { [%eval 0.20,9] } 2... Ng8 { [%eval 0.20,9] } \
         { transposes } *"
    );
    assert_eq!(notes, "5 positions with a record\n");
    let (epd, notes) = done(&format!("export {file} --draft 0 --limit 3 --format epd"));
    assert_eq!(String::from_utf8(epd).expect("UTF-8").lines().count(), 3);
    let limit = "3 positions with a record\n3 positions are the limit: --limit takes more\n";
    assert_eq!(notes, limit);
    let (epd, _) = done(&format!("export {file} --from startpos moves d4 --draft 0 --format epd"));
    let epd = String::from_utf8(epd).expect("UTF-8");
    assert!(epd.contains(" b KQkq - bm d5; acd 8; c0 \"score at least -12\";\n"), "{epd}");
}

#[test]
fn exports_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().display();
    for (code, words, said) in [
        (2, "export FILE --draft 0 --format polyglot", "--output FILE for a book"),
        (2, "export FILE --draft 0 --format pgn --output FILE", "another file than that of the"),
        (2, "export FILE --draft 0 --format pgn --output PLACE", "invalid --output: "),
        (2, "export FILE --draft 0 --format pgn --output PLACE/no/x", "invalid --output: "),
        (2, "export FILE --draft 0", "--format"),
        (2, "export FILE --format pgn", "--draft"),
        (2, "export FILE --draft 300 --format pgn", "from -8 to 246"),
        (2, "export FILE --draft 0 --format pgn --limit 0", "from 1 to 10000000"),
        (2, "export FILE moves e5 --draft 0 --format pgn", "move 1 of the list"),
        (2, "look FILE 8/8/8/8 w - -", "FEN"),
        (2, "look PLACE/none", "invalid FILE: "),
        (1, "export FILE --draft 200 --format pgn --output PLACE/x", "expected records from draft"),
        (2, "prune FILE --output PLACE/x", "--draft <N>|--age <N>"),
        (2, "prune FILE --age 40 --output PLACE/x", "from 0 to 31"),
        (2, "prune FILE --draft 3 --output PLACE/no/x", "invalid --output: "),
    ] {
        let error = refused(code, &words.replace("PLACE", &place.to_string()));
        assert!(error.contains(said), "{words}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left");
}

#[test]
fn prune_keeps_what_is_deep_or_young() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("less.hsh");
    let info = json_of("info FILE --json")[0].clone();
    let all = info["records"].as_u64().expect("a number");
    let sum = |counts: &Value, counts_in: &dyn Fn(i64) -> bool| -> u64 {
        let counts = counts.as_object().expect("an object").iter();
        let kept = counts.filter(|(name, _)| counts_in(name.parse().expect("a number")));
        kept.map(|(_, count)| count.as_u64().expect("a number")).sum()
    };
    let deep = sum(&info["drafts"], &|draft| draft >= 3);
    let young = sum(&info["ages"], &|age| age <= 1);
    assert!(0 < deep && deep < all && 0 < young && young < all, "{info}");
    for (choice, kept) in [("--draft 3", deep), ("--age 1", young), ("--draft -8", all)] {
        let words = format!("prune FILE {choice} --force --output {}", output.display());
        assert!(text(&words).contains(&format!("less.hsh: {kept} of {all} records kept\n")));
        let read = file_info(&output).expect("a file");
        assert_eq!((read.records, read.schema), (kept, SCHEMA), "{choice}");
    }
    text(&format!("prune FILE --draft 3 --age 1 --force --output {}", output.display()));
    let mut both = 0;
    file_records(&output, |_, entry: Entry, age| {
        assert!(entry.draft >= 3 && age <= 1);
        both += 1;
    })
    .expect("a whole file");
    assert!(0 < both && both < deep.min(young), "{both}");
    // An existing file is kept unless it is the one that is pruned, or `--force` is given.
    let words = format!("prune FILE --draft 3 --output {}", output.display());
    assert!(refused(2, &words).contains("exists (--force replaces it)"));
    let itself = output.display();
    assert!(text(&format!("prune {itself} --draft 90 --output {itself}")).contains(": 0 of "));
    assert_eq!(file_info(&output).expect("a file").records, 0);
    assert!(text(&format!("look {itself}")).contains("Record:   none"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no part is left");
}

/// Damage costs one message, where it is met: `look` reads only a part of the file.
#[test]
fn damaged_files_cost_one_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.hsh");
    let sound = fs::read(saved()).expect("the file");
    let mut flipped = sound.clone();
    (84..sound.len()).step_by(1 << 16).for_each(|place| flipped[place] ^= 1);
    let mut table = Table::<Entry, Wide<4, Mask>>::with_parts(1 << 20).expect("1 MB");
    file_records(saved(), |key, entry: Entry, _| table.store(key, entry)).expect("the file");
    let mut unordered = Vec::new();
    table.write_to(&mut unordered, SCHEMA, |_, _| {}).expect("a vector takes all");
    let mut other = Vec::new();
    table.write_to(&mut other, SCHEMA + 1, |_, _| {}).expect("a vector takes all");
    let cases: [(&str, &[u8], &str); 7] = [
        ("cut", &sound[..sound.len() - 1], "the file ends too early"),
        ("cut in its header", &sound[..40], "the file ends too early"),
        ("longer", &[&sound[..], &[0]].concat(), "the file continues after its last record"),
        ("flipped", &flipped, " of the file is damaged"),
        ("of another schema", &other, "the file's keys are of the schema d1c99a5014e4c7d6, not d1"),
        ("empty", &[], "the file ends too early"),
        ("of zeros", &[0; 1_000], "the file does not hold a table"),
    ];
    for (name, bytes, said) in cases {
        fs::write(&path, bytes).expect("written");
        for verb in ["look F", "export F --draft 0 --format pgn", "prune F --draft 0 --output F"] {
            let error = refused(1, &verb.replace('F', &path.display().to_string()));
            assert!(error.contains(said) && error.lines().count() == 1, "{name} {verb}: {error}");
            assert!(error.starts_with("error: hash "), "{error}");
        }
        assert_eq!(fs::read(&path).expect("the file"), bytes, "{name}: it is as it was");
    }
    // The records of a table with another index are sorted by a merge.
    fs::write(&path, &unordered).expect("written");
    let error = refused(1, &format!("look {}", path.display()));
    assert!(error.contains("not in the order of their keys; a merge sorts them"), "{error}");
    let mut merge = FileMerge::<Entry>::new(SCHEMA);
    merge.add(&path).expect("a whole file");
    merge.save(&path).expect("written");
    assert!(text(&format!("look {}", path.display())).contains("\nRecord:   best "));
}

#[test]
fn the_help_has_an_example_of_each_verb() {
    let verbs = ["--help", "look --help", "export --help", "prune --help"];
    let helps = verbs.map(|words| format!("$ palimpsest hash {words}\n{}", text(words)));
    // clap ends some empty lines with spaces.
    let helps = helps.join("\n");
    let lines: Vec<&str> = helps.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
