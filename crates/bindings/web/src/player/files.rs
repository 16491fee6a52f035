//! The game as PGN, and the table as a file.

use std::collections::BTreeMap;
use std::io::Cursor;

use movegen::GameResult;
use movegen::pgn;

use super::Player;

impl Player {
    /// Returns the game as PGN, with the tags `ECO` and `Opening` if its opening is known. `tags`
    /// is a JSON object of texts.
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
