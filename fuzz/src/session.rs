//! Laws of a UCI session: each `go` is answered once, with a legal move of its own position.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use engine::{Game, Numbers};
use engine_cli::ranks::{Output, obey};
use movegen::{Position, Variant, decode_text};
use uci::{Command, Offer, Options, Reach, SetOption, UciError, read_game};

const NODES: u64 = 50;

const PERFT_DEPTH: u32 = 1;

/// The first line of each session: zeroing the default table would take longer than all else.
const SMALL_TABLE: &str = "setoption name HashKB value 16";

/// The line in place of the `bestmove` of a search that pondered on another move.
const ABANDONED: &str = "info string go: the search that pondered on another move has ended";

/// Runs a whole session over these bytes, from the first line to the last answer. Lines that would
/// take long, or touch files, are left out, and each search gets a few nodes.
///
/// # Panics
/// If a `go` has no answer or more than one, but for one that pondered on another move; if the
/// answer is not a legal move of the position that was set up, while there is one; or if an
/// `isready` is not answered.
pub fn run(bytes: &[u8]) {
    let mut lines = vec![SMALL_TABLE.to_owned()];
    let mut expected = Expected::default();
    for text in decode_text(bytes).split('\n') {
        let Some(text) = bounded(text) else { continue };
        let ends = expected.note(&text);
        lines.push(text);
        if ends {
            break;
        }
    }
    let written = Written::default();
    obey(lines.into_iter(), Numbers::default(), None, Output::new(Box::new(written.clone())));
    let bytes = written.0.lock().expect("no writer has panicked");
    expected.check(&String::from_utf8_lossy(&bytes));
}

/// The bytes that a session has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer has panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn parse(line: &str) -> Result<Command<'_>, UciError> {
    Command::parse(line, Offer::default())
}

/// Returns the line so that nothing takes long in a session, or `None` if it would.
fn bounded(text: &str) -> Option<String> {
    let kept = |keep: bool| keep.then(|| text.to_owned());
    match parse(text) {
        Ok(Command::Perft(depth)) => kept(depth <= PERFT_DEPTH),
        Ok(Command::SetOption(set)) => kept(is_harmless(&set.name, set.value.as_deref())),
        // If a limit is given twice, the last one counts.
        Ok(Command::Go(_)) => Some(format!("{text} nodes {NODES}")),
        Ok(Command::Bench(_)) => None,
        Ok(Command::Other(line)) => {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["speedtest", ..] => None,
                ["genfens", count, ..] => kept(count == "1" && !words.contains(&"book")),
                _ => kept(true),
            }
        }
        _ => kept(true),
    }
}

/// Returns whether an option may be set: it is unknown, or costs little.
fn is_harmless(name: &str, value: Option<&str>) -> bool {
    match Options::new(Offer::default()).reach(name) {
        None | Some(Reach::Session) => true,
        Some(Reach::Resources { little }) => {
            value.and_then(|value| value.parse().ok()).is_none_or(|value: i64| value <= little)
        }
        Some(Reach::Files(_)) => false,
    }
}

/// The answers that the lines ask for.
struct Expected {
    /// The variant by whose rules a FEN is read.
    variant: Variant,
    game: Result<Game, UciError>,
    /// The position of each `go`.
    searched: Vec<Option<Position>>,
    ready: usize,
}

impl Default for Expected {
    fn default() -> Self {
        let game = Ok(Game::default());
        Self { variant: Variant::Standard, game, searched: Vec::new(), ready: 0 }
    }
}

impl Expected {
    /// Takes a line into account; returns true if the session obeys nothing after it.
    fn note(&mut self, text: &str) -> bool {
        match parse(text) {
            Ok(Command::Go(_)) => {
                self.searched.push(self.game.as_ref().ok().map(|game| game.position().clone()));
            }
            Ok(Command::SetOption(SetOption { name, value }))
                if name.eq_ignore_ascii_case("UCI_Chess960") =>
            {
                match value.map(|value| value.to_ascii_lowercase()).as_deref() {
                    Some("true") => self.variant = Variant::Chess960,
                    Some("false") => self.variant = Variant::Standard,
                    _ => {}
                }
            }
            Ok(Command::Position(set_up)) => {
                let game = |set_up| read_game(set_up, self.variant);
                self.game = set_up.and_then(game).map(|(game, _)| game);
            }
            Ok(Command::Other(line)) if line.split_whitespace().next() == Some("flip") => {
                if let Ok(game) = &self.game {
                    self.game = Ok(Game::new(flipped(game.position())));
                }
            }
            Ok(Command::IsReady) => self.ready += 1,
            Ok(Command::Quit) => return true,
            _ => {}
        }
        false
    }

