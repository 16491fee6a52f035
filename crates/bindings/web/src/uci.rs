//! [`Uci`]: a session of the Universal Chess Interface, line by line, for pages that have a GUI of
//! their own.
//!
//! The lines are those of the program `palimpsest`, as far as they make sense without files,
//! threads and other processes.

mod bench;
mod clock;
mod think;

use engine::{Engine, Game};
use movegen::pgn::MovesError;
use movegen::{Position, Variant, perft};
use uci::{Button, Go, Offer, Options, SetOption, SetUp, UciError};

pub use self::clock::Wish;
use crate::player::{HASH_MIB, MIB, bytes};

/// The size of the table before `Hash` is set, in MiB.
const DEFAULT_HASH: usize = 16;

/// A module has one thread: more need a standard library with atomics.
const OFFER: Offer = Offer { machine: false, hash_mb: *HASH_MIB.end() as i64, threads: 1 };

/// The greatest depth of `perft`, which nothing interrupts.
const MOST_PERFT: u32 = 7;

/// A session. A line is obeyed before the next one is read: a search ends by its limit, or because
/// the caller's function says so.
pub struct Uci {
    engine: Engine,
    options: Options,
    /// The game, or the reason why there is none: the last `position` was refused.
    game: Result<Game, UciError>,
    out: Box<dyn FnMut(&str)>,
}

impl Uci {
    /// Creates a session that writes its lines to `out`.
    ///
    /// # Errors
    /// If there is no memory for a table of 16 MiB.
    pub fn new(out: impl FnMut(&str) + 'static) -> Result<Self, String> {
        let builder = Engine::builder().hash(DEFAULT_HASH * MIB);
        let engine = builder.build().map_err(|error| error.to_string())?;
        let (options, game) = (Options::new(OFFER), Ok(Game::default()));
        Ok(Self { engine, options, game, out: Box::new(out) })
    }

    /// Obeys a line; a line that is refused gets an answer and changes nothing. During a search
    /// `poll` is called about once in 1,024 nodes for the caller's wish. Returns false after
    /// `quit`.
    pub fn command(&mut self, line: &str, poll: &mut (dyn FnMut() -> Wish + Send)) -> bool {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return true };
        let done = match first {
            "quit" => return false,
            "uci" => {
                self.identify();
                Ok(())
            }
            "isready" => {
                self.line("readyok");
                Ok(())
            }
            "ucinewgame" => {
                self.engine.new_game();
                Ok(())
            }
            "setoption" => SetOption::parse(words).and_then(|set| self.set_option(&set)),
            "position" => self.set_up(SetUp::parse(words)),
            "go" => match words.clone().next() {
                Some("perft") => self.perft(words.nth(1)),
                _ => self.go(&Go::parse(words), poll),
            },
            "perft" => self.perft(words.next()),
            "bench" => bench::parse(words).and_then(|config| self.bench(config, poll)),
            "stop" | "ponderhit" | "debug" | "register" => Ok(()),
            other => Err(UciError::new(
                "unknown command",
                format_args!("'{other}' is no command of the engine in a page"),
            )),
        };
        if let Err(error) = done {
            self.info_string(error);
        }
        true
    }

    fn line(&mut self, text: impl AsRef<str>) {
        text.as_ref().lines().for_each(&mut *self.out);
    }

    fn info_string(&mut self, text: impl std::fmt::Display) {
        self.line(format!("info string {text}"));
    }

    fn identify(&mut self) {
        let (name, authors) = (crate::version(), env!("CARGO_PKG_AUTHORS"));
        let options = self.options.listing();
        self.line(format!("id name {name}\nid author {authors}\n{options}uciok"));
    }

    fn set_option(&mut self, set: &SetOption) -> Result<(), UciError> {
        let before = self.options.hash_mb;
        match self.options.set(&set.name, set.value.as_deref())? {
            Some(Button::Clear) if self.options.never_clear_hash => {
                self.info_string("Clear Hash: not cleared, because NeverClearHash is set");
            }
            // Nobody shares the table, and there are no files.
            Some(_) => drop(self.engine.clear_hash()),
            None if self.options.hash_mb != before => self.resize(before)?,
            None => {}
        }
        Ok(())
    }

    /// Gives the table the size of the option, or takes the option back.
    fn resize(&mut self, before: usize) -> Result<(), UciError> {
        let asked = self.options.hash_mb;
        let resized = bytes(asked).and_then(|bytes| {
            self.engine.hash_mut().resize(bytes).map_err(|error| error.to_string())
        });
        resized.map_err(|error| {
            self.options.hash_mb = before;
            UciError::new(
                "setoption Hash",
                format_args!(
                    "the table cannot have {asked} MiB ({error}); it keeps its {before} MiB"
                ),
            )
        })
    }

    /// Takes a new position. If it is refused, there is none: an answer for another position than
    /// the one that was sent would be worse than no answer.
    fn set_up(&mut self, set_up: Result<SetUp<'_>, UciError>) -> Result<(), UciError> {
        let read = set_up.and_then(|set_up| read_game(&set_up, self.options.variant()));
        let repairs = read.as_ref().map(|(_, repairs)| repairs.clone()).unwrap_or_default();
        self.game = read.map(|(game, _)| game);
        if !repairs.is_empty() {
            self.info_string(UciError::new("position fen", repairs));
        }
        self.game.as_ref().map(drop).map_err(UciError::clone)
    }

    fn perft(&mut self, depth: Option<&str>) -> Result<(), UciError> {
        let number = depth.and_then(|text| text.parse().ok());
        let number = number.filter(|number| (1..=MOST_PERFT).contains(number));
        let depth = number.ok_or_else(|| UciError::number("perft", depth, 1, MOST_PERFT))?;
        let position = self.game.clone()?.position().clone();
        let variant = self.options.variant();
        let mut total = 0;
        for mv in position.legal_moves() {
            let nodes = perft(&position.make(mv), depth - 1);
            self.line(format!("{}: {nodes}", position.uci_as(mv, variant)));
            total += nodes;
        }
        self.line(format!("Nodes searched: {total}"));
        Ok(())
    }
}

/// Returns the game that `position` asks for, and the repairs of its FEN in words.
fn read_game(set_up: &SetUp<'_>, variant: Variant) -> Result<(Game, String), UciError> {
    let (start, repairs) = match &set_up.fen {
        None => (Position::startpos(), String::new()),
        Some(fen) => {
            let read = Position::read_fen(fen, variant)
                .map_err(|error| UciError::new("position fen", error))?;
            let words: Vec<String> = read.repairs.iter().map(ToString::to_string).collect();
            (read.value, words.join("; "))
        }
    };
    let mut game = Game::new(start);
    let place = |error: MovesError| {
        UciError::new(format_args!("position moves, move {}", error.number()), error.fault())
    };
    game.make_moves(&set_up.moves.join(" ")).map_err(place)?;
    Ok((game, repairs))
}

#[cfg(test)]
mod tests;
