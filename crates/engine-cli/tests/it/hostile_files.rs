//! Files, and things that are no file, in each place where a user can name one. Each causes at most
//! one message; nothing crashes, nothing hangs, and the engine goes on.

mod cases;

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;
use tt_core::{Entry, SharedTable, Table};

use self::cases::{
    BOARDS, BOOKS, CODED, CODED_LENGTH, DISTANCES, GAMES, HASH_FILES, PATCHES, RESULTS,
    SHARED_TABLES, TEXTS,
};
use crate::engine::{BINARY, Engine};

const SCHEMA: u64 = 0xd1c9_9a50_14e4_c7d5;

/// The longest time of a process for a file, far beyond what any takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The length of a file without bytes on the disk.
const SPARSE: u64 = 1 << 34;

/// The kinds of things, other than a regular file, that a path can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Missing,
    Folder,
    Pipe,
    Socket,
    /// Two links that name each other.
    Loop,
    Dangling,
    LinkToFolder,
    LinkToPipe,
    /// A path through a file.
    Through,
    Device(&'static str),
}

const FORMS: [Form; 12] = [
    Form::Missing,
    Form::Folder,
    Form::Pipe,
    Form::Socket,
    Form::Loop,
    Form::Dangling,
    Form::LinkToFolder,
    Form::LinkToPipe,
    Form::Through,
    Form::Device("/dev/null"),
    Form::Device("/dev/zero"),
    Form::Device("/dev/full"),
];

impl Form {
    /// Creates it at `path`; returns the path to name.
    fn put(self, path: &Path) -> PathBuf {
        let other = path.with_extension("other");
        let pipe = |path: &Path| {
            mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
        };
        let link = |to: &Path, path: &Path| symlink(to, path).expect("a link");
        match self {
            Self::Missing => {}
            Self::Folder => fs::create_dir(path).expect("a folder"),
            Self::Pipe => pipe(path),
            Self::Socket => drop(UnixListener::bind(path).expect("a socket")),
            Self::Loop => {
                link(&other, path);
                link(path, &other);
            }
            Self::Dangling => link(Path::new("/nowhere/at/all"), path),
            Self::LinkToFolder => {
                fs::create_dir(&other).expect("a folder");
                link(&other, path);
            }
            Self::LinkToPipe => {
                pipe(&other);
                link(&other, path);
            }
            Self::Through => {
                fs::write(&other, "text").expect("a file");
                return other.join("file");
            }
            Self::Device(device) => link(Path::new(device), path),
        }
        path.to_owned()
    }
}

/// The places of a session where a path can be named: the lines to send, with `PATH` for the path.
const LINES: [(&str, &[&str]); 8] = [
    ("SyzygyPath", &["setoption name SyzygyPath value PATH"]),
    ("EvalFile", &["setoption name EvalFile value PATH"]),
    ("Book File", &["setoption name Book File value PATH", "go depth 1"]),
    ("Debug Log File", &["setoption name Debug Log File value PATH"]),
    ("load", &["setoption name HashFile value PATH", "setoption name LoadHashfromFile"]),
    ("save", &["setoption name HashFile value PATH", "setoption name SaveHashtoFile"]),
    ("SharedHash", &["setoption name SharedHash value PATH"]),
    ("genfens", &["genfens 1 seed 1 book PATH"]),
];

/// The lines that undo those above.
const RESET: [&str; 5] = [
    "setoption name SyzygyPath value <empty>",
    "setoption name Book File value <empty>",
    "setoption name HashFile value <empty>",
    "setoption name SharedHash value <empty>",
    "position startpos",
];

/// The places of the command line where a path can be named.
const WORDS: [(&str, &[&str]); 11] = [
    ("hash info", &["hash", "info", "PATH"]),
    ("hash verify", &["hash", "verify", "PATH"]),
    ("hash merge", &["hash", "merge", "PATH", "--output", "OUT"]),
    ("hash prune", &["hash", "prune", "PATH", "--draft", "1", "--output", "OUT"]),
    ("hash export", &["hash", "export", "PATH", "--draft", "0", "--format", "epd"]),
    ("hash look", &["hash", "look", "PATH"]),
    ("params", &["--params", "PATH", "bench", "1", "1", "1"]),
    ("weights", &["--weights", "PATH", "bench", "1", "1", "1"]),
    ("network", &["--network", "PATH", "bench", "1", "1", "1"]),
    ("pgn", &["analyse", "--pgn", "PATH", "--depth", "1"]),
    ("epd", &["analyse", "--epd", "PATH", "--depth", "1"]),
];

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

