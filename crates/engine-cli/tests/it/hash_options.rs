//! The table in a file: saved, loaded by another process, and the refusals.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tt_core::Table;

use crate::engine::{BINARY, Engine, skipped};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn set_file(engine: &mut Engine, path: &Path) {
    let set = format!("setoption name HashFile value {}", path.display());
    assert!(engine.ask(&set).is_empty());
}

/// Presses a button, and returns its answer of one `info string`.
fn press(engine: &mut Engine, button: &str) -> String {
    let answer = engine.ask(&format!("setoption name {button}"));
    assert_eq!(answer.len(), 1, "{answer:?}");
    let start = format!("info string {button}: ");
    answer[0].strip_prefix(&start).unwrap_or_else(|| panic!("{answer:?}")).to_owned()
}

fn records(answer: &str) -> u64 {
    let (number, _) = answer.split_once(" records, ").unwrap_or_else(|| panic!("{answer}"));
    number.parse().expect("a number")
}

#[test]
fn what_one_process_saves_another_finds() {
    let folder = folder();
    let path = folder.path().join("a table.hsh");
    let mut engine = Engine::start(&[]);
    set_file(&mut engine, &path);
    let cold = engine.nodes_of_searches();
    let saved = press(&mut engine, "SaveHashtoFile");
    let bytes = fs::metadata(&path).expect("the file is there").len();
    assert!(saved.ends_with(&format!(" records, {bytes} bytes in {}", path.display())), "{saved}");
    assert!((1_000..cold).contains(&records(&saved)), "{saved}");
    engine.send("quit");
    engine.wait();

    // Another size comes right before the load.
    let mut engine = Engine::start(&["setoption name Hash value 4"]);
    set_file(&mut engine, &path);
    assert_eq!(press(&mut engine, "LoadHashfromFile"), saved);
    let warm = engine.nodes_of_searches();
    assert!(2 * warm < cold, "{cold} nodes, then {warm}");
}

#[test]
fn during_a_search_the_table_is_saved_after_it() {
    let folder = folder();
    let path = folder.path().join("table");
    let mut engine = Engine::start(&[]);
    set_file(&mut engine, &path);
    engine.send("go infinite");
    engine.until("info depth 5 ");
    engine.send("setoption name SaveHashtoFile");
    engine.send("isready");
    engine.until("readyok");
    assert!(!path.exists());
    engine.send("stop");
    let lines = engine.until("info string SaveHashtoFile: ");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(path.exists());
}

#[test]
fn what_is_asked_before_quit_is_saved() {
    let folder = folder();
    let path = folder.path().join("table");
    let mut engine = Engine::start(&[]);
    set_file(&mut engine, &path);
    engine.send("setoption name SaveHashtoFile\nquit");
    let (status, lines) = engine.wait();
    assert!(status.success() && lines.len() == 1, "{lines:?}");
    assert_eq!(tt_core::verify_file(&path).expect("a whole file").records, 0);
}

#[test]
fn never_clear_hash_keeps_the_table_at_a_new_game_and_at_the_button() {
    let mut engine = Engine::start(&[]);
    let cold = engine.nodes_of_searches();
    engine.ask("ucinewgame");
    assert_eq!(engine.nodes_of_searches(), cold, "a new game is as the first");
    assert!(engine.ask("setoption name NeverClearHash value true").is_empty());
    engine.ask("ucinewgame");
    assert_ne!(engine.nodes_of_searches(), cold, "the table is kept");
    assert!(press(&mut engine, "Clear Hash").contains("NeverClearHash"));
    engine.ask("ucinewgame");
    assert_ne!(engine.nodes_of_searches(), cold, "the table is kept");
    engine.ask("setoption name NeverClearHash value false");
    engine.ask("ucinewgame");
    assert_eq!(engine.nodes_of_searches(), cold);
}

