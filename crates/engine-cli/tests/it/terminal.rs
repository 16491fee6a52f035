//! `analyse` from the side of a user at a terminal.

use std::fs::File;
use std::io::Read;
use std::num::NonZero;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use movegen::Position;
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use serde_json::Value;
use vt100::{Color, Parser};

use crate::engine::BINARY;
use crate::load::until_caught;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const ROWS: u16 = 24;

/// The lines that are kept above the screen.
const SCROLLBACK: usize = 1000;

/// A running engine, killed when it is dropped: a test that fails leaves none behind, which would
/// keep the test program's outputs open.
struct Running(Child);

impl Running {
    fn pid(&self) -> Pid {
        Pid::from_child(&self.0)
    }

    /// Waits for the end, which must be a success.
    fn end(mut self) {
        assert!(self.0.wait().expect("the engine ends").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns both ends of a new pseudo-terminal of that width.
fn terminal(columns: u16) -> (OwnedFd, OwnedFd) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("a terminal of our own");
    let name = ptsname(&ours, Vec::new()).expect("a name");
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty());
    let theirs = theirs.expect("the other end");
    let size = Winsize { ws_row: ROWS, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(theirs.as_fd(), size).expect("a size");
    (ours, theirs)
}

/// Starts the engine with a pseudo-terminal of that width as its output.
fn start(arguments: &[&str], columns: u16, term: &str) -> (Running, OwnedFd) {
    start_in(arguments, columns, term, "C.UTF-8")
}

fn start_in(arguments: &[&str], columns: u16, term: &str, locale: &str) -> (Running, OwnedFd) {
    let (ours, theirs) = terminal(columns);
    let child = Command::new(BINARY)
        .args(arguments)
        .env("TERM", term)
        .env("LC_ALL", locale)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::from(theirs))
        .spawn()
        .expect("the engine starts");
    (Running(child), ours)
}

/// Reads everything that a process writes to its terminal until it ends.
fn read(ours: OwnedFd) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut file = File::from(ours);
    let mut part = [0; 4096];
    // Linux answers with an error, not with an end, when the other side has been closed.
    while let Ok(count @ 1..) = file.read(&mut part) {
        bytes.extend_from_slice(&part[..count]);
    }
    bytes
}

fn written(arguments: &[&str], columns: u16, term: &str) -> Vec<u8> {
    let (engine, ours) = start(arguments, columns, term);
    let bytes = read(ours);
    engine.end();
    bytes
}

/// Returns the terminal's text in the end, with the scrolled lines above it.
fn shown(bytes: &[u8], columns: u16) -> String {
    let size = |length| NonZero::new(length).expect("a terminal has room");
    let mut parser = Parser::new(size(ROWS), size(columns), SCROLLBACK);
    parser.process(bytes);
    let screen = parser.screen_mut();
    screen.set_scrollback(SCROLLBACK);
    let above = screen.scrollback();
    let mut rows: Vec<String> = Vec::new();
    for offset in (1..=above).rev() {
        screen.set_scrollback(offset);
        rows.extend(screen.rows(0, columns).next());
    }
    screen.set_scrollback(0);
    rows.extend(screen.rows(0, columns));
    rows.join("\n")
}

/// Returns the moves of a row, without their numbers.
fn moves(row: &str) -> Vec<&str> {
    let (_, line) = row.split_once("1. ").unwrap_or_else(|| panic!("no moves in {row:?}"));
    let words = line.split_whitespace();
    words.filter(|word| *word != "..." && !word.starts_with(|c: char| c.is_ascii_digit())).collect()
}

fn rows(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains("1. ")).collect()
}