/// An engine that receives one file after another.
struct Session {
    engine: Engine,
    folder: TempDir,
    cases: usize,
    /// The cases with too many or too few messages.
    faults: Vec<String>,
}

impl Session {
    fn new() -> Self {
        let set_up = ["setoption name Hash value 1", "setoption name OwnBook value true"];
        Self {
            engine: Engine::start(&set_up),
            folder: tempfile::tempdir().expect("a folder"),
            cases: 0,
            faults: Vec::new(),
        }
    }

    /// Creates a new folder for a case.
    fn place(&mut self) -> PathBuf {
        self.cases += 1;
        let place = self.folder.path().join(self.cases.to_string());
        fs::create_dir(&place).expect("a folder");
        place
    }

    /// Sends the lines. `told` is the expected number of `info string`s that are messages. Then the
    /// engine must still answer and play.
    fn takes(&mut self, lines: &[String], told: usize, case: &str) {
        let mut said = Vec::new();
        for line in lines {
            if line.starts_with("go") {
                said.extend(self.engine.search(line));
            } else if line.starts_with("genfens") {
                // The answer comes when it is done, like that of a search.
                self.engine.send(line);
                said.extend(self.engine.until("info string genfens"));
            } else {
                said.extend(self.engine.ask(line));
            }
        }
        said.retain(|line| line.starts_with("info string"));
        let sound =
            |line: &String| line.ends_with(" pieces") || line.starts_with("info string book ");
        said.retain(|line| !sound(line));
        if said.len() != told {
            self.faults.push(format!("{case}: expected {told}, found {said:?}"));
        }
        for line in RESET {
            self.engine.ask(line);
        }
        assert!(self.engine.ask("").is_empty(), "{case}");
        let last = self.engine.search("go depth 1").pop().expect("an answer");
        let mv = last.split(' ').nth(1).expect("a move");
        assert!(movegen::Position::startpos().parse_uci(mv).is_ok(), "{case}: {last}");
    }

    /// Fails if a case had too many or too few messages.
    fn end(self) {
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
    }

    /// Sends a table, and searches positions of its ending, for both sides.
    fn takes_table(&mut self, place: &Path, board: &str, told: usize, case: &str) {
        let lines = [
            format!("setoption name SyzygyPath value {}", place.display()),
            format!("position fen {board} w - - 0 1"),
            "go depth 2".into(),
            format!("position fen {board} b - - 0 1"),
            "go depth 2".into(),
        ];
        self.takes(&lines, told, case);
    }
}

/// Returns a table file: its first four bytes, those of the digits, and zeros up to its length.
fn table(magic: &str, digits: &str, length: usize) -> Vec<u8> {
    let mut file = bytes(&format!("{magic}{digits}"));
    file.resize(length, 0);
    file
}

/// Runs the program, which must end in time, by itself. Returns its exit code and the error lines.
fn run(words: &[&str], path: &Path, case: &str) -> (i32, Vec<String>) {
    let path = path.to_str().expect("UTF-8");
    let words =
        words.iter().map(|word| word.replace("PATH", path).replace("OUT", &format!("{path}.out")));
    let mut command = Command::new(BINARY);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stderr = child.stderr.take().expect("a pipe");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        stderr.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
    });
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the process can be asked") {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{case}: it hangs");
        }
        thread::sleep(Duration::from_millis(1));
    };
    let text = reader.join().expect("no panic").expect("a text");
    assert!(!text.contains("panicked"), "{case}: {text}");
    let errors = text.lines().filter(|line| line.starts_with("error: ")).map(str::to_owned);
    (status.code().unwrap_or_else(|| panic!("{case}: {status}: {text}")), errors.collect())
}

