//! Output that the system does not take: a full disk, `/dev/full`, a folder without rights. Each
//! way to write, of each verb, ends in one message and exit code 1, and old files stay whole.

#[path = "../../../tt-core/tests/it/full_disk/small_disk.rs"]
mod small_disk;

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use self::small_disk::on_a_small_disk;
use crate::engine::{BINARY, skipped};

/// The size of the disk: four pages.
const SIZE: &str = "16k";
const NO_SPACE: &str = "No space left on device";

/// Command lines that print, each with standard input. `EPD`, `PGN` and `HSH` stand for files.
const PRINTS: [(&str, &str); 41] = [
    ("", "uci\nquit\n"),
    ("uci", "go depth 2\n"),
    ("analyse --depth 2", ""),
    ("analyse --depth 2 --ascii", ""),
    ("analyse --depth 2 --json", ""),
    ("analyse --depth 2 --svg -", ""),
    ("analyse --depth 2 --epd EPD", ""),
    ("analyse --depth 2 --epd - --json", "4k3/8/8/8/8/8/8/4K2R w K -\n"),
    ("analyse --depth 2 --pgn PGN", ""),
    ("analyse --depth 2 --pgn PGN --json --out -", ""),
    ("analyse --depth 2 --pgn PGN --report -", ""),
    ("analyse --depth 2 --pgn PGN --report - --json", ""),
    ("analyse --depth 6 --pgn PGN --puzzles -", ""),
    ("perft 2", ""),
    ("perft 3 --hash 1", ""),
    ("bench 1 1 1", ""),
    ("speedtest 1 1 1", ""),
    ("hash look HSH", ""),
    ("hash look HSH --json", ""),
    ("hash export HSH --draft 0 --format pgn", ""),
    ("hash export HSH --draft 0 --format epd --output -", ""),
    ("hash export HSH --draft 0 --format polyglot --output -", ""),
    ("hash info HSH", ""),
    ("hash info HSH --json", ""),
    ("hash verify HSH", ""),
    ("hash merge HSH --output -", ""),
    ("hash prune HSH --draft 0 --output -", ""),
    ("params", ""),
    ("weights", ""),
    ("compiler", ""),
    ("license", ""),
    ("completions bash", ""),
    ("man", ""),
    ("man hash", ""),
    ("help", ""),
    ("help perft", ""),
    ("--help", ""),
    ("analyse --help", ""),
    ("--version", ""),
    ("d", ""),
    ("tt", ""),
];

/// Command lines that write the file `OUT`.
const WRITES: [&str; 11] = [
    "analyse --depth 2 --epd EPD --out OUT",
    "analyse --depth 2 --epd EPD --json --out OUT",
    "analyse --depth 2 --pgn PGN --out OUT",
    "analyse --depth 2 --pgn PGN --report OUT",
    "analyse --depth 6 --pgn PGN --puzzles OUT",
    "analyse --depth 2 --json --svg OUT",
    "hash export HSH --draft 0 --format pgn --output OUT",
    "hash export HSH --draft 0 --format epd --output OUT",
    "hash export HSH --draft 0 --format polyglot --output OUT",
    "hash merge HSH --force --output OUT",
    "hash prune HSH --draft 0 --force --output OUT",
];

/// All options whose value is a file, those that write last.
const FILE_OPTIONS: [&str; 10] = [
    "--params",
    "--weights",
    "--network",
    "--epd",
    "--pgn",
    "--out",
    "--output",
    "--svg",
    "--report",
    "--puzzles",
];

/// The old file, which begins as a table does, so that a session may replace it.
const OLD: &str = "TTCORE\r\nold";

/// The files that are read.
struct Inputs(TempDir);

impl Inputs {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_owned();
        let at = |name: &str| path.join(name);
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("for all");
        fs::write(at("EPD"), "4k3/8/8/8/8/8/8/4K2R w K -\n".repeat(3)).expect("written");
        fs::write(at("PGN"), "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n").expect("written");
        let inputs = Self(folder);
        let save = ["Hash value 1", "HashFile value HSH", "SaveHashtoFile"]
            .map(|option| format!("setoption name {option}"));
        let lines = [&save[0], &save[1], "go depth 8", &save[2]].map(str::to_owned);
        let output = inputs.command(lines).output().expect("the program runs");
        assert!(output.status.success() && at("HSH").exists(), "{output:?}");
        inputs
    }

    /// Returns the program with arguments, in which the names of inputs stand for their paths.
    fn command(&self, arguments: impl IntoIterator<Item = String>) -> Command {
        let mut command = Command::new(BINARY);
        for argument in arguments {
            let mut argument = argument;
            for name in ["EPD", "PGN", "HSH"] {
                argument = argument.replace(name, &self.0.path().join(name).to_string_lossy());
            }
            command.arg(argument);
        }
        command
    }

    fn words(&self, words: &str, out: &Path) -> Command {
        let out = out.to_str().expect("UTF-8");
        self.command(words.split_whitespace().map(|word| word.replace("OUT", out)))
    }
}

