//! `analyse` of files: suites in EPD and games in PGN.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use movegen::pgn::{Game, games};
use movegen::{Epd, Position};
use serde_json::Value;

use crate::engine::BINARY;

/// Mates in one and two, and a quiet position with a move to avoid; the third `bm` is no best move.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - bm Rb8#; id \"back rank\";
# a remark

7k/8/5K2/8/8/8/8/R7 w - - acd 1; bm Kf7 Kg6; c0 \"in two\";
7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg2; am Qa1; id \"a wrong solution\";
4k3/8/8/8/8/8/7q/4K2R w - - am Kd1;
7k/5Q2/6K1/8/8/8/8/8 b - -
4k3/8/8/8/8/8/8/4K2R b - - id \"nothing asked\"";

/// A short game with a mate missed and given, a game with other people's comments, and one that is
/// broken in its third line.
const GAMES: &str = "\
[White \"Ann\"]
[Black \"Bob\"]
[Result \"0-1\"]

1. f3 e5 2. a3 {The mate is possible now? [%eval 0.40]} d6 3. g4 $4 (3. e4 $1 {Solid.}) \
3... Qh4# 0-1

[White \"Bob\"]
[Black \"Eve\"]
1. e4 e5
2. Ke3 *

[White \"Bob\"]
[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]

1. Qg6 1/2-1/2
";

/// A file that exists as long as the test runs.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let name = format!("palimpsest-batch-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).expect("the folder for temporary files takes one");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("the file is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A failure here helps nobody.
        let _ = fs::remove_file(&self.0);
    }
}

/// Starts `analyse` with these words and a small table.
fn start(words: &[&str]) -> Child {
    Command::new(BINARY)
        .args(["analyse", "--hash", "1"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn run(words: &[&str], input: &str) -> Output {
    let mut child = start(words);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Returns the standard output of a run that reads everything.
fn text(words: &[&str], input: &str) -> String {
    let output = run(words, input);
    assert!(output.status.success(), "{words:?}: {output:?}");
    out(&output)
}

fn read(text: &str) -> Vec<Game> {
    games(text.as_bytes()).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn a_suite_is_written_in_its_order_whatever_the_number_of_threads() {
    let many = format!("{SUITE}\n").repeat(5);
    let positions = |text: &str| -> Vec<Position> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let epd = |line| Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        lines.map(|line| epd(line).position().clone()).collect()
    };
    for limit in [&["--depth", "5"][..], &["--nodes", "3000"], &["--nodes", "3000", "--json"]] {
        let run = |threads| text(&[limit, &["--epd", "-", "--threads", threads]].concat(), &many);
        let one = run("1");
        assert_eq!(run("2"), one, "{limit:?}");
        assert_eq!(run("7"), one, "{limit:?}");
        if !limit.contains(&"--json") {
            assert_eq!(positions(&one), positions(&many));
        }
    }
}

#[test]
fn a_suite_is_solved_and_its_lines_say_what_was_found() {
    let output = run(&["--epd", "-", "--depth", "8"], SUITE);
    assert!(output.status.success(), "{output:?}");
    let summary = told(&output);
    assert!(summary.starts_with("6 positions, 3 of 4 solved (75.0 %), "), "{summary}");
    let text = out(&output);
    let lines: Vec<Epd> = text.lines().map(|line| Epd::parse(line).expect("EPD")).collect();
    let solved: Vec<_> = lines.iter().map(|epd| epd.number("solved")).collect();
    assert_eq!(solved, [Some(1), Some(1), Some(0), Some(1), None, None]);
    let mate = &lines[0];
    assert_eq!(mate.id(), Some("back rank"));
    assert_eq!((mate.number("ce"), mate.text("pm")), (Some(32_766), Some("Rb8#")));
    assert_eq!((mate.text("pv"), mate.moves("bm").map(|moves| moves.len())), (Some("Rb8#"), Ok(1)));
    assert_eq!(lines[1].number("ce"), Some(32_764), "a mate in two");
    assert!(lines[1].number("acd") > Some(1), "the old depth is replaced: {text}");
    assert_eq!(lines[1].text("c0"), Some("in two"));
    assert!(lines.iter().take(4).all(|epd| epd.number("acn") > Some(0)), "{text}");
    assert_eq!((lines[4].number("ce"), lines[4].text("pm")), (Some(0), None), "stalemate");
    for epd in &lines {
        let mut position = epd.position().clone();
        for word in epd.operation("pv").map_or(&[][..], |pv| pv.operands()) {
            let mv = position.parse_san(word.as_str()).expect("each move follows the last");
            position = position.make(mv);
        }
    }
}

#[test]
fn a_suite_in_json_is_an_object_a_line_and_a_summary() {
    let words = ["--epd", "-", "--depth", "8", "--json", "--threads", "2"];
    let text = text(&words, SUITE);
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (summary, records) = lines.split_last().expect("a summary");
    assert_eq!(records.len(), 6);
    let numbers: Vec<_> = records.iter().map(|record| record["line"].as_u64()).collect();
    assert_eq!(numbers, [1, 4, 5, 6, 7, 8].map(Some));
    assert_eq!(records[0]["score"]["mate"], 1);
    assert_eq!(records[0]["best"]["san"], "Rb8#");
    assert_eq!(records[0]["pv_uci"], serde_json::json!(["b1b8"]));
    assert_eq!(records[4]["best"], Value::Null);
    let summary = &summary["summary"];
    assert_eq!((&summary["positions"], &summary["solved"]), (&6.into(), &3.into()));
    let nodes: Option<u64> = records.iter().map(|record| record["nodes"].as_u64()).sum();
    assert_eq!(summary["nodes"].as_u64(), nodes);
}

#[test]
fn bad_lines_are_named_and_the_others_go_on() {
    let input = "garbage\n4k3/8/8/8/8/8/8/4K2X w - - bm Ra1;\n\n\
                 4k3/8/8/8/8/8/8/4K2R x - - id \"a\n4k3/8/8/8/8/8/8/4K2R w - -\n";
    let file = Scratch::new("bad.epd", input);
    let output = run(&["--epd", file.path(), "--depth", "2", "--threads", "2"], "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(out(&output).lines().count(), 1);
    let told = told(&output);
    let errors: Vec<&str> = told.lines().filter(|line| line.starts_with("error: ")).collect();
    for (error, number) in errors.iter().zip([1, 2, 4]) {
        assert!(error.contains(&format!("bad.epd, line {number}: ")), "{error}");
        assert!(error.len() < 250, "{error}");
    }
    assert_eq!(errors.len(), 3, "{told}");
    assert!(told.contains("1 position, 3 bad lines"), "{told}");
}

/// A mate that is demanded by `bm #N`, and what remarks say of lines that people wrote.
#[test]
fn mate_distances_are_demanded_and_texts_are_kept() {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - -";
    let mated = "7k/8/6K1/8/8/8/8/R7 b - -";
    let input = format!(
        "{mate} bm #1;\n{mate} bm #3;\n{mate} bm #-1;\n{mated} bm #-1;\n{mate} bm Ra8# dm 26\n\
         {mate} dm 1; v=-385; bm Qa1\n{mate} | 53 | 1.0\n"
    );
    let output = run(&["--epd", "-", "--depth", "6"], &input);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let written = out(&output);
    let lines: Vec<Epd> = written.lines().map(|line| Epd::parse(line).expect("EPD")).collect();
    let solved: Vec<_> = lines.iter().map(|epd| epd.number("solved")).collect();
    assert_eq!(solved, [Some(1), Some(1), Some(0), Some(1), Some(1), Some(1), None], "{written}");
    assert_eq!(lines[5].text("c9"), Some("v=-385"));
    assert!(written.lines().nth(5).unwrap().contains("bm Qa1;"), "{written}");
    let told = told(&output);
    let places: Vec<&str> = told.lines().filter(|line| line.contains("EPD, column")).collect();
    assert_eq!(places.len(), 2, "what could not be read alone: {told}");
    assert!(places[0].starts_with("standard input, line 6: EPD, column 33: "), "{told}");
    assert!(
        told.contains("\nskipped or mended: 4 mate distances in place of a move, 1 move that"),
        "{told}"
    );
    assert!(told.contains("5 of 6 solved"), "{told}");

    let output = run(&["--epd", "-", "--depth", "1", "--json"], &input);
    let json = out(&output);
    let records: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(records[6]["result"], "1-0");
    assert_eq!(records.last().unwrap()["summary"]["remarks"]["mate distance"], 4);
}

#[test]
fn games_are_annotated_and_keep_what_they_had() {
    let file = Scratch::new("games.pgn", GAMES);
    let annotated = Scratch::new("annotated.pgn", "");
    let words = ["--pgn", file.path(), "--out", annotated.path(), "--depth", "7"];
    let output = run(&words, "");
    assert_eq!(output.status.code(), Some(1), "one game is cut");
    assert_eq!(out(&output), "");
    let told = told(&output);
    assert!(told.contains("games.pgn, game 2: PGN, line 10, column 4: \"Ke3\""), "{told}");
    assert!(told.contains("3 games, 12 positions, 1 broken or cut game,"), "{told}");
    assert!(told.contains("skipped or mended: 1 move that is illegal or unclear ("), "{told}");
    for name in ["Ann ", "Bob ", "(Black) "] {
        assert!(told.lines().any(|line| line.starts_with(name)), "{told}");
    }

    let text = annotated.text();
    let written = read(&text);
    let original: Vec<Game> = games(GAMES.as_bytes()).filter_map(Result::ok).collect();
    assert_eq!(written.len(), 3);
    assert_eq!(written[1].moves().count(), 2, "what came before the cut");
    for (written, original) in written.iter().zip(&original) {
        assert!(written.moves().eq(original.moves()), "{text}");
        assert_eq!(written.result(), original.result());
        assert!(original.tags().iter().all(|tag| written.tags().contains(tag)), "{text}");
    }
    let moves = &written[0].line().moves;
    let evaluated = moves.iter().filter(|node| node.comments.iter().any(|c| c.contains("[%eval ")));
    assert_eq!(evaluated.count(), 5, "all but the mate: {text}");
    let [comment] = &moves[2].comments[..] else { panic!("one comment: {text}") };
    assert!(comment.ends_with("] The mate is possible now?"), "{text}");
    assert_eq!(comment.matches("[%eval").count(), 1, "{text}");
    let blunder = &moves[4];
    assert_eq!((&blunder.nags[..], &blunder.comments[..]), (&[4][..], &["[%eval #-1]".into()][..]));
    assert_eq!(blunder.variations[0].moves[0].comments, ["Solid."]);
    assert!(blunder.variations.len() <= 2, "{text}");
    assert_eq!(written[0].tag("Annotator").map(|name| name.starts_with("Palimpsest")), Some(true));
    // The move throws a won ending away: the mate in one is the better line.
    let stalemate = &written[2].line().moves[0];
    assert_eq!(stalemate.nags, [4], "{text}");
    assert_eq!(stalemate.comments, ["[%eval 0.00]"]);
    assert_eq!(stalemate.variations[0].moves.len(), 1, "a mate: {text}");
}

#[test]
fn games_are_the_same_whatever_the_number_of_threads() {
    let many = GAMES.repeat(6);
    for json in [&[][..], &["--json"]] {
        let run = |threads: &str| {
            let words = ["--pgn", "-", "--nodes", "1000", "--threads", threads];
            let output = run(&[&words[..], json].concat(), &many);
            assert_eq!(output.status.code(), Some(1), "broken games");
            out(&output)
        };
        let one = run("1");
        assert_eq!(run("2"), one);
        assert_eq!(run("5"), one);
    }
}

#[test]
fn games_in_json_have_a_verdict_on_each_move() {
    let words = ["--pgn", "-", "--depth", "7", "--json"];
    let text = out(&run(&words, GAMES));
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let numbers: Vec<_> = lines.iter().map(|line| line["game"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), None]);
    assert_eq!((&lines[0]["cut"], &lines[1]["cut"]), (&Value::Null, &true.into()));
    assert_eq!(lines[0]["tags"]["White"], "Ann");
    let moves = lines[0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 6);
    assert_eq!((&moves[4]["san"], &moves[4]["judgement"]), (&"g4".into(), &"blunder".into()));
    assert_eq!(moves[4]["eval"]["mate"], -1);
    assert_eq!((&moves[5]["san"], &moves[5]["centipawn_loss"]), (&"Qh4#".into(), &0.into()));
    assert_eq!(lines[2]["result"], "1/2-1/2");
    let players = &lines[3]["summary"]["players"];
    assert_eq!((&players["Ann"]["moves"], &players["Ann"]["games"]), (&3.into(), &1.into()));
    assert_eq!(players["Bob"]["games"], 3);
    assert_eq!(players["Bob"]["blunders"], 1);
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let many = format!("{SUITE}\n").repeat(50);
    let suite = Scratch::new("many.epd", &many);
    let played = Scratch::new("many.pgn", &GAMES.repeat(50));
    for words in [["--epd", suite.path()], ["--pgn", played.path()]] {
        let mut child = start(&[&words[..], &["--depth", "2", "--threads", "2"]].concat());
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut String::new()).expect("a line");
        drop(reader);
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{output:?}");
        assert!(!told(&output).contains("panicked"), "{output:?}");
    }
}

#[test]
fn files_are_refused_before_anything_is_searched() {
    let file = Scratch::new("same.epd", SUITE);
    let folder = std::env::temp_dir();
    for (words, what) in [
        (&["--epd", "no/such/file"][..], "no/such/file"),
        (&["--epd", folder.to_str().expect("UTF-8")], "directory"),
        (&["--epd", file.path(), "--out", file.path()], "expected another file than the input"),
        (&["--epd", file.path(), "--pgn", file.path()], "cannot be used with"),
        (&["--epd", file.path(), "--multipv", "2"], "cannot be used with"),
        (&["--epd", file.path(), "startpos"], "cannot be used with"),
        (&["--epd", file.path(), "--out", "no/such/out"], "no/such/out"),
        (&["--epd", file.path(), "--out", folder.to_str().expect("UTF-8")], "directory"),
        (&["--out", "x.epd"], "required"),
    ] {
        let output = run(words, "");
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        assert!(told.contains(what), "{words:?}: {told}");
    }
    assert_eq!(file.text(), SUITE, "the input is as it was");
}

/// Ctrl-C and a system's shutdown keep the finished part.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done_and_says_so() {
    use rustix::process::{Pid, Signal, kill_process};

    const QUICK: &str = "7k/8/5K2/8/8/8/8/R7 w - - id \"quick\";\n";
    // The input holds a game without a start, one that is whole, and the next, which is not.
    let (whole, _) = GAMES.split_once("\n\n[White \"Bob\"]").expect("the second game");
    let begun = format!("[FEN \"none\"]\n\n*\n\n{whole}\n\n[White \"Bob\"]\n");
    // The input stays open: only the signal ends the run.
    for (words, input, last, summary) in [
        (["--epd", "-"], QUICK, "quick", "1 position, "),
        (["--pgn", "-"], &begun, "0-1\n", "1 game, 7 positions, 1 broken or cut game, "),
    ] {
        for signal in [Signal::INT, Signal::TERM] {
            let mut child = start(&[&words[..], &["--depth", "3", "--threads", "2"]].concat());
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(input.as_bytes()).expect("it reads");
            let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
            let mut told_before = BufReader::new(child.stderr.take().expect("a pipe"));
            let mut line = String::new();
            while !line.contains(last) || line.starts_with("[") {
                line.clear();
                assert!(reader.read_line(&mut line).expect("a line") > 0, "{last}");
            }
            let mut told = String::new();
            if words[0] == "--pgn" {
                told_before.read_line(&mut told).expect("the broken game");
            }
            kill_process(Pid::from_child(&child), signal).expect("it runs");
            let mut rest = String::new();
            reader.read_to_string(&mut rest).expect("the end");
            assert_eq!(rest, "");
            told_before.read_to_string(&mut told).expect("the end");
            assert_eq!(child.wait().expect("it ends").code(), Some(130), "{told}");
            assert!(told.contains(summary), "{told}");
            drop(stdin);
        }
    }
}

/// The file that `--out` names is replaced when the work has ended, and only then.
#[cfg(unix)]
#[test]
fn an_old_file_of_results_is_whole_until_the_new_one_is() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.epd");
    for (signal, parts) in [(Signal::KILL, 1), (Signal::INT, 0)] {
        fs::write(&path, "old\n").expect("written");
        let name = path.to_str().expect("UTF-8");
        let mut child = start(&["--epd", "-", "--depth", "2", "--out", name]);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"7k/8/5K2/8/8/8/8/R7 w - -\n").expect("it reads");
        let parts_of = |min: u64| {
            let entries = fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("one"));
            let is_part = |it: &fs::DirEntry| {
                it.path().extension().is_some_and(|extension| extension == "part")
                    && it.metadata().is_ok_and(|metadata| metadata.len() >= min)
            };
            entries.filter(is_part).map(|entry| entry.path()).collect::<Vec<_>>()
        };
        while parts_of(1).is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old\n");
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        child.wait().expect("it ends");
        drop(stdin);
        assert_eq!(parts_of(0).len(), parts, "{signal:?}");
        let is_new = fs::read_to_string(&path).expect("a file").contains("pm ");
        assert_eq!(is_new, signal == Signal::INT, "{signal:?}");
        for part in parts_of(0) {
            fs::remove_file(part).expect("removed");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let file = Scratch::new("full.epd", &format!("{SUITE}\n").repeat(20));
    let output = run(&["--epd", file.path(), "--depth", "2", "--out", "/dev/full"], "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(told(&output).starts_with("error: analyse: /dev/full: "), "{output:?}");
}

/// The bar goes to standard error, and only there; a terminal without a name gets none.
#[cfg(unix)]
#[test]
fn a_terminal_gets_a_bar_with_the_number_of_positions() {
    let (shown, text) = on_a_terminal("xterm");
    assert!(shown.contains("/30 positions"), "{shown:?}");
    assert!(shown.contains("30 positions, "), "{shown:?}");
    assert!(text.lines().count() == 30 && !text.contains('\x1b'), "{text:?}");
    let (shown, _) = on_a_terminal("");
    assert!(shown.contains("30 positions, ") && !shown.contains('\x1b'), "{shown:?}");
}

/// Returns what a terminal of that name shows as standard error, and standard output.
#[cfg(unix)]
fn on_a_terminal(term: &str) -> (String, String) {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("a terminal of our own");
    let name = ptsname(&ours, Vec::new()).expect("a name");
    let theirs = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("its other end");
    let file = Scratch::new(&format!("bar{term}.epd"), &format!("{SUITE}\n").repeat(5));
    let child = Command::new(BINARY)
        .args(["analyse", "--hash", "1", "--epd", file.path(), "--depth", "2"])
        .env("TERM", term)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(theirs))
        .spawn()
        .expect("the binary runs");
    let (mut shown, mut part) = (Vec::new(), [0; 4096]);
    let mut terminal = fs::File::from(ours);
    // Linux answers with an error, not with an end, when the other side has been closed.
    while let Ok(count @ 1..) = terminal.read(&mut part) {
        shown.extend_from_slice(&part[..count]);
    }
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&shown).into_owned(), out(&output))
}