#[test]
fn a_session_refuses_what_is_no_file() {
    let mut session = Session::new();
    for form in FORMS {
        for (name, lines) in LINES {
            let place = session.place();
            let path = form.put(&place.join("file")).display().to_string();
            let lines: Vec<String> = lines.iter().map(|line| line.replace("PATH", &path)).collect();
            // A log file is created there, and the first saved table is a message, too.
            let creates = name == "Debug Log File" && form == Form::Missing;
            let before = fs::read_dir(&place).expect("ours").count();
            session.takes(&lines, usize::from(!creates), &format!("{name} {form:?}"));
            if name == "SharedHash" && form != Form::Missing {
                assert_eq!(fs::read_dir(&place).expect("ours").count(), before, "{form:?}");
            }
        }
    }
    for form in FORMS.into_iter().filter(|&form| form != Form::Missing) {
        for ending in ["rtbw", "rtbz"] {
            let place = session.place();
            let named = form.put(&place.join(format!("KRvK.{ending}")));
            // A path through a file finds nothing in the folder.
            let told = usize::from(named.starts_with(&place) && form != Form::Through);
            let (sound, told) = match ending {
                "rtbw" => (None, told.max(1)),
                _ => (Some(table("71e8235d", "01 00 4466ee 00 8004 8004", 80)), told),
            };
            if let Some(sound) = sound {
                fs::write(place.join("KRvK.rtbw"), sound).expect("written");
            }
            session.takes_table(&place, BOARDS[0].1, told, &format!("{ending} {form:?}"));
        }
    }
    assert!(session.cases > 100, "{}", session.cases);
    session.end();
}

#[test]
fn tables_of_endings_cost_a_message_and_no_more() {
    let mut session = Session::new();
    let board = |name| BOARDS.iter().find(|(other, _)| *other == name).expect("a board").1;
    for (name, digits, length, told) in RESULTS {
        let place = session.place();
        let file = table("71e8235d", digits, length);
        fs::write(place.join(format!("{name}.rtbw")), file).expect("written");
        session.takes_table(&place, board(name), told, &format!("{name} {length} {digits}"));
    }
    for (at, digits, told) in PATCHES {
        let place = session.place();
        let mut file = bytes(CODED);
        file.resize(CODED_LENGTH, 0xff);
        let patch = bytes(digits);
        file[at..at + patch.len()].copy_from_slice(&patch);
        fs::write(place.join("KRvK.rtbw"), file).expect("written");
        session.takes_table(&place, board("KRvK"), told, &format!("at {at} {digits}"));
    }
    for (digits, length, told) in DISTANCES {
        let place = session.place();
        let sound = table("71e8235d", "01 00 4466ee 00 8004 8004", 80);
        fs::write(place.join("KRvK.rtbw"), sound).expect("written");
        fs::write(place.join("KRvK.rtbz"), table("d7660ca5", digits, length)).expect("written");
        session.takes_table(&place, board("KRvK"), told, &format!("distances {length} {digits}"));
    }
    let place = session.place();
    let sparse = File::create(place.join("KRvK.rtbw")).expect("a file");
    sparse.set_len(SPARSE + 16).expect("a sparse file");
    session.takes_table(&place, board("KRvK"), 1, "a sparse file");
    assert!(session.cases > 100, "{}", session.cases);
    session.end();
}

#[test]
fn books_and_logs_cost_a_message_and_no_more() {
    let mut session = Session::new();
    let genfens = |path: &Path| vec![format!("genfens 1 seed 1 book {}", path.display())];
    for (digits, times, told) in BOOKS {
        let path = session.place().join("book");
        fs::write(&path, bytes(digits).repeat(times)).expect("written");
        let option = format!("setoption name Book File value {}", path.display());
        session.takes(&[option, "go depth 1".into(), "go depth 1".into()], told, digits);
        session.takes(&genfens(&path), 1, digits);
    }
    for text in GAMES {
        let path = session.place().join("book");
        fs::write(&path, text).expect("written");
        session.takes(&genfens(&path), 1, &format!("{text:?}"));
    }
    let path = session.place().join("sparse");
    File::create(&path).and_then(|file| file.set_len(SPARSE)).expect("a sparse file");
    let option = format!("setoption name Book File value {}", path.display());
    session.takes(&[option, "go depth 1".into()], 0, "a sparse book");
    session.takes(&genfens(&path), 1, "a sparse book of openings");
    session.end();
}

