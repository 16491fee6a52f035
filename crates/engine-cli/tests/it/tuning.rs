//! The numbers of the search and the weights of the evaluation: from a file; those of the search
//! also as options of a build with the feature `tuning`.

use std::process::Command;

use evaluation::Weights;
use search::{Params, Tunables};

use crate::engine::{BINARY, Engine};
use crate::files::encoded::encoded;

/// A number on which it depends how often a node of depth 1 to 4 is dropped unsearched.
const NAME: &str = "razor_base";

/// Returns the node count of a bench of depth 6 with extra arguments.
fn bench(args: &[&str]) -> String {
    let output = Command::new(BINARY).args(args).args(["bench", "1", "1", "6"]).output();
    let text = String::from_utf8(output.expect("the binary runs").stdout).expect("UTF-8");
    let last = text.lines().last().expect("a total");
    last.split_once(" nodes ").expect("N nodes M nps").0.to_owned()
}

/// A file for the tests' own use, removed at the end.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let name = format!("palimpsest-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn params(args: &[&str]) -> Params {
    let output = Command::new(BINARY).args(args).arg("params").output().expect("the binary runs");
    let mut params = Params::default();
    params.read(&String::from_utf8(output.stdout).expect("UTF-8")).expect("what was printed");
    params
}

#[test]
fn a_file_changes_the_search_and_is_printed_back() {
    assert_eq!(params(&[]), Params::default());
    let file = File::new("good", format!("# as an experiment\n{NAME} = 600\n"));
    let arguments = ["--params", file.path()];
    let read = params(&arguments);
    assert_eq!(read, Params { razor_base: 600, ..Params::default() });
    assert_ne!(bench(&arguments), bench(&[]));
    let whole = File::new("whole", Params::default().text().to_string());
    assert_eq!(bench(&["--params", whole.path()]), bench(&[]));
}

/// The bytes of a file as editors and shells write them.
#[test]
fn files_of_numbers_have_marks_line_ends_and_encodings_of_many_kinds() {
    const FORMS: [&str; 4] =
        ["\u{feff}#\nTEXT\n", "#\rTEXT\r", "#\0\r\nTEXT\u{1a}", "\u{feff}\u{feff}TEXT"];
    let in_utf_8 = FORMS.map(|form| (form, false, None));
    let others = [
        ("# é\nTEXT", true, None),
        (FORMS[0], false, Some("little")),
        ("TEXT # é", false, Some("big")),
    ];
    for (form, windows_1252, utf_16) in in_utf_8.into_iter().chain(others) {
        let bytes = |text: &str| encoded(&form.replace("TEXT", text), windows_1252, utf_16);
        let file = File::new("form", bytes(&format!("{NAME} = 600")));
        assert_eq!(params(&["--params", file.path()]).razor_base, 600, "{form:?}");
        let file = File::new("form", bytes("tempo = 77 77"));
        assert_eq!(weights(&["--weights", file.path()]).tempo.end_game(), 77, "{form:?}");
    }
}

#[test]
fn a_bad_file_is_one_error_that_names_the_line() {
    let file = File::new("bad", format!("{NAME} = 600\nrazorbase = 3\n"));
    for path in [file.path(), "/does/not/exist"] {
        let output = Command::new(BINARY).args(["--params", path, "params"]).output();
        let output = output.expect("the binary runs");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        let line = message.contains("line 2: there is no parameter called \"razorbase\"");
        assert!(message.contains(path) && (line || path != file.path()), "{message}");
    }
}

fn weights(args: &[&str]) -> Weights {
    let output = Command::new(BINARY).args(args).arg("weights").output().expect("the binary runs");
    let mut weights = Weights::default();
    weights.read(&String::from_utf8(output.stdout).expect("UTF-8")).expect("what was printed");
    weights
}

#[test]
fn a_file_of_weights_changes_the_evaluation_everywhere_and_is_printed_back() {
    assert_eq!(weights(&[]), Weights::default());
    let file = File::new("weights", "# as an experiment\ntempo = 77 77\nspace = 12 0\n");
    let arguments = ["--weights", file.path()];
    let mut expected = Weights::default();
    expected.read("tempo = 77 77\nspace = 12 0").expect("a good text");
    assert_eq!(weights(&arguments), expected);
    assert_ne!(bench(&arguments), bench(&[]));

    let mut engine = Engine::start_with(&arguments, &[]);
    let trace = engine.ask("eval");
    let value = "evaluation 77 centipawns, White's view";
    let sentence = "White is better by 0.77: the move.";
    assert_eq!(trace[trace.len() - 2..], [value, sentence]);
    let tuned = score(&mut engine);
    assert_ne!(tuned, score(&mut Engine::start(&[])));
    // A new game creates each thread's evaluation anew, with the same weights.
    engine.send("ucinewgame");
    assert_eq!(score(&mut engine), tuned);
}

/// Returns the score of the start position at depth 1.
fn score(engine: &mut Engine) -> String {
    let lines = engine.search("go depth 1");
    let (_, score) = lines[0].split_once(" score ").expect("a score");
    score.split_once(" nodes ").expect("nodes").0.to_owned()
}

#[test]
fn a_bad_file_of_weights_is_one_error_that_names_the_line() {
    let file = File::new("bad-weights", "tempo = 7 7\ntempi = 3 3\n");
    let output = Command::new(BINARY).args(["--weights", file.path(), "weights"]).output();
    let output = output.expect("the binary runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(message.contains("line 2: there is no weight called \"tempi\""), "{message}");
}

/// Returns the `option` lines of the numbers.
fn listed(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    let lines = engine.until("uciok");
    let is_number = |line: &&String| {
        let name = line.split(' ').nth(2).unwrap_or_default();
        Params::ALL.iter().any(|tunable| tunable.name == name)
    };
    lines.iter().filter(is_number).cloned().collect()
}

#[cfg(not(feature = "tuning"))]
#[test]
fn the_numbers_are_no_options() {
    let mut engine = Engine::start(&[]);
    assert!(listed(&mut engine).is_empty());
    let answer = engine.ask(&format!("setoption name {NAME} value 600"));
    assert_eq!(answer, [format!("info string setoption: unknown option '{NAME}'")]);
}

#[cfg(feature = "tuning")]
#[test]
fn every_number_is_an_option_that_changes_the_search() {
    let mut engine = Engine::start(&[]);
    let lines = listed(&mut engine);
    assert_eq!(lines.len(), Params::ALL.len());
    for (line, tunable) in lines.iter().zip(Params::ALL) {
        let (name, default, min, max) = (tunable.name, tunable.default, tunable.min, tunable.max);
        let wanted = format!("option name {name} type spin default {default} min {min} max {max}");
        assert_eq!(*line, wanted);
    }
    let count = |engine: &mut Engine| {
        engine.send("bench 1 1 6");
        let total = engine.until_end(" nps");
        total.split_once(" nodes ").expect("N nodes M nps").0.to_owned()
    };
    let before = count(&mut engine);
    engine.send(&format!("setoption name {NAME} value 600"));
    assert_ne!(count(&mut engine), before);
    let answer = engine.ask(&format!("setoption name {NAME} value 9999"));
    assert_eq!(answer.len(), 1, "{answer:?}");
    assert!(answer[0].starts_with(&format!("info string setoption {NAME}: expected a whole ")));
    assert!(answer[0].ends_with(", found '9999'"), "{answer:?}");
}
