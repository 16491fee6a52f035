//! Playing and analysing, for TypeScript.

use std::cell::{RefCell, RefMut};

use js_sys::Function;
use movegen::Position;
use send_wrapper::SendWrapper;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{call, call_with, json, says_true};
use crate::player::{GoRequest, Player as Game, judge as judge_game, level_elos as elos};

/// A game and the engine that plays it and analyses it.
#[wasm_bindgen]
pub struct Player(RefCell<Game>);

impl Player {
    fn idle(&self) -> Result<RefMut<'_, Game>, String> {
        let busy = |_| "expected an engine at rest, found one that searches".to_owned();
        self.0.try_borrow_mut().map_err(busy)
    }
}

#[wasm_bindgen]
impl Player {
    /// Creates an engine with a table of that size.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mib: usize) -> Result<Player, String> {
        Game::new(hash_mib).map(|game| Self(RefCell::new(game)))
    }

    /// Sets up a position and makes moves.
    pub fn set_up(&self, fen: &str, moves: &str) -> Result<String, String> {
        self.idle()?.set_up(fen, moves).map(|state| json(&state))
    }

    /// Returns the state of the board.
    pub fn state(&self) -> Result<String, String> {
        Ok(json(&self.idle()?.state()))
    }

    /// Makes a move.
    pub fn make(&self, text: &str) -> Result<String, String> {
        self.idle()?.make(text).map(|state| json(&state))
    }

    /// Takes back a move.
    pub fn undo(&self) -> Result<String, String> {
        self.idle()?.undo().map(|state| json(&state))
    }

    /// Searches for a move or for lines.
    pub fn go(&self, request: &str, poll: Function, event: &Function) -> Result<String, String> {
        let request: GoRequest = serde_json::from_str(request)
            .map_err(|error| format!("expected a request, found {request:?}: {error}"))?;
        let poll = SendWrapper::new(poll);
        let mut go_on = |nodes: u64| says_true(&call_with(&poll, &(nodes as f64).into()));
        let mut player = self.idle()?;
        let answer = player.go(request, &mut go_on, |line| drop(call(event, &json(line))))?;
        Ok(json(&answer))
    }

    /// Returns the game as PGN.
    pub fn pgn(&self, tags: &str) -> Result<String, String> {
        self.idle()?.pgn(tags)
    }

    /// Opens games or positions, and returns a row for each.
    pub fn open_file(&self, file: &[u8]) -> Result<String, String> {
        self.idle()?.open_file(file).map(|rows| json(&rows))
    }

    /// Returns a game of the file that was opened.
    pub fn opened_game(&self, index: usize) -> Result<String, String> {
        self.idle()?.opened_game(index).map(|game| json(&game))
    }

    /// Returns the file of the table.
    pub fn save_hash(&self) -> Result<Vec<u8>, String> {
        self.idle()?.save_hash()
    }

    /// Fills the table from a file.
    pub fn load_hash(&self, file: &[u8]) -> Result<String, String> {
        self.idle()?.load_hash(file)
    }

    /// Gives the table another size.
    pub fn resize(&self, hash_mib: usize) -> Result<(), String> {
        self.idle()?.resize(hash_mib)
    }

    /// Returns the size of the table.
    pub fn hash_mib(&self) -> Result<usize, String> {
        Ok(self.idle()?.hash_mib())
    }

    /// Forgets what was learnt.
    pub fn new_game(&self) -> Result<(), String> {
        self.idle()?.new_game();
        Ok(())
    }
}

/// Returns the FEN of a start position of Chess960.
#[wasm_bindgen]
pub fn chess960_fen(number: u32) -> Result<String, String> {
    let position = Position::chess960(number);
    let position = position.ok_or_else(|| format!("expected 0 to 959, found {number}"))?;
    Ok(position.to_fen())
}

/// Judges the moves of a game.
#[wasm_bindgen]
pub fn judge(game: &str) -> Result<String, String> {
    let game = serde_json::from_str(game)
        .map_err(|error| format!("expected the values of a game, found {game:?}: {error}"))?;
    Ok(json(&judge_game(&game)))
}

/// Returns the Elo of each level.
#[wasm_bindgen]
pub fn level_elos() -> String {
    json(&elos())
}
