//! Games as PGN, and the table as a file.

use std::collections::BTreeMap;
use std::io::Cursor;

use movegen::pgn::{self, games};
use movegen::{GameResult, Position};
use serde::Serialize;

use super::Player;

/// A game that was read from a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadedGame {
    /// Its tags.
    pub tags: BTreeMap<String, String>,
    /// The FEN of its start.
    pub start_fen: String,
    /// Its moves in UCI's notation.
    pub moves: Vec<String>,
    /// Its moves in SAN.
    pub san: Vec<String>,
    /// The FEN after the last move.
    pub fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The places that had to be read around, in words; for a game that could not be read, why.
    pub faults: Vec<String>,
}

impl Player {
    /// Returns the game as PGN. `tags` is a JSON object of texts.
    ///
    /// # Errors
    /// If `tags` is none, or a name is not made of letters, digits and underscores.
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
        for (name, value) in tags {
            match GameResult::from_text(&value).filter(|_| name == "Result") {
                Some(result) => game.set_result(result),
                None => game.set_tag(&name, &value).map_err(|fault| format!("{name}: {fault}"))?,
            }
        }
        game.to_pgn().map_err(|fault| fault.to_string())
    }

    /// Reads the games of a file. The game on the board stays.
    #[must_use]
    pub fn load_pgn(&self, file: &[u8]) -> Vec<LoadedGame> {
        let read = games(file);
        read.map(|game| game.as_ref().map_or_else(unreadable, loaded)).collect()
    }

    /// Returns the file of the table: that of the engine's option `SaveHashtoFile`.
    ///
    /// # Errors
    /// If there is no memory for it.
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
}

/// Returns a game up to its first null move, which the board does not play.
fn loaded(game: &pgn::Game) -> LoadedGame {
    let tag = |tag: &pgn::Tag| (tag.name().to_owned(), tag.value().to_owned());
    let all: Vec<_> = game.moves().collect();
    let moves = crate::game::uci_line(game.start(), &all);
    let san = game.positions().zip(&all).map(|(position, &mv)| position.san(mv));
    let end = game.positions().nth(moves.len()).unwrap_or_else(|| game.final_position());
    let mut faults: Vec<String> = game.remarks().iter().map(ToString::to_string).collect();
    if moves.len() < all.len() {
        faults.push(format!(
            "the board shows {} of {} moves: a null move follows",
            moves.len(),
            all.len()
        ));
    }
    LoadedGame {
        tags: game.tags().iter().map(tag).collect(),
        start_fen: game.start().to_fen(),
        san: san.take(moves.len()).collect(),
        moves,
        fen: end.to_fen(),
        result: game.result().as_str(),
        faults,
    }
}

fn unreadable(error: &pgn::PgnError) -> LoadedGame {
    let start = Position::startpos().to_fen();
    LoadedGame {
        tags: BTreeMap::new(),
        start_fen: start.clone(),
        moves: Vec::new(),
        san: Vec::new(),
        fen: start,
        result: GameResult::Unknown.as_str(),
        faults: vec![error.to_string()],
    }
}