#[test]
fn a_file_that_is_refused_leaves_the_table_as_it_is() {
    let folder = folder();
    let [good, damaged, other, none] =
        ["good", "damaged", "other", "none"].map(|name| folder.path().join(name));
    let mut engine = Engine::start(&[]);
    let cold = engine.nodes_of_searches();
    set_file(&mut engine, &good);
    press(&mut engine, "SaveHashtoFile");
    let mut bytes = fs::read(&good).expect("the file is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).expect("the folder is ours");
    // The table of a program that makes keys in another way is refused.
    let mut table = Table::new(1 << 16).expect("memory");
    table.save(&other, 1, |_, _| {}).expect("the folder is ours");
    for (path, words) in [
        (damaged.as_path(), " of the file is damaged"),
        (&other, "the file's keys are of the schema 0000000000000001"),
        (&none, "No such file"),
        (folder.path(), "the path is a directory"),
    ] {
        set_file(&mut engine, path);
        let said = press(&mut engine, "LoadHashfromFile");
        assert!(said.starts_with(&format!("{}: ", path.display())), "{said}");
        assert!(said.contains(words), "{said}");
    }
    assert!(press(&mut engine, "SaveHashtoFile").contains("the path is a directory"));
    set_file(&mut engine, Path::new("<empty>"));
    for button in ["SaveHashtoFile", "LoadHashfromFile"] {
        assert_eq!(press(&mut engine, button), "expected a path in HashFile, found none");
    }
    assert!(2 * engine.nodes_of_searches() < cold, "the table is as it was");
}

#[test]
fn a_save_replaces_a_table_and_an_empty_file_but_nothing_else() {
    let folder = folder();
    let path = folder.path().join("file");
    let mut engine = Engine::start(&[]);
    set_file(&mut engine, &path);
    engine.search("go depth 3");
    let refusal = "the file does not hold a table, and is not replaced by one";
    for foreign in ["a letter\n", "#!/bin/sh\nls\n", "TTCORE\n\n", "TTSHARED", "TT", "\0"] {
        fs::write(&path, foreign).expect("the folder is ours");
        let said = press(&mut engine, "SaveHashtoFile");
        assert_eq!(said, format!("{}: {refusal}", path.display()), "{foreign:?}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
    }
    fs::write(&path, "").expect("the folder is ours");
    let saved = press(&mut engine, "SaveHashtoFile");
    // A table that was damaged since, or cut short, was a table.
    let bytes = fs::read(&path).expect("the table");
    for damaged in [&bytes[..], &bytes[..9], &[&bytes[..8], b"noise"].concat()] {
        fs::write(&path, damaged).expect("the folder is ours");
        assert_eq!(press(&mut engine, "SaveHashtoFile"), saved);
        assert_eq!(fs::read(&path).expect("the table"), bytes);
    }
}

/// Starts the engine where `folder` is a file system of 1 MiB; `None` if the system does not allow
/// it.
fn on_a_small_disk(folder: &Path) -> Option<Engine> {
    let command = |program: &str| {
        let mount = "mount -t tmpfs -o size=1m,mode=700 tmpfs \"$0\" && exec \"$@\"";
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", mount]);
        command.arg(folder).arg(program).stderr(Stdio::null());
        command
    };
    let possible = command("true").status().is_ok_and(|status| status.success());
    possible.then(|| Engine::spawn(&mut command(BINARY)))
}

#[test]
fn a_full_disk_leaves_the_old_file_and_the_engine_plays_on() {
    let folder = folder();
    let Some(mut engine) = on_a_small_disk(folder.path()) else {
        return skipped("a full disk", "this system does not let the test mount a file system");
    };
    set_file(&mut engine, &folder.path().join("table"));
    engine.search("go depth 5");
    let old = press(&mut engine, "SaveHashtoFile");
    // 16 MB of table hold far more than the disk.
    engine.search("go nodes 400000");
    assert!(press(&mut engine, "SaveHashtoFile").contains("No space left"));
    assert!(engine.search("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(press(&mut engine, "LoadHashfromFile"), old);
}
