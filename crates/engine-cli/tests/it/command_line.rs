//! The subcommands: their last lines, and their refusals.

use std::process::{Command, Output};

use crate::engine::BINARY;

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

const VERBS: [&str; 12] = [
    "uci",
    "analyse",
    "perft",
    "bench",
    "speedtest",
    "hash",
    "params",
    "weights",
    "compiler",
    "license",
    "completions",
    "man",
];

fn palimpsest(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("the binary runs")
}

/// Returns the standard output of a run that must succeed.
fn text(args: &[&str]) -> String {
    let output = palimpsest(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn last_line(args: &[&str]) -> String {
    text(args).lines().last().expect("a line").to_owned()
}

#[test]
fn a_search_with_the_hand_crafted_evaluation_takes_less_than_40_lines() {
    assert!(include_str!("../../examples/hand_crafted.rs").lines().count() < 40);
}

#[test]
fn perft_ends_with_the_total_alone() {
    assert_eq!(text(&["perft", "4"]), "197281\n");
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    assert_eq!(last_line(&["perft", "4", "--fen", fen]), "43238");
}

#[test]
fn perft_divide_adds_up() {
    let text = text(&["perft", "3", "--divide"]);
    let (total, moves) = {
        let mut lines: Vec<&str> = text.lines().collect();
        (lines.pop().expect("a total"), lines)
    };
    let counts = moves.iter().map(|line| line.split_once(": ").expect("move: count").1);
    let sum: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
    assert_eq!((moves.len(), sum, total), (20, 8902, "8902"));
}

#[test]
fn perft_with_threads_and_a_table_counts_the_same() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let plain = text(&["perft", "4", "--divide", "--fen", fen]);
    assert_eq!(plain.lines().last(), Some("4085603"));
    let options = ["--threads", "2", "--hash", "8"];
    assert_eq!(text(&[&["perft", "4", "--divide", "--fen", fen][..], &options].concat()), plain);
}

#[test]
fn perft_counts_distinct_positions_and_shows_no_bar_to_a_pipe() {
    let output = palimpsest(&["perft", "4", "--distinct", "--threads", "2"]);
    assert!(output.stderr.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "20\n400\n5362\n72078\n");
}

#[test]
fn bench_counts_the_same_nodes_twice_and_ends_as_frameworks_read_it() {
    let nodes = || {
        let line = last_line(&["bench", "1", "1", "3"]);
        let words: Vec<&str> = line.split(' ').collect();
        let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{line}") };
        assert!(speed.parse::<u64>().is_ok(), "{line}");
        nodes.parse::<u64>().expect("a number")
    };
    let first = nodes();
    assert!(first > 1000);
    assert_eq!(first, nodes());
}

#[test]
fn analyse_draws_the_board_and_ends_with_the_best_move() {
    let text = text(&["analyse", "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "--depth", "3"]);
    assert!(!text.contains('\x1b'), "a pipe gets no escape sequences");
    assert!(text.starts_with("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1\n"), "{text}");
    assert!(text.contains("\n8  . [.] .  .  .  .  k  .  ##   White to move\n"), "{text}");
    assert!(text.contains("1. Rb8#"), "{text}");
    assert_eq!(text.lines().last(), Some("Best move: Rb8#"));
}

#[test]
fn analyse_takes_a_fen_without_quotes_and_options_on_either_side() {
    let args = "analyse --hash 1 7k/8/5K2/8/8/8/8/6Q1 w - - --depth 3 --multipv 2 --threads 2";
    let args: Vec<&str> = args.split(' ').collect();
    assert_eq!(last_line(&args), "Best move: Qg7#");
}

#[test]
fn nodes_may_be_a_power_of_ten_and_analyze_is_analyse() {
    let document = |words: &[&str]| {
        let text = text(&[words, &["--hash", "1", "--json"]].concat());
        serde_json::from_str::<serde_json::Value>(&text).expect("one JSON document")
    };
    let power = document(&["analyze", "--nodes", "2e4"]);
    let digits = document(&["analyse", "--nodes", "20000"]);
    assert_eq!((&power["nodes"], &power["best"]), (&digits["nodes"], &digits["best"]));
    assert!(text(&["--help"]).contains("analyze]"));
    assert!(text(&["man", "analyze"]).contains(".TH palimpsest-analyse 1"));
}

#[test]
fn analyse_of_the_start_position_ends_by_itself() {
    assert!(last_line(&["analyse", "--movetime", "50"]).starts_with("Best move: "));
}

#[test]
fn bad_input_is_one_error_and_exit_code_2() {
    for (args, words) in [
        (&["analyse", "nonsense"][..], "invalid FEN"),
        (&["analyse", "--depth", "0"], "--depth"),
        (&["analyse", "--depth", "3", "--infinite"], "cannot be used with"),
        (&["analyse", "--nodes", "0"], "--nodes"),
        (&["analyse", "--epd", "x.epd", "--svg", "x.svg"], "cannot be used with"),
        (&["analyse", "--ascii", "--unicode"], "cannot be used with"),
        (&["analyse", "moves", "e4", "Nf3"], "move 2 of the list"),
        (&["analyse", KINGS, "--fen", KINGS], "expected one position"),
        (&["analyse", "-"], "invalid standard input"),
        (&["analyse", "--hash", "0"], "--hash"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "x"], "invalid value 'x'"),
        (&["analyse", "--depth", "-3"], "expected a whole number of at least 1, found '-3'"),
        (&["analyse", "--nodes", "-1e6"], "expected a whole number of at least 1, found '-1e6'"),
        (&["analyse", "--nodes", "1.5"], "expected a whole number of at least 1, found '1.5'"),
        (&["analyse", "--movetime", "-1"], "expected a whole number of at least 0, found '-1'"),
        (&["analyse", "--multipv", "-1"], "expected a whole number from 1 to 256, found '-1'"),
        (&["analyse", "--hash", "-1"], "'-1' is not a valid size"),
        (&["perft", "-3"], "expected a whole number from 1 to 15, found '-3'"),
        (&["perft", "3", "--threads", "-1"], "expected a whole number from 1 to 1024"),
        (&["bench", "16", "1", "-3"], "expected a whole number from 1 to 64, found '-3'"),
        (&["bench", "-16"], "'-16' is not a valid size"),
        (&["speedtest", "-1"], "expected a whole number from 1 to 1024, found '-1'"),
        (&["perft", "3", "--distinct", "--divide"], "cannot be used with"),
        (&["hash", "info", "no/file"], "invalid FILE: no/file: "),
        (&["hash", "verify", "no/file"], "invalid FILE: no/file: "),
        (&["hash", "merge", "no/file", "--output", "x.hsh"], "invalid FILE: no/file: "),
        (&["man", "nosuch"], "expected one of uci, analyse,"),
        (&["compiler", "extra"], "unexpected argument 'extra'"),
        (&["license", "extra"], "unexpected argument 'extra'"),
        (&["params", "extra"], "unexpected argument 'extra'"),
        (&["weights", "extra"], "unexpected argument 'extra'"),
        (&["uci", "extra"], "unexpected argument 'extra'"),
        (&["speedtest", "1", "1", "0"], "expected a whole number from 1 to 3600"),
        (&["completions", "dos"], "invalid value 'dos'"),
        (&["--params", "no/file", "bench"], "--params"),
        (&["analyse", "--weights", "no/file"], "--weights"),
        (&["analyse", "--syzygy", "no/folder"], "expected endgame tables"),
        (&["perft", "3", "--threads", "0"], "--threads"),
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - -"], "invalid FEN"),
        (&["bench", "16", "0"], "[THREADS]"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["isready", "frobnicate"], "UCI line 2 of the arguments: "),
    ] {
        let output = palimpsest(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert_eq!(message.matches("error:").count(), 1, "{message}");
        assert!(message.contains(words), "{args:?}: {message}");
        let is_verb = |word: &&&str| VERBS.contains(word);
        let Some(verb) = args.iter().find(is_verb) else { continue };
        assert!(message.starts_with(&format!("error: {verb}")), "{args:?}: {message}");
        assert!(message.contains(&format!("try 'palimpsest {verb}")), "{args:?}: {message}");
        if let Some((_, usage)) = message.split_once("Usage: ") {
            assert!(usage.starts_with(&format!("palimpsest {verb}")), "{args:?}: {message}");
        }
    }
}

/// A verb that neither searches nor evaluates refuses the numbers for it, on either side of its
/// name, and does not offer them.
#[test]
fn numbers_are_for_verbs_that_use_them() {
    const OPTIONS: [&str; 3] = ["--params", "--weights", "--network"];
    let file = tempfile::NamedTempFile::new().expect("an empty file, which changes nothing");
    let path = file.path().to_str().expect("UTF-8");
    for verb in ["perft 1", "hash look x.hsh", "hash info x.hsh", "compiler", "license", "man"] {
        let words: Vec<&str> = verb.split(' ').collect();
        let help = palimpsest(&[&words[..1], &["--help"]].concat()).stdout;
        let help = String::from_utf8(help).expect("UTF-8");
        for option in &OPTIONS[..2] {
            assert!(!help.contains(option), "{verb}: {help}");
            for words in [[&[*option, path], &words[..]], [&words[..], &[*option, path]]] {
                let output = palimpsest(&words.concat());
                let told = String::from_utf8(output.stderr).expect("UTF-8");
                assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{told}");
                let expected = format!("unexpected argument '{option}'");
                assert!(told.starts_with("error: ") && told.contains(&expected), "{told}");
            }
        }
    }
    for verb in ["uci", "analyse", "bench", "speedtest", "params", "weights"] {
        let help = text(&[verb, "--help"]);
        assert!(OPTIONS.iter().all(|option| help.contains(option)), "{verb}: {help}");
    }
    let file = ["--params", path];
    for verb in [["bench", "1", "1", "1"].as_slice(), &["params"]] {
        let text = |words: &[&[&str]]| {
            let output = palimpsest(&words.concat());
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).expect("UTF-8").lines().count()
        };
        assert_eq!(text(&[&file, verb]), text(&[verb, &file]));
    }
}

/// `cargo xtask dist --notices` compares the notices with the dependencies.
#[test]
fn the_licences_of_all_parts_are_printed_when_asked_for() {
    let own = text(&["license"]);
    assert!(own.lines().count() == 1 && own.starts_with("Palimpsest is free software"), "{own}");
    let all = text(&["license", "--all"]);
    let notices = all.strip_prefix(&own).expect("our own licence first");
    assert!(notices.starts_with("\nThird-party notices\n"), "{notices}");
    // A direct dependency, a deep one, the toolchain's library; and the texts of licences.
    for words in ["\nclap ", "\nzmij ", "\nRust's standard library\n", "Permission is hereby"] {
        assert!(notices.contains(words), "{words}");
    }
}

#[test]
fn help_names_every_subcommand() {
    let help = text(&["--help"]);
    for verb in VERBS {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb}: {help}");
        assert!(text(&[verb, "--help"]).contains(&format!("Usage: palimpsest {verb} ")));
        assert!(text(&["man", verb]).contains(&format!(".TH palimpsest-{verb} 1")));
    }
    // The verbs of the README and of the page on commands are real ones.
    let page = include_str!("../../../../docs/engine/commands.md");
    for line in [include_str!("../../README.md"), page].into_iter().flat_map(str::lines) {
        let run = line.strip_prefix("cargo run --release -- ");
        let Some(run) = run.or_else(|| line.strip_prefix("palimpsest ")) else { continue };
        let verb = run.split(' ').next().expect("a word");
        assert!(VERBS.contains(&verb), "{run}");
    }
}

/// The exit codes are those of docs/engine/commands.md, besides the code of refused words.
#[test]
fn exit_codes_are_those_of_the_page_on_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let damaged = file("damaged.hsh", "TTCORE\r\n");
    let epd = file("bad.epd", "no position\n");
    let pgn = file("bad.pgn", "1. e4 e5 2. Ke3 *\n");
    for (code, args) in [
        (0, &["--help"][..]),
        (0, &["--version"]),
        (0, &["compiler"]),
        (0, &["license"]),
        (0, &["position startpos", "go depth 1", "quit"]),
        (0, &["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - -", "--depth", "1"]),
        (1, &["hash", "info", &damaged]),
        (1, &["hash", "verify", &damaged]),
        (1, &["hash", "merge", &damaged, "--output", "x.hsh"]),
        (1, &["analyse", "--epd", &epd, "--depth", "1"]),
        (1, &["analyse", "--pgn", &pgn, "--depth", "1"]),
        (2, &["go depth 1", "extra"]),
        (2, &["d", "position startpos e2e4"]),
        (2, &["bench 16 0"]),
    ] {
        let output = palimpsest(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        assert_eq!(output.stderr.is_empty(), code == 0, "{args:?}: {output:?}");
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut child = Command::new(BINARY)
        .args(["bench", "1", "1", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut String::new()).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
