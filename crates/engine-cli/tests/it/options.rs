//! Each option does what it says, through the pipe.

use crate::engine::Engine;

/// Options, and the module of the tests that fail if one is ignored.
#[cfg(not(feature = "tuning"))]
const TESTED: &[(&str, &str)] = &[
    ("Hash", "options"),
    ("HashKB", "options"),
    ("Threads", "options"),
    ("Clear Hash", "hash_options"),
    ("NeverClearHash", "hash_options"),
    ("HashFile", "hash_options"),
    ("SaveHashtoFile", "hash_options"),
    ("LoadHashfromFile", "hash_options"),
    ("SharedHash", "shared_hash"),
    ("Ponder", "nothing: only `go ponder` ponders"),
    ("MultiPV", "reports"),
    ("Move Overhead", "options"),
    ("nodestime", "options"),
    ("SyzygyPath", "syzygy"),
    ("SyzygyProbeDepth", "syzygy"),
    ("Syzygy50MoveRule", "syzygy"),
    ("SyzygyProbeLimit", "syzygy"),
    ("UCI_Chess960", "reports"),
    ("UCI_ShowWDL", "reports"),
    ("UCI_AnalyseMode", "strength"),
    ("UCI_LimitStrength", "strength"),
    ("UCI_Elo", "strength"),
    ("Skill Level", "strength"),
    ("Strength Seed", "strength"),
    ("NumaPolicy", "engine's numa.rs: most machines have one node"),
    ("OwnBook", "book"),
    ("Book File", "book"),
    ("Evaluation", "networks"),
    ("EvalFile", "networks"),
    ("Minimal", "debug_log"),
    ("Debug Log File", "debug_log"),
];

/// Returns the words of an offered option as the README's table has them: name, type, default and
/// range.
#[cfg(not(feature = "tuning"))]
fn row(line: &str) -> Option<(String, [String; 3])> {
    let (name, offer) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let kind = offer.split(' ').next()?;
    let behind = |word: &str| {
        let value = offer.split_once(&format!(" {word} ")).map_or("", |(_, rest)| rest);
        value.split(' ').next().unwrap_or_default().to_owned()
    };
    let range = match kind {
        "spin" => format!("{} to {}", behind("min"), behind("max")),
        _ => String::new(),
    };
    Some((name.to_owned(), [kind.to_owned(), behind("default"), range]))
}

/// The table of the README lists the options, their types, defaults and ranges.
#[test]
#[cfg(not(feature = "tuning"))]
fn the_table_of_the_readme_is_that_of_the_engine() {
    let (_, table) = include_str!("../../README.md").split_once("| Option | Type |").expect("one");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let mut listed = Vec::new();
    for line in rows {
        let [names, kind, default, range] =
            line.trim_matches('|').split(" |").map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("a row has four cells: {line}");
        };
        let kind = kind.split([',', ';', ':', ' ']).next().unwrap_or_default();
        let kind = if kind == "buttons" { "button" } else { kind };
        let range = if kind == "spin" { range } else { "" };
        let cells = [kind, default.trim_matches('`'), range].map(str::to_owned);
        for name in names.split(", ") {
            // Another spelling stands in brackets.
            let name = name.split(" (").next().unwrap_or_default().to_owned();
            listed.push((name, cells.clone()));
        }
    }
    let mut offered: Vec<_> = Engine::start(&[]).ask("uci").iter().filter_map(|l| row(l)).collect();
    listed.sort();
    offered.sort();
    assert_eq!(listed, offered);
}

#[test]
#[cfg(not(feature = "tuning"))]
fn every_option_that_is_offered_has_its_test() {
    let offered: Vec<String> = Engine::start(&[])
        .ask("uci")
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "))
        .map(|(name, _)| name.to_owned())
        .collect();
    assert!(offered.iter().eq(TESTED.iter().map(|(name, _)| name)), "{offered:?}");
}

/// Returns how full the table is after a search, in thousandths.
fn hashfull(set_up: &[&str]) -> u32 {
    let lines = Engine::start(set_up).search("go nodes 100000");
    let line = lines.iter().rev().find(|line| line.contains(" hashfull ")).expect("a report");
    let word = line.split(' ').skip_while(|word| *word != "hashfull").nth(1).expect("a number");
    word.parse().expect("a number")
}

#[test]
fn a_small_table_is_soon_full() {
    assert!(hashfull(&["setoption name HashKB value 64"]) > 900);
    let [small, large] = [1, 64].map(|mb| hashfull(&[&format!("setoption name Hash value {mb}")]));
    assert!(small > 4 * large, "{small} and {large}");
    // 0 leaves the size to `Hash`.
    let as_hash = ["setoption name HashKB value 64", "setoption name HashKB value 0"];
    assert!(hashfull(&as_hash) < 500);
}

#[test]
fn several_threads_search_and_one_repeats_itself() {
    let mut engine = Engine::start(&["setoption name Threads value 1"]);
    let mut nodes = |threads: u32| {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("ucinewgame");
        engine.nodes("go depth 9")
    };
    let alone = nodes(1);
    assert_eq!(nodes(1), alone);
    assert_ne!(nodes(4), alone, "the nodes of all threads count");
}

/// The budget is nodes, so nothing here depends on the machine.
#[test]
fn nodes_pass_for_time_and_the_overhead_is_taken_off() {
    let nodes = |overhead: u32| {
        let overhead = format!("setoption name Move Overhead value {overhead}");
        Engine::start(&["setoption name nodestime value 10", &overhead])
            .nodes("go wtime 2000 btime 2000")
    };
    let (whole, less) = (nodes(0), nodes(380));
    assert!(less < whole && whole < 4_000, "{less} and {whole} nodes of 20,000");
}
