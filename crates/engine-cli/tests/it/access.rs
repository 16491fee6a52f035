//! `--no-files` and `--root`: sessions whose lines come from somebody who must not use every file.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::engine::{BINARY, Engine};

/// Returns the only answer to `line`.
fn said(engine: &mut Engine, line: &str) -> String {
    let mut answer = engine.ask(line);
    assert_eq!(answer.len(), 1, "{line}: {answer:?}");
    answer.remove(0)
}

/// Returns the lines of all options with a text, set to `value`, and of the buttons that use files.
/// An option that a later version adds must say whether it names files.
fn lines(engine: &mut Engine, value: &str) -> Vec<(String, String)> {
    let options = engine.ask("uci");
    let texts = options.iter().filter_map(|line| {
        let (name, _) = line.strip_prefix("option name ")?.split_once(" type string ")?;
        Some((name.to_owned(), format!("setoption name {name} value {value}")))
    });
    let buttons = ["SaveHashtoFile", "LoadHashfromFile"];
    let buttons = buttons.map(|name| (name.to_owned(), format!("setoption name {name}")));
    texts.chain(buttons).collect()
}

#[test]
fn without_files_every_option_with_a_path_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let mut command = Command::new(BINARY);
    let mut engine = Engine::spawn(command.args(["uci", "--no-files"]).current_dir(&folder));
    let refused = "refused, because the engine was started with --no-files";
    // The folder is there, the file is not: both get the same answer.
    for value in [folder.path(), &path, Path::new("name"), Path::new("/etc/passwd")] {
        let lines = lines(&mut engine, &value.display().to_string());
        assert_eq!(lines.len(), 8, "{lines:?}");
        for (name, line) in lines {
            let expected = format!("info string setoption {name}: {refused}");
            assert_eq!(said(&mut engine, &line), expected);
            // In any letter case.
            let line = line.replacen(&name, &name.to_uppercase(), 1);
            assert_eq!(said(&mut engine, &line), expected);
        }
        let line = format!("genfens 1 seed 1 book {}", value.display());
        let expected = format!("info string genfens book: {refused}");
        assert_eq!(said(&mut engine, &line), expected);
    }
    // Empty values name nothing, and all else goes on.
    for option in ["SyzygyPath", "HashFile", "SharedHash", "Debug Log File", "EvalFile"] {
        let answer = engine.ask(&format!("setoption name {option} value <empty>"));
        assert!(answer.is_empty(), "{option}: {answer:?}");
    }
    let expected = "info string SaveHashtoFile: expected a path in HashFile, found none";
    assert_eq!(said(&mut engine, "setoption name SaveHashtoFile"), expected);
    assert!(engine.ask("setoption name Hash value 2").is_empty());
    assert!(engine.ask("setoption name Clear Hash").is_empty());
    engine.send("genfens 1 seed 1 book None");
    engine.until("info string genfens ");
    engine.search("go depth 2");
    assert_eq!(fs::read_dir(&folder).expect("ours").count(), 0);
}