fn run(command: &mut Command, input: &str, stdout: Stdio) -> Output {
    command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A program that has ended does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// The program has failed and said so in one line.
fn is_one_failure(output: &Output, words: &str, why: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}: {told}");
    assert!(
        told.lines().count() == 1 && told.starts_with("error: ") && told.contains(why),
        "{words}: {told}"
    );
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("one").file_name().into_string().expect("UTF-8")).collect()
}

fn fill(folder: &Path) {
    let mut file = File::create(folder.join("filling")).expect("a file");
    let error = file.write_all(&[0; 1 << 20]).expect_err("the disk is small");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("Linux has it")
}

#[test]
fn what_cannot_be_printed_is_a_failure() {
    on_a_small_disk(SIZE, "full_disk::what_cannot_be_printed_is_a_failure", |disk| {
        let inputs = Inputs::new();
        fill(disk);
        let printed = disk.join("printed");
        for (words, input) in PRINTS {
            for stdout in [full(), File::create(&printed).expect("a file without a block")] {
                let output = run(&mut inputs.words(words, disk), input, stdout.into());
                is_one_failure(&output, words, &format!("standard output: {NO_SPACE}"));
            }
        }
    });
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let inputs = Inputs::new();
    for (words, input) in PRINTS {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = run(&mut inputs.words(words, Path::new("")), input, writer.into());
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{words}");
    }
}

#[test]
fn a_file_that_cannot_be_written_stays_as_it_was() {
    on_a_small_disk(SIZE, "full_disk::a_file_that_cannot_be_written_stays_as_it_was", |disk| {
        let inputs = Inputs::new();
        let elsewhere = tempfile::tempdir().expect("a folder");
        let link = elsewhere.path().join("link");
        let old = disk.join("old");
        fs::write(&old, OLD).expect("the disk has room");
        symlink(&old, &link).expect("a link");
        fill(disk);
        let before = names(disk);
        let unchanged = |words: &str| {
            assert_eq!(fs::read_to_string(&old).expect("a file"), OLD, "{words}");
            assert_eq!(names(disk), before, "{words}: no part is left");
            assert!(fs::symlink_metadata(&link).expect("a link").is_symlink(), "{words}");
        };
        let device = PathBuf::from("/dev/full");
        let places = [&old, &link, &disk.join("new"), &device];
        for (words, out) in WRITES.iter().flat_map(|words| places.map(|out| (words, out))) {
            let output = run(&mut inputs.words(words, out), "", Stdio::null());
            is_one_failure(&output, words, &format!("{}: ", out.display()));
            assert!(String::from_utf8_lossy(&output.stderr).contains(NO_SPACE), "{output:?}");
            unchanged(words);
        }
        // A session reports it and goes on.
        let log = disk.join("log");
        for (option, out) in [("HashFile", &old), ("HashFile", &link), ("Debug Log File", &log)] {
            let mut lines = vec![format!("setoption name {option} value {}", out.display())];
            lines.extend((out != &log).then(|| "setoption name SaveHashtoFile".to_owned()));
            lines.push("go depth 1".to_owned());
            let printed = run(&mut inputs.command(lines), "", Stdio::piped()).stdout;
            let printed = String::from_utf8(printed).expect("UTF-8");
            let messages = printed.lines().filter(|line| line.contains(NO_SPACE)).count();
            assert!(messages == 1 && printed.contains("bestmove"), "{option}: {printed}");
            // A log without a line may stay.
            let _ = fs::remove_file(&log);
            unchanged(option);
        }
    });
}

