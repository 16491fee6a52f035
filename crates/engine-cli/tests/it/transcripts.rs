//! Whole dialogues, as reviewed snapshots. `_` replaces everything that differs from run to run or
//! with the strength of the search.

use crate::engine::Engine;

/// The fields whose values are not the protocol's business.
const VOLATILE: [&str; 8] =
    ["seldepth", "cp", "nodes", "nps", "hashfull", "time", "Key:", "Palimpsest"];

fn normalised(line: &str) -> String {
    if !["info ", "Key: ", "id name "].iter().any(|start| line.starts_with(start)) {
        return line.to_owned();
    }
    let words: Vec<&str> = line.split(' ').collect();
    let mut shown = words.clone();
    for (index, pair) in words.windows(2).enumerate() {
        if VOLATILE.contains(&pair[0]) {
            shown[index + 1] = "_";
        }
    }
    shown.join(" ")
}

/// Sends each line, waits for its last answer, and returns both: sent lines after `> `.
fn transcript(script: &[(&str, &str)]) -> String {
    let mut engine = Engine::start(&[]);
    let mut text = String::new();
    for (line, last) in script {
        text.push_str(&format!("> {line}\n"));
        engine.send(line);
        let answer = if last.is_empty() { Vec::new() } else { engine.until(last) };
        for line in answer {
            text.push_str(&normalised(&line));
            text.push('\n');
        }
    }
    text
}

fn check(name: &str, script: &[(&str, &str)]) {
    insta::assert_snapshot!(name, transcript(script));
}

/// The greeting is that of the build for playing; with the feature `tuning` there are more options.
#[cfg(not(feature = "tuning"))]
#[test]
fn greeting() {
    check("greeting", &[("uci", "uciok"), ("isready", "readyok")]);
}

#[test]
fn a_mate_in_one() {
    check(
        "a_mate_in_one",
        &[
            ("position fen 6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", ""),
            ("go depth 1", "bestmove"),
            ("setoption name UCI_ShowWDL value true", ""),
            ("go depth 1", "bestmove"),
            ("position fen 1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 moves a1a2", ""),
            ("go depth 1", "bestmove"),
        ],
    );
}

#[test]
fn beyond_uci() {
    check(
        "beyond_uci",
        &[
            ("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", ""),
            ("d", "Checkers"),
            ("flip", ""),
            ("d", "Checkers"),
            ("help", "`palimpsest"),
            ("license", "Palimpsest"),
        ],
    );
}

#[test]
fn perft_divides() {
    check(
        "perft_divides",
        &[
            ("position startpos", ""),
            ("go perft 3", "Nodes"),
            ("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", ""),
            ("perft 2", "Nodes"),
            ("setoption name UCI_Chess960 value true", ""),
            (
                "position fen \
                 bnrq1rkb/p3pp1p/1p1p1np1/2p5/4P3/1P1P2PN/P1PN1P1P/B1RQKR1B w FC - 0 7",
                "",
            ),
            ("perft 2", "Nodes"),
        ],
    );
}

#[test]
fn refusals() {
    let script = [
        "hello",
        "position",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e7e5 e1e3",
        "setoption name Hash value lots",
        "setoption name Nonsense value 1",
        "go perft",
        "perft",
        "bench 16 1 99",
    ]
    .map(|line| (line, "info string"));
    check("refusals", &script);
}

#[test]
fn a_refused_position_leaves_none() {
    check(
        "a_refused_position_leaves_none",
        &[
            ("position startpos moves e2e4 e7e5 e1e3", "info string"),
            ("go depth 1", "bestmove"),
            ("d", "info string"),
            ("position fen 6k1/5ppp/8/8/8/8/5PPP/1R4K1 w KQ e4", "info string"),
            ("go depth one", "bestmove"),
        ],
    );
}