/// Returns the bytes cut or grown with zeros, and changed at a place.
fn changed(bytes: &[u8], length: Option<usize>, at: usize, patch: &str) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(length.unwrap_or(bytes.len()), 0);
    let patch = self::bytes(patch);
    bytes[at..at + patch.len()].copy_from_slice(&patch);
    bytes
}

#[test]
fn hash_files_are_refused_whole() {
    let mut session = Session::new();
    let mut table = Table::new(1 << 10).expect("a table");
    table.store(7 << 60, Entry { mv: 5, ..Entry::default() });
    let mut sound = Vec::new();
    table.write_to(&mut sound, SCHEMA, |_, _| {}).expect("a vector takes all");
    for (length, at, patch) in HASH_FILES {
        let case = format!("{length:?}, at {at} {patch}");
        let path = session.place().join("table");
        fs::write(&path, changed(&sound, length, at, patch)).expect("written");
        let file = format!("setoption name HashFile value {}", path.display());
        session.takes(&[file, "setoption name LoadHashfromFile".into()], 1, &case);
        for (name, words) in &WORDS[..6] {
            let (code, errors) = run(words, &path, &case);
            assert_eq!((code, errors.len()), (1, 1), "{name}, {case}: {errors:?}");
        }
    }
    session.end();
}

#[test]
fn shared_tables_are_refused_and_nothing_is_left_beside_them() {
    let mut session = Session::new();
    let whole = session.place().join("table");
    let table: SharedTable = SharedTable::open(&whole, 1 << 16, SCHEMA).expect("a table");
    drop(table);
    let sound = fs::read(&whole).expect("the table");
    for (length, at, patch) in SHARED_TABLES {
        let case = format!("{length:?}, at {at} {patch}");
        let place = session.place();
        let bytes = changed(&sound, length, at, patch);
        fs::write(place.join("table"), &bytes).expect("written");
        let option = format!("setoption name SharedHash value {}/table", place.display());
        session.takes(&[option], 1, &case);
        assert_eq!(fs::read(place.join("table")).expect("it is there"), bytes, "{case}");
        assert_eq!(fs::read_dir(&place).expect("ours").count(), 1, "{case}");
    }
    session.end();
}

#[test]
fn the_command_line_refuses_what_is_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, form) in FORMS.into_iter().enumerate() {
        for (name, words) in WORDS {
            let reads_pipes = ["pgn", "epd"].contains(&name);
            if reads_pipes && [Form::Pipe, Form::LinkToPipe].contains(&form) {
                continue;
            }
            let case = format!("{name} {form:?}");
            let path = form.put(&folder.path().join(format!("{name} {number}")));
            let (code, errors) = run(words, &path, &case);
            assert_eq!((code, errors.len()), (2, 1), "{case}: {errors:?}");
        }
    }
}

#[test]
fn texts_of_the_command_line_cost_an_error_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text");
    for text in TEXTS {
        fs::write(&path, text).expect("written");
        for (name, words) in &WORDS[6..9] {
            let case = format!("{name} {}", text.escape_ascii());
            let (code, errors) = run(words, &path, &case);
            assert_eq!((code, errors.len()), (2, 1), "{case}: {errors:?}");
        }
    }
    for text in GAMES {
        fs::write(&path, text).expect("written");
        for (name, words) in &WORDS[9..] {
            let case = format!("{name} {}", text.escape_ascii());
            let (code, errors) = run(words, &path, &case);
            let lines = text.split(|&byte| byte == b'\n').count();
            assert!(code <= 1 && errors.len() <= lines, "{case}: {code} {errors:?}");
        }
    }
    File::create(&path).and_then(|file| file.set_len(SPARSE)).expect("a sparse file");
    for (name, words) in &WORDS[..9] {
        let (code, errors) = run(words, &path, name);
        assert_eq!((code <= 2, errors.len()), (true, 1), "a sparse file, {name}: {errors:?}");
    }
}