/// The twin of the failures: what is written through links, with the old file's permissions, is
/// what a dash prints.
#[test]
fn links_and_permissions_stay_and_a_dash_prints_the_file() {
    let inputs = Inputs::new();
    let folder = tempfile::tempdir().expect("a folder");
    let [old, link] = ["old", "link"].map(|name| folder.path().join(name));
    symlink("old", &link).expect("a link");
    let save = ["HashFile value HSH", "LoadHashfromFile", "HashFile value OUT", "SaveHashtoFile"]
        .map(|option| format!("setoption name {option}").replace("OUT", &link.to_string_lossy()));
    for words in WRITES.iter().copied().chain(["save"]) {
        fs::write(&old, OLD).expect("written");
        fs::set_permissions(&old, Permissions::from_mode(0o600)).expect("ours");
        let mut command = match words {
            "save" => inputs.command(save.clone()),
            words => inputs.words(words, &link),
        };
        let output = run(&mut command, "", Stdio::piped());
        assert!(output.status.success(), "{words}: {output:?}");
        let written = fs::read(&old).expect("a file");
        assert!(written != OLD.as_bytes() && written.len() > 20, "{words}");
        assert_eq!(fs::metadata(&old).expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink(), "{words}");
        assert_eq!(names(folder.path()).len(), 2, "{words}: no part is left");
        // The time is part of JSON.
        if !words.contains("--json") && words != "save" {
            let mut command = inputs.words(words, Path::new("-"));
            let output = run(command.current_dir(folder.path()), "", Stdio::piped());
            assert!(output.status.success() && output.stdout == written, "{words}: {output:?}");
            assert_eq!(names(folder.path()).len(), 2, "{words}: no file is called `-`");
        }
    }
}

/// A superuser needs no rights, so the program runs as another user then.
#[test]
fn a_folder_without_rights_is_a_failure() {
    let inputs = Inputs::new();
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    fs::write(&old, OLD).expect("written");
    fs::set_permissions(&old, Permissions::from_mode(0o666)).expect("ours");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).expect("ours");
    let is_superuser = File::create(folder.path().join("right")).is_ok();
    let _ = fs::remove_file(folder.path().join("right"));
    let before = names(folder.path());
    let places = [&old, &folder.path().join("new")];
    for (words, out) in WRITES.iter().flat_map(|words| places.map(|out| (words, out))) {
        let mut command = inputs.words(words, out);
        if is_superuser {
            let program = command;
            command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
            command.arg(program.get_program()).args(program.get_args());
        }
        let output = run(&mut command, "", Stdio::null());
        if is_superuser && !String::from_utf8_lossy(&output.stderr).contains("error: ") {
            let why = format!("setpriv cannot run the program as another user: {output:?}");
            return skipped("a folder without rights", &why);
        }
        is_one_failure(&output, words, "Permission denied");
        assert_eq!(fs::read_to_string(&old).expect("a file"), OLD, "{words}");
        assert_eq!(names(folder.path()), before, "{words}");
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("ours");
}

#[test]
fn every_verb_and_every_option_with_a_file_is_tried() {
    let help = |words: &[&str]| {
        let output = Command::new(BINARY).args(words).arg("--help").output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let verbs = |text: &str| -> Vec<String> {
        let (_, list) = text.split_once("\nCommands:\n").expect("verbs");
        let lines = list.lines().take_while(|line| !line.is_empty());
        let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.map(|line| line.split_whitespace().next().expect("a name").to_owned()).collect()
    };
    let tried = |path: &str| PRINTS.iter().any(|(words, _)| words.starts_with(path));
    let mut options = BTreeSet::new();
    for verb in verbs(&help(&[])) {
        assert!(tried(&verb), "{verb}");
        let within = if verb == "hash" { verbs(&help(&["hash"])) } else { vec![String::new()] };
        for inner in within {
            let path: Vec<&str> = [&verb, &inner]
                .map(String::as_str)
                .into_iter()
                .filter(|word| !word.is_empty())
                .collect();
            if path.last() == Some(&"help") {
                continue;
            }
            assert!(tried(&path.join(" ")), "{path:?}");
            let text = help(&path);
            let files =
                text.lines().filter(|line| line.starts_with("  ") && line.contains(" <FILE>"));
            options.extend(files.filter_map(|line| {
                line.split_whitespace().find(|word| word.starts_with("--")).map(str::to_owned)
            }));
        }
    }
    assert_eq!(options, FILE_OPTIONS.map(str::to_owned).into());
    for option in &FILE_OPTIONS[5..] {
        assert!(WRITES.iter().any(|words| words.contains(&format!("{option} OUT"))), "{option}");
    }
}
