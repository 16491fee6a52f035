//! Networks as evaluations: `--network`, `EvalFile`, `Evaluation` and `eval`.

use std::fs;
use std::path::Path;
use std::process::Command;

use engine::network::{Architecture, FloatNetwork};
use movegen::{Color, Piece, PieceType, Square};

use crate::engine::{BINARY, Engine};

/// Writes a network in which only pawns count: each a pawn's worth, the side to move's plus.
fn write_network(path: &Path) {
    let architecture = Architecture::new(32);
    let mut weights = FloatNetwork::zero(architecture.clone()).expect("a good shape");
    let white = architecture.view(Color::White, Square::E1);
    for square in Square::ALL {
        let input = white.input(Piece::new(Color::White, PieceType::Pawn), square);
        weights.input_weights_mut()[32 * input] = 0.1;
    }
    weights.output_weights_mut()[0] = 1.0;
    weights.output_weights_mut()[32] = -1.0;
    fs::write(path, weights.quantise().expect("small weights").to_bytes()).expect("a new file");
}

/// Returns the node count of a bench of depth 5 with extra arguments before it.
fn bench(arguments: &[&str]) -> String {
    let output = Command::new(BINARY).args(arguments).arg("bench 1 1 5").output();
    let text = String::from_utf8(output.expect("the binary runs").stdout).expect("UTF-8");
    text.lines().last().expect("a total").split_once(" nodes ").expect("N nodes").0.to_owned()
}

#[test]
fn a_network_evaluates_when_the_options_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pawns.network");
    write_network(&path);
    let path = path.to_str().expect("UTF-8");
    let mut engine = Engine::start(&["position fen 4k3/pp6/8/8/8/8/PPPP4/4K3 w - - 0 1"]);
    let ours = engine.ask("eval");
    assert_eq!(ours[0], "worth of each piece to the network, in pawns");
    engine.send("setoption name Evaluation value hand-crafted");
    let terms = engine.ask("eval");
    assert!(terms.iter().any(|line| line.starts_with("material")), "{terms:?}");
    let fault = engine.ask(&format!("setoption name EvalFile value {path}x"));
    assert!(
        fault.len() == 1 && fault[0].starts_with("info string setoption EvalFile: "),
        "{fault:?}"
    );
    let fault = engine.ask("setoption name Evaluation value nothing");
    let words =
        "info string setoption Evaluation: expected network or hand-crafted, found 'nothing'";
    assert_eq!(fault, [words]);

    engine.send(&format!("setoption name EvalFile value {path}"));
    engine.send("setoption name Evaluation value Network");
    // Four pawns against two, each 26/255 of an activation: (104² − 52²)/255² · 400.
    let worths = engine.ask("eval");
    let [.., value, sentence] = &worths[..] else { panic!("{worths:?}") };
    assert_eq!(value, "evaluation 49 centipawns, White's view");
    assert_eq!(sentence, "White is better by 0.49: 2 more pawns.");
    let pawns = worths.iter().filter(|line| line.contains("+0.")).count();
    assert_eq!((worths[0].as_str(), pawns), ("worth of each piece to the network, in pawns", 1));
    let line = engine.search("go depth 1");
    assert!(line[0].contains(" score cp 4"), "{line:?}");
    let by_options = format!("setoption name EvalFile value {path}");
    let by_options = [&*by_options, "setoption name Evaluation value network"];
    assert_eq!(bench(&by_options), bench(&["--network", path]));

    engine.send("setoption name EvalFile value <empty>");
    assert_eq!(engine.ask("eval"), ours);
    assert_ne!(bench(&[]), bench(&["--network", path]));
    // Weights are those of the hand-crafted evaluation.
    let weights = folder.path().join("weights");
    fs::write(&weights, "").expect("a new file");
    let weights = ["--weights", weights.to_str().expect("UTF-8")];
    let hand_crafted = bench(&["setoption name Evaluation value hand-crafted"]);
    assert_eq!(bench(&weights), hand_crafted);
    assert_ne!(hand_crafted, bench(&[]));
}