#[test]
fn lines_in_arguments_are_bound_too_and_other_verbs_refuse_the_words() {
    let run = |words: &[&str]| Command::new(BINARY).args(words).output().expect("it runs");
    let output = run(&["--no-files", "setoption name EvalFile value /etc/passwd", "go depth 1"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("info string setoption EvalFile: refused"), "{text}");
    assert!(output.status.success() && text.contains("\nbestmove "), "{text}");
    for words in [
        &["--no-files", "perft", "1"][..],
        &["analyse", "--depth", "1", "--root", "."],
        &["--root", "/", "bench", "1", "1", "1"],
        &["--root", "/no/such/folder", "uci"],
        &["--root", BINARY],
        &["--root", ".", "--no-files"],
    ] {
        let output = run(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}: {error}");
        assert_eq!(error.matches("error: ").count(), 1, "{words:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn below_a_root_links_and_dots_lead_nowhere_else() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("root/tables")).expect("ours");
    fs::create_dir(at("root-2")).expect("ours");
    fs::write(at("secret"), "secret").expect("ours");
    for (target, link) in [
        ("..", "root/up"),
        ("../secret", "root/out"),
        ("../new", "root/dangling"),
        ("tables", "root/alias"),
        ("root", "entry"),
    ] {
        symlink(target, at(link)).expect("ours");
    }
    let root = at("entry").display().to_string();
    let mut command = Command::new(BINARY);
    let mut engine = Engine::spawn(command.args(["--root", &root]).current_dir(at("root")));
    let real = fs::canonicalize(at("root")).expect("it is there");
    let expected = |value: &str| {
        let real = real.display();
        format!("expected a path below {real} (--root), found '{value}'")
    };
    for name in [
        "secret",
        "none",
        "root/../secret",
        "root/out",
        "root/dangling",
        "root/up/secret",
        "root/up/none",
        "root/none/../../secret",
        "root-2/file",
        "entry/../new",
    ] {
        let value = at(name).display().to_string();
        for (option, line) in lines(&mut engine, &value).iter().take(6) {
            let expected = format!("info string setoption {option}: {}", expected(&value));
            assert_eq!(said(&mut engine, line), expected);
        }
        let line = format!("genfens 1 seed 1 book {value}");
        let expected = format!("info string genfens book: {}", expected(&value));
        assert_eq!(said(&mut engine, &line), expected);
    }
    for value in ["../secret", "/etc/passwd"] {
        let answer = said(&mut engine, &format!("setoption name EvalFile value {value}"));
        assert_eq!(answer, format!("info string setoption EvalFile: {}", expected(value)));
    }
    // Of several folders each is judged, and the name of a shared table is a file elsewhere.
    let folders = format!("{root}:{}", folder.path().display());
    let answer = said(&mut engine, &format!("setoption name SyzygyPath value {folders}"));
    assert!(answer.contains("setoption SyzygyPath: expected a path below "), "{answer}");
    let answer = said(&mut engine, "setoption name SharedHash value name");
    assert!(answer.contains("setoption SharedHash: expected a path below "), "{answer}");

    // Below the root all is as ever.
    let mut names: Vec<_> = fs::read_dir(folder.path()).expect("ours").flatten().collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(engine.ask("setoption name HashFile value alias/../tables/hash").is_empty());
    let answer = said(&mut engine, "setoption name SaveHashtoFile");
    assert!(answer.starts_with("info string SaveHashtoFile: 0 records"), "{answer}");
    assert!(at("root/tables/hash").is_file());
    let log = format!("setoption name Debug Log File value {root}/log");
    assert!(engine.ask(&log).is_empty() && at("root/log").is_file());
    let answer = said(&mut engine, &format!("setoption name SharedHash value {root}/shared"));
    assert!(answer.ends_with("engines attached: 1"), "{answer}");
    let answer = said(&mut engine, &format!("setoption name SyzygyPath value {root}/alias"));
    assert!(answer.contains("no tablebases found"), "{answer}");
    engine.search("go depth 1");
    engine.send("quit");
    assert!(engine.wait().0.success());
    names = fs::read_dir(folder.path()).expect("ours").flatten().collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert_eq!(fs::read_to_string(at("secret")).expect("it is there"), "secret");
}

/// The file may have become a link since its name was accepted.
#[cfg(unix)]
#[test]
fn a_button_judges_the_path_again() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("root");
    fs::create_dir(&root).expect("ours");
    let mut engine = Engine::start_with(&["--root", root.to_str().expect("UTF-8")], &[]);
    let table = root.join("table");
    assert!(engine.ask(&format!("setoption name HashFile value {}", table.display())).is_empty());
    symlink("../new", &table).expect("ours");
    let answer = said(&mut engine, "setoption name SaveHashtoFile");
    assert!(
        answer.starts_with("info string setoption SaveHashtoFile: expected a path"),
        "{answer}"
    );
    assert!(!folder.path().join("new").exists());
}
