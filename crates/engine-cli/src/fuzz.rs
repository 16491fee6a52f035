//! The entry points of the fuzz targets: each takes random input and panics if it breaks a law.

use std::time::Duration;

use movegen::{Color, Position, Variant};

use engine::{Game, Numbers, book_moves};
use uci::{Command, Go, Offer, Options, Reach, SetOption, Start, UciError, read_game};

use crate::io::access::Access;
use crate::io::input::{self, Line};
use crate::io::output::Capture;
use crate::session::{self, Extra, Source, flip};

const NODES: u64 = 50;

const PERFT_DEPTH: u32 = 1;

/// The largest number of positions for `genfens`.
const GENFENS: u32 = 1;

/// The table at the start of a session, in MiB and, in the unit that counts, in KiB: zeroing the
/// default one would take longer than everything else.
const HASH: (usize, usize) = (1, 16);

/// The line in place of the `bestmove` of a search that pondered on another move.
const ABANDONED: &str = "info string go: the search that pondered on another move has ended";

/// Runs a whole session over these bytes, from the first line to the last answer. Lines that would
/// take long, or touch files, are left out, and each search gets a few nodes.
///
/// # Panics
/// If a `go` has no answer or more than one, but for one that pondered on another move; if the
/// answer is not a legal move of the position that was set up, while there is one; or if an
/// `isready` is not answered.
pub fn session(bytes: &[u8]) {
    let mut lines = Vec::new();
    let mut expected = Expected::default();
    for Line { text, .. } in input::lines(bytes) {
        let Some(text) = bounded(text) else { continue };
        let ends = expected.note(&text);
        lines.push(Line::new(text));
        if ends {
            break;
        }
    }
    let capture = Capture::default();
    let start = Start { hash: HASH, ..Numbers::default().into() };
    session::run(lines.into_iter(), Source::Pipe, start, Access::All, capture.output());
    expected.check(&capture.text());
}

/// Reads these words as those after `go`.
///
/// # Panics
/// If the limits for one side differ from what the words promise: a search ends by itself exactly
/// if it has a limit and is not infinite, and no depth or mate distance is zero.
pub fn go(words: &str) {
    let go = Go::parse(words.split_whitespace());
    for side in [Color::White, Color::Black] {
        let limits = go.limits(side, Duration::ZERO);
        let counted = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        let limited = counted || limits.time.is_some() || limits.movetime.is_some();
        assert_eq!(go.is_limited(), limited && !limits.infinite, "{words}");
        assert!(limits.depth != Some(0) && limits.mate != Some(0), "{words}");
        assert_eq!((limits.infinite, limits.ponder), (go.infinite, go.ponder), "{words}");
    }
    let named = |text: &&str| words.split_whitespace().any(|word| word == *text);
    assert!(go.search_moves.iter().all(named), "{words}");
}

/// Reads these bytes as an opening book, for the start position and for those after one move.
///
/// # Panics
/// If a move is not legal, or is returned twice.
pub fn book(bytes: &[u8]) {
    let start = Position::startpos();
    let mut positions = vec![start.clone()];
    positions.extend(start.legal_moves().iter().map(|&mv| start.make(mv)));
    for position in positions {
        let moves = book_moves(bytes, &position);
        for (number, (mv, _)) in moves.iter().enumerate() {
            assert!(position.is_legal(*mv), "{mv} in {position:?}");
            assert!(moves[..number].iter().all(|(other, _)| other != mv), "{mv} twice");
        }
    }
}

fn parse(line: &str) -> Result<Command<'_>, UciError> {
    Command::parse(line, Offer::default())
}

/// Returns the line so that nothing takes long in a session, or `None` if it would.
fn bounded(text: String) -> Option<String> {
    let Ok(command) = parse(&text) else { return Some(text) };
    match command {
        Command::Perft(depth) => (depth <= PERFT_DEPTH).then_some(text),
        Command::SetOption(set) => is_harmless(&set.name, set.value.as_deref()).then_some(text),
        // If a limit is given twice, the last one counts.
        Command::Go(_) => Some(format!("{text} nodes {NODES}")),
        Command::Uci
        | Command::IsReady
        | Command::NewGame
        | Command::Position(_)
        | Command::PonderHit
        | Command::Stop
        | Command::Quit
        | Command::Nothing => Some(text),
        Command::Other(line) => match Extra::parse(line) {
            Ok(Extra::GenFens(request)) => {
                (request.count <= GENFENS && request.book.is_none()).then_some(text)
            }
            Ok(Extra::Speedtest(_)) => None,
            _ => Some(text),
        },
        // It searches for seconds, as the speed test.
        Command::Bench(_) => None,
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
            Ok(Command::Other(line)) if Extra::parse(line) == Ok(Extra::Flip) => {
                if let Ok(game) = &self.game {
                    self.game = Ok(flip::flipped(game.position()));
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
        let refused = count("info string go: refused");
        let unanswered = refused + count(ABANDONED);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_bounded_and_obey_the_law() {
        let long =
            ["perft 9", "bench", "speedtest", "go perft 5", "setoption name Threads value 1024"];
        for line in long {
            assert_eq!(bounded(line.into()), None, "{line}");
        }
        for option in
            ["Debug Log File value a", "SharedHash value a", "SaveHashtoFile", "HASH value 3"]
        {
            assert_eq!(bounded(format!("setoption name {option}")), None, "{option}");
        }
        for option in
            ["nodestime value 9", "Minimal value true", "OwnBook value true", "Hash value 2"]
        {
            assert!(bounded(format!("setoption name {option}")).is_some(), "{option}");
        }
        assert_eq!(bounded("genfens 1 seed 2 book a.epd".into()), None);
        assert_eq!(bounded("go infinite".into()).as_deref(), Some("go infinite nodes 50"));
        session(b"uci\nisready\ngo\ngo depth 3\nstop\nposition fen 8/8 w\ngo\nflip\n");
        session(b"position startpos moves e2e4\ngo depth 20\ngo nodes 5\nisready\nquit\ngo\n");
        session(b"setoption name HashKB value 0\ntt\ngenfens 1 seed 7\nisready\n");
        session(b"setoption name UCI_Chess960 value true\n\xff\0\ngo searchmoves e2e4 e2e5\n");
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
    fn books_obey_the_law() {
        let entry = [&0x463b_9618_1691_fc9c_u64.to_be_bytes()[..], &[3, 0x1c, 0, 1, 0, 0, 0, 0]];
        book(&entry.concat().repeat(3));
        book(b"no book");
    }

    #[test]
    fn words_of_go_obey_the_law() {
        for words in ["", "depth 0 mate 0", "infinite depth x", "wtime -1 movestogo 0", "nodes"] {
            go(words);
        }
    }

    #[test]
    fn a_miss_while_pondering_leaves_one_answer_for_two_searches() {
        session(b"position startpos\ngo ponder\nposition startpos moves d2d4\ngo\nisready\n");
        session(b"go ponder\nponderhit\ngo ponder\ngo infinite\nstop\n");
    }
}