/// The sentence names the side that the value favours, and of terms and pieces those that stand out
/// in the table above it.
#[test]
fn an_evaluation_is_said_in_a_sentence() {
    let sentence = |engine: &mut Engine, fen: &str| {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.ask("eval");
        let value =
            lines.iter().find_map(|line| line.strip_prefix("evaluation ")).expect("a value");
        let value: i32 = value.split(' ').next().and_then(|it| it.parse().ok()).expect("a number");
        let said = lines.last().expect("a sentence").clone();
        let pawns = f64::from(value.abs()) / 100.0;
        match value {
            25.. => {
                assert!(said.starts_with(&format!("White is better by {pawns:.2}: ")), "{said}");
            }
            ..=-25 => {
                assert!(said.starts_with(&format!("Black is better by {pawns:.2}: ")), "{said}");
            }
            _ => assert!(said.starts_with("The sides are about equal."), "{said}"),
        }
        (said, lines)
    };
    let mut engine = Engine::start(&["setoption name Evaluation value hand-crafted"]);
    for (fen, words) in [
        ("6k1/5ppp/3P4/8/8/8/5PPP/6K1 w - - 0 1", "passed pawn d6"),
        ("6k1/5ppp/3P4/8/8/8/5PPP/6K1 w - - 0 1", "1 more pawn"),
        ("6k1/5ppp/8/8/8/3p2p1/5P1P/6K1 b - - 0 1", "passed pawn d3"),
        ("r4rk1/5ppp/8/8/8/8/5PPP/R2Q1RK1 b - - 0 1", "1 more queen"),
        ("r4rk1/5p1p/8/8/4q3/8/5PPP/R2Q1RK1 w - - 0 1", "a better shelter of the king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "about equal"),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "1 more queen. The check counts for nothing here."),
    ] {
        let (said, lines) = sentence(&mut engine, fen);
        assert!(said.contains(words), "{fen}: {lines:?}");
    }
    // The network says of pieces what it says in the table.
    let mut engine = Engine::start(&[]);
    let fen = "r1bq1rk1/pp3ppp/2n1pn2/2bpN3/5P2/P1NBP3/1P4PP/R1BQ1RK1 w - - 0 1";
    let mut outstanding = 0;
    for fen in
        [fen, "6k1/1p3ppp/3P4/2B5/8/b7/5PPP/6K1 w - - 0 1", "8/1k6/8/8/3p4/8/PP3P2/6K1 b - - 0 1"]
    {
        let (said, lines) = sentence(&mut engine, fen);
        for reason in said.split("(worth ").skip(1) {
            let worth = reason.split(',').next().expect("a number");
            let table = lines.iter().any(|line| {
                line.contains(&format!("+{worth}")) || line.contains(&format!("-{worth}"))
            });
            assert!(table, "{worth}: {lines:?}");
            outstanding += 1;
        }
    }
    assert!(outstanding > 0, "the network finds no piece strong or weak");
}

/// `eval` says of a position what the search counts, by the network or by the terms.
#[test]
fn an_evaluation_is_the_one_that_the_search_counts() {
    let mut engine = Engine::start(&[]);
    for (fen, head, counts) in [
        ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "the network leaves this ending", false),
        ("4kb2/5ppp/8/8/8/8/5PPP/RNBQKBNR w KQ - 0 1", "the network leaves this to", false),
        ("8/5pk1/8/3b4/P1P2B2/6P1/5PK1/8 w - - 0 1", "worth of each piece", true),
        ("8/5pk1/8/3n4/P1P2B2/6P1/5PK1/8 w - - 0 1", "worth of each piece", false),
        ("8/8/4rnk1/8/1R4P1/6K1/8/8 b - - 0 1", "worth of each piece", true),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.ask("eval");
        assert!(lines[0].starts_with(head), "{fen}: {lines:?}");
        let found = lines.iter().find_map(|line| line.strip_prefix("hard to win: of "));
        assert_eq!(found.is_some(), counts, "{fen}: {lines:?}");
        let [.., value, _] = &lines[..] else { panic!("{lines:?}") };
        if let Some(found) = found {
            let (whole, part) = found.split_once(" only ").expect("two numbers");
            let [whole, part] = [whole, part.trim_end_matches(" count")]
                .map(|number| number.parse::<f64>().expect("a number"));
            assert!(whole.abs() > 2.0 * part.abs() && whole * part > 0.0, "{found}");
            let value = value.strip_prefix("evaluation ").expect("a value");
            assert!(value.starts_with(&format!("{:.0} ", 100.0 * part)), "{value}: {found}");
        }
    }
}

/// The nodes of a short bench identify the search under either evaluation.
#[test]
fn each_evaluation_has_its_signature() {
    let hand_crafted = bench(&["setoption name Evaluation value hand-crafted"]);
    insta::assert_snapshot!(format!("network: {}\nhand-crafted: {hand_crafted}", bench(&[])));
}