    /// Compares the session's output with the expectation.
    fn check(&self, text: &str) {
        let is_text = |c: char| !c.is_control() || c == '\n';
        assert!(text.chars().all(is_text), "{text:?}");
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("readyok"), self.ready, "{text}");
        let answers: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        // How many of several searches are refused or give up pondering depends on their progress.
        let unanswered = count("info string go: refused") + count(ABANDONED);
        assert_eq!(answers.len() + unanswered, self.searched.len(), "{text}");
        if unanswered > 0 {
            return;
        }
        for (answer, position) in answers.iter().zip(&self.searched) {
            let mv = answer.split(' ').next().unwrap_or_default();
            let legal = match position {
                Some(position) if position.count_legal() > 0 => position.parse_uci(mv).is_ok(),
                _ => *answer == "(none)",
            };
            assert!(legal, "bestmove {answer} in {position:?}: {text}");
        }
    }
}

/// Returns the position with the colours exchanged and the board turned, by its FEN.
fn flipped(position: &Position) -> Position {
    let swap = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let rows: Vec<String> =
        fields[0].rsplit('/').map(|row| row.chars().map(swap).collect()).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap).collect();
    let en_passant = match fields[3].split_at_checked(1) {
        Some((file, "3")) => format!("{file}6"),
        Some((file, "6")) => format!("{file}3"),
        _ => fields[3].to_owned(),
    };
    let rest = fields[4..].join(" ");
    let fen = format!("{} {side} {castling} {en_passant} {rest}", rows.join("/"));
    Position::from_fen(&fen).expect("the colour flip of a position is legal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_bounded_and_obey_the_law() {
        let long =
            ["perft 9", "bench", "speedtest", "go perft 5", "setoption name Threads value 1024"];
        for line in long {
            assert_eq!(bounded(line), None, "{line}");
        }
        for option in
            ["Debug Log File value a", "SharedHash value a", "SaveHashtoFile", "HASH value 3"]
        {
            assert_eq!(bounded(&format!("setoption name {option}")), None, "{option}");
        }
        for option in
            ["nodestime value 9", "Minimal value true", "OwnBook value true", "Hash value 2"]
        {
            assert!(bounded(&format!("setoption name {option}")).is_some(), "{option}");
        }
        assert_eq!(bounded("genfens 1 seed 2 book a.epd"), None);
        assert_eq!(bounded("genfens 9"), None);
        assert_eq!(bounded("go infinite").as_deref(), Some("go infinite nodes 50"));
        run(b"uci\nisready\ngo\ngo depth 3\nstop\nposition fen 8/8 w\ngo\nflip\n");
        run(b"position startpos moves e2e4\ngo depth 20\ngo nodes 5\nisready\nquit\ngo\n");
        run(b"setoption name HashKB value 0\ntt\ngenfens 1 seed 7\nisready\n");
        run(b"setoption name UCI_Chess960 value true\n\xff\0\ngo searchmoves e2e4 e2e5\n");
        run(b"position startpos moves e2e4 d7d5 e4e5 f7f5\nflip\ngo depth 3\nflip\ngo depth 2\n");
    }

    #[test]
    #[should_panic(expected = "bestmove e2e4")]
    fn an_answer_for_another_position_is_found() {
        let mut expected = Expected::default();
        expected.note("position startpos moves e2e4");
        expected.note("go depth 1");
        expected.check("bestmove e2e4\n");
    }

    #[test]
    #[should_panic(expected = "left: 0")]
    fn a_lost_answer_is_found() {
        let mut expected = Expected::default();
        expected.note("go depth 1");
        expected.check("");
    }

    #[test]
    fn a_miss_while_pondering_leaves_one_answer_for_two_searches() {
        run(b"position startpos\ngo ponder\nposition startpos moves d2d4\ngo\nisready\n");
        run(b"go ponder\nponderhit\ngo ponder\ngo infinite\nstop\n");
    }
}