#[test]
fn each_move_that_is_shown_is_one_of_the_line_at_any_width() {
    for multipv in ["1", "3"] {
        let arguments = ["analyse", KIWIPETE, "--depth", "9", "--hash", "1", "--multipv", multipv];
        let output = Command::new(BINARY).args(arguments).output().expect("the engine runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let count: usize = multipv.parse().expect("a number");
        let lines: Vec<Vec<&str>> = rows(&text).into_iter().map(moves).collect();
        for columns in [20, 40, 60, 80, 120] {
            let text = shown(&written(&arguments, columns, "xterm-256color"), columns);
            let cut = rows(&text);
            assert_eq!(cut.len(), count, "{columns}: {text}");
            for cut in cut.into_iter().map(moves) {
                assert!(!cut.is_empty(), "{columns}: {text}");
                assert!(lines.iter().any(|line| line.starts_with(&cut)), "{columns}: {cut:?}");
                let mut position = Position::from_fen(KIWIPETE).expect("a position");
                for san in cut {
                    let mv = position.parse_san(san).unwrap_or_else(|error| panic!("{error}"));
                    position = position.make(mv);
                }
            }
            assert!(text.contains("Best move: "), "{text}");
            board(&text, columns);
        }
        let wide = shown(&written(&arguments, 400, "xterm-256color"), 400);
        assert!(lines.contains(&moves(rows(&wide)[0])), "nothing to cut: {wide}");
    }
}

/// Checks the board of a screen wide enough for one: each piece in its place, the bar beside it,
/// and the totals.
fn board(text: &str, columns: u16) {
    let ranks: Vec<&str> = text.lines().filter(|row| row.contains(['█', '▁', '▄'])).collect();
    if columns < 30 {
        assert!(!text.contains('♚'), "{text}");
        return;
    }
    assert!(text.contains("8  ♜           ♚        ♜"), "{text}");
    assert!(text.contains("1  ♖           ♔        ♖  ██"), "{text}");
    assert!(text.contains("2  ♙  ♙  ♙  ♗  ♗  ♙  ♙  ♙ "), "{text}");
    assert!(!ranks.is_empty(), "{text}");
    for total in ["White to move", "1-0 ", "depth ", "nodes", " nps", "% full", " s"] {
        assert!(text.contains(total), "{columns}, {total:?}: {text}");
    }
}

/// Returns the squares of the board with the background of the marks.
fn marked(bytes: &[u8]) -> Vec<String> {
    let size = |length| NonZero::new(length).expect("a terminal has room");
    let mut parser = Parser::new(size(ROWS), size(80), SCROLLBACK);
    parser.process(bytes);
    let screen = parser.screen();
    let top = (0..ROWS).find(|&row| screen.contents_between(row, 0, row, 2) == "8 ");
    let top = top.expect("a board");
    let mut squares = Vec::new();
    for (row, rank) in (top..).zip((1..=8).rev()) {
        for (file, name) in (0..8).zip('a'..='h') {
            let cell = screen.cell(row, 3 + 3 * file).expect("on the screen");
            if cell.bgcolor() == Color::Idx(65) {
                squares.push(format!("{name}{rank}"));
            }
        }
    }
    squares
}

#[test]
fn the_best_move_is_marked_on_the_board() {
    let back_rank = ["analyse", "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "--depth", "3"];
    assert_eq!(marked(&written(&back_rank, 80, "xterm")), ["b8", "b1"]);
}

#[test]
fn glyphs_follow_the_locale_unless_they_are_asked_for() {
    let drawn = |options: &[&str], locale| {
        let arguments = [&["analyse", KIWIPETE, "--depth", "2"], options].concat();
        let (engine, ours) = start_in(&arguments, 80, "xterm", locale);
        let text = shown(&read(ours), 80);
        engine.end();
        (text.is_ascii(), text.contains('♚'))
    };
    assert_eq!(drawn(&[], "C.UTF-8"), (false, true));
    assert_eq!(drawn(&[], "C"), (true, false));
    assert_eq!(drawn(&["--unicode"], "C"), (false, true));
    assert_eq!(drawn(&["--ascii"], "C.UTF-8"), (true, false));
}

#[test]
fn colours_are_used_when_they_are_asked_for() {
    let has_colours = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("\x1b[1;38;5;");
    let arguments = |when| ["analyse", KIWIPETE, "--depth", "2", "--color", when];
    for (when, terminal, dumb) in
        [("auto", true, false), ("always", true, true), ("never", false, false)]
    {
        assert_eq!(has_colours(&written(&arguments(when), 80, "xterm")), terminal, "{when}");
        assert_eq!(has_colours(&written(&arguments(when), 80, "dumb")), dumb, "{when}");
        let pipe = Command::new(BINARY).args(arguments(when)).output().expect("the engine runs");
        assert_eq!(has_colours(&pipe.stdout), dumb, "{when}");
    }
}

#[test]
fn more_lines_than_the_screen_has_rows_are_shown_once() {
    let arguments = ["analyse", KIWIPETE, "--depth", "4", "--hash", "1", "--multipv", "40"];
    let text = shown(&written(&arguments, 100, "xterm-256color"), 100);
    assert_eq!(rows(&text).len(), 40, "{text}");
    let mut first: Vec<&str> = rows(&text).into_iter().map(|row| moves(row)[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 40, "{text}");
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    for arguments in [&["analyse", KIWIPETE, "--depth", "3"][..], &["--help"]] {
        for (term, is_plain) in [("dumb", true), ("", true), ("xterm", false)] {
            let has_escapes = written(arguments, 80, term).contains(&0x1b);
            assert_eq!(has_escapes, !is_plain, "{arguments:?} {term:?}");
        }
    }
}

struct Watched {
    parser: Parser,
    bytes: Receiver<Vec<u8>>,
}

impl Watched {
    fn new(ours: &OwnedFd) -> Self {
        let size = |length| NonZero::new(length).expect("a terminal has room");
        let parser = Parser::new(size(ROWS), size(80), SCROLLBACK);
        let mut file = File::from(ours.try_clone().expect("a second handle"));
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = file.read(&mut part) {
                if sender.send(part[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { parser, bytes }
    }

    fn shown(&self) -> String {
        self.parser.screen().contents()
    }

    /// Takes in output until `is_well` holds for the screen, or for a minute.
    fn wait(&mut self, is_well: impl Fn(&str) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !is_well(&self.shown()) && Instant::now() < end {
            if let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(100)) {
                self.parser.process(&bytes);
            }
        }
        assert!(is_well(&self.shown()), "{}", self.shown());
    }

    /// Takes in the output so far.
    fn settle(&mut self) {
        while let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
        }
    }
}

/// Returns whether a screen shows one board with its totals from the first row on, and nothing
/// before.
fn is_one_board(text: &str) -> bool {
    let count = |words: &str| text.lines().filter(|row| row.contains(words)).count();
    // Within a row, a score may end in an 8.
    let begins_once = text.starts_with("8  ") && !text.contains("\n8  ");
    begins_once && ["White to move", "   a  b  c"].map(count) == [1, 1]
}

#[test]
fn nothing_stale_remains_after_another_size_and_after_a_stop() {
    // The search of the first position has reported all that it will; that of the second goes on.
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", KIWIPETE] {
        let arguments = ["analyse", fen, "--infinite", "--hash", "1", "--multipv", "2"];
        let (engine, ours) = start(&arguments, 80, "xterm");
        let pid = engine.pid();
        let mut watched = Watched::new(&ours);
        watched.wait(|text| text.contains("   a  b  c"));
        // A drawing that a stop cuts short is written out later, over the shell's lines, and one
        // for an old size may pass for one of the new size. The first iterations draw all the
        // time, later ones seldom.
        watched.settle();
        let kill = |signal| kill_process(pid, signal).expect("it runs");

        kill(Signal::STOP);
        watched.settle();
        let shell = b"\r\n[1]+  Stopped   palimpsest\r\n$ make\r\n$ fg\r\npalimpsest\r\n";
        watched.parser.process(shell);
        kill(Signal::CONT);
        watched.wait(is_one_board);
        watched.parser.screen_mut().set_scrollback(SCROLLBACK);
        let above = watched.parser.screen().scrollback();
        let is_kept = (0..=above).any(|offset| {
            watched.parser.screen_mut().set_scrollback(offset);
            watched.shown().contains("$ make")
        });
        assert!(is_kept, "the shell's lines can be looked up");
        watched.parser.screen_mut().set_scrollback(0);

        for (rows, columns) in [(20, 64), (30, 44), (ROWS, 80)] {
            let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
            tcsetwinsize(&ours, size).expect("a size");
            let length = |length| NonZero::new(length).expect("a terminal has room");
            watched.parser.screen_mut().set_size(length(rows), length(columns));
            // This imitates a terminal that breaks its rows anew.
            watched.parser.process(b"\x1b[3A8  stale\r\n");
            watched.wait(|text| is_one_board(text) && !text.contains("stale"));
        }
        kill(Signal::INT);
        watched.wait(|text| text.contains("Best move: "));
        assert!(is_one_board(&watched.shown()), "{}", watched.shown());
        engine.end();
    }
}

#[test]
fn an_interrupt_ends_with_the_best_move() {
    for signal in [Signal::INT, Signal::TERM] {
        let (engine, ours) = start(&["analyse", "--movetime", "100000"], 80, "xterm");
        let pid = engine.pid();
        let killer = thread::spawn(move || {
            until_caught(pid.as_raw_nonzero().get().cast_unsigned(), signal);
            kill_process(pid, signal).expect("it runs");
        });
        let text = shown(&read(ours), 80);
        killer.join().expect("the signal was sent");
        engine.end();
        assert!(text.contains("Best move: "), "{signal:?}: {text}");
    }
}

#[test]
fn an_endless_analysis_ends_at_an_interrupt_with_one_document() {
    let child = Command::new(BINARY)
        .args(["analyse", KIWIPETE, "--infinite", "--json", "--hash", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    until_caught(child.id(), Signal::INT);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(document["best"]["uci"], document["lines"][0]["pv_uci"][0]);
}

/// The clock of a bar goes on while one position takes long.
#[test]
fn the_clock_of_a_bar_goes_on_between_two_positions() {
    let (ours, theirs) = terminal(80);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, "1. e4 e5 *\n").expect("written");
    let child = Command::new(BINARY)
        .args(["analyse", "--movetime", "20000", "--report", "-", "--pgn"])
        .arg(file.path())
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::from(theirs))
        .spawn()
        .expect("the engine starts");
    let engine = Running(child);
    let (mut bytes, mut part, mut terminal) = (Vec::new(), [0; 4096], File::from(ours));
    let goes_on = loop {
        let Ok(count @ 1..) = terminal.read(&mut part) else { break false };
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let after = text.rsplit_once("0/3 positions, ").map_or("0", |(_, after)| after);
        if after.contains("s,") && !after.starts_with('0') {
            break true;
        }
    };
    drop(engine);
    assert!(goes_on, "{}", String::from_utf8_lossy(&bytes));
}
