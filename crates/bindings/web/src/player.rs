//! [`Player`]: a game against the engine, and the engine as its analyst.

mod go;
mod judge;
mod opened;
mod state;

use std::collections::BTreeMap;
use std::io::Cursor;

use engine::{Engine, Game, LEVELS, OpeningName, OpeningNames, Strength};
use movegen::{GameResult, Position, pgn};

pub(crate) use self::go::CALLS_A_POLL;
pub use self::go::{GoAnswer, GoRequest, LineEvent, Poll, Score, Value};
pub use self::judge::{Judged, Valued, ValuedGame, judge};
use self::opened::Opened;
pub use self::opened::{GameRow, OpenedGame};
pub use self::state::{LegalMove, Outcome, PositionState};

/// Bytes of a mebibyte.
pub(crate) const MIB: usize = 1 << 20;

/// The sizes of the transposition table in MiB: a module has at most 4 GiB, one piece of it at
/// most 2, and phones give less.
pub(crate) const HASH_MIB: std::ops::RangeInclusive<usize> = 1..=1_024;

/// Returns the Elo of each level, from the first to the full one; `None` where it was not measured.
#[must_use]
pub fn level_elos() -> Vec<Option<i64>> {
    LEVELS.map(|level| Strength::of_level(level, 0)?.elo()).collect()
}

/// A game and the engine that plays it and analyses it.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    start: Position,
    game: Game,
    /// Made when the first game is named.
    openings: Option<OpeningNames>,
    opened: Opened,
}

impl Player {
    /// Creates an engine with a table of that size, and a game at the start position.
    pub fn new(hash_mib: usize) -> Result<Self, String> {
        let builder = Engine::builder().hash(bytes(hash_mib)?);
        let engine = builder.build().map_err(|error| error.to_string())?;
        let opened = Opened::Positions(Vec::new());
        let (start, game) = (Position::startpos(), Game::default());
        Ok(Self { engine, start, game, openings: None, opened })
    }

    /// Sets up a position from a FEN or `startpos`, and makes moves in UCI's notation or in SAN.
    ///
    /// # Errors
    /// If the FEN is not legal, which lists each of its faults, or a move is not; the game is then
    /// as before.
    pub fn set_up(&mut self, fen: &str, moves: &str) -> Result<PositionState, String> {
        let start = crate::game::position_of(fen)?;
        self.game = crate::game::game_of(fen, moves)?;
        self.start = start;
        Ok(self.state())
    }

    /// Returns the position on the board, its legal moves and the moves that led to it.
    #[must_use]
    pub fn state(&mut self) -> PositionState {
        if self.game.plies() > 0 || self.start != Position::startpos() {
            self.openings.get_or_insert_with(OpeningNames::new);
        }
        PositionState::new(&self.start, &self.game, self.opening())
    }

    /// Returns the opening of the game; none before the names were made.
    fn opening(&self) -> Option<OpeningName> {
        self.openings.as_ref()?.of_line(&self.start, self.game.moves())
    }

    /// Makes a move in UCI's notation or in SAN.
    ///
    /// # Errors
    /// If it is not legal; the game is then as before.
    pub fn make(&mut self, text: &str) -> Result<PositionState, String> {
        self.game.make_text(text.trim()).map_err(|error| error.to_string())?;
        Ok(self.state())
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Result<PositionState, String> {
        self.game.undo().ok_or("expected a move to take back, found none")?;
        Ok(self.state())
    }

    /// Returns the game as PGN, with the tags `ECO` and `Opening` if its opening is known. `tags`
    /// is a JSON object of texts.
    pub fn pgn(&self, tags: &str) -> Result<String, String> {
        let tags: BTreeMap<String, String> = match tags.trim() {
            "" => BTreeMap::new(),
            json => serde_json::from_str(json)
                .map_err(|error| format!("expected an object of tags, found {json:?}: {error}"))?,
        };
        let game = pgn::Game::from_moves(self.start.clone(), self.game.moves());
        let mut game = game.map_err(|error| error.to_string())?;
        if let Some(end) = self.game.outcome().filter(|end| !end.is_claim()) {
            game.set_result(end.result());
        }
        if let Some(opening) = self.opening() {
            for (name, value) in opening.tags() {
                game.set_tag(name, value).map_err(|fault| format!("{name}: {fault}"))?;
            }
        }
        for (name, value) in tags {
            match GameResult::from_text(&value).filter(|_| name == "Result") {
                Some(result) => game.set_result(result),
                None => game.set_tag(&name, &value).map_err(|fault| format!("{name}: {fault}"))?,
            }
        }
        game.to_pgn().map_err(|fault| fault.to_string())
    }

    /// Returns the file of the table: that of the engine's option `SaveHashtoFile`.
    pub fn save_hash(&mut self) -> Result<Vec<u8>, String> {
        let mut file = Vec::new();
        self.engine.hash_mut().write_to(&mut file).map_err(|error| error.to_string())?;
        Ok(file)
    }

    /// Fills the table from such a file, and returns what was read.
    ///
    /// # Errors
    /// If the file is damaged or of another engine; the table is then as before, or empty.
    pub fn load_hash(&mut self, file: &[u8]) -> Result<String, String> {
        let records = self.engine.hash_mut().read_from(Cursor::new(file));
        let records = records.map_err(|error| error.to_string())?;
        Ok(format!("{records} records of {} bytes", file.len()))
    }

    /// Returns the size of the table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.engine.hash().bytes() / MIB
    }

    /// Gives the table another size and keeps its records as far as they fit.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), String> {
        let bytes = bytes(hash_mib)?;
        self.engine.hash_mut().resize(bytes).map_err(|error| error.to_string())
    }

    /// Forgets all that was learnt, and leaves the game as it is.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }
}

/// Returns the bytes of a table.
pub(crate) fn bytes(hash_mib: usize) -> Result<usize, String> {
    if HASH_MIB.contains(&hash_mib) {
        return Ok(hash_mib * MIB);
    }
    let (least, most) = (HASH_MIB.start(), HASH_MIB.end());
    Err(format!("expected a table of {least} to {most} MiB, found {hash_mib}"))
}

#[cfg(test)]
mod tests;
